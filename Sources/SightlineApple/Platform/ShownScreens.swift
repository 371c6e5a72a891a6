#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
/// The controllers whose views are the screens of a window, compared between passes.
@MainActor
struct ShownScreens {
  private var screens: [Screen] = []
  /// The number of screens before this pass; `nil` before the first one.
  private var known: Int?

  private struct Screen {
    // Another controller may have the address of one that is gone.
    weak var controller: AnyObject?
    var isShown = true
  }

  /// Begins a pass.
  mutating func begin() {
    for index in screens.indices { screens[index].isShown = false }
  }

  /// Adds a controller that is shown in this pass.
  mutating func add(_ controller: AnyObject) {
    if let index = screens.firstIndex(where: { $0.controller === controller }) {
      screens[index].isShown = true
    } else {
      screens.append(Screen(controller: controller))
    }
  }

  /// Ends a pass, and returns whether a screen has appeared. None has in the first pass.
  ///
  /// - Parameter isDecided: false during a transition that may still be cancelled, which leaves the
  ///   screens as they were.
  mutating func end(isDecided: Bool) -> Bool {
    defer { known = screens.count }
    guard let known else { return false }
    let hasAppeared = screens.count > known
    if !isDecided {
      screens.removeSubrange(known...)
      return false
    }
    if !screens.isEmpty { screens.removeAll { !$0.isShown } }
    return hasAppeared
  }
}
#endif

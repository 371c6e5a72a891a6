#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
/// The controllers whose views are the screens of a window, compared between passes.
@MainActor
struct ShownScreens {
  private var screens: [Screen] = []
  /// The number of screens before this pass; `nil` before the first one.
  private var previousCount: Int?
  private var hasAppeared = false

  /// The place of a controller.
  enum Place {
    /// It fills its pane: it is a screen.
    case filled
    /// It is partly in its pane: it is a screen if it has been one before.
    case partial
    /// It fills its pane, and its appearance begins no visit.
    case aside
  }

  private struct Screen {
    // Another controller may have the address of one that is gone.
    weak var controller: AnyObject?
    var isShown = true
  }

  /// Begins a pass.
  mutating func begin() {
    hasAppeared = false
    for index in screens.indices { screens[index].isShown = false }
  }

  /// Adds a controller that is shown in this pass.
  mutating func add(_ controller: AnyObject, _ place: Place = .filled) {
    if let index = screens.firstIndex(where: { $0.controller === controller }) {
      screens[index].isShown = true
    } else if place != .partial {
      screens.append(Screen(controller: controller))
      if place == .filled { hasAppeared = true }
    }
  }

  /// Ends a pass, and returns whether a screen has appeared. None has in the first pass.
  ///
  /// - Parameter isDecided: false during a transition that may still be cancelled, which leaves the
  ///   screens as they were.
  mutating func end(isDecided: Bool) -> Bool {
    defer { previousCount = screens.count }
    guard let previousCount else { return false }
    if !isDecided {
      screens.removeSubrange(previousCount...)
      return false
    }
    if !screens.isEmpty { screens.removeAll { !$0.isShown } }
    return hasAppeared
  }
}
#endif

#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The platform's tree of views, as the mirror reads it. `reading(of:zIndex:)` belongs to the
/// toolkit.
///
/// The root is the window itself, on AppKit too, where a window is no view: the views at its top
/// may come and go.
@MainActor
final class PlatformTree: ViewTree {
  /// The covers of the window. The order of views counts only if there are some.
  let covers: WindowCovers
  private let table: ViewTable
  private weak var window: PlatformWindow?
  /// The window.
  let root: ViewKey

  init(window: PlatformWindow) {
    self.window = window
    root = ViewKey(of: window)
    table = ViewTable()
    covers = WindowCovers(table: table)
  }

  /// The key of a view, by which it can be read.
  func key(of view: PlatformView) -> ViewKey { table.key(of: view) }

  /// The view that a key stands for; `nil` if it is gone.
  func view(of key: ViewKey) -> PlatformView? {
    // The table holds nothing but views. No closure: each call would check that it runs on the main
    // actor.
    guard let view = table.view(of: key) else { return nil }
    return unsafeDowncast(view, to: PlatformView.self)
  }

  func parent(of key: ViewKey) -> ViewKey? {
    guard key != root, let view = view(of: key) else { return nil }
    if let parent = view.superview { return self.key(of: parent) }
    return window != nil && view.window === window ? root : nil
  }

  func read(_ key: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    if key == root {
      guard let window else { return nil }
      return reading(of: window)
    }
    guard let view = view(of: key) else { return nil }
    return reading(of: view, key, in: surroundings)
  }

  private func reading(
    of view: PlatformView, _ key: ViewKey, in surroundings: ViewSurroundings
  ) -> ViewReading {
    var result = reading(of: view, zIndex: covers.zIndex(of: view, as: surroundings.role))
    // NaN is not equal to itself: nothing with it can be measured.
    if result != result { result = .unmeasurable }
    if surroundings.role == .container {
      result.mayHoldCovers = covers.lie(in: key)
      result.stamp = stamp(of: view)
    } else {
      // The view's own scrolling and clip apply to its contents, not to itself.
      result.clip = .none
      result.contentOffset = .zero
      result.scrolls = false
    }
    return result
  }

  /// The toolkits do not report that they have laid a view out.
  var reportsChanges: Bool { false }

  func change(
    of key: ViewKey, in parent: ViewKey, since old: ViewReading, _ surroundings: ViewSurroundings
  ) -> ViewChange {
    guard let view = view(of: key) else { return .elsewhere }
    if let superview = view.superview {
      guard ViewKey(of: superview) == parent else { return .elsewhere }
    } else {
      guard parent == root, key != root, window != nil, view.window === window else {
        return .elsewhere
      }
    }
    // Where there are covers, the order of views counts.
    if covers.isEmpty, isUnchanged(view, since: old, as: surroundings.role) { return .unchanged }
    let now = reading(of: view, key, in: surroundings)
    return now == old ? .unchanged : .changed(now)
  }

  func isLayoutPending(in key: ViewKey) -> Bool {
    if key == root {
      guard let window else { return false }
      return window.isLayoutPending
    }
    guard let view = view(of: key) else { return false }
    return view.isLayoutPending
  }

  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] {
    covers.isEmpty ? [] : covers.covers(in: view)
  }
}
#endif

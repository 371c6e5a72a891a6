#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The platform's view tree, as the mirror reads it. Each toolkit defines
/// `reading(of:zIndex:isMovedByParent:)`.
///
/// The root is the window itself. This includes AppKit, where a window is not a view, because its
/// topmost views may come and go.
@MainActor
final class PlatformTree: ViewTree {
  /// The covers of the window. The order of views matters only if there are any.
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

  /// Returns the key of a view and records it for lookups.
  func key(of view: PlatformView) -> ViewKey { table.key(of: view) }

  /// Returns the view of a key; `nil` if it is gone.
  func view(of key: ViewKey) -> PlatformView? {
    // The table holds only views. A closure would check on each call that it runs on the main
    // actor.
    guard let view = table.view(of: key) else { return nil }
    return unsafeDowncast(view, to: PlatformView.self)
  }

  func parent(of key: ViewKey) -> ViewKey? {
    guard key != root, let view = view(of: key) else { return nil }
    if let parent = view.superview { return self.key(of: parent) }
    #if canImport(UIKit)
    return nil
    #else
    return window != nil && view.window === window ? root : nil
    #endif
  }

  func read(_ key: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    if key == root {
      guard let window else { return nil }
      var result = reading(of: window)
      result.stamp = stamp(of: window)
      result.mayHoldCovers = covers.lie(in: key)
      return result
    }
    guard let view = view(of: key) else { return nil }
    return reading(of: view, key, in: surroundings)
  }

  private func reading(
    of view: PlatformView, _ key: ViewKey, in surroundings: ViewSurroundings
  ) -> ViewReading {
    var result = reading(
      of: view, zIndex: covers.zIndex(of: view, as: surroundings.role),
      isMovedByParent: surroundings.parentStamp.w != 0)
    // NaN is not equal to itself: a reading with NaN is not measurable.
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

  /// Returns a stamp that changes with the number of subviews and with those in their middle, since
  /// one subview may have replaced another. In a system's scroll view, the first and the last are
  /// edge effects, backgrounds and indicators, which stay.
  static func stamp(of subviews: [PlatformView]) -> Int32 {
    let count = subviews.count
    if count == 0 { return 0 }
    var hash = UInt(bitPattern: count)
    for index in [max(0, count / 2 - 1), count / 2, min(count - 1, count / 2 + 1)] {
      let address = UInt(bitPattern: ObjectIdentifier(subviews[index]))
      hash = (hash ^ address) &* 0x9E37_79B9_7F4A_7C15
    }
    return Int32(truncatingIfNeeded: hash >> 32)
  }

  /// The toolkits do not report when they have laid out a view.
  var reportsChanges: Bool { false }

  func change(
    of key: ViewKey, in parent: ViewKey, since old: ViewReading, _ surroundings: ViewSurroundings
  ) -> ViewChange {
    guard let view = view(of: key) else { return .elsewhere }
    if let superview = view.superview {
      guard ViewKey(of: superview) == parent else { return .elsewhere }
    } else if self.parent(of: key) != parent {
      return .elsewhere
    }
    // With covers, the order of views matters.
    if covers.isEmpty, surroundings.parentStamp.w == 0,
      let offset = offset(of: view, unchangedSince: old, as: surroundings.role)
    {
      if offset == old.contentOffset { return .unchanged }
      var scrolled = old
      scrolled.contentOffset = offset
      return .changed(scrolled)
    }
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

  func isScrolledByReader(_ key: ViewKey) -> Bool { view(of: key).map(isScrolledByReader) ?? false }

  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] {
    covers.isEmpty ? [] : covers.covers(in: view)
  }
}
#endif

#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineApple
package import SightlineScroll
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The flights between platform views that represent declarative views.
///
/// Positions are read when needed: the source's when a flight begins, the target's then and once
/// per frame while anything flies. So scrolling sources cost nothing.
///
/// 1. A flight begins at the position of its source at that moment. Afterwards the source may
///    scroll, be reused or disappear. Any number of sources may have flights at once.
/// 2. All flights land at a point of the latest target in the space's window. If the target moves,
///    they continue from their current position and arrive at the same time. If it disappears, they
///    land at its last position.
/// 3. Without a space, a target, or a source in the space's window, there is no flight.
@MainActor
package final class FlightField {
  /// The view whose coordinates position flights, from its top left corner.
  package weak var space: PlatformView?
  private var targets: [Place] = []
  private var flights = Flights()

  private struct Place {
    weak var view: PlatformView?
    var point: TargetPoint
  }

  /// The landing point of flights in a target.
  package enum TargetPoint: Hashable {
    /// A point at fractions of the target's width and height, from its top left corner.
    case unit(x: Double, y: Double)
    /// The middle of a tab, by its index from the left, in the window's tab bar. Without a tab bar,
    /// the corresponding point at the target's bottom.
    case tab(Int, of: Int)

    package static let middle = TargetPoint.unit(x: 0.5, y: 0.5)
  }

  package init() {}

  /// Whether anything flies, as of the last ``advance(to:)``.
  package var isFlying: Bool { !flights.isEmpty }

  /// Adds a view as a target while it exists, or changes its landing point.
  package func addTarget(_ view: PlatformView, at point: TargetPoint = .middle) {
    targets.removeAll { $0.view == nil }
    if let existing = targets.firstIndex(where: { $0.view === view }) {
      targets[existing].point = point
    } else {
      targets.append(Place(view: view, point: point))
    }
  }

  /// Whether there is a target in the space's window.
  package var hasTarget: Bool { end != nil }

  /// Begins a flight from the middle of a view. With Reduce Motion it fades at its starting point.
  ///
  /// - Returns: whether the flight began.
  @discardableResult
  package func launch(
    from source: PlatformView, at now: MonotonicTime, motion: MotionPreference
  ) -> Bool {
    guard let start = point(0.5, 0.5, of: source), let end else { return false }
    flights.launch(from: start, to: end, at: now, motion: motion)
    return true
  }

  /// Follows the target and removes finished flights. Call it once per frame while anything flies.
  ///
  /// - Returns: whether anything still flies.
  @discardableResult
  package func advance(to now: MonotonicTime) -> Bool {
    if let end { flights.retarget(to: end, at: now) }
    _ = flights.frames(at: now)
    return isFlying
  }

  /// Returns the frames of all flights at a time, in order of launching.
  package func frames(at now: MonotonicTime) -> [(id: Flights.ID, frame: FlightPath.Frame)] {
    var flights = flights
    return flights.frames(at: now)
  }

  private var end: LayoutPoint? {
    guard let window = space?.window,
      let target = targets.last(where: { $0.view?.window === window }),
      let view = target.view
    else { return nil }
    switch target.point {
    case .unit(let x, let y): return point(x, y, of: view)
    case .tab(let index, let count):
      let share = (Double(index) + 0.5) / Double(max(1, count))
      #if canImport(UIKit)
      if let bar = window.tabBar {
        let buttons = bar.tabButtons
        // A minimised bar has one button.
        let place = buttons.count == 1 ? 0 : buttons.count == count ? index : -1
        if buttons.indices.contains(place) { return point(0.5, 0.5, of: buttons[place]) }
        // The home indicator is below the tabs.
        let free = bar.bounds.height - bar.safeAreaInsets.bottom
        return point(share, Double(free / 2 / max(1, bar.bounds.height)), of: bar)
      }
      #endif
      return point(share, 1, of: view)
    }
  }

  /// Returns the point at fractions of a view's width and height, from its top left corner.
  private func point(_ x: Double, _ y: Double, of view: PlatformView) -> LayoutPoint? {
    guard let space, let window = view.window, space.window === window else { return nil }
    let bounds = view.bounds
    let y = view.isTopDown ? y : 1 - y
    return LayoutPoint(
      view.convert(
        CGPoint(
          x: bounds.minX + CGFloat(x) * bounds.width, y: bounds.minY + CGFloat(y) * bounds.height),
        to: space))
  }
}

#if canImport(UIKit)
extension UIView {
  /// The topmost tab bar in the view.
  fileprivate var tabBar: UITabBar? {
    if isHidden || alpha == 0 { return nil }
    return self as? UITabBar ?? subviews.reversed().lazy.compactMap(\.tabBar).first
  }

  /// The buttons of a tab bar, from the left. On iOS 26 and later, they share a part of its width
  /// and overlap, and each exists twice, once per state.
  fileprivate var tabButtons: [UIView] {
    var buttons: [(x: CGFloat, view: UIView)] = []
    for control in controls {
      let x = control.convert(control.bounds, to: self).midX
      if !buttons.contains(where: { abs($0.x - x) < 1 }) { buttons.append((x, control)) }
    }
    return buttons.sorted { $0.x < $1.x }.map(\.view)
  }

  private var controls: [UIView] {
    subviews.filter { !$0.isHidden && $0.alpha > 0 }
      .flatMap { $0 is UIControl ? [$0] : $0.controls }
  }
}
#endif
#endif

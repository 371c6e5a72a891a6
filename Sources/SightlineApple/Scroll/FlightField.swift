#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
package import SightlineScroll
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The flights between platform views that stand where declarative views are.
///
/// Places are read when they are needed: the source's when a flight begins, the target's then and
/// once a frame while something flies. Nothing is observed, so sources that scroll cost nothing.
///
/// 1. A flight begins where its source is at that moment. Afterwards the source may go, scroll or
///    be reused. Any number of sources may have flights at once.
/// 2. All flights end at the latest target in the space's window. If it moves (a rotation, a
///    resize), they go on from where they are and arrive at the same time; if it goes, they end
///    where it was.
/// 3. Without a space, a target, or a source in the space's window, there is no flight.
@MainActor
package final class FlightField {
  /// The view in whose coordinates flights are placed, from its top left corner.
  package weak var space: PlatformView?
  private var targets: [Place] = []
  private var flights = Flights()

  private struct Place {
    weak var view: PlatformView?
  }

  /// Creates a field in which nothing flies.
  package init() {}

  /// Whether something flies, as of the last ``advance(to:)``.
  package var isFlying: Bool { !flights.isEmpty }

  /// Adds a view at which flights end, as long as it exists.
  package func addTarget(_ view: PlatformView) {
    targets.removeAll { $0.view == nil || $0.view === view }
    targets.append(Place(view: view))
  }

  /// Begins a flight from the middle of a view. With Reduce Motion it fades where it begins.
  ///
  /// - Returns: whether it began.
  @discardableResult
  package func launch(
    from source: PlatformView, at now: MonotonicTime, motion: MotionPreference
  ) -> Bool {
    guard let start = middle(of: source), let end else { return false }
    flights.launch(from: start, to: end, at: now, motion: motion)
    return true
  }

  /// Follows the target and removes what is over. Call it once a frame while something flies.
  ///
  /// - Returns: whether something still flies.
  @discardableResult
  package func advance(to now: MonotonicTime) -> Bool {
    if let end { flights.retarget(to: end, at: now) }
    _ = flights.frames(at: now)
    return isFlying
  }

  /// Where everything that flies is at a time, in order of launching.
  package func frames(at now: MonotonicTime) -> [(id: Flights.ID, frame: FlightPath.Frame)] {
    var flights = flights
    return flights.frames(at: now)
  }

  private var end: LayoutPoint? {
    targets.last { $0.view?.window != nil && $0.view?.window === space?.window }
      .flatMap { $0.view.flatMap(middle(of:)) }
  }

  private func middle(of view: PlatformView) -> LayoutPoint? {
    guard let space, let window = view.window, space.window === window else { return nil }
    let bounds = view.bounds
    let middle = view.convert(CGPoint(x: bounds.midX, y: bounds.midY), to: space)
    return LayoutPoint(middle)
  }
}
#endif

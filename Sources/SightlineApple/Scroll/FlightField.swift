#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
package import SightlineScroll
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// Where flights begin and end, by views of the platform that stand where the declarative views are.
///
/// A place is asked for when it is needed: that of a source when a flight begins, that of the target then
/// and once a frame while something flies. Nothing is observed, so sources that scroll cost nothing.
///
/// 1. A flight begins where its source is at that moment, and is its own from then on: a source that goes,
///    scrolls or is used again changes nothing. Any number of sources may have flights at once.
/// 2. All flights end at the target that came last of those in the space's window. When it moves (a
///    rotation, a resize), they go on from where they are and arrive at the same time; when it goes, they end
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

  /// Flights end at a view, as long as it is there.
  package func addTarget(_ view: PlatformView) {
    targets.removeAll { $0.view == nil || $0.view === view }
    targets.append(Place(view: view))
  }

  /// Begins a flight from the middle of a view.
  ///
  /// - Parameters:
  ///   - source: where it begins.
  ///   - now: the time.
  ///   - motion: with Reduce Motion it fades where it begins.
  /// - Returns: whether there is one.
  @discardableResult
  package func launch(
    from source: PlatformView, at now: MonotonicTime, motion: MotionPreference
  ) -> Bool {
    guard let start = middle(of: source), let end else { return false }
    flights.launch(from: start, to: end, at: now, motion: motion)
    return true
  }

  /// Follows the target and forgets what is over: call it once a frame while something flies.
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

package import SightlineCore

/// A view that is observed: its registrations, and where it is at present.
///
/// It lives as long as its view (the host attaches it there) and knows nothing of it. Registrations
/// made before the view is in a window wait; they go along when it moves to another one.
///
/// Invariants:
/// 1. While it is placed, each registration has a watch; otherwise none has.
/// 2. Taking it out of a window reports that it left (reason `removed`) in that window's next pass,
///    once, also if it is placed again before.
@MainActor
package final class TrackedView {
  /// Where a view is while it is in a window.
  package struct Place {
    package var tracker: VisibilityTracker
    package var target: TargetID
    /// What holds the target for a view, and must forget it when it goes.
    package weak var mirror: ViewMirror?

    package init(tracker: VisibilityTracker, target: TargetID, mirror: ViewMirror? = nil) {
      self.tracker = tracker
      self.target = target
      self.mirror = mirror
    }
  }

  package private(set) var place: Place?
  /// The app's id of what the view shows, if the host knows it; for those who record.
  private let item: AnyHashable?
  /// Called when the view was found to be in its window no more, without anybody having said so.
  package var wasLost: (@MainActor () -> Void)?
  private var registrations: [Registration] = []
  private var nextNumber = 0

  private struct Registration {
    var number: Int
    var subject: Subject
    var viewport: (@MainActor () -> ViewportID?)?
    var handler: VisibilityHandler
    var watch: WatchID?
  }

  private enum Subject {
    case observation(Observation)
    /// Whose number it is depends on the window's session.
    case impressions(ImpressionPolicy, AnyHashable)
  }

  package init(of item: AnyHashable? = nil) { self.item = item }

  /// Whether anything is registered.
  package var isObserved: Bool { !registrations.isEmpty }

  /// Registers a closure.
  ///
  /// - Parameters:
  ///   - observation: what is observed.
  ///   - viewport: asked, whenever the view comes into a window, for what it must be inside of; the
  ///     window if `nil`.
  ///   - handler: what is called.
  package func register(
    _ observation: Observation, in viewport: (@MainActor () -> ViewportID?)? = nil,
    _ handler: VisibilityHandler
  ) -> VisibilityToken {
    register(.observation(observation), in: viewport, handler)
  }

  /// Registers a closure for the impressions of an id, in the session of whichever window the view is
  /// in.
  package func register(
    impressionsOf id: AnyHashable, _ policy: ImpressionPolicy,
    in viewport: (@MainActor () -> ViewportID?)? = nil, _ handler: VisibilityHandler
  ) -> VisibilityToken {
    register(.impressions(policy, id), in: viewport, handler)
  }

  private func register(
    _ subject: Subject, in viewport: (@MainActor () -> ViewportID?)?, _ handler: VisibilityHandler
  ) -> VisibilityToken {
    let number = nextNumber
    nextNumber += 1
    var registration = Registration(
      number: number, subject: subject, viewport: viewport, handler: handler)
    if let place { registration.watch = watch(registration, at: place) }
    registrations.append(registration)
    return VisibilityToken(self, registration: number)
  }

  /// Ends a registration at once.
  package func cancel(_ number: Int) {
    guard let index = registrations.firstIndex(where: { $0.number == number }) else { return }
    let registration = registrations.remove(at: index)
    if let place, let watch = registration.watch { place.tracker.unwatch(watch) }
  }

  /// Puts it into a window.
  package func place(at place: Place) {
    precondition(self.place == nil, "a tracked view is in one window at a time")
    self.place = place
    for index in registrations.indices {
      registrations[index].watch = watch(registrations[index], at: place)
    }
  }

  /// Takes it out of its window: it leaves with the next pass there.
  package func displace() {
    guard let place else { return }
    place.tracker.willRemoveTarget(of: registrations.compactMap(\.watch))
    for index in registrations.indices { registrations[index].watch = nil }
    self.place = nil
    if place.tracker.engine.scene.contains(place.target) {
      place.tracker.engine.scene.remove(place.target)
    }
    place.mirror?.forget(place.target)
  }

  private func watch(_ registration: Registration, at place: Place) -> WatchID {
    let observation =
      switch registration.subject {
      case .observation(let observation): observation
      case .impressions(let policy, let id):
        Observation.impressions(policy, place.tracker.session.identity(of: id))
      }
    return place.tracker.watch(
      place.target, observation, in: registration.viewport?(), of: item, registration.handler)
  }
}

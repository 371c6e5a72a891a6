package import SightlineCore

/// A view that is observed: its registrations, and where it is at present.
///
/// It lives as long as its view (the host attaches it there) and knows nothing of it. Registrations
/// made before the view is in a window wait; they go along when it moves to another one. A host
/// puts it into windows and takes it out with ``MirroredWindow/place(_:at:)`` and
/// ``MirroredWindow/displace(_:)``.
///
/// Invariants:
/// 1. While it is placed, each registration has a watch; otherwise none has.
/// 2. Taking it out of a window reports that it left (reason `removed`) in that window's next pass,
///    once, also if it is placed again before.
@MainActor
public final class TrackedView {
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
  private var extras: Extras?
  /// Called when the view was found to have left its window unannounced; if `nil`, the window's
  /// ``MirroredWindow/viewWasLost`` is called instead.
  package var wasLost: (@MainActor () -> Void)? {
    get { extras?.wasLost }
    set {
      if extras == nil { extras = Extras(nil) }
      extras?.wasLost = newValue
    }
  }
  /// The first registration stands here: most views have no other, and an array for it would be the
  /// largest thing that a view costs.
  private var first: Registration?
  /// Those after it; none where there is no first.
  private var others: [Registration] = []
  private var nextNumber: Int32 = 0

  private struct Registration {
    var number: Int32
    var watch: WatchID?
    var subject: Subject
    var viewport: (@MainActor () -> ViewportID?)?
    var handler: VisibilityHandler
  }

  /// Most are rules, which need no box.
  private enum Subject {
    case rule(VisibilityRule)
    indirect case identity(ImpressionPolicy, ItemIdentity)
    /// Whose number it is depends on the window's session.
    indirect case impressions(ImpressionPolicy, AnyHashable)
  }

  /// What few views have, in a box.
  private final class Extras {
    /// The app's id of what the view shows, if the host knows it; for those who record.
    let item: AnyHashable?
    var wasLost: (@MainActor () -> Void)?

    init(_ item: AnyHashable?) { self.item = item }
  }

  package init(of item: AnyHashable?) {
    if let item { extras = Extras(item) }
  }

  /// Creates what is attached to a view, in no window yet.
  public init() {}

  /// Whether anything is registered.
  public var isObserved: Bool { first != nil }

  /// Registers a closure.
  ///
  /// - Parameters:
  ///   - observation: what is observed.
  ///   - viewport: returns the viewport that the view must be inside of; called whenever the view
  ///     comes into a window. The window if `nil`.
  ///   - handler: what is called.
  package func register(
    _ observation: Observation, in viewport: (@MainActor () -> ViewportID?)? = nil,
    _ handler: VisibilityHandler
  ) -> VisibilityToken {
    switch observation {
    case .visibility(let rule): register(.rule(rule), in: viewport, handler)
    case .impressions(let policy, let identity):
      register(.identity(policy, identity), in: viewport, handler)
    }
  }

  /// Registers a closure for the impressions of an id, in the session of whichever window the view
  /// is in.
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
      number: number, watch: nil, subject: subject, viewport: viewport, handler: handler)
    if let place { registration.watch = watch(registration, at: place) }
    if first == nil { first = registration } else { others.append(registration) }
    return VisibilityToken(self, registration: number)
  }

  /// Ends a registration at once.
  package func cancel(_ number: Int32) {
    let ended: Registration?
    if first?.number == number {
      ended = first
      first = others.isEmpty ? nil : others.removeFirst()
    } else {
      ended = others.firstIndex { $0.number == number }.map { others.remove(at: $0) }
    }
    if let place, let watch = ended?.watch { place.tracker.unwatch(watch) }
  }

  /// Puts it into a window.
  package func place(at place: Place) {
    precondition(self.place == nil, "a tracked view is in one window at a time")
    self.place = place
    if let registration = first { first?.watch = watch(registration, at: place) }
    for index in others.indices { others[index].watch = watch(others[index], at: place) }
  }

  /// Takes it out of its window: it leaves with the next pass there.
  public func displace() {
    guard let place else { return }
    place.tracker.willRemoveTarget(of: watches)
    first?.watch = nil
    for index in others.indices { others[index].watch = nil }
    self.place = nil
    if place.tracker.engine.scene.contains(place.target) {
      place.tracker.engine.scene.remove(place.target)
    }
    place.mirror?.forget(place.target)
  }

  private var watches: [WatchID] { ((first.map { [$0] } ?? []) + others).compactMap(\.watch) }

  private func watch(_ registration: Registration, at place: Place) -> WatchID {
    let observation =
      switch registration.subject {
      case .rule(let rule): Observation.visibility(rule)
      case .identity(let policy, let identity): Observation.impressions(policy, identity)
      case .impressions(let policy, let id):
        Observation.impressions(policy, place.tracker.session.identity(of: id))
      }
    return place.tracker.watch(
      place.target, observation, in: registration.viewport?(), of: extras?.item,
      registration.handler)
  }
}

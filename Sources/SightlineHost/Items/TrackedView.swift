package import SightlineCore

/// An observed view: its registrations and its current place.
///
/// A tracked view lives as long as its view, to which the host attaches it, and holds no reference
/// to it. Registrations made before the view is in a window wait, and move with it from window to
/// window. A host places and displaces it with ``MirroredWindow/place(_:at:)`` and
/// ``MirroredWindow/displace(_:)``.
///
/// Invariants:
/// 1. While it is placed, each registration has a watch; otherwise none has.
/// 2. Displacing it reports that it left (reason `removed`) once, in that window's next pass, even
///    if it is placed again before then.
@MainActor
public final class TrackedView {
  /// The place of a view in a window.
  package struct Place {
    package var tracker: VisibilityTracker
    package var target: TargetID
    /// The viewport of registrations without one of their own; the window if `nil`.
    package var viewport: ViewportID?

    package init(tracker: VisibilityTracker, target: TargetID, in viewport: ViewportID? = nil) {
      self.tracker = tracker
      self.target = target
      self.viewport = viewport
    }

    @MainActor
    fileprivate func setCountsDwell(_ counts: Bool) {
      guard tracker.engine.scene.contains(target) else { return }
      var appearance = tracker.engine.scene.target(target).appearance
      appearance.countsDwell = counts
      tracker.engine.setAppearance(appearance, of: target)
      tracker.requestPass()
    }
  }

  // Accessed for every row that a fling binds. No access to them spans a call to other code.
  @exclusivity(unchecked) package private(set) var place: Place?
  @exclusivity(unchecked) private var extras: Extras?
  /// Called when the view has left its window without notice. If `nil`, the window's
  /// ``MirroredWindow/viewWasLost`` is called instead.
  package var wasLost: (@MainActor () -> Void)? {
    get { extras?.wasLost }
    set {
      if extras == nil { extras = Extras(nil) }
      extras?.wasLost = newValue
    }
  }
  /// Whether the dwell of the view's impressions counts; false while a video is paused or a picture
  /// loads. True by default.
  public var countsDwell: Bool {
    get { extras?.countsDwell ?? true }
    set {
      if newValue == countsDwell { return }
      if extras == nil { extras = Extras(nil) }
      extras?.countsDwell = newValue
      place?.setCountsDwell(newValue)
    }
  }
  /// The first registration, stored inline: most views have only one, and an array would be the
  /// largest part of a view's cost.
  @exclusivity(unchecked) private var first: Registration?
  /// The remaining registrations; empty if there is no first one.
  @exclusivity(unchecked) private var others: [Registration] = []
  private var nextNumber: Int32 = 0

  private struct Registration {
    let number: Int32
    var watch: WatchID?
    let observation: Observation
    let viewport: (@MainActor () -> ViewportID?)?
    let handler: VisibilityHandler
  }

  /// Properties that few views have, boxed.
  private final class Extras {
    /// The app's id of the item the view shows, if the host knows it. Used by recorders.
    var item: AnyHashable?
    var wasLost: (@MainActor () -> Void)?
    var countsDwell = true

    init(_ item: AnyHashable?) { self.item = item }
  }

  package init(of item: AnyHashable?) {
    if let item { extras = Extras(item) }
  }

  /// Creates a tracked view that is in no window yet.
  public init() {}

  /// Whether it has any registrations.
  public var isObserved: Bool { first != nil }

  /// Registers a closure.
  ///
  /// - Parameters:
  ///   - observation: the events to observe.
  ///   - viewport: returns the viewport to measure the view against, called whenever the view
  ///     enters a window. The viewport of the view's place if `nil`.
  ///   - handler: the closure to call.
  package func register(
    _ observation: Observation, in viewport: (@MainActor () -> ViewportID?)? = nil,
    _ handler: VisibilityHandler
  ) -> VisibilityToken {
    VisibilityToken(self, registration: observe(observation, in: viewport, handler))
  }

  /// Registers a closure for as long as the view exists, unless its number is cancelled.
  @discardableResult
  func observe(
    _ observation: Observation, in viewport: (@MainActor () -> ViewportID?)? = nil,
    _ handler: VisibilityHandler
  ) -> Int32 {
    let number = nextNumber
    nextNumber += 1
    var registration = Registration(
      number: number, observation: observation, viewport: viewport, handler: handler)
    if let place { registration.watch = watch(registration, at: place) }
    if first == nil { first = registration } else { others.append(registration) }
    return number
  }

  /// Makes this the tracked view of another item. It must not be in a window.
  func show(_ item: AnyHashable?) {
    countsDwell = true
    extras?.item = item
  }

  /// Ends a registration immediately.
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

  /// Places the view in a window.
  package func place(at place: Place) {
    precondition(self.place == nil, "a tracked view is in one window at a time")
    self.place = place
    if !countsDwell { place.setCountsDwell(false) }
    if let registration = first { first?.watch = watch(registration, at: place) }
    for index in others.indices { others[index].watch = watch(others[index], at: place) }
  }

  /// Removes the view from its window. It leaves with that window's next pass.
  public func displace() {
    guard let place else { return }
    if let watch = first?.watch { place.tracker.end(watch) }
    first?.watch = nil
    for index in others.indices {
      if let watch = others[index].watch { place.tracker.end(watch) }
      others[index].watch = nil
    }
    place.tracker.willRemoveTarget()
    self.place = nil
    if place.tracker.engine.scene.contains(place.target) {
      place.tracker.engine.remove(place.target)
    }
    place.tracker.mirror?.forget(place.target)
  }

  /// Returns whether a registration's viewport has changed since the view was placed.
  ///
  /// - Parameter viewport: the viewport of the view's place now.
  func isInAnotherViewport(than viewport: ViewportID?) -> Bool {
    guard let tracker = place?.tracker else { return false }
    return registrations.contains { registration in
      guard let watch = registration.watch, tracker.engine.contains(watch) else { return false }
      return tracker.engine.viewport(of: watch)
        != (registration.viewport?() ?? viewport ?? tracker.engine.window)
    }
  }

  private var registrations: [Registration] { (first.map { [$0] } ?? []) + others }

  private func watch(_ registration: Registration, at place: Place) -> WatchID {
    place.tracker.watch(
      place.target, registration.observation, in: registration.viewport?() ?? place.viewport,
      of: extras?.item, registration.handler)
  }
}

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
    fileprivate var isIdle: Bool { tracker.isIdle(target) }

    @MainActor
    fileprivate func setCountsDwell(_ counts: Bool) {
      guard tracker.engine.scene.contains(target) else { return }
      var appearance = tracker.engine.scene.target(target).appearance
      appearance.countsDwell = counts
      tracker.engine.edit(.appearance(appearance, of: target))
      tracker.requestPass()
    }
  }

  // Accessed for every row that a fling binds. No access to them spans a call to other code.
  @exclusivity(unchecked) package private(set) var place: Place?
  /// Whether it leaves the window's mirror once its last registration has been cancelled. The host
  /// places it again when another one is made. Here it takes no room.
  package var isRemovedWhenUnobserved = false
  @exclusivity(unchecked) private var extras: Extras?
  /// Called when the view has left its window without notice, before
  /// ``MirroredWindow/viewWasLost``.
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
  /// The first registration, stored inline, because most views have only one.
  @exclusivity(unchecked) private var first: Registration?
  /// The remaining registrations, in order. Cancelled ones are removed when more are added.
  @exclusivity(unchecked) private var others: [Registration] = []

  /// Properties that few views have, boxed.
  final class Extras {
    /// The app's id of the item the view shows, if the host knows it. Used by recorders.
    fileprivate(set) var item: HashedID?
    fileprivate var wasLost: (@MainActor () -> Void)?
    fileprivate var countsDwell = true

    fileprivate init(_ item: HashedID?) { self.item = item }
  }

  package convenience init(of item: AnyHashable?) { self.init(of: item.map { HashedID($0) }) }

  init(of item: HashedID?) {
    if let item { extras = Extras(item) }
  }

  /// Creates a tracked view that is in no window yet.
  public init() {}

  /// Whether it has any registrations.
  public var isObserved: Bool {
    if let first, !first.isCancelled { return true }
    for registration in others where !registration.isCancelled { return true }
    return false
  }

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
    VisibilityToken(observe(observation, in: viewport, handler))
  }

  /// Registers a closure for as long as the view exists, unless it is cancelled.
  @discardableResult
  func observe(
    _ observation: Observation, in viewport: (@MainActor () -> ViewportID?)? = nil,
    _ handler: VisibilityHandler
  ) -> Registration {
    let registration = Registration(observation, in: viewport, handler, extras)
    if let place { registration.begin(at: place) }
    if others.isEmpty, first?.isCancelled ?? true {
      first = registration
    } else {
      if others.count == others.capacity { others.removeAll { $0.isCancelled } }
      others.append(registration)
    }
    return registration
  }

  /// Whether its removal from the window would report nothing.
  var isIdle: Bool { place?.isIdle ?? true }

  /// Makes this the tracked view of another item, as if it were displaced and placed again, unless
  /// that would report something of the former item.
  func reusePlace(for item: HashedID?) -> Bool {
    guard let place, place.tracker.reuse(place.target, for: item) else { return false }
    countsDwell = true
    extras?.item = item
    return true
  }

  /// Places the view in a window.
  package func place(at place: Place) {
    precondition(self.place == nil, "a tracked view is in one window at a time")
    self.place = place
    if !countsDwell { place.setCountsDwell(false) }
    first?.begin(at: place)
    for registration in others { registration.begin(at: place) }
  }

  /// Removes the view from its window. It leaves with that window's next pass.
  public func displace() {
    guard let place else { return }
    first?.end()
    for registration in others { registration.end() }
    place.tracker.willRemoveTarget()
    self.place = nil
    if place.tracker.engine.scene.contains(place.target) {
      place.tracker.engine.edit(.remove(place.target))
    }
    place.tracker.mirror?.forget(place.target)
  }

  /// Returns whether a registration's viewport has changed since the view was placed. If not, the
  /// place takes the viewport, for later registrations.
  ///
  /// - Parameter viewport: the viewport of the view's place now.
  func isInAnotherViewport(than viewport: ViewportID?) -> Bool {
    guard let tracker = place?.tracker else { return false }
    for registration in (first.map { [$0] } ?? []) + others {
      guard let watch = registration.watch, tracker.engine.contains(watch) else { continue }
      let now = registration.viewport(at: viewport) ?? tracker.engine.window
      if tracker.engine.viewport(of: watch) != now { return true }
    }
    place?.viewport = viewport
    return false
  }
}

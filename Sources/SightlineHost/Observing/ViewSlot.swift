package import SightlineCore

/// One observed view: its place in a window, and a watch for each of its observations.
///
/// A slot lives as long as its view, to which the host attaches it, and holds no reference to it.
/// Observations made before the view is in a window wait, and move with it from window to window. A
/// host places and displaces it with ``MirroredWindow/place(_:at:)`` and
/// ``MirroredWindow/displace(_:)``.
///
/// Invariants:
/// 1. While it is placed, each observation has a watch in the engine; otherwise none has.
/// 2. Displacing it reports that the view left (reason `removed`) once, in that window's next pass,
///    even if it is placed again before then.
@MainActor
public final class ViewSlot {
  /// The place of a view in a window.
  package struct Place {
    let reference: WindowReference
    package let target: TargetID
    /// The viewport of observations without one of their own; the window if `nil`.
    package fileprivate(set) var viewport: ViewportID?

    package init(window: MirroredWindow, target: TargetID, in viewport: ViewportID? = nil) {
      reference = window.reference
      self.target = target
      self.viewport = viewport
    }

    /// `nil` once the window is gone.
    @MainActor package var window: MirroredWindow? { reference.window }
  }

  package private(set) var place: Place?
  /// Whether it leaves the window's mirror once its last observation has been cancelled. The host
  /// places it again with the next one.
  package var isRemovedWhenUnobserved = false
  /// The first watch, stored inline, because most views have one.
  private var first: ViewWatch?
  /// The others, in order. Cancelled ones are removed when more are added.
  private var others: [ViewWatch] = []
  /// The view's name in recordings, if it has no item.
  private let name: HashedID?
  /// Called with the view when it has left the window although the host did not displace it. Only
  /// if the tree does not report changes.
  var wasLost: (@MainActor (ViewKey) -> Void)?
  /// Whether the dwell of the view's impressions counts; false while a video is paused or a picture
  /// loads.
  var countsDwell = true {
    didSet {
      if countsDwell == oldValue { return }
      if let place { place.window?.setCountsDwell(countsDwell, of: place.target) }
    }
  }

  /// Creates the slot of a view that is in no window yet.
  public init() { name = nil }

  /// - Parameter name: the view's name in recordings.
  package init(named name: String?) { self.name = name.map { HashedID(AnyHashable($0)) } }

  // MARK: Watches

  /// Whether it has any observations.
  public var isObserved: Bool {
    if let first, !first.isCancelled { return true }
    for watch in others where !watch.isCancelled { return true }
    return false
  }

  /// Adds an observation for as long as the view exists, unless it is cancelled.
  ///
  /// - Parameter viewport: returns the viewport to measure the view against, called whenever the
  ///   view enters a window. That of the view's place if `nil`.
  package func register(
    _ observation: Observation, in viewport: (@MainActor () -> ViewportID?)? = nil
  ) -> VisibilityToken {
    let watch = ViewWatch(observation, in: viewport, name: name)
    add(watch)
    return VisibilityToken(watch)
  }

  func add(_ watch: ViewWatch) {
    if let place { watch.begin(at: place) }
    if others.isEmpty, first?.isCancelled ?? true {
      first = watch
    } else {
      if others.count == others.capacity { others.removeAll { $0.isCancelled } }
      others.append(watch)
    }
  }

  // MARK: Places

  /// Places the view in a window.
  package func place(at place: Place) {
    require(self.place == nil, "a view slot is in one window at a time")
    self.place = place
    if !countsDwell { place.window?.setCountsDwell(false, of: place.target) }
    first?.begin(at: place)
    for watch in others { watch.begin(at: place) }
  }

  /// Removes the view from its window. It leaves with that window's next pass.
  public func displace() {
    guard let place else { return }
    first?.end()
    for watch in others { watch.end() }
    self.place = nil
    place.window?.remove(place.target)
  }

  /// Whether its removal from the window would report nothing.
  var isIdle: Bool {
    guard let place, let window = place.window else { return true }
    return window.isIdle(place.target)
  }

  /// Passes its place on to another item, as if it were displaced and placed again, unless that
  /// would report something of the former item.
  func reusePlace(for item: HashedID?) -> Bool {
    guard let place, let window = place.window, window.reuse(place.target, for: item) else {
      return false
    }
    countsDwell = true
    return true
  }

  /// Returns whether the viewport of an observation has changed since the view was placed. If not,
  /// the place takes the viewport, for later observations.
  ///
  /// - Parameter viewport: the viewport of the view's place now.
  func isInAnotherViewport(than viewport: ViewportID?) -> Bool {
    guard let window = place?.window else { return false }
    for watch in (first.map { [$0] } ?? []) + others {
      guard let id = watch.id, window.engine.contains(id) else { continue }
      let now = watch.viewport(at: viewport) ?? window.engine.window
      if window.engine.viewport(of: id) != now { return true }
    }
    place?.viewport = viewport
    return false
  }

  /// Returns the view's visibility relative to a viewport, that of its place if `nil`; `nil` if the
  /// view isn't observed or is in no window.
  package func current(in viewport: ViewportID? = nil) -> VisibilitySnapshot? {
    place.flatMap { $0.window?.engine.state(of: $0.target, in: viewport ?? $0.viewport) }
  }
}

/// One observation of one view. The slot keeps it, and so does the delivery of its window until the
/// last event.
@MainActor
final class ViewWatch {
  /// With the defaults of the first window's session, if it needs them.
  private(set) var observation: Observation
  /// The item whose views are counted together, and the number of the observation among the item's;
  /// `nil` for a view without an item.
  let item: ObservedItem?
  let number: Int
  /// The name of a view without an item, in recordings.
  private let name: HashedID?
  /// Returns the viewport to measure the view against; that of the view's place if `nil`.
  private let viewport: (@MainActor () -> ViewportID?)?
  /// Its watch in the engine; `nil` while the view is in no window.
  private(set) var id: WatchID?
  private var window: WindowReference?

  init(
    _ observation: Observation, of item: ObservedItem? = nil, number: Int = 0,
    in viewport: (@MainActor () -> ViewportID?)? = nil, name: HashedID? = nil
  ) {
    (self.observation, self.item, self.number) = (observation, item, number)
    (self.viewport, self.name) = (viewport, name)
  }

  var isCancelled: Bool { observation.isCancelled }
  /// See ``Observation/kind``.
  var kind: ObjectIdentifier? { observation.kind }

  /// The app's id of the item that the view shows, or the name of the view.
  var appID: HashedID? { item?.appID ?? name }

  /// See ``VisibilityToken/cancel()``.
  func cancel() {
    observation.cancel()
    if let id { window?.window?.unwatch(id) }
  }

  /// Observes the view at a place.
  func begin(at place: ViewSlot.Place) {
    guard !isCancelled, let window = place.window else { return }
    self.window = place.reference
    observation = observation.filled(by: window.session)
    id = window.watch(place.target, observation, in: viewport(at: place.viewport), for: self)
  }

  /// Stops observing the view, which leaves with the next pass.
  func end() {
    if let id { window?.window?.delivery.end(id) }
    id = nil
  }

  /// Returns the viewport of a view whose place has another one.
  func viewport(at viewport: ViewportID?) -> ViewportID? { self.viewport?() ?? viewport }

  // MARK: Events

  /// Whether its item is shown by a view.
  var itemHasViews: Bool { item?.hasViews ?? false }

  func deliver(_ event: Observation.Event, in window: MirroredWindow) {
    if isCancelled { return }
    guard let item else { return observation.receive?(nil, event, window) ?? () }
    if case .change(let change) = event {
      item.deliver(change, of: self, in: window)
    } else {
      item.deliver(event, of: self, in: window)
    }
  }

  /// The closures that record exposures of the item now shown.
  var recordings: [Observation.Recording] {
    item?.recordings(of: self) ?? observation.recording?(nil) ?? []
  }
}

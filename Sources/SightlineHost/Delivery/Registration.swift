import SightlineCore

/// A closure registered for a view. The view keeps it, and so does each of its watches until it has
/// ended.
@MainActor
final class Registration {
  let observation: Observation
  /// Returns the viewport to measure the view against; that of the view's place if `nil`.
  private let viewport: (@MainActor () -> ViewportID?)?
  /// `nil` once it has been cancelled.
  private(set) var handler: VisibilityHandler?
  private let extras: TrackedView.Extras?
  /// Its watch in the window of `tracker`; `nil` while the view is in no window.
  private(set) var watch: WatchID?
  private weak var tracker: VisibilityTracker?

  init(
    _ observation: Observation, in viewport: (@MainActor () -> ViewportID?)?,
    _ handler: VisibilityHandler, _ extras: TrackedView.Extras?
  ) {
    self.observation = observation
    self.viewport = viewport
    self.handler = handler
    self.extras = extras
  }

  var isCancelled: Bool { handler == nil }

  /// The app's id of the item the view shows, if the host knows it.
  var item: HashedID? { extras?.item }

  /// See ``VisibilityToken/cancel()``.
  func cancel() {
    handler = nil
    if let watch { tracker?.unwatch(watch) }
  }

  /// Observes the view at a place.
  func begin(at place: TrackedView.Place) {
    if isCancelled { return }
    tracker = place.tracker
    watch = place.tracker.watch(place.target, self, in: viewport(at: place.viewport))
  }

  /// Stops observing the view, which leaves with the next pass.
  func end() {
    if let watch { tracker?.end(watch) }
    watch = nil
  }

  /// Returns the viewport of a view whose place has another one.
  func viewport(at viewport: ViewportID?) -> ViewportID? { self.viewport?() ?? viewport }
}

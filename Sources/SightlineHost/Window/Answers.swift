package import SightlineCore

// Answers on request, as of the last pass.

extension TrackedView {
  /// Returns the view's visibility relative to a viewport, that of its place if `nil`; `nil` if the
  /// view isn't observed or is in no window.
  package func current(in viewport: ViewportID? = nil) -> VisibilitySnapshot? {
    place.map { $0.tracker.engine.state(of: $0.target, in: viewport ?? $0.viewport) }
  }
}

extension MirroredWindow {
  /// Returns how often an item has been seen under a policy, in all windows.
  package func impressionCount(of id: some Hashable, _ policy: ImpressionPolicy) -> Int {
    guard let identity = tracker.session.knownIdentity(of: id) else { return 0 }
    return tracker.engine.impressionCount(of: identity, for: policy)
  }

  /// Returns the fraction of a policy's dwell that an item has accumulated in this window, 0...1.
  package func dwellProgress(
    of id: some Hashable, _ policy: ImpressionPolicy, at now: MonotonicTime
  ) -> Double {
    guard let identity = tracker.session.knownIdentity(of: id) else { return 0 }
    return tracker.engine.dwellProgress(of: identity, for: policy, at: now)
  }
}

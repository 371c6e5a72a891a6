package import SightlineCore

extension TrackedView {
  /// The view's visibility as a sequence, beginning with the first change. It ends when the task
  /// that reads it is cancelled or the view is gone; a slow reader loses nothing.
  package func states(
    _ rule: VisibilityRule, in viewport: (@MainActor () -> ViewportID?)? = nil
  ) -> AsyncStream<VisibilityState> {
    AsyncStream { continuation in
      let registration = StreamRegistration(continuation)
      let token = register(
        .visibility(rule), in: viewport, .changed { registration.continuation.yield($0) })
      continuation.onTermination = { _ in Task { @MainActor in token.cancel() } }
    }
  }
}

/// Ends the stream when the registration's closure is released, which is when the view is gone and
/// its last events have been delivered.
private final class StreamRegistration: Sendable {
  let continuation: AsyncStream<VisibilityState>.Continuation

  init(_ continuation: AsyncStream<VisibilityState>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}

package import SightlineCore

extension TrackedView {
  /// Returns the view's visibility as a sequence, beginning with the first change.
  ///
  /// The sequence ends when the task reading it is cancelled or the view is gone. A slow reader
  /// misses no values.
  package func states(_ rule: VisibilityRule) -> AsyncStream<VisibilityState> {
    AsyncStream { continuation in
      let registration = StreamRegistration(continuation)
      let token = register(.visibility(rule), .changed { registration.continuation.yield($0) })
      continuation.onTermination = { _ in Task { @MainActor in token.cancel() } }
    }
  }
}

/// Ends the stream when the registration's closure is released: once the view is gone and its last
/// events have been delivered.
private final class StreamRegistration: Sendable {
  let continuation: AsyncStream<VisibilityState>.Continuation

  init(_ continuation: AsyncStream<VisibilityState>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}

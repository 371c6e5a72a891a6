/// Ends one observation early. You need not keep it: an observation lives as long as its view.
@MainActor
public final class VisibilityToken {
  /// Weak, because the closure may keep the token.
  private weak var watch: ViewWatch?

  init(_ watch: ViewWatch) { self.watch = watch }

  /// Ends the observation immediately. Its closure is released and never called again, not even
  /// for events of the batch being delivered. Further calls do nothing.
  public func cancel() { watch?.cancel() }

  /// Whether the observation has ended, with its view or early.
  package var isEnded: Bool { watch?.isCancelled ?? true }
}

/// Ends one registration early. You need not keep it: a registration lives as long as its view.
@MainActor
public final class VisibilityToken {
  /// Weak, because the closure may keep the token.
  private weak var registration: Registration?

  init(_ registration: Registration) { self.registration = registration }

  /// Ends the registration immediately. Its closure is released and never called again, not even
  /// for events of the batch being delivered. Further calls do nothing.
  public func cancel() { registration?.cancel() }

  /// Whether the registration has ended, with its view or early.
  package var isEnded: Bool { registration?.isCancelled ?? true }
}

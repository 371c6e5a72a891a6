/// Ends one registration early. You need not keep it: a registration lives as long as its view.
@MainActor
public final class VisibilityToken {
  private weak var view: TrackedView?
  private let registration: Int32

  init(_ view: TrackedView, registration: Int32) {
    self.view = view
    self.registration = registration
  }

  /// Ends the registration immediately. Its closure is released and never called again, not even
  /// for events of the batch being delivered. Further calls do nothing.
  public func cancel() {
    view?.cancel(registration)
    view = nil
  }
}

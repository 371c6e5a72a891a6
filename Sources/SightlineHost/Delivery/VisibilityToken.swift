/// Ends one registration early. Keeping it is not needed: a registration lives as long as its view.
@MainActor
public final class VisibilityToken {
  private weak var view: TrackedView?
  private let registration: Int32

  init(_ view: TrackedView, registration: Int32) {
    self.view = view
    self.registration = registration
  }

  /// Ends the registration at once: its closure is released and not called any more, not even for
  /// an event of the batch that is being delivered. Calling it again does nothing.
  public func cancel() {
    view?.cancel(registration)
    view = nil
  }
}

/// The registrations of a changing set of views, such as the last items of a list.
@MainActor
package final class ObservedViews {
  private var tokens: [UnsafeRawPointer: VisibilityToken] = [:]

  package init() {}

  /// Observes these views and no others. Those already observed stay so.
  ///
  /// - Parameters:
  ///   - views: the views, by their addresses. They are not retained.
  ///   - register: registers a closure for a view that isn't observed yet.
  package func observe<View>(
    _ views: [(address: UnsafeRawPointer, view: View)], register: (View) -> VisibilityToken
  ) {
    if views.isEmpty, tokens.isEmpty { return }
    let former = tokens
    tokens = [:]
    for (address, view) in views {
      // The address may be that of a view that is gone.
      tokens[address] = former[address].flatMap { $0.isEnded ? nil : $0 } ?? register(view)
    }
    for (address, token) in former where tokens[address] !== token { token.cancel() }
  }
}

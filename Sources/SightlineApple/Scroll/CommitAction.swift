#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
/// Calls a closure once at the end of the run loop turn in which it was requested, before Core
/// Animation commits. Changes made by the closure show in the same frame, and no toolkit is in the
/// middle of updating its views.
///
/// A request made during layout, which is part of the commit, counts for the next turn, as does a
/// request by the closure itself. A request outlives its owner.
@MainActor
package final class CommitAction {
  private let action: @MainActor () -> Void
  private var isRequested = false

  /// Creates an action without a request.
  package init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  /// Requests one call.
  package func request() {
    if isRequested { return }
    isRequested = true
    AppHost.shared.beforeCommit(self)
  }

  func run() {
    isRequested = false
    action()
  }
}
#endif

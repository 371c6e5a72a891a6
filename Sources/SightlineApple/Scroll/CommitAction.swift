#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
/// Calls a closure once at the end of the turn of the run loop in which it was requested, before
/// Core Animation commits: what the closure changes shows in the same frame, and no toolkit is in
/// the middle of updating its views.
///
/// A request from a layout, which is part of the commit, is for the next turn; so is one by the
/// closure itself. A request outlives its owner.
@MainActor
package final class CommitAction {
  private let action: @MainActor () -> Void
  private var isRequested = false

  /// Creates an action that is not requested.
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

#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
/// Calls a closure at the end of the turn of the run loop in which that is requested, before Core
/// Animation commits: what the closure changes shows in the same frame, and no toolkit is in the midst of
/// an update of its views.
///
/// However often it is requested, the closure runs once a turn. A request out of a layout, which is part of
/// the commit, is for the next turn; so is one that the closure makes itself. A request is kept when its
/// owner goes.
@MainActor
package final class CommitAction {
  private let action: @MainActor () -> Void
  private var isRequested = false

  /// Creates an action that is not requested.
  package init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  /// Has it called once.
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

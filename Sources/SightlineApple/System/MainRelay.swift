#if canImport(Darwin)
package import Foundation

/// Brings what Foundation calls on the main thread, without knowing of actors, to the main actor.
///
/// `MainActor.assumeIsolated` says the same, but not in every SDK for iOS 16 and macOS 13.
@MainActor
package final class MainRelay: NSObject {
  private let action: @MainActor () -> Void

  package init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  /// Runs the action.
  ///
  /// - Precondition: it is called on the main thread.
  package nonisolated func callOnMainThread() {
    precondition(Thread.isMainThread, "views change on the main thread only")
    perform(#selector(call))
  }

  /// What a timer and a notification call.
  @objc package func call() { action() }
}
#endif

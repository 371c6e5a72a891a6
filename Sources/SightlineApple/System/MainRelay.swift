#if canImport(Darwin)
package import Foundation
import SightlineCore

/// Calls a closure on the main actor for callbacks that Foundation makes on the main thread.
///
/// `MainActor.assumeIsolated` does the same, but is missing from some SDKs for iOS 16 and macOS 13.
@MainActor
package final class MainRelay: NSObject {
  private let action: @MainActor () -> Void

  package init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  /// Runs the action.
  ///
  /// - Precondition: it is called on the main thread.
  package nonisolated func callOnMainThread() {
    require(Thread.isMainThread, "views change on the main thread only")
    perform(#selector(call))
  }

  /// Calls a closure if this is the main thread, where the toolkits free views.
  package nonisolated static func callIfOnMainThread(_ body: @MainActor () -> Void) {
    if Thread.isMainThread { MainActor.assumeIsolated(body) }
  }

  /// Called by timers and notifications.
  @objc package func call() { action() }
}
#endif

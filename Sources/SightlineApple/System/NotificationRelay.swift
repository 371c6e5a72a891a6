#if canImport(Darwin)
package import Foundation

/// Calls a closure whenever one of some notifications is posted, on the main thread and at once.
@MainActor
package final class NotificationRelay {
  private let relay: MainRelay

  /// Begins to observe.
  package init(of names: [Notification.Name], _ posted: @escaping @MainActor () -> Void) {
    relay = MainRelay(posted)
    for name in names {
      NotificationCenter.default.addObserver(
        relay, selector: #selector(MainRelay.call), name: name, object: nil)
    }
  }
}
#endif

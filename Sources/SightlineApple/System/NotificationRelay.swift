#if canImport(Darwin)
package import Foundation

/// Calls a closure whenever one of some notifications is posted, on the main thread and at once. It ends with
/// the relay.
@MainActor
package final class NotificationRelay {
  private let relay: MainRelay

  /// Begins to observe what an object posts, which is not kept, or what anybody does.
  package init(
    of names: [Notification.Name], from object: AnyObject? = nil,
    _ posted: @escaping @MainActor () -> Void
  ) {
    relay = MainRelay(posted)
    for name in names {
      NotificationCenter.default.addObserver(
        relay, selector: #selector(MainRelay.call), name: name, object: object)
    }
  }
}
#endif

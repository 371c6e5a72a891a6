#if canImport(Darwin)
package import Foundation

/// Calls a closure on the main thread, at once, whenever one of some notifications is posted.
/// Observation ends with the relay.
@MainActor
package final class NotificationRelay {
  private let relay: MainRelay

  /// Starts observing what an object posts, without retaining it, or what any object posts.
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

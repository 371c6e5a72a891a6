#if canImport(Darwin)
package import Foundation

/// Calls a closure on the main thread, synchronously, whenever one of the given notifications is
/// posted. Observation ends with the relay.
@MainActor
package final class NotificationRelay {
  private let relay: MainRelay

  /// Starts observing the notifications of an object, without retaining it, or those of any object.
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

package import Foundation

@MainActor
package final class NotificationRelay {
  // Only the main actor reads and writes it, but for the end of the object, which nothing outlives.
  nonisolated(unsafe) private var tokens: [any NSObjectProtocol] = []

  package init(
    of names: [Notification.Name], from object: AnyObject? = nil,
    _ posted: @escaping @MainActor () -> Void
  ) {
    // Foundation compares objects of its own only.
    let wanted = object.map(ObjectIdentifier.init)
    for name in names {
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
          let sender = note.object.map { ObjectIdentifier($0 as AnyObject) }
          if wanted == nil || wanted == sender { MainActor.assumeIsolated { posted() } }
        })
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}

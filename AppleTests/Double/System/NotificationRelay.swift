package import Foundation

@MainActor
package final class NotificationRelay {
  // Read and written only on the main actor, except at the end of the object, after every use.
  nonisolated(unsafe) private var tokens: [any NSObjectProtocol] = []

  package init(
    of names: [Notification.Name], from object: AnyObject? = nil,
    _ posted: @escaping @MainActor () -> Void
  ) {
    // Foundation compares only its own objects.
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

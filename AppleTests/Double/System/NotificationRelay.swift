package import Foundation

@MainActor
package final class NotificationRelay {
  // Only the main actor reads and writes it, but for the end of the object, which nothing outlives.
  nonisolated(unsafe) private var tokens: [any NSObjectProtocol] = []

  package init(of names: [Notification.Name], _ posted: @escaping @MainActor () -> Void) {
    for name in names {
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
          MainActor.assumeIsolated { posted() }
        })
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}

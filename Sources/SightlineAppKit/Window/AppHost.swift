#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import SightlineApple

/// What all windows of an app have in common: one observer of the run loop's turns. Whatever
/// happens to a window (minimised, covered, closed, another one in front) happens in a turn.
@MainActor
final class AppHost {
  static let shared = AppHost()

  private var hosts: [WindowHost] = []
  private var observer: TurnObserver?

  private init() {}

  func add(_ host: WindowHost) {
    hosts.append(host)
    if observer == nil { observer = TurnObserver { [weak self] in self?.turnEnded() } }
  }

  /// Has the windows looked at, although nothing happened in the app.
  func requestTurn() { observer?.requestTurn() }

  private func turnEnded() {
    var hasClosed = false
    for host in hosts {
      if host.nsWindow == nil {
        host.close()
        hasClosed = true
      } else {
        host.turnEnded()
      }
    }
    if hasClosed { hosts.removeAll { $0.nsWindow == nil } }
  }
}
#endif

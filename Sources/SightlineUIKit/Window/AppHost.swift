#if canImport(UIKit) && !os(watchOS)
import SightlineApple
import UIKit

/// What all windows of an app have in common: one observer of the run loop's turns.
@MainActor
final class AppHost {
  static let shared = AppHost()

  private var hosts: [WindowHost] = []
  private var observer: TurnObserver?
  private var turnActions: [WeakAction] = []
  private var sceneRelay: MainRelay?

  private init() {}

  func add(_ host: WindowHost) {
    hosts.append(host)
    start()
  }

  /// What is called at the end of every turn, for as long as somebody keeps it.
  final class TurnAction {
    let action: () -> Void

    init(_ action: @escaping () -> Void) { self.action = action }
  }

  private struct WeakAction {
    weak var action: TurnAction?
  }

  /// Calls an action at the end of every turn.
  func onTurn(_ action: TurnAction) {
    turnActions.append(WeakAction(action: action))
    start()
  }

  /// Has the windows looked at, although nothing happened in the app.
  func requestTurn() { observer?.requestTurn() }

  private func start() {
    guard observer == nil else { return }
    observer = TurnObserver { [weak self] in self?.turnEnded() }
    // A scene that goes to the background gets no turns there: exposures end with its going.
    let names = [
      UIScene.didEnterBackgroundNotification, UIScene.didDisconnectNotification,
      UIScene.willEnterForegroundNotification, UIScene.didActivateNotification,
      UIScene.willDeactivateNotification,
    ]
    let relay = MainRelay { [weak self] in self?.scenesChanged() }
    for name in names {
      NotificationCenter.default.addObserver(
        relay, selector: #selector(MainRelay.call), name: name, object: nil)
    }
    sceneRelay = relay
  }

  private func scenesChanged() {
    for host in hosts { host.sceneChanged() }
    observer?.requestTurn()
  }

  private func turnEnded() {
    for entry in turnActions { entry.action?.action() }
    turnActions.removeAll { $0.action == nil }
    var hasClosed = false
    for host in hosts {
      if host.uiWindow == nil {
        host.close()
        hasClosed = true
      } else {
        host.turnEnded()
      }
    }
    if hasClosed { hosts.removeAll { $0.uiWindow == nil } }
  }
}
#endif

#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// What all windows of an app share: one observer of the run loop's turns. Views change in turns
/// only.
@MainActor
package final class AppHost {
  package static let shared = AppHost()

  private var hosts: [WindowHost] = []
  /// The observer after Core Animation's commit.
  private var observer: TurnObserver?
  /// The one before it, and what it calls in this turn.
  private var commitObserver: TurnObserver?
  private var commitActions: [CommitAction] = []
  private var turnActions: [WeakAction] = []
  private var notifications: [NotificationRelay] = []
  /// Whether the app has entered the background: for windows without a scene.
  private(set) var isAppInBackground = false

  private init() {}

  func add(_ host: WindowHost) {
    hosts.append(host)
    start()
  }

  /// A closure that is called at the end of every turn for as long as this object is retained.
  package final class TurnAction {
    let action: () -> Void

    package init(_ action: @escaping () -> Void) { self.action = action }
  }

  private struct WeakAction {
    weak var action: TurnAction?
  }

  /// Calls an action at the end of every turn.
  package func onTurn(_ action: TurnAction) {
    turnActions.append(WeakAction(action: action))
    start()
  }

  /// Calls an action once, at the end of this turn and before Core Animation commits. An action
  /// that comes from a layout in the commit, or later, is called at the end of the next turn, which
  /// then comes by itself.
  func beforeCommit(_ action: CommitAction) {
    commitActions.append(action)
    start()
    if commitObserver == nil {
      commitObserver = TurnObserver(order: Self.commitOrder - 1) { [weak self] in
        self?.willCommit()
      }
    }
  }

  /// The order of Core Animation's own observer.
  private static let commitOrder = 2_000_000

  private func willCommit() {
    if commitActions.isEmpty { return }
    let actions = commitActions
    // What they request is for the next turn: this one cannot go on for ever.
    commitActions = []
    for action in actions { action.run() }
  }

  /// Requests a turn, which ends with a pass, although nothing happened in the app.
  package func requestTurn() { observer?.requestTurn() }

  private func start() {
    guard observer == nil else { return }
    observer = TurnObserver(order: Self.commitOrder + 1) { [weak self] in self?.turnEnded() }
    observe(PlatformWindow.presenceNotifications) { _ in }
    observe([PlatformWindow.backgroundNotification]) { $0.isAppInBackground = true }
    observe([PlatformWindow.foregroundNotification]) { $0.isAppInBackground = false }
  }

  private func observe(
    _ names: [Notification.Name?], _ posted: @escaping @MainActor (AppHost) -> Void
  ) {
    let relay = NotificationRelay(of: names.compactMap(\.self)) { [weak self] in
      guard let self else { return }
      posted(self)
      presenceChanged()
    }
    notifications.append(relay)
  }

  private func presenceChanged() {
    for host in hosts { host.presenceChanged() }
    observer?.requestTurn()
  }

  private func turnEnded() {
    for entry in turnActions { entry.action?.action() }
    if !turnActions.isEmpty { turnActions.removeAll { $0.action == nil } }
    var hasClosed = false
    for host in hosts {
      if host.platformWindow == nil {
        host.close()
        hasClosed = true
      } else {
        host.turnEnded()
      }
    }
    if hasClosed { hosts.removeAll { $0.platformWindow == nil } }
    if !commitActions.isEmpty { requestTurn() }
  }
}
#endif

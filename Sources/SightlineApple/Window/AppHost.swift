#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The state shared by all windows of an app: one observer of run loop turns, since views change
/// only in turns, and the schedule for reading everything, since a turn requested by one window
/// runs for all of them.
@MainActor
package final class AppHost {
  package static let shared = AppHost()

  private var hosts: [WindowHost] = []
  /// The observer after Core Animation's commit.
  private var observer: TurnObserver?
  /// The observer before it, and the actions it calls in this turn.
  private var commitObserver: TurnObserver?
  private var commitActions: [CommitAction] = []
  /// Actions retained here and by their owners. An action without an owner is dropped. Weak
  /// references would cost more than most actions.
  private var turnActions: [TurnAction] = []
  /// The actions of views off screen, and the position of the last one taken.
  private var farActions: [TurnAction] = []
  private var farPosition = 0
  private var notifications: [NotificationRelay] = []
  private var days: DayRelay?
  private var rest = RestSchedule()
  private lazy var restTimer = DeadlineTimer { [weak self] in self?.restTimerFired() }
  /// Whether the app is in the background. Used for windows without a scene.
  private(set) var isAppInBackground = false
  /// Whether the app is inactive, which it is in the background, too. Used likewise.
  private(set) var isAppInactive = false

  private init() {
    observer = TurnObserver(order: Self.commitOrder + 1) { [weak self] in self?.turnEnded() }
    observe(PlatformWindow.presenceNotifications) { _ in }
    #if canImport(UIKit)
    observe([UIApplication.didEnterBackgroundNotification]) { $0.isAppInBackground = true }
    observe([UIApplication.willEnterForegroundNotification]) { $0.isAppInBackground = false }
    observe([UIApplication.willResignActiveNotification]) { $0.isAppInactive = true }
    observe([UIApplication.didBecomeActiveNotification]) { $0.isAppInactive = false }
    #endif
    days = DayRelay { [weak self] in self?.dayChanged() }
    // This turn's observers may have been called already.
    requestTurn()
  }

  func add(_ host: WindowHost) { hosts.append(host) }

  /// A closure called at the end of every turn for as long as its owner retains this object.
  package final class TurnAction {
    /// Returns whether it must be called in the next turn.
    fileprivate let action: () -> Bool
    /// Whether the last call has returned false.
    fileprivate var isDone = false
    /// Whether it is called in some turns only, and whether it is listed as such.
    fileprivate var isFar = false
    fileprivate var isListed = false

    fileprivate init(_ action: @escaping () -> Bool) { self.action = action }

    /// Makes the next turn call it.
    @MainActor package func wake() {
      isDone = false
      guard isFar else { return }
      isFar = false
      AppHost.shared.turnActions.append(self)
    }
  }

  /// Calls a closure at the end of every turn until the result is released.
  package func onTurn(_ action: @escaping () -> Void) -> TurnAction {
    onTurns(whileNeeded: {
      action()
      return true
    })
  }

  /// Calls a closure at the end of every turn as long as it returns true, as for a view that is on
  /// screen. Otherwise it is called with others in turn, or once everything is at rest: a turn
  /// costs what is on screen, whatever the number of views.
  package func onTurns(whileNeeded action: @escaping () -> Bool) -> TurnAction {
    let action = TurnAction(action)
    turnActions.append(action)
    return action
  }

  /// Calls an action once, at the end of this turn and before Core Animation commits. An action
  /// requested by a layout in the commit, or later, is called at the end of the next turn, which is
  /// then requested automatically.
  func beforeCommit(_ action: CommitAction) {
    commitActions.append(action)
    if commitObserver == nil {
      commitObserver = TurnObserver(order: Self.commitOrder - 1) { [weak self] in
        self?.willCommit()
      }
    }
  }

  /// The order of Core Animation's own observer.
  private static let commitOrder = 2_000_000

  private func willCommit() {
    let actions = commitActions
    // Actions they request run in the next turn, so this one ends.
    commitActions = []
    for action in actions { action.run() }
  }

  /// Requests a turn, which ends with a pass, even if nothing happened in the app.
  package func requestTurn() { observer?.requestTurn() }

  private func observe(
    _ names: [Notification.Name], _ posted: @escaping @MainActor (AppHost) -> Void
  ) {
    let relay = NotificationRelay(of: names) { [weak self] in
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

  private func dayChanged() {
    for host in hosts { host.refreshSession() }
  }

  private func turnEnded() {
    runTurnActions()
    passAll()
    if !commitActions.isEmpty { requestTurn() }
  }

  private func runTurnActions() {
    takeFarActions()
    var isLeaving = false
    // Actions added meanwhile run from the next turn on.
    for index in turnActions.indices {
      if !isKnownUniquelyReferenced(&turnActions[index]), !turnActions[index].action() {
        turnActions[index].isDone = true
      }
      // An owner may let go during the call, too.
      if turnActions[index].isDone || isKnownUniquelyReferenced(&turnActions[index]) {
        isLeaving = true
      }
    }
    guard isLeaving else { return }
    var kept = 0
    for index in turnActions.indices where !isKnownUniquelyReferenced(&turnActions[index]) {
      let action = turnActions[index]
      action.isFar = action.isDone
      if !action.isFar {
        turnActions.swapAt(kept, index)
        kept += 1
      } else if !action.isListed {
        action.isListed = true
        farActions.append(action)
      }
    }
    turnActions.removeSubrange(kept...)
  }

  /// Takes a few of the actions of views off screen, or all once everything is at rest.
  private func takeFarActions() {
    for _ in 0..<(rest.isDue ? farActions.count : min(farActions.count, PollingReader.sweepPortion))
    {
      farPosition = (farPosition > 0 ? farPosition : farActions.count) - 1
      let isOwned = !isKnownUniquelyReferenced(&farActions[farPosition])
      let action = farActions[farPosition]
      if isOwned, action.isFar {
        action.wake()
      } else {
        action.isListed = false
        farActions.swapAt(farPosition, farActions.count - 1)
        farActions.removeLast()
        farPosition = min(farPosition, farActions.count)
      }
    }
  }

  private func restTimerFired() {
    if let time = rest.fired(at: MonotonicClock.now) { restTimer.set(time) }
  }

  private func passAll() {
    let time = SessionClock.now
    let now = time.awake
    let isDue = rest.isDue
    var (hasPassed, hasChanged, isSettled, isInForeground) = (false, false, true, false)
    // In loops, because closures would check the actor in every turn. All are removed before one
    // closes, because its callbacks may run the run loop.
    var gone: [WindowHost] = []
    for host in hosts where host.platformWindow == nil { gone.append(host) }
    if !gone.isEmpty { hosts.removeAll { $0.platformWindow == nil } }
    for host in gone { host.close() }
    for host in hosts {
      if host.turnEnded(at: time, readingEverything: isDue) {
        hasPassed = true
        if host.window.mirror.hasChanged { hasChanged = true }
      }
      guard host.window.presence.isForeground else { continue }
      isInForeground = true
      if !host.window.isSettled { isSettled = false }
    }
    if hasPassed {
      if let time = rest.passed(at: now, hasChanged: hasChanged, isSettled: isSettled) {
        restTimer.set(time)
      }
    } else if !isInForeground {
      rest.cancel()
      restTimer.set(nil)
    }
  }
}

extension PlatformView {
  /// Whether its area and that of its window meet.
  var mayBeOnScreen: Bool {
    guard let window else { return false }
    let screen = CGRect(origin: .zero, size: window.frame.size)
    return convert(bounds, to: nil).intersects(screen)
  }
}
#endif

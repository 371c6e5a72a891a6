package import SightlineCore

/// A window's engine, with the handlers of its watches.
///
/// The host mirrors its views into ``engine``'s scene and calls ``pass(at:)`` once a frame in which
/// something may have changed, after layout. Two closures notify the host when a pass is wanted
/// and when to wake up; the host decides nothing itself.
@MainActor
package final class VisibilityTracker {
  package var engine: VisibilityEngine
  package let session: VisibilitySession
  /// Called after each pass, before its events are delivered: for a recorder or an inspector.
  package var didPass: ((inout VisibilityEngine) -> Void)?
  /// Reads the host's clock; set where the time of callbacks is measured.
  package var clock: (() -> MonotonicTime)?
  /// The time that callbacks took in the last pass, by ``clock``.
  package private(set) var callbackTime = Duration.zero
  /// How many passes there were.
  package private(set) var passCount = 0
  /// How many events the passes found.
  package private(set) var eventCount = 0

  private let wantsPass: () -> Void
  private let setTimer: (MonotonicTime?) -> Void
  private var timer: MonotonicTime?
  private var handlers = HandlerTable()
  /// Watches that end with the next pass, because their target was removed.
  private var ending: [WatchID] = []
  /// Whether a pass was requested since the last one.
  package private(set) var isPassWanted = false

  /// Creates the tracker of a window.
  ///
  /// - Parameters:
  ///   - root: the window's container.
  ///   - session: what the window belongs to.
  ///   - wantsPass: has the host call ``pass(at:)`` after the next layout, also where no frame
  ///     would come by itself.
  ///   - setTimer: has the host call ``pass(at:)`` at a time, which replaces the one before; `nil`
  ///     for no timer.
  package init(
    root: SceneContainer, session: VisibilitySession, wantsPass: @escaping () -> Void,
    setTimer: @escaping (MonotonicTime?) -> Void
  ) {
    engine = VisibilityEngine(scene: VisibilityScene(root: root))
    self.session = session
    self.wantsPass = wantsPass
    self.setTimer = setTimer
    session.add(self)
  }

  /// Delivers what is left when the window goes, and hands what was seen to the session.
  package func close(at now: MonotonicTime) {
    pass(at: now)
    session.remove(self)
    if timer != nil { setTimer(nil) }
    timer = nil
  }

  /// Requests a pass; further calls before it do nothing.
  package func requestPass() {
    if isPassWanted { return }
    isPassWanted = true
    wantsPass()
  }

  // MARK: Watches

  /// Observes a target; see ``VisibilityHandler``.
  ///
  /// - Parameter item: the app's id of what the view shows, if the host knows it.
  func watch(
    _ target: TargetID, _ observation: Observation, in viewport: ViewportID?,
    of item: AnyHashable?, _ handler: VisibilityHandler
  ) -> WatchID {
    let watch =
      switch observation {
      case .visibility(let rule): engine.watch(target, rule, in: viewport)
      case .impressions(let policy, let identity):
        engine.watch(target, for: policy, of: identity, in: viewport)
      }
    handlers.add(handler, of: watch, observation.policy, item)
    requestPass()
    return watch
  }

  /// The app's id of the item that a watch is about; `nil` where the app has named none.
  ///
  /// - Parameter identity: whose impressions the watch waits for, if it does.
  package func item(of watch: WatchID, _ identity: ItemIdentity?) -> AnyHashable? {
    if let item = identity.flatMap({ session.id(of: $0) }) { return item }
    return handlers[watch]?.details?.item
  }

  /// Ends a watch at once.
  func unwatch(_ watch: WatchID) {
    handlers.remove(watch)
    if engine.contains(watch) { engine.unwatch(watch) }
  }

  /// Lets the watches of a target that is about to be removed end with the next pass, which reports
  /// that it left.
  func willRemoveTarget(of watches: some Sequence<WatchID>) {
    ending.append(contentsOf: watches)
    session.noteDeparture(from: self)
    requestPass()
  }

  /// Removes a target of which nobody knows the watches any more: as ``willRemoveTarget(of:)``.
  func removeTarget(_ target: TargetID) {
    var watches: [WatchID] = []
    engine.forEachWatch(of: target) { watch, _, _ in watches.append(watch) }
    willRemoveTarget(of: watches)
    engine.scene.remove(target)
  }

  // MARK: Passes

  /// Evaluates what changed and delivers the events, leaves first. While events are being delivered
  /// it only requests a later pass.
  package func pass(at now: MonotonicTime) {
    isPassWanted = false
    if session.isDelivering {
      requestPass()
      return
    }
    session.settleRestored(at: now)
    session.deliverDepartures(before: self, at: now)
    deliverBatch(at: now)
  }

  func deliverBatch(at now: MonotonicTime) {
    // Callbacks may remove targets: the watches that end by that belong to the next pass.
    let ended = ending
    ending = []
    let hasEvents = engine.pass(at: now)
    passCount += 1
    if hasEvents { eventCount += engine.changes.count + engine.impressions.count }
    didPass?(&engine)
    callbackTime = .zero
    if hasEvents {
      let start = clock?()
      deliver()
      if let start, let end = clock?() { callbackTime = end - start }
    }
    for watch in ended { handlers.remove(watch) }
    let deadline = engine.nextDeadline
    if deadline != timer {
      timer = deadline
      setTimer(deadline)
    }
  }

  private func deliver() {
    // Callbacks may change the scene, register and cancel: the batch is what the pass found.
    let changes = engine.changes
    let impressions = engine.impressions
    session.deliver {
      for change in changes {
        switch handlers[change.watch]?.handler {
        case .changed(let body):
          if change.threshold == 0 { body(change.isVisible ? .visible : .invisible) }
        case .crossed(let body): body(VisibilityCrossing(change))
        case .seen, nil: break
        }
      }
      for impression in impressions {
        guard let entry = handlers[impression.watch] else { continue }
        if let policy = entry.details?.policy {
          session.share(impression.identity, policy, from: self)
        }
        if case .seen(let body) = entry.handler { body(impression) }
      }
    }
  }

  /// Forgets the timer, when it has fired: the next pass sets another where one is needed.
  package func timerFired() { timer = nil }
}

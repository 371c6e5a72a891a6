package import SightlineCore

/// A window's engine, with the registrations of its watches.
///
/// The host mirrors its views into ``engine``'s scene and calls ``pass(at:)`` after layout, once
/// per frame in which something may have changed. Two closures ask the host for a pass and for a
/// timer; the host makes no decisions.
@MainActor
package final class VisibilityTracker {
  package var engine: VisibilityEngine
  package private(set) var session: VisibilitySession
  /// Whether anything has been observed.
  private var isUsed = false
  /// The mirror that holds the targets of views and must forget those that are removed.
  weak var mirror: ViewMirror?
  /// Called after each pass, before its events are delivered, by inspector. They get the engine,
  /// because the tracker can't be read during the call.
  package var inspectors: [ObjectIdentifier: (inout VisibilityEngine) -> Void] = [:]
  /// Whether the last pass has called closures.
  package private(set) var hasDelivered = false
  /// Records passes, if set.
  package var recorder: (any PassRecorder)?
  /// Whether the recorder ends because another one begins.
  package var isReplacingRecorder = false
  /// Reads the host's clock. Set where callbacks are timed.
  package var clock: (() -> MonotonicTime)?
  /// The time spent in callbacks during the last pass, by ``clock``.
  package private(set) var callbackTime = Duration.zero
  /// The number of passes so far.
  package private(set) var passCount = 0
  /// The number of events found so far.
  package private(set) var eventCount = 0

  private let wantsPass: () -> Void
  private let setTimer: (MonotonicTime?) -> Void
  private var timer: MonotonicTime?
  // A fling accesses these for every row. No access to them spans a call to other code.
  @exclusivity(unchecked) private var registrations = RegistrationTable()
  /// Watches whose registrations are kept for the events of the next pass.
  @exclusivity(unchecked) private var ending: [WatchID] = []
  /// The room for the receivers of a batch.
  @exclusivity(unchecked) private var receivers: Receivers = []
  /// The watches of one event.
  @exclusivity(unchecked) private var alike: ContiguousArray<WatchID> = []
  private var recorded = RecordedExposures()
  /// Departures of items that still have views, postponed until those views are read.
  private var postponed: [(Registration, VisibilityChange)] = []
  /// Called once the events of the next pass that reads the views have been delivered.
  @exclusivity(unchecked) private var afterReadPass: [@MainActor () -> Void] = []
  /// Whether a pass has been requested since the last one.
  @exclusivity(unchecked) package private(set) var isPassWanted = false
  /// Whether a target has been removed since the last pass.
  @exclusivity(unchecked) private(set) var hasDepartures = false
  /// The longest time to a timer. Timers stop while the device sleeps, and cool-downs go on: a host
  /// passes at the latest this long after the device has woken up.
  private static let longestPause = Duration.seconds(900)
  /// The ends of the session that lasts until the next pass, in the logs that follow it.
  private var sessionEnds: [VisibilitySession.SessionEnd] = []
  /// Called at the end of this pass, or once the recording has ended.
  private var afterRecording: [@MainActor () -> Void] = []

  /// Creates a window's tracker.
  ///
  /// - Parameters:
  ///   - root: the window's container.
  ///   - session: the session of the window.
  ///   - wantsPass: makes the host call ``pass(at:)`` after the next layout, even if no frame is
  ///     otherwise due.
  ///   - setTimer: makes the host call ``pass(at:)`` at a time, replacing any earlier timer; `nil`
  ///     cancels the timer.
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

  /// Takes part in another session, unless something in the window has been observed.
  ///
  /// - Returns: whether it does.
  package func use(_ session: VisibilitySession) -> Bool {
    if isUsed || self.session === session { return self.session === session }
    self.session.remove(self)
    engine.edit(.forgetAllImpressions)
    engine.forgetReplacements()
    self.session = session
    session.add(self)
    return true
  }

  /// Delivers the remaining events when the window closes, and hands its impressions to the
  /// session. While events are being delivered, waits until they have been.
  package func close(at now: MonotonicTime) {
    if session.isDelivering { return session.close(self, at: now) }
    pass(at: now)
    stopRecording()
    session.remove(self)
    if timer != nil { setTimer(nil) }
    timer = nil
  }

  /// Ends the recording, if any.
  package func stopRecording() {
    recorder?.finish(&engine)
    recorder = nil
    for body in takeAfterRecording() { body() }
  }

  /// Calls a closure of the app once a recorder, which has the engine, has returned.
  package func afterRecording(_ body: @escaping @MainActor () -> Void) {
    afterRecording.append(body)
  }

  private func takeAfterRecording() -> [@MainActor () -> Void] {
    defer { afterRecording = [] }
    return afterRecording
  }

  /// Requests a pass. Further calls before that pass do nothing.
  package func requestPass() {
    if isPassWanted { return }
    isPassWanted = true
    wantsPass()
  }

  /// Requests a pass again that could not run during a delivery.
  func requestPostponedPass() { if isPassWanted { wantsPass() } }

  /// Begins a session with the next pass.
  func beginSession() {
    engine.edit(.beginSession)
    requestPass()
  }

  /// Makes the next pass the last one of a session, unless it is that of an earlier one.
  func endSession(_ ends: [VisibilitySession.SessionEnd]) {
    if sessionEnds.isEmpty { sessionEnds = ends }
  }

  // MARK: Watches

  /// Observes a target for a registration.
  func watch(
    _ target: TargetID, _ registration: Registration, in viewport: ViewportID?
  ) -> WatchID {
    isUsed = true
    func identity(_ id: AnyHashable?) -> ItemIdentity {
      guard let id = id.map({ HashedID($0) }) ?? registration.item else {
        preconditionFailure("an impression of nothing")
      }
      return session.identity(of: id)
    }
    let watch =
      switch registration.observation {
      case .visibility(let rule): engine.watch(target, rule, in: viewport)
      case .impressions(let policy, let id):
        engine.watch(target, for: policy, of: identity(id), in: viewport)
      case .exposures(let rule, let id):
        engine.watchExposures(target, under: rule, of: identity(id), in: viewport)
      }
    registrations.add(registration, of: watch)
    requestPass()
    return watch
  }

  /// Returns the app's id of a watch's item; `nil` if the app has not supplied one.
  ///
  /// - Parameter identity: the identity whose impressions the watch awaits, if any.
  package func item(of watch: WatchID, _ identity: ItemIdentity?) -> AnyHashable? {
    if let item = identity.flatMap({ session.id(of: $0) }) { return item }
    return registrations[watch]?.item?.id
  }

  /// Ends a watch immediately. An impression reached before still counts in other windows.
  func unwatch(_ watch: WatchID) {
    if engine.contains(watch) {
      mirror?.unwatched.append(engine.target(of: watch))
      engine.edit(.unwatch(watch))
      requestPass()
    }
    end(watch)
  }

  /// Ends the watch of a target that is being removed with the next pass, which reports that it
  /// left. ``willRemoveTarget()`` follows.
  func end(_ watch: WatchID) { ending.append(watch) }

  /// Whether the removal of a target would report nothing, and all events have been delivered.
  func isIdle(_ target: TargetID) -> Bool { !session.isDelivering && engine.isIdle(target) }

  /// Gives a target, with its registrations, to another item if it is idle.
  func reuse(_ target: TargetID, for item: HashedID?) -> Bool {
    var identity: ItemIdentity?
    if let item { identity = session.identity(of: item) }
    requestPass()
    return !session.isDelivering && engine.reuse(target, for: identity)
  }

  /// Call it before removing a target whose watches end.
  func willRemoveTarget() {
    if !hasDepartures { VisibilitySession.noteDeparture(from: self) }
    hasDepartures = true
    requestPass()
  }

  // MARK: Passes

  /// Evaluates changes and delivers the events, departures first. While events are being delivered,
  /// it is postponed until they have been: a main loop that a closure runs must come to rest.
  ///
  /// - Parameter isRead: whether the window's views were read for this pass. If not, an item that
  ///   still has views has not left yet: the pass that reads them decides.
  package func pass(at now: MonotonicTime, isRead: Bool = true) {
    if session.isDelivering {
      isPassWanted = true
      return
    }
    isPassWanted = false
    session.settlePerson(at: now)
    session.settleRestored(at: now)
    VisibilitySession.deliverDepartures(before: self, at: now)
    deliverBatch(at: now, isRead: isRead)
    session.closeWindows()
  }

  /// Ends all exposures and delivers their ends.
  func endExposures(at now: MonotonicTime) {
    engine.edit(.endExposures)
    deliverBatch(at: now, isRead: false)
    requestPass()
  }

  func deliverBatch(at now: MonotonicTime, isRead: Bool) {
    // Callbacks may remove targets. The watches ended that way belong to the next pass.
    var ended: [WatchID] = []
    // A pass that only ends exposures leaves departures to the next one.
    if !engine.endsExposures {
      swap(&ended, &ending)
      hasDepartures = false
    }
    var bodies = isRead ? afterReadPass : []
    if isRead { afterReadPass = [] }
    let hasEvents = engine.pass(at: DeviceTime(awake: now, asleep: session.asleep))
    // In the background, no view of an item shows it.
    let isDecided = isRead || !engine.isForeground
    passCount += 1
    if hasEvents {
      eventCount += engine.changes.count + engine.impressions.count + engine.exposures.count
    }
    recorder?.record(&engine)
    for inspect in inspectors.values { inspect(&engine) }
    bodies += takeAfterRecording()
    callbackTime = .zero
    let ends = sessionEnds
    sessionEnds = []
    hasDelivered = hasEvents || isDecided && !postponed.isEmpty || !bodies.isEmpty
    if hasDelivered {
      let start = clock?()
      deliver(isDecided: isDecided, ends, bodies)
      if let start, let end = clock?() { callbackTime = end - start }
    }
    for watch in ended { registrations.remove(watch) }
    let deadline = nextTimer(at: now)
    if deadline != timer {
      timer = deadline
      setTimer(deadline)
    }
  }

  private func nextTimer(at now: MonotonicTime) -> MonotonicTime? {
    let latest = now + Self.longestPause
    guard let deadline = engine.nextDeadline, deadline > latest else { return engine.nextDeadline }
    if let timer, timer > now, timer < latest { return timer }
    return latest
  }

  /// Calls a closure once the events of the next pass that reads the views have been delivered.
  func afterReadPass(_ body: @escaping @MainActor () -> Void) { afterReadPass.append(body) }

  private func deliver(
    isDecided: Bool, _ ends: [VisibilitySession.SessionEnd], _ bodies: [@MainActor () -> Void]
  ) {
    let (changes, impressions, exposures) = (engine.changes, engine.impressions, engine.exposures)
    // Callbacks may change the scene, register and cancel, so find all receivers first. A watch
    // that begins meanwhile may have the index of one that has ended.
    var receivers: Receivers = []
    swap(&receivers, &self.receivers)
    for index in changes.indices {
      guard let registration = registrations[changes[index].watch] else { continue }
      receivers.append((registration, .change(index)))
      registration.handler?.note(changes[index])
    }
    // An exposure begins before its impressions and ends after them.
    for index in exposures.indices where exposures[index].isVisible {
      find(exposures[index].watch, of: exposures[index].target, .exposure(index), in: &receivers)
    }
    for index in impressions.indices {
      find(
        impressions[index].watch, of: impressions[index].target, .impression(index), in: &receivers)
    }
    for index in exposures.indices where !exposures[index].isVisible {
      find(exposures[index].watch, of: exposures[index].target, .exposure(index), in: &receivers)
    }
    session.deliver(ends) {
      if isDecided {
        let late = postponed
        postponed = []
        for (registration, change) in late { registration.handler?.deliver(.change(change)) }
      }
      var shared = -1
      for (registration, event) in receivers {
        switch event {
        case .change(let index):
          guard let handler = registration.handler else { continue }
          if !isDecided, !changes[index].isVisible, handler.itemHasViews {
            postponed.append((registration, changes[index]))
          } else {
            handler.deliver(.change(changes[index]))
          }
        case .exposure(let index):
          registration.handler?.deliver(.exposure(exposures[index]))
          for body in recorded.take(exposures[index], of: registration) { body(exposures[index]) }
        case .impression(let index):
          if index != shared {
            shared = index
            session.share(impressions[index].identity, registration.observation.policy, from: self)
          }
          registration.handler?.deliver(.impression(impressions[index]))
        }
      }
      for body in bodies { body() }
    }
    receivers.removeAll(keepingCapacity: true)
    swap(&receivers, &self.receivers)
  }

  /// Finds the registrations of the watch of an event, and of the others of the same view that
  /// observe the same: each closure registered for a view is called, and none of another view that
  /// shows the item.
  private func find(
    _ watch: WatchID, of target: TargetID, _ event: Event, in receivers: inout Receivers
  ) {
    engine.appendWatches(alike: watch, of: target, to: &alike)
    for watch in alike {
      if let registration = registrations[watch] { receivers.append((registration, event)) }
    }
    alike.removeAll(keepingCapacity: true)
  }

  /// Clears the timer after it has fired. The next pass sets another one if needed.
  package func timerFired() { timer = nil }
}

/// An event of a batch, by its index among those of its kind.
private enum Event {
  case change(Int)
  case exposure(Int)
  case impression(Int)
}

/// The registrations that receive the events of a batch, in the order of delivery.
private typealias Receivers = ContiguousArray<(registration: Registration, event: Event)>

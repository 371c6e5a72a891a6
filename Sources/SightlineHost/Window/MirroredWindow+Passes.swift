public import SightlineCore

// A frame, from the host's call to the closures, and the window's end.
extension MirroredWindow {
  /// Reads possible changes, evaluates them, and calls closures. Call it after layout.
  ///
  /// If ``isSettled`` is false afterwards, call it again, reading everything, once nothing has
  /// changed for ``timeToRest``.
  ///
  /// - Parameters:
  ///   - now: the time on the host's clocks.
  ///   - readingEverything: whether to read views that cannot show, too.
  /// - Complexity: O(views that changed and can show, and those on the way to them).
  public func frame(at now: DeviceTime, readingEverything: Bool = false) {
    session.note(now)
    let time = now.awake
    settle()
    if !mirror.unwatched.isEmpty { for slot in mirror.takeUnobserved() { displace(slot) } }
    let share = lastFrame.map { Self.sweepShare(after: time - $0) } ?? 0
    lastFrame = time
    mirror.synchronize(sweeping: readingEverything ? nil : share)
    if mirror.frame.isScrolled || hasNewScreen { session.noteInput(at: now) }
    hasNewScreen = false
    let lost = mirror.takeLost()
    for (target, view, slot) in lost { lose(target, view, slot) }
    // Containers emptied by the loss have left the window, too.
    if !lost.isEmpty { mirror.removeEmptyNodes() }
    #if DEBUG
    if verifiesFrames, mirror.leafCount <= Self.mostVerifiedViews,
      let mismatch = mirror.firstMismatch
    {
      fatalError("the mirror missed a change of a view: \(mismatch)")
    }
    #endif
    pass(at: time)
    // The pass has reported the views that were in them.
    if mirror.hasStrayViewports, !session.isDelivering {
      mirror.hasStrayViewports = false
      engine.removeStrayViewports()
    }
  }

  /// Whether the last frame read all possible changes. Always true if ``ViewTree/reportsChanges``.
  public var isSettled: Bool { mirror.isSettled }

  /// The time without a change after which everything is read again: longer than the gap between
  /// two steps of a scroll, and short enough to seem immediate.
  public nonisolated static let timeToRest = Duration.milliseconds(100)

  /// Returns the fraction of hidden containers that a frame reads, so that all are read within
  /// ``timeToRest`` regardless of other changes. The factor allows for a late frame.
  private static func sweepShare(after time: Duration) -> Double { 1.25 * (time / timeToRest) }

  /// Handles views that have left a window in the background, which has no frames that would read
  /// them. Each call asks some of the views, in turn; a few by default.
  package func loseViews(
    atMost limit: Int = PollingReader.sweepPortion, where hasLeft: (ViewKey) -> Bool
  ) {
    let count = mirror.table.leafSlotCount
    for _ in 0..<min(count, limit) {
      askedPlace = askedPlace + 1 < count ? askedPlace + 1 : 0
      let leaf = Slot<MirrorLeaf>(askedPlace)
      if mirror.table[leaf].node != .none, hasLeft(mirror.table[leaf].view) {
        mirror.frame.lost.append(mirror.table[leaf].target)
      }
    }
    for (target, view, slot) in mirror.takeLost() { lose(target, view, slot) }
  }

  private func lose(_ target: TargetID, _ view: ViewKey, _ slot: ViewSlot?) {
    // Another loss may have displaced it.
    guard let slot, slot.place?.target == target else { return }
    displace(slot)
    slot.wasLost?(view)
    viewWasLost?(view)
  }

  /// Evaluates the state read by the last frame. Call it when the timer fires. Views may be in the
  /// middle of a layout then, so nothing is read, and items settle with the next frame. In the
  /// background, where nothing is visible, they settle now.
  public func wake(at now: DeviceTime) {
    session.note(now)
    timerFired()
    if !presence.isForeground { settle() }
    pass(at: now.awake, isRead: false)
  }

  /// Ends the window. Everything visible in it leaves, at the latest once the batch being delivered
  /// has been.
  public func close(at now: DeviceTime) {
    session.note(now)
    presence.isShown = false
    settle()
    // Its views are still there, and the batch being delivered is not over.
    if session.isDelivering { return session.close(self, at: now.awake) }
    closeNow(at: now.awake)
  }

  /// Returns the marks for an inspector to draw over the window: for each observed view that is
  /// partly on screen, its visible part and the reason it is not visible. Call it after a frame.
  ///
  /// - Complexity: O(observed views · depth²). Intended for development.
  public func inspectorMarks(at now: MonotonicTime) -> [InspectorMark] {
    InspectorMark.marks(of: mirror, engine, at: now)
  }

  private func settle() {
    while let views = unsettled.popLast() { views.settle() }
  }

  // MARK: One pass

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
    session.settlePending(at: now)
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
      ended = delivery.takeEnding()
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
    recorder?.record(engine)
    for inspect in inspectors.values { inspect(engine) }
    bodies += takeAfterRecording()
    callbackTime = .zero
    let ends = sessionEnds
    sessionEnds = []
    hasDelivered = hasEvents || isDecided && delivery.hasPostponed || !bodies.isEmpty
    if hasDelivered {
      let start = clock()
      delivery.run(in: self, isDecided: isDecided, ends, bodies)
      callbackTime = clock() - start
    }
    for watch in ended { delivery.remove(watch) }
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

  /// The longest time to a timer. Timers stop while the device sleeps, and cool-downs go on: a host
  /// passes at the latest this long after the device has woken up.
  private static let longestPause = Duration.seconds(900)

  /// Clears the timer after it has fired. The next pass sets another one if needed.
  package func timerFired() { timer = nil }

  // MARK: Sessions and recordings

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

  /// Delivers the remaining events and hands the window's impressions to the session.
  func closeNow(at now: MonotonicTime) {
    pass(at: now)
    stopRecording()
    session.remove(self)
    if timer != nil { setTimer(nil) }
    timer = nil
  }

  /// Begins a session with the next pass.
  func beginSession() {
    engine.edit(.beginSession)
    requestPass()
  }

  /// Makes the next pass the last one of a session, unless it is that of an earlier one.
  func endSession(_ ends: [VisibilitySession.SessionEnd]) {
    if sessionEnds.isEmpty { sessionEnds = ends }
  }

  /// Ends the recording, if any.
  package func stopRecording() {
    recorder?.finish(engine)
    recorder = nil
    for body in takeAfterRecording() { body() }
  }

  /// Calls a closure of the app once a recorder, which has the engine, has returned.
  package func afterRecording(_ body: @escaping @MainActor () -> Void) {
    afterRecordingBodies.append(body)
  }

  private func takeAfterRecording() -> [@MainActor () -> Void] {
    defer { afterRecordingBodies = [] }
    return afterRecordingBodies
  }
}

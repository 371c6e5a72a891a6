extension VisibilityEngine {
  /// Begins a new session. What counts once a session begins anew with the next pass, its running
  /// dwell included: what was seen before belongs to the session before.
  public mutating func beginSession() {
    ledger.beginSession()
    scene.note(.session)
  }

  /// Begins a new visit of the screen that the scene shows, for what counts once a visit. Takes
  /// effect with the next pass, as ``beginSession()`` does.
  public mutating func beginScreenVisit() {
    ledger.beginScreenVisit()
    scene.note(.screenVisit)
  }

  /// Sets the calendar day for daily limits, as a number that grows from day to day, such as the
  /// days since 1970. Until then it is 0. Takes effect with the next pass.
  ///
  /// Days only go forward. An earlier number than the present one changes nothing, so that a clock
  /// that is set back or a time zone that is crossed renews no limit.
  public mutating func beginDay(_ day: Int) {
    ledger.beginDay(day)
    scene.note(.day(day))
  }

  /// How long and how much of an identity was visible under a policy; `nil` if it never was, or is
  /// forgotten.
  ///
  /// - Parameters:
  ///   - identity: who or what was seen.
  ///   - policy: under which policy; it need not be watched any more.
  ///   - now: up to when an exposure that is going on is counted.
  public func exposure(
    of identity: ItemIdentity, for policy: ImpressionPolicy, at now: MonotonicTime
  ) -> Exposure? {
    ledger.exposure(of: identity, for: policy, at: now)
  }

  /// How often an identity has been seen under a policy.
  public func impressionCount(of identity: ItemIdentity, for policy: ImpressionPolicy) -> Int {
    ledger.count(of: identity, for: policy)
  }

  /// How much of a policy's dwell an identity has gathered, 0...1.
  ///
  /// After the impression it stays 1 for as long as none can follow: for good with
  /// ``ImpressionRepetition/once``, until the target leaves with
  /// ``ImpressionRepetition/afterLeaving``, until the next session with
  /// ``ImpressionRepetition/oncePerSession``.
  public func dwellProgress(
    of identity: ItemIdentity, for policy: ImpressionPolicy, at now: MonotonicTime
  ) -> Double {
    ledger.dwellProgress(of: identity, for: policy, at: now)
  }
}

// Keeping what was seen, and forgetting it.
extension VisibilityEngine {
  /// How many entries are kept unless a host says otherwise: 32,768, one for each item of somebody
  /// who sees a new one every second for nine hours.
  public static let defaultImpressionCapacity = ImpressionLedger.defaultCapacity

  /// How many entries are kept at most, one for each identity under each policy.
  ///
  /// Where another is needed, the one that was last on screen longest ago is forgotten and may
  /// count again. What is on screen is never forgotten, even if that alone exceeds the capacity.
  ///
  /// - Precondition: it is at least 1.
  public var impressionCapacity: Int {
    get { ledger.capacity }
    set {
      precondition(newValue >= 1, "an impression capacity must be at least 1, not \(newValue)")
      ledger.capacity = newValue
      ledger.makeRoom(for: 0)
    }
  }

  /// How many entries are kept at present.
  public var impressionEntryCount: Int { ledger.table.count }

  /// How many entries were forgotten so far because of ``impressionCapacity``.
  public var forgottenImpressionCount: Int { ledger.forgottenCount }

  /// Forgets all about an identity, under every policy. It may count again; if it is on screen, it
  /// begins anew with the next pass.
  ///
  /// - Complexity: O(policies in use + what is on screen).
  public mutating func forgetImpressions(of identity: ItemIdentity) {
    ledger.forget(identity)
    makeAllStale()
  }

  /// Forgets whatever has not been on screen since a time. What is on screen now stays.
  ///
  /// - Complexity: O(entries).
  public mutating func forgetImpressions(notSeenSince time: MonotonicTime) {
    ledger.forget(notSeenSince: time)
  }

  /// Forgets everything that was seen. What is on screen begins anew with the next pass.
  ///
  /// - Complexity: O(entries).
  public mutating func forgetAllImpressions() {
    ledger.forgetAll()
    makeAllStale()
  }

  /// What a host keeps so that what was seen counts as seen after a restart; what was last seen
  /// longest ago comes first. What is forgotten is not in it.
  public var impressionMemories: [ImpressionMemory] { ledger.memories }

  /// Takes up what was kept. Call it before watching. Of more than ``impressionCapacity``, the last
  /// ones stay.
  public mutating func restore(_ memories: [ImpressionMemory]) {
    for memory in memories { ledger.restore(memory) }
  }

  /// What other windows must know of one identity under one policy; `nil` if it was not seen.
  package func sharedImpression(
    of identity: ItemIdentity, for policy: ImpressionPolicy
  ) -> SharedImpression? {
    ledger.sharedImpression(of: identity, for: policy)
  }

  /// What other windows must know of all that was seen.
  package var sharedImpressions: [SharedImpression] { ledger.sharedImpressions }

  /// Takes up what was seen in another window. What a dwell that is going on here has gathered
  /// stays.
  package mutating func adopt(_ shared: SharedImpression) { ledger.adopt(shared) }

  /// Adds the identities that a watch or a kept entry has.
  package func collectIdentities(into identities: inout Set<ItemIdentity>) {
    ledger.collectIdentities(into: &identities)
  }

  /// How many distinct policies watches and entries need.
  package var impressionPolicyCount: Int { ledger.policies.count }
}

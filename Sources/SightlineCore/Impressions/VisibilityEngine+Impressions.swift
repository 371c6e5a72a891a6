extension VisibilityEngine {
  /// Begins a new session: what counts once a session may count again, after a new dwell. Takes
  /// effect with the next pass.
  public mutating func beginSession() {
    ledger.beginSession()
    scene.note(.session)
  }

  /// Begins a new visit of the screen that the scene shows. Takes effect with the next pass.
  public mutating func beginScreenVisit() {
    ledger.beginScreenVisit()
    scene.note(.screenVisit)
  }

  /// Tells which calendar day it is, as a number of the host's choice. Takes effect with the next
  /// pass.
  public mutating func beginDay(_ day: Int) {
    ledger.beginDay(day)
    scene.note(.day(day))
  }

  /// How long and how much of an identity was visible under a policy; `nil` if it never was.
  ///
  /// - Parameters:
  ///   - identity: who is asked about.
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
  public func dwellProgress(
    of identity: ItemIdentity, for policy: ImpressionPolicy, at now: MonotonicTime
  ) -> Double {
    ledger.dwellProgress(of: identity, for: policy, at: now)
  }

  /// What a host keeps so that what was seen counts as seen after a restart.
  public var impressionMemories: [ImpressionMemory] { ledger.memories }

  /// Takes up what was kept. Call it before watching.
  public mutating func restore(_ memories: [ImpressionMemory]) {
    for memory in memories { ledger.restore(memory) }
  }

  /// What is kept of one identity under one policy; `nil` if it was not seen.
  package func impressionMemory(
    of identity: ItemIdentity, for policy: ImpressionPolicy
  ) -> ImpressionMemory? {
    ledger.memory(of: identity, for: policy)
  }

  /// Takes up what was seen in another window in this session. What a dwell
  /// that is going on here has gathered stays.
  package mutating func adopt(_ memory: ImpressionMemory) { ledger.adopt(memory) }
}

extension VisibilityEngine {
  /// Returns the exposure of an identity under a policy, or `nil` if it was never visible or has
  /// been forgotten.
  ///
  /// - Parameters:
  ///   - identity: the identity.
  ///   - policy: the policy, which need not be watched any more.
  ///   - now: the time up to which a running exposure counts.
  public func exposure(
    of identity: ItemIdentity, for policy: ImpressionPolicy, at now: MonotonicTime
  ) -> Exposure? {
    tables.ledger.exposure(of: identity, for: policy, at: now)
  }

  /// Returns the number of impressions of an identity under a policy.
  public func impressionCount(of identity: ItemIdentity, for policy: ImpressionPolicy) -> Int {
    tables.ledger.count(of: identity, for: policy)
  }

  /// Returns the share of a policy's dwell that an identity has gathered, 0...1.
  ///
  /// After the impression it stays 1 as long as no other can follow: permanently with
  /// ``ImpressionRepetition/once``, until the target leaves with
  /// ``ImpressionRepetition/afterLeaving``, until the next session with
  /// ``ImpressionRepetition/oncePerSession``.
  public func dwellProgress(
    of identity: ItemIdentity, for policy: ImpressionPolicy, at now: MonotonicTime
  ) -> Double {
    tables.ledger.dwellProgress(of: identity, for: policy, at: now)
  }
}

// Replaces policies.
extension VisibilityEngine {
  /// Replaces a policy, and returns whether it was not replaced in this way before.
  func replace(_ policy: ImpressionPolicy, with successor: ImpressionPolicy) -> Bool {
    guard tables.replace(policy, with: successor) else { return false }
    replacementCount &+= 1
    tables.makeAllStale()
    return true
  }

  /// The replaced policies, each with the policy in force in its place.
  package var replacedPolicies: [(policy: ImpressionPolicy, successor: ImpressionPolicy)] {
    tables.ledger.successors
  }

  /// Puts every policy in force again, in an engine without watches or impressions.
  package func forgetReplacements() { tables.ledger.successors = [] }
}

// Keeps and forgets impressions.
extension VisibilityEngine {
  /// The default of ``impressionCapacity``: 32,768, or nine hours at one new item per second.
  public static let defaultImpressionCapacity = ImpressionLedger.defaultCapacity

  /// The maximum number of entries, one for each identity under each policy.
  ///
  /// To make room, the entry least recently on screen is forgotten and may count again. Entries on
  /// screen are never forgotten, even if they alone exceed the capacity.
  ///
  /// - Precondition: The capacity is at least 1.
  public var impressionCapacity: Int {
    get { tables.ledger.capacity }
    set {
      require(newValue >= 1, "an impression capacity must be at least 1, not \(newValue)")
      tables.ledger.capacity = newValue
      tables.ledger.makeRoom(for: 0)
    }
  }

  /// The current number of entries.
  public var impressionEntryCount: Int { tables.ledger.entries.count }

  /// The number of entries forgotten so far because of ``impressionCapacity``.
  public var forgottenImpressionCount: Int { tables.ledger.forgottenCount }

  /// Forgets an identity under every policy, so it may count again. If on screen, it starts over
  /// with the next pass.
  ///
  /// - Complexity: O(policies in use + entries on screen).
  public func forgetImpressions(of identity: ItemIdentity) {
    tables.ledger.forget(identity)
    tables.makeAllStale()
  }

  /// Forgets the identities that have not been on screen since a time on the clock that goes on
  /// while the device sleeps (``DeviceTime/elapsed``). Those on screen now are kept.
  ///
  /// - Complexity: O(entries).
  public func forgetImpressions(notSeenSince time: MonotonicTime) {
    tables.ledger.forget(notSeenSince: time)
  }

  /// Whether the next pass only ends the exposures.
  package var endsExposures: Bool { tables.ledger.endsExposures }

  /// The records for a host to persist across restarts, least recently seen first. Excludes
  /// forgotten impressions.
  public var impressionRecords: [ImpressionRecord] { tables.ledger.records.map { $0.saved } }

  /// Restores persisted records. Call it before watching. If there are more than
  /// ``impressionCapacity``, the last ones are kept.
  public func restore(_ records: [ImpressionRecord]) {
    for record in records {
      tables.ledger.restore(record)
      journal.note(.restored(record))
    }
  }

  /// Returns the record of an identity under a policy to share with other windows, or `nil` if
  /// there are no impressions.
  package func record(
    of identity: ItemIdentity, for policy: ImpressionPolicy
  ) -> ImpressionRecord? {
    tables.ledger.record(of: identity, for: policy)
  }

  /// The records to share with other windows, least recently seen first.
  package var sharedRecords: [ImpressionRecord] { tables.ledger.records }

  /// Merges the record of another window. Running dwells keep their progress.
  package func adopt(_ record: ImpressionRecord) {
    if tables.ledger.adopt(record) { journal.note(.restored(record)) }
  }

  /// Adds the identities of all watches and entries.
  package func collectIdentities(into identities: inout Set<ItemIdentity>) {
    tables.ledger.collectIdentities(into: &identities)
  }

  /// The number of distinct policies of watches and entries.
  package var impressionPolicyCount: Int { tables.ledger.policies.count }
}

// Replaces policies that are in use.
extension ImpressionLedger {
  /// Returns the policy that now replaces one named by the app.
  @inline(__always)
  func inForce(_ policy: ImpressionPolicy) -> ImpressionPolicy {
    successors.isEmpty
      ? policy : successors.first { $0.policy == policy }?.successor ?? policy
  }

  /// Replaces a policy, with its watches and entries. If the rule changes, watches start over,
  /// within the same exposure if they still hold in the next pass. A dwell that carries over and is
  /// now long enough counts as reached at the last pass.
  ///
  /// - Returns: whether anything changes.
  /// - Complexity: O(watches + entries).
  mutating func replace(
    _ policy: ImpressionPolicy, with successor: ImpressionPolicy, _ watching: inout WatchTable
  ) -> Bool {
    let old = inForce(policy)
    // Returning to an earlier policy ends its replacement.
    let new = inForce(successor) == old ? successor : inForce(successor)
    if old == new { return false }
    successors.append((old, new))
    for index in successors.indices where successors[index].successor == old {
      successors[index].successor = new
    }
    successors.removeAll { $0.policy == new }
    guard let oldSlot = policies.slot(of: old) else { return true }
    let newSlot = policies.use(new)
    if old.rule != new.rule {
      for watch in watching.watches.live {
        let subject = watching.watches[watch].subject
        guard subject != .none, self[subject].policy == oldSlot else { continue }
        deactivate(watch, nil, &watching)
        watching.setRule(new.rule, of: watch)
      }
    }
    let keepsDwell = new.gathersDwell(like: old)
    // Otherwise the next pass decides.
    for subject in waiting where !keepsDwell && self[subject].policy == oldSlot {
      self[subject].settlesAt = .never
    }
    move(from: oldSlot, to: newSlot, keepingDwell: keepsDwell)
    policies.release(newSlot)
    return true
  }

  /// Moves the entries and subjects of a policy to another one.
  private mutating func move(from old: PolicySlot, to new: PolicySlot, keepingDwell: Bool) {
    for index in entries.allSlots where entries[index].policy == old {
      keepingDwell ? entries[index].gatherDwell(until: lastPass) : entries[index].restartDwell()
      if let existing = entries.slot(of: entries[index].identity, new) {
        let isOnlyRestored = entries[existing].exposures == 0 && !entries[existing].isTouched
        let goesOn = entries[index].isInExposure && !entries[existing].isInExposure
        guard isOnlyRestored || goesOn else {
          if keepingDwell, entries[index].isCounting { gather(existing, from: lastPass) }
          merge(index, into: existing)
          continue
        }
        entries[index].merge(countsOf: entries[existing])
        drop(existing)
      }
      policies.use(new)
      entries.move(index, to: new)
      policies.release(old)
    }
    for place in subjects.places {
      let subject = SubjectSlot(place)
      if self[subject].policy != old { continue }
      policies.use(new)
      self[subject].policy = new
      self[subject].entry = entries.slot(of: self[subject].identity, new) ?? .none
      policies.release(old)
    }
  }

  /// Merges an entry into that of the same identity under another policy, and drops it.
  private mutating func merge(_ index: EntrySlot, into existing: EntrySlot) {
    entries[existing].merge(countsOf: entries[index])
    entries[existing].merge(viewsOf: entries[index])
    entries[existing].needsReattribution = true
    needingReattribution.append(existing)
    removeFromLists(index)
    if entries[index].isTouched { Self.remove(index, from: &touched) }
    drop(index)
  }
}

extension ImpressionPolicy {
  /// Whether a dwell gathered under another policy has the same meaning under this one.
  fileprivate func gathersDwell(like other: ImpressionPolicy) -> Bool {
    rule == other.rule && accumulation == other.accumulation
      && scrollSpeedLimit == other.scrollSpeedLimit
  }
}

extension LedgerEntry {
  /// Starts the dwell over with the next pass.
  fileprivate mutating func restartDwell() {
    progress = 0
    isCounting = false
  }

  /// Adds the impressions of the same identity under another policy: the larger count, and the
  /// later last impression with its periods. For the same day, keeps the larger daily count.
  fileprivate mutating func merge(countsOf other: LedgerEntry) {
    if other.count == 0 { return }
    let earliest = MonotonicTime(nanoseconds: .min)
    if count == 0 || period.day < other.period.day {
      countOnDay = other.countOnDay
    } else if period.day == other.period.day {
      countOnDay = max(countOnDay, other.countOnDay)
    }
    if count == 0 || (lastImpression ?? earliest) < (other.lastImpression ?? earliest) {
      period = other.period
      lastImpression = other.lastImpression
    }
    count = max(count, other.count)
  }

  fileprivate mutating func merge(viewsOf other: LedgerEntry) {
    visibleCount += other.visibleCount
    belowSpeedLimitCount += other.belowSpeedLimitCount
    if isInExposure {
      hasCountedInExposure = hasCountedInExposure || other.hasCountedInExposure
    }
  }
}

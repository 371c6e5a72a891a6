// Chooses the target of an exposure, if several show its identity.
extension ImpressionLedger {
  /// Assigns another watch to each exposure whose watch has ended or left the screen: the first one
  /// on screen for the same identity, in order of registration.
  ///
  /// - Complexity: O(watches on screen + `needingReattribution`).
  mutating func reattribute(_ watching: borrowing WatchTable, _ targets: TargetTable) {
    var sought: ContiguousArray<EntrySlot> = []
    for index in needingReattribution where needsReattribution(index) {
      let entry = entries[index]
      let isOnScreen =
        watching.watches.contains(entry.watch)
        && watching.level(of: watching.slot(of: entry.watch)) > 0
      if entry.visibleCount == 0 || isOnScreen {
        entries[index].needsReattribution = false
      } else {
        entries[index].order = .max
        sought.append(index)
      }
    }
    needingReattribution.removeAll(keepingCapacity: true)
    if sought.isEmpty { return }
    attributeToFirst(watching, targets)
    for index in sought { entries[index].needsReattribution = false }
  }

  /// Returns whether an entry needs reattribution. The slot may have been freed or reused.
  private func needsReattribution(_ index: EntrySlot) -> Bool {
    entries.contains(index) && entries[index].needsReattribution
  }

  /// Assigns the first watch on screen to each exposure that needs reattribution.
  private mutating func attributeToFirst(_ watching: borrowing WatchTable, _ targets: TargetTable) {
    for viewport in watching.viewports.live {
      for active in watching.viewports[viewport].active where active.level > 0 {
        let record = watching.watches[active.watch]
        guard record.subject != .none else { continue }
        let index = self[record.subject].entry
        let key = key(targets[record.target].order, record.subject)
        guard entries[index].needsReattribution, key < entries[index].order else {
          continue
        }
        entries[index].target = targets.lastHandle(of: record.target)
        entries[index].watch = watching.watches.handle(of: active.watch)
        entries[index].order = key
      }
    }
  }
}

extension ImpressionLedger {
  /// Ends a watch and its subject in the ledger.
  mutating func end(_ watch: WatchSlot, _ watching: inout WatchTable) {
    let record = watching.watches[watch]
    if record.subject != .none, record.active != none { slowDown(record.subject) }
    deactivate(watch, .removed, &watching)
    if record.subject != .none { removeSubject(record.subject) }
    watching.end(watch)
  }

  /// Makes a watch inactive. If it is for impressions, its view leaves.
  mutating func deactivate(
    _ watch: WatchSlot, _ reason: InvisibilityReason?, _ watching: inout WatchTable
  ) {
    let record = watching.watches[watch]
    if record.active == none { return }
    if record.subject != .none, watching.level(of: watch) > 0 { leave(record.subject, reason) }
    watching.deactivate(at: Int(record.active), in: watching.rules[record.rule].viewport)
  }
}

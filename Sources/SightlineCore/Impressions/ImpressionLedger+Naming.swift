// Chooses the target of an exposure, if several show its identity.
extension ImpressionLedger {
  /// Assigns another watch to each exposure whose watch has ended or left the screen while others
  /// of the identity are on screen: the first in order of registration.
  ///
  /// - Complexity: O(watches on screen + `needingReattribution`).
  mutating func nameAnew(_ watching: WatchTable, _ targets: TargetTable) {
    var sought: ContiguousArray<UInt32> = []
    for index in needingReattribution where needsReattribution(index) {
      let entry = table.entries[Int(index)]
      let isOnScreen =
        watching.contains(entry.watch, targets)
        && watching.level(of: watching.watch(of: entry.watch, targets)) > 0
      if entry.visibleCount == 0 || isOnScreen {
        table.entries[Int(index)].needsReattribution = false
      } else {
        table.entries[Int(index)].order = .max
        sought.append(index)
      }
    }
    needingReattribution.removeAll(keepingCapacity: true)
    if sought.isEmpty { return }
    nameFirst(watching, targets)
    for index in sought { table.entries[Int(index)].needsReattribution = false }
  }

  /// Returns whether the entry at an index is needingReattribution. The index may have been reused.
  private func needsReattribution(_ index: UInt32) -> Bool {
    Int(index) < table.entries.count && table.entries[Int(index)].needsReattribution
  }

  /// Assigns to each needingReattribution exposure the first of its watches on screen.
  private mutating func nameFirst(_ watching: WatchTable, _ targets: TargetTable) {
    for viewport in watching.viewports.live {
      for active in watching.viewports[viewport].active where active.level > 0 {
        let record = watching.record(of: active.watch)
        guard record.subject != none else { continue }
        let index = Int(subjects[Int(record.subject)].entry)
        let key = key(targets[record.target].order, record.subject)
        guard table.entries[index].needsReattribution, key < table.entries[index].order else {
          continue
        }
        table.entries[index].target = targets.lastHandle(of: record.target)
        table.entries[index].watch = watching.handle(of: active.watch, targets)
        table.entries[index].order = key
      }
    }
  }
}

extension ImpressionLedger {
  /// Ends a watch and its subject in the ledger.
  mutating func end(_ watch: WatchRef, _ watching: inout WatchTable) {
    let record = watching.record(of: watch)
    if record.active != none {
      if record.subject != none, watching.level(of: watch) > 0 { leave(record.subject) }
      watching.deactivate(at: Int(record.active), in: watching.rules.viewport(of: record.rule))
    }
    if case .table(let slot) = watch.content { watching.removeFromViewport(slot) }
    if record.subject != none { removeSubject(record.subject) }
    watching.end(watch)
  }
}

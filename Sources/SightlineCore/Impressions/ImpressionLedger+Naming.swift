// In which target an identity is seen, where several show it.
extension ImpressionLedger {
  /// Has each exposure whose watch has ended or left the screen, while another one of its identity
  /// is on screen, name that one: of several, the one that was registered first.
  ///
  /// - Complexity: O(what is on screen), and O(`doubtful`).
  mutating func nameAnew(_ watching: WatchTable, _ targets: TargetTable) {
    var sought: ContiguousArray<UInt32> = []
    for index in doubtful where isDoubtful(index) {
      let entry = table.entries[Int(index)]
      let isOnScreen =
        watching.contains(entry.watch, targets)
        && watching.level(of: watching.watch(of: entry.watch, targets), targets) > 0
      if entry.visibleCount == 0 || isOnScreen {
        table.entries[Int(index)].isDoubtful = false
      } else {
        table.entries[Int(index)].order = .max
        sought.append(index)
      }
    }
    doubtful.removeAll(keepingCapacity: true)
    if sought.isEmpty { return }
    nameFirst(watching, targets)
    for index in sought { table.entries[Int(index)].isDoubtful = false }
  }

  /// Whether the entry at an index, which may be another's by now, is doubtful.
  private func isDoubtful(_ index: UInt32) -> Bool {
    Int(index) < table.entries.count && table.entries[Int(index)].isDoubtful
  }

  /// Has each doubtful exposure name the first of its watches on screen.
  private mutating func nameFirst(_ watching: WatchTable, _ targets: TargetTable) {
    for viewport in watching.viewports.live {
      for active in watching.viewports[viewport].active where active.level > 0 {
        let record = watching.record(of: active.watch, targets)
        guard record.subject != none else { continue }
        let index = Int(subjects[Int(record.subject)].entry)
        let key = watching.key(targets[record.target].order, active.watch)
        guard table.entries[index].isDoubtful, key < table.entries[index].order else { continue }
        table.entries[index].target = targets.lastHandle(of: record.target)
        table.entries[index].watch = watching.handle(of: active.watch, targets)
        table.entries[index].order = key
      }
    }
  }
}

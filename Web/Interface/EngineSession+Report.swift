import SightlineCore

extension EngineSession {
  mutating func pass(at time: MonotonicTime) {
    changes.clear()
    impressions.clear()
    engine.pass(at: DeviceTime(awake: time, asleep: asleep))
    for change in engine.changes {
      let watcher = watcher(change.watch)
      changes.append(UInt32(change.kind.rawValue))
      changes.append(watcher.watch)
      changes.append(watcher.target)
      changes.append(UInt32(truncatingIfNeeded: change.threshold))
      changes.append(change.fraction)
      changes.append(code(change.reason))
      changes.append(code(change.exit))
    }
    for impression in engine.impressions {
      let watcher = watcher(impression.watch)
      impressions.append(impression.identity.rawValue)
      impressions.append(watcher.watch)
      impressions.append(watcher.target)
      impressions.append(impression.time)
      impressions.append(impression.exposure)
      impressions.append(UInt32(truncatingIfNeeded: impression.count))
    }
    formerWatchers.removeAll(keepingCapacity: true)
  }

  /// Updates the report.
  mutating func makeReport() -> UnsafeMutableRawPointer {
    report.clear()
    report.append(engine.nextDeadline ?? .never)
    report.append(UInt32(truncatingIfNeeded: refusedAt))
    report.append(UInt32(truncatingIfNeeded: engine.evaluatedTargets))
    for buffer in [changes, impressions, answers] {
      report.append(UInt32(UInt(bitPattern: buffer.bytes)))
      report.append(UInt32(truncatingIfNeeded: buffer.count))
    }
    return report.bytes
  }

  /// The `SightlineExit` for an exit; 0 for `nil`.
  func code(_ exit: VisibilityExit?) -> UInt32 { exit?.code ?? 0 }

  /// The `SightlineReason` for a reason; 0 for `nil`.
  func code(_ reason: InvisibilityReason?) -> UInt32 { reason.map { UInt32($0.rawValue) + 1 } ?? 0 }
}

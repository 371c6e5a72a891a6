// Everything that is there, for those who begin to record in the middle of a session.
extension VisibilityEngine {
  /// The edits that would make this scene and these watches from nothing, the root's values first.
  package var inventory: [Edit] {
    var edits: [(order: UInt32, edit: Edit)] = []
    for (index, record) in scene.containers.enumerated()
    where record.parent != none && index > 0 {
      edits.append(
        (
          record.order,
          .containerAdded(
            scene.handle(ofContainer: UInt32(index)),
            to: scene.handle(ofContainer: record.parent), record.container)
        ))
    }
    let freeTargets = Set(scene.freeTargets)
    for (index, record) in scene.targets.enumerated()
    where !freeTargets.contains(UInt32(index)) {
      let id = scene.handle(ofTarget: UInt32(index))
      edits.append(
        (record.order, .targetAdded(id, to: scene.container(of: id), scene.target(id))))
    }
    for (index, record) in scene.covers.enumerated() where record.slot != none {
      let id = scene.handle(ofCover: UInt32(index))
      edits.append((record.order, .coverAdded(id, to: scene.container(of: id), record.cover)))
    }
    edits.sort { $0.order < $1.order }
    return [.containerChanged(scene.root, in: nil, scene.container(scene.root))]
      + edits.map { $0.edit } + viewportEdits + watchEdits + periodEdits
  }

  private var viewportEdits: [Edit] {
    viewports.indices.filter { viewports[$0].isLive }.map {
      .viewportAdded(
        ViewportID(index: UInt32($0), generation: viewports[$0].generation),
        viewports[$0].viewport)
    }
  }

  /// The watches, target by target in order of registration.
  private var watchEdits: [Edit] {
    var edits: [Edit] = []
    let freeTargets = Set(scene.freeTargets)
    let order = scene.targets.indices.filter { !freeTargets.contains(UInt32($0)) }
      .sorted { scene.targets[$0].order < scene.targets[$1].order }
    for target in order {
      for watch in orderedWatches(below: scene.targets[target].firstWatch) {
        let record = watches[Int(watch)]
        let id = handle(ofWatch: watch)
        let targetID = scene.handle(ofTarget: UInt32(target))
        if record.subject == none {
          edits.append(.watched(id, targetID, viewport(of: id), rule(of: id)))
        } else {
          let subject = ledger.subject(record.subject)
          edits.append(
            .watchedForImpressions(
              id, targetID, viewport(of: id), subject.identity, subject.policy))
        }
      }
    }
    return edits
  }

  private var periodEdits: [Edit] {
    var edits: [Edit] = []
    if !isActive { edits.append(.foreground(false)) }
    if ledger.period.day != 0 { edits.append(.day(ledger.period.day)) }
    return edits
  }

  /// What holds as of the last pass, as the changes that would have brought it about.
  package var holdingChanges: [VisibilityChange] {
    var asked = copyForAnswers()
    var changes: [(key: UInt64, threshold: Int, change: VisibilityChange)] = []
    for record in viewports where record.isLive {
      for active in record.active where watches[Int(active.watch)].subject == none {
        let watch = watches[Int(active.watch)]
        let target = scene.targets[Int(watch.target)]
        let rule = rules.records[Int(watch.rule)]
        let share = asked.inspect(Int(watch.target), in: record.viewport).uncovered
          .share(of: rule.measure)
        for threshold in 0..<Int(active.level) {
          changes.append(
            (
              key(target.order, active.watch), threshold,
              VisibilityChange(
                kind: .entered, target: scene.handle(ofTarget: watch.target),
                watch: handle(ofWatch: active.watch), threshold: threshold, fraction: share,
                reason: nil, time: lastPass ?? .zero)
            ))
        }
      }
    }
    changes.sort { ($0.key, $0.threshold) < ($1.key, $1.threshold) }
    return changes.map { $0.change }
  }

  /// The time of the last pass; `nil` before the first.
  package var timeOfLastPass: MonotonicTime? { lastPass }
}

import SightlineCore

/// The scene and engine of a replay, fed line by line.
struct ReplaySession {
  typealias Watching = TraceReplayer.Watching
  typealias Summary = TraceReplayer.Summary

  private var engine = VisibilityEngine(scene: VisibilityScene(size: .zero))
  private(set) var summary = Summary()
  /// The events since the last ``clearEvents()``.
  private(set) var events: [ReplayEvent] = []
  /// Whether each pass is compared with the reference path, which is slow.
  var comparesReference = false
  private var oracle = Oracle()
  /// How often a watch's level differed from that of the reference path.
  private(set) var disagreements = 0
  /// What a viewer plays, once ``startEncoding()`` was called.
  private(set) var encoder: SessionEncoder?

  private var scene: TraceScene
  private var mirror = SceneMirror()
  private let watching: Watching
  private var step: TraceStep?

  // The trace's own numbers.
  private var views: [Int: ViewportID] = [:]
  private var watches: [Int: WatchID] = [:]
  private var watched: [WatchID: Watched] = [:]
  /// The names of the items in the nodes, from the latest watch with a name.
  private var nodeNames: [Int: String] = [:]
  /// Whether the trace has watches of its own, so that each of its steps is one pass.
  private(set) var hasOwnWatches = false
  private var watchedNodes: [Int: [WatchID]] = [:]
  /// Nodes that are observed, even while they are not there.
  private var observedNodes: Set<Int> = []
  /// Watches of nodes that have gone: they end once their last events are out.
  private var gone: [WatchID] = []

  /// What a watch of the engine stands for.
  private struct Watched {
    /// Its number in the trace; `nil` for one that the replay added.
    var number: Int?
    var node: Int
    var name: String?
  }

  init(file: String, watching: Watching) {
    scene = TraceScene(file: file)
    self.watching = watching
    // The recording is the evidence: its passes are not compared one by one.
    engine.verifiesPasses = false
  }

  /// The node of one of the trace's own watches, and what its item is called.
  func subject(ofWatch number: Int) -> (node: Int, name: String?)? {
    guard let known = watches[number].flatMap({ watched[$0] }) else { return nil }
    return (known.node, known.name ?? nodeNames[known.node])
  }

  mutating func clearEvents() { events.removeAll(keepingCapacity: true) }

  mutating func accept(_ line: TraceLine, number: Int) throws(TraceError) {
    try scene.accept(line, number: number)
    applyChanges()
    take(line)
    encodeEdits()
  }

  mutating func finish(lastLine: Int, skippedLines: Int) throws(TraceError) {
    try scene.finish(lastLine: lastLine)
    applyChanges()
    finishStep(nextBegins: nil)
    summary.skippedLines = skippedLines
  }

  private mutating func applyChanges() {
    if scene.changes.isEmpty { return }
    mirror.apply(scene.changes, of: scene, to: &engine.scene)
    followNodes()
  }

  private mutating func take(_ line: TraceLine) {
    switch line {
    case .step(let next):
      finishStep(nextBegins: next.time)
      if step == nil { summary.start = next.time }
      step = next
    case .observe(let observe): take(observe)
    case .view(let view): take(view)
    case .watch(let watch): take(watch)
    case .unwatch(let unwatch):
      if let id = watches.removeValue(forKey: unwatch.watch) {
        watched[id] = nil
        if engine.contains(id) { engine.unwatch(id) }
      }
    case .app(let app): take(app)
    default: break
    }
  }

  // MARK: Encoding

  /// Encodes all edits from now on; nothing was accepted yet.
  mutating func startEncoding() {
    encoder = SessionEncoder(engine)
    engine.scene.startJournal()
    mirror.startNotingNodes()
  }

  /// After each line, and before a pass: what stands behind a number of the trace is known then.
  private mutating func encodeEdits() {
    guard encoder != nil else { return }
    let edits = engine.scene.takeJournal()
    if edits.isEmpty { return }
    let (watched, nodeNames) = (watched, nodeNames)
    encoder?.take(edits, mirror.takeNewNodes()) { watch in
      guard let subject = watched[watch] else { return (nil, nil) }
      return (subject.number, subject.name ?? nodeNames[subject.node])
    }
  }

  // MARK: Passing

  private mutating func finishStep(nextBegins next: MonotonicTime?) {
    guard let step else { return }
    encodeEdits()
    encoder?.endStep(at: step.time)
    pass(step, at: step.time)
    summary.steps += 1
    summary.end = step.time
    if hasOwnWatches { return }
    while let deadline = engine.nextDeadline, let next, deadline < next, deadline > step.time {
      pass(step, at: deadline)
      if engine.nextDeadline == deadline { break }
    }
  }

  private mutating func pass(_ step: TraceStep, at time: MonotonicTime) {
    engine.pass(at: time)
    if comparesReference { disagreements += oracle.judge(engine).count }
    for change in engine.changes {
      if change.isVisible { summary.entered += 1 } else { summary.left += 1 }
      report(.change(change), change.watch, step)
    }
    for impression in engine.impressions {
      summary.impressions += 1
      report(.impression(impression), impression.watch, step)
    }
    for watch in gone { watched[watch] = nil }
    gone.removeAll(keepingCapacity: true)
  }

  private mutating func report(_ kind: ReplayEvent.Kind, _ watch: WatchID, _ step: TraceStep) {
    guard let watched = watched[watch] else { return }
    events.append(
      ReplayEvent(
        step: step.step, node: watched.node, watch: watched.number,
        name: watched.name ?? nodeNames[watched.node], kind: kind))
  }

  // MARK: Watching

  private mutating func take(_ observe: TraceObserve) {
    for id in observe.ids {
      if id >= 0 {
        watch(node: id)
      } else {
        observedNodes.remove(-id)
        for watch in watchedNodes.removeValue(forKey: -id) ?? [] where engine.contains(watch) {
          watched[watch] = nil
          engine.unwatch(watch)
        }
      }
    }
  }

  /// Watches a target under the replay's own rules.
  private mutating func watch(node: Int) {
    if watchedNodes[node] != nil { return }
    guard let target = mirror.target(for: node, scene, &engine.scene) else { return }
    if observedNodes.insert(node).inserted { summary.targets += 1 }
    var new: [WatchID] = []
    let rule = watching.isOverride ? watching.rule : .fully
    if let rule { new.append(engine.watch(target, rule)) }
    if let policy = watching.policy {
      new.append(engine.watch(target, for: policy, of: ItemIdentity(UInt64(node))))
    }
    for id in new { watched[id] = Watched(node: node) }
    watchedNodes[node] = new
  }

  /// The watches of a node go with it; one that comes back is still observed.
  private mutating func followNodes() {
    for change in scene.changes {
      switch change {
      case .remove(let id):
        // Its number may be another node's before its leaving is reported.
        let name = nodeNames.removeValue(forKey: id)
        for watch in watchedNodes.removeValue(forKey: id) ?? [] {
          if let known = watched[watch], known.name == nil { watched[watch]?.name = name }
          gone.append(watch)
        }
      case .add(let node): if observedNodes.contains(node.id) { watch(node: node.id) }
      case .set: break
      }
    }
  }

  private mutating func take(_ view: TraceView) {
    if view.isRemoved {
      if let id = views.removeValue(forKey: view.view), id != engine.window { engine.remove(id) }
      return
    }
    let placement = view.placement
    if let id = views[view.view] {
      engine.setMargins(placement.margins, of: id)
      return
    }
    let container = mirror.container(for: placement.root, scene, &engine.scene)
    views[view.view] = engine.add(
      VisibilityViewport(
        container, margins: placement.margins, scrollMargins: placement.scrollMargins))
  }

  private mutating func take(_ watch: TraceWatch) {
    if let name = watch.name { nodeNames[watch.id] = name }
    guard !watching.isOverride else {
      self.watch(node: watch.id)
      return
    }
    hasOwnWatches = true
    guard let view = views[watch.view],
      let target = mirror.target(for: watch.id, scene, &engine.scene)
    else { return }
    let id: WatchID
    if let seen = watch.impressions {
      id = engine.watch(target, for: seen.policy(watch.rule), of: seen.identity, in: view)
    } else {
      id = engine.watch(target, watch.rule, in: view)
    }
    if watchedNodes[watch.id] == nil { summary.targets += 1 }
    watchedNodes[watch.id, default: []].append(id)
    watches[watch.watch] = id
    watched[id] = Watched(number: watch.watch, node: watch.id, name: watch.name)
  }

  private mutating func take(_ app: TraceApp) {
    switch app.event {
    case .active(let isActive): engine.isForeground = isActive
    case .session: engine.beginSession()
    case .visit: engine.beginScreenVisit()
    case .day(let day): engine.beginDay(day)
    }
  }
}

import SightlineCore

/// Follows a trace line by line, checks its consistency, and derives scene changes.
///
/// Pass every line to ``accept(_:number:)`` in order, apply ``changes`` to a mirror of the scene,
/// then handle the line itself. Call ``finish(lastLine:)`` at the end. Invariants:
/// 1. Between calls the nodes form a tree with root 0, at most ``maximumDepth`` deep.
/// 2. A node whose parent follows on a later `node` line is in the root until another kind of line.
/// 3. The scene is unusable after an error.
struct TraceScene: Sendable {
  /// The maximum depth of a node below the root, equal to the limit of the engine's containers.
  static let maximumDepth = VisibilityScene.maximumDepth

  /// The trace's name in errors.
  let file: String
  /// The changes of the last line, in an applicable order.
  var changes: [TraceSceneChange] = []
  private(set) var step: TraceStep?
  private(set) var views: [Int: TraceView] = [:]
  /// The nodes watched by the browser's observers. A removed node stays in the set until a line
  /// ends the watch: if it is added again, it is still watched.
  private(set) var observed: Set<Int> = []

  var tree = NodeTree()
  /// The nodes whose parents may follow on other `node` lines.
  private var early: [(node: TraceNode, line: Int)] = []
  /// The watches in force of each node, in the order in which they began.
  private(set) var watches: [Int: [TraceWatch]] = [:]
  /// The watches that ended with the last line.
  private(set) var ended: [TraceWatch] = []
  /// The node of each watch by number; -1 once it has ended.
  private var watchedNodes: [Int: Int] = [:]
  /// The numbers of the watches in force in each viewport.
  private var numbers: [Int: Set<Int>] = [:]
  private var census = TraceCensus()

  /// Creates an empty scene.
  ///
  /// - Parameter file: the trace's name in errors.
  init(file: String) { self.file = file }

  /// Returns a live node in its current state.
  func node(_ id: Int) -> TraceNode? { tree.place(of: id).map { tree.slots[$0].node } }

  /// Accepts the next line and updates ``changes``.
  ///
  /// - Throws: a ``TraceError`` if the line contradicts earlier lines.
  /// - Complexity: O(*c*·*d*) in the nodes that change and their depth, plus the nodes inside those
  ///   that move.
  mutating func accept(_ line: TraceLine, number: Int) throws(TraceError) {
    changes.removeAll(keepingCapacity: true)
    ended.removeAll(keepingCapacity: true)
    if case .node = line {} else { try settle() }
    do { try take(line, number) } catch {
      throw TraceError(file: file, line: number, problem: error)
    }
  }

  /// Ends the trace and fills ``changes`` with the remaining changes.
  ///
  /// - Parameter lastLine: the number of the last line, for errors.
  mutating func finish(lastLine: Int) throws(TraceError) {
    changes.removeAll(keepingCapacity: true)
    ended.removeAll(keepingCapacity: true)
    try settle()
    if tree.count == 0, step != nil {
      throw TraceError(file: file, line: lastLine, problem: .missingRoot)
    }
  }

  /// Moves nodes that were listed before their parents to their parents.
  private mutating func settle() throws(TraceError) {
    for (node, line) in early {
      do { try move(node) } catch { throw TraceError(file: file, line: line, problem: error) }
    }
    early.removeAll(keepingCapacity: true)
  }

  private mutating func take(_ line: TraceLine, _ number: Int) throws(Problem) {
    switch line {
    case .meta: break
    case .node(var node):
      if let parent = node.parent, tree.count > 0, tree.place(of: parent) == nil {
        early.append((node, number))
        node.parent = TraceNode.rootID
      }
      try add(node)
    case .step(let step): try begin(step)
    case .delta(let delta):
      try check(delta.step)
      try apply(delta)
    case .observe(let observe):
      try check(observe.step)
      try take(observe)
    case .view(let view):
      try check(view.step)
      try take(view)
    case .watch(let watch):
      try check(watch.step)
      try take(watch)
    case .unwatch(let unwatch):
      try check(unwatch.step)
      if watchedNodes[unwatch.watch] == nil { throw .unknownWatch(unwatch.watch) }
      // An app may end a watch after its target was removed.
      end(unwatch.watch)
    case .app(let app):
      try check(app.step)
      if let policies = app.replaced {
        try census.keep(policies.policy)
        try census.keep(policies.successor)
      }
    case .seen(let seen):
      try check(seen.step)
      let record = seen.record
      try census.keep(record.policy, of: record.identity)
    case .change(let change): try check(change.step)
    case .impression(let impression): try check(impression.step)
    case .exposure(let exposure): try check(exposure.step)
    }
  }

  private mutating func begin(_ next: TraceStep) throws(Problem) {
    if let step {
      guard next.step > step.step else { throw .stepBackwards(next.step, previous: step.step) }
      guard next.time >= step.time else { throw .timeBackwards(step: next.step) }
    }
    step = next
  }

  private func check(_ number: Int) throws(Problem) {
    guard number == step?.step else { throw .wrongStep(number, current: step?.step) }
  }

  private mutating func take(_ observe: TraceObserve) throws(Problem) {
    for id in observe.ids {
      if id < 0 {
        // The node may have been removed.
        guard tree.hasSeen(-id) else { throw .unknownNode(-id, key: "ids") }
        observed.remove(-id)
      } else {
        guard tree.place(of: id) != nil else { throw .unknownNode(id, key: "ids") }
        observed.insert(id)
      }
    }
  }

  private mutating func take(_ view: TraceView) throws(Problem) {
    let old = views[view.view]
    if view.isRemoved {
      guard old != nil else { throw .unknownView(view.view) }
      for number in numbers.removeValue(forKey: view.view) ?? [] { end(number) }
      views[view.view] = nil
      return
    }
    if let old, old.root != view.root || old.scrollMargins != view.scrollMargins {
      throw .viewMoved(view.view)
    }
    guard tree.place(of: view.root) != nil else { throw .unknownNode(view.root, key: "root") }
    views[view.view] = view
    try TraceCensus.check(views.count - 1, TraceLimits.views, "viewports at once")
  }

  private mutating func take(_ watch: TraceWatch) throws(Problem) {
    // The number of an ended watch is reusable.
    if watchedNodes[watch.watch, default: -1] >= 0 { throw .duplicateWatch(watch.watch) }
    guard tree.place(of: watch.id) != nil else { throw .unknownNode(watch.id, key: "id") }
    guard views[watch.view] != nil else { throw .unknownView(watch.view) }
    if watchedNodes[watch.watch] == nil {
      try TraceCensus.check(watchedNodes.count, TraceLimits.numbers, "distinct watch numbers")
    }
    try census.beginWatch(thresholds: watch.rule.thresholds.count, watch.impressions?.identity)
    watchedNodes[watch.watch] = watch.id
    watches[watch.id, default: []].append(watch)
    numbers[watch.view, default: []].insert(watch.watch)
  }

  /// Ends a node's watches along with it.
  mutating func endWatches(of node: Int) {
    for watch in (watches[node] ?? []).reversed() { end(watch.watch) }
  }

  /// Ends a watch that is in force.
  ///
  /// - Complexity: O(the node's watches), and O(1) for the last one.
  private mutating func end(_ number: Int) {
    guard let node = watchedNodes[number], node >= 0,
      let place = watches[node]?.lastIndex(where: { $0.watch == number }),
      let watch = watches[node]?.remove(at: place)
    else { return }
    if watches[node] == [] { watches[node] = nil }
    watchedNodes[number] = -1
    numbers[watch.view]?.remove(number)
    census.endWatch(thresholds: watch.rule.thresholds.count)
    ended.append(watch)
  }
}

/// One change to apply to a mirror of a trace's scene.
///
/// Applying changes in order keeps the mirror a tree: parents are added before children, removed
/// nodes have no children, and moves never create a cycle or nest too deeply.
enum TraceSceneChange: Equatable, Sendable {
  /// Adds a node. Its parent already exists.
  case add(TraceNode)
  /// Changes a node, possibly moving it to a new parent, which already exists.
  case set(TraceNode, old: TraceNode)
  /// Removes a node, which has no children left.
  case remove(Int)
}

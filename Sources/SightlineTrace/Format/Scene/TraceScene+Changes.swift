extension TraceScene {
  /// Adds the nodes of `node` lines.
  mutating func add(_ nodes: [(node: TraceNode, line: Int)]) throws(TraceError) {
    var line = nodes[0].line
    do throws(Problem) {
      for entry in nodes {
        line = entry.line
        try announce(entry.node, twice: .duplicateNode(entry.node.id))
      }
      if !tree.contains(TraceNode.rootID) { throw Problem.missingRoot }
      for entry in nodes {
        line = entry.line
        _ = try parent(of: entry.node.id)
      }
      for entry in nodes {
        line = entry.line
        try put(entry.node.id)
      }
    } catch {
      throw TraceError(file: file, line: line, problem: error)
    }
  }

  /// Applies one line of changes: additions, moves and changes, then removals.
  mutating func apply(_ delta: TraceDelta) throws(Problem) {
    for id in delta.remove { try dismiss(id) }
    for node in delta.add { try announce(node, twice: .listedTwice(node.id)) }
    var changing: [TraceNode] = []
    for patch in delta.set { changing.append(try patched(patch)) }
    if !tree.contains(TraceNode.rootID), !delta.add.isEmpty { throw .missingRoot }
    for node in delta.add { try put(node.id) }
    // Moves first, in an order that settles each parent before its children.
    for old in changing where !moved.isEmpty { try put(old.id) }
    for old in changing {
      guard let entry = tree[old.id], entry.mark == .changing else { continue }
      tree[old.id]?.mark = .settled
      if entry.node != old { changes.append(.set(id: old.id, new: entry.node, old: old)) }
    }
    try remove(delta.remove)
  }

  /// Marks a node for removal.
  private mutating func dismiss(_ id: Int) throws(Problem) {
    if id == TraceNode.rootID { throw .rootMoved }
    guard let mark = tree[id]?.mark else { throw .unknownNode(id, key: "rm") }
    if mark != .settled { throw .listedTwice(id) }
    tree[id]?.mark = .leaving
  }

  /// Adds a node to the tree, without a place yet.
  private mutating func announce(_ node: TraceNode, twice: Problem) throws(Problem) {
    if let known = tree[node.id] {
      throw known.mark == .settled ? .duplicateNode(node.id) : twice
    }
    if node.id == TraceNode.rootID {
      if node.parent != nil { throw .rootMoved }
    } else if node.parent == nil {
      throw .secondRoot(node.id)
    }
    try TraceCensus.check(tree.count, TraceLimits.elements, "nodes at once")
    if !tree.seen.contains(node.id) {
      try TraceCensus.check(tree.seen.count, TraceLimits.numbers, "different numbers of nodes")
    }
    tree.insert(node)
  }

  /// Updates a node's values, but not its place yet, and returns the old ones.
  private mutating func patched(_ patch: TraceNodePatch) throws(Problem) -> TraceNode {
    guard let entry = tree[patch.id] else { throw .unknownNode(patch.id, key: "set") }
    if entry.mark != .settled { throw .listedTwice(patch.id) }
    let (old, new) = (entry.node, patch.applied(to: entry.node))
    if new.parent != old.parent, patch.id == TraceNode.rootID { throw .rootMoved }
    let isMoving = new.parent != old.parent
    tree[patch.id]?.change(to: new, isMoving ? .moving : .changing)
    if isMoving { moved[patch.id] = old }
    return old
  }
}

extension TraceScene {
  private func isPlacing(_ id: Int) -> Bool {
    tree[id].map { $0.mark == .coming || $0.mark == .moving } ?? false
  }

  /// Returns the parent: the new one for an added or moved node, `nil` for the root.
  private func parent(of id: Int) throws(Problem) -> Int? {
    guard let entry = tree[id], isPlacing(id) else { return tree[id]?.parent }
    guard let parent = entry.node.parent else { return nil }
    guard let mark = tree[parent]?.mark, mark != .leaving else {
      throw .unknownNode(parent, key: "p")
    }
    return parent
  }

  /// Puts an added or moved node into place, after all its added or moved ancestors.
  private mutating func put(_ id: Int) throws(Problem) {
    guard isPlacing(id) else { return }
    var waiting: [(id: Int, level: Int)] = []
    var level = 0
    var current = id
    while true {
      if isPlacing(current) { waiting.append((current, level)) }
      guard let parent = try parent(of: current) else { break }
      level += 1
      if level > TraceScene.maximumDepth { throw try tooDeepOrCycle(id) }
      current = parent
    }
    for (current, distance) in waiting.reversed() {
      try put(current, depth: level - distance)
    }
  }

  /// Puts a node into place once its parent is in place.
  private mutating func put(_ id: Int, depth: Int) throws(Problem) {
    guard let entry = tree[id] else { return }
    let parent = try parent(of: id)
    if entry.mark == .moving {
      let room = TraceScene.maximumDepth - depth
      if tree.height(below: id, limit: room) > room {
        throw .tooDeep(id, limit: TraceScene.maximumDepth)
      }
      tree.unlink(id)
      let old = moved.removeValue(forKey: id) ?? entry.node
      changes.append(.set(id: id, new: entry.node, old: old))
    } else {
      changes.append(.add(entry.node))
    }
    if let parent { tree.link(id, under: parent) }
    tree[id]?.mark = .settled
  }

  /// Returns the problem of a node whose path to the root doesn't end.
  private func tooDeepOrCycle(_ id: Int) throws(Problem) -> Problem {
    var current = id
    for _ in 0..<tree.count {
      guard let parent = try parent(of: current) else {
        return .tooDeep(id, limit: TraceScene.maximumDepth)
      }
      current = parent
    }
    // After as many steps as there are nodes, the path must be a cycle.
    return .cycle(current)
  }

  /// Removes nodes, children first.
  private mutating func remove(_ leaving: [Int]) throws(Problem) {
    var ready = leaving.filter { tree[$0]?.children.isEmpty == true }
    var next = 0
    while next < ready.count {
      let id = ready[next]
      next += 1
      let parent = tree[id]?.parent
      tree.remove(id)
      endWatches(of: id)
      changes.append(.remove(id: id))
      if let parent, let entry = tree[parent], entry.mark == .leaving, entry.children.isEmpty {
        ready.append(parent)
      }
    }
    for id in leaving {
      let staying = tree[id]?.children.filter { tree[$0]?.mark != .leaving }
      if let child = staying?.min() { throw .childStays(id, child: child) }
    }
  }
}

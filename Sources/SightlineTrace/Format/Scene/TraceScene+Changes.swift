extension TraceScene {
  mutating func add(_ nodes: [(node: TraceNode, line: Int)]) throws(TraceError) {
    var line = nodes[0].line
    do throws(Problem) {
      var places: [Int] = []
      places.reserveCapacity(nodes.count)
      for entry in nodes {
        line = entry.line
        places.append(try announce(entry.node, twice: .duplicateNode(entry.node.id)))
      }
      if tree.place(of: TraceNode.rootID) == nil { throw Problem.missingRoot }
      for (place, entry) in zip(places, nodes) {
        line = entry.line
        _ = try parent(of: place)
      }
      for (place, entry) in zip(places, nodes) {
        line = entry.line
        try put(place)
      }
    } catch {
      throw TraceError(file: file, line: line, problem: error)
    }
  }

  /// Applies one line of changes: additions, moves and changes, then removals.
  mutating func apply(_ delta: TraceDelta) throws(Problem) {
    var leaving: [Int] = []
    for id in delta.remove { leaving.append(try dismiss(id)) }
    var placing: [Int] = []
    for node in delta.add {
      placing.append(try announce(node, twice: .listedTwice(node.id)))
    }
    var changing: [(place: Int, old: TraceNode)] = []
    for patch in delta.set { changing.append(try patched(patch)) }
    if tree.place(of: TraceNode.rootID) == nil, !placing.isEmpty { throw .missingRoot }
    for place in placing { try put(place) }
    // Moves first, in an order that settles each parent before its children.
    for (place, _) in changing where tree.slots[place].mark == .moving { try put(place) }
    for (place, old) in changing where tree.slots[place].mark == .changing {
      tree.slots[place].mark = .settled
      let new = tree.slots[place].node
      if new != old { changes.append(.set(new, old: old)) }
    }
    try remove(leaving)
  }

  private mutating func dismiss(_ id: Int) throws(Problem) -> Int {
    if id == TraceNode.rootID { throw .rootMoved }
    guard let place = tree.place(of: id) else { throw .unknownNode(id, key: "rm") }
    if tree.slots[place].mark != .settled { throw .listedTwice(id) }
    tree.slots[place].mark = .leaving
    return place
  }

  /// Assigns a slot to an added node, without a place in the tree yet.
  private mutating func announce(_ node: TraceNode, twice: Problem) throws(Problem) -> Int {
    if let place = tree.place(of: node.id) {
      throw tree.slots[place].mark == .settled ? .duplicateNode(node.id) : twice
    }
    if node.id == TraceNode.rootID {
      if node.parent != nil { throw .rootMoved }
    } else if node.parent == nil {
      throw .secondRoot(node.id)
    }
    try TraceCensus.check(tree.count, TraceLimits.elements, "nodes at once")
    if !tree.hasSeen(node.id) {
      try TraceCensus.check(tree.places.count, TraceLimits.numbers, "different numbers of nodes")
    }
    return tree.insert(node)
  }

  /// Updates a node's values, but not its place yet.
  private mutating func patched(
    _ patch: TraceNodePatch
  ) throws(Problem) -> (place: Int, old: TraceNode) {
    guard let place = tree.place(of: patch.id) else { throw .unknownNode(patch.id, key: "set") }
    if tree.slots[place].mark != .settled { throw .listedTwice(patch.id) }
    let old = tree.slots[place].node
    let new = patch.applied(to: old)
    if new.parent != old.parent, patch.id == TraceNode.rootID { throw .rootMoved }
    tree.slots[place].mark = new.parent == old.parent ? .changing : .moving
    tree.slots[place].node = new
    if new.parent != old.parent { moved[place] = old }
    return (place, old)
  }

  // MARK: Placing

  /// Returns the parent's place: the new parent for an added or moved node, `nil` for the root.
  private func parent(of place: Int) throws(Problem) -> Int? {
    let slot = tree.slots[place]
    guard slot.mark == .coming || slot.mark == .moving else {
      return slot.parent < 0 ? nil : slot.parent
    }
    guard let id = slot.node.parent else { return nil }
    guard let parent = tree.place(of: id), tree.slots[parent].mark != .leaving else {
      throw .unknownNode(id, key: "p")
    }
    return parent
  }

  /// Puts an added or moved node into place, after all its added or moved ancestors.
  private mutating func put(_ place: Int) throws(Problem) {
    guard tree.slots[place].mark == .coming || tree.slots[place].mark == .moving else { return }
    var waiting: [(place: Int, level: Int)] = []
    var level = 0
    var current = place
    while true {
      if tree.slots[current].mark == .coming || tree.slots[current].mark == .moving {
        waiting.append((current, level))
      }
      guard let parent = try parent(of: current) else { break }
      level += 1
      if level > TraceScene.maximumDepth { throw try tooDeepOrCycle(place) }
      current = parent
    }
    for (current, distance) in waiting.reversed() {
      try put(current, depth: level - distance)
    }
  }

  /// Puts a node into place once its parent is in place.
  private mutating func put(_ place: Int, depth: Int) throws(Problem) {
    let parent = try parent(of: place)
    let node = tree.slots[place].node
    if tree.slots[place].mark == .moving {
      let room = TraceScene.maximumDepth - depth
      if tree.height(below: place, limit: room) > room {
        throw .tooDeep(node.id, limit: TraceScene.maximumDepth)
      }
      tree.unlink(place)
      changes.append(.set(node, old: moved.removeValue(forKey: place) ?? node))
    } else {
      changes.append(.add(node))
    }
    if let parent { tree.link(place, under: parent) }
    tree.slots[place].mark = .settled
  }

  /// Returns the problem of a node whose path to the root doesn't end.
  private func tooDeepOrCycle(_ place: Int) throws(Problem) -> Problem {
    var current = place
    for _ in 0..<tree.slots.count {
      guard let parent = try parent(of: current) else {
        return .tooDeep(tree.slots[place].node.id, limit: TraceScene.maximumDepth)
      }
      current = parent
    }
    // After as many steps as there are nodes, the path must be a cycle.
    return .cycle(tree.slots[current].node.id)
  }

  private mutating func remove(_ leaving: [Int]) throws(Problem) {
    var ready = leaving.filter { tree.slots[$0].children.isEmpty }
    var next = 0
    while next < ready.count {
      let place = ready[next]
      next += 1
      let parent = tree.slots[place].parent
      let id = tree.slots[place].node.id
      tree.remove(place)
      endWatches(of: id)
      changes.append(.remove(id))
      if tree.slots[parent].mark == .leaving, tree.slots[parent].children.isEmpty {
        ready.append(parent)
      }
    }
    if ready.count == leaving.count { return }
    for place in leaving where tree.slots[place].mark == .leaving {
      let staying = tree.slots[place].children.filter { tree.slots[$0].mark != .leaving }
      if let child = staying.map({ tree.slots[$0].node.id }).min() {
        throw .childStays(tree.slots[place].node.id, child: child)
      }
    }
  }
}

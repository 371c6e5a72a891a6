extension TraceScene {
  /// Applies one line of changes in the order listed: additions, changes, removals.
  mutating func apply(_ delta: TraceDelta) throws(Problem) {
    for node in delta.add { try add(node) }
    for patch in delta.set { try set(patch) }
    for id in delta.remove { try remove(id) }
  }

  mutating func add(_ node: TraceNode) throws(Problem) {
    if tree.place(of: node.id) != nil { throw .duplicateNode(node.id) }
    if node.id == TraceNode.rootID {
      if node.parent != nil { throw .rootMoved }
    } else if node.parent == nil {
      throw .secondRoot(node.id)
    } else if tree.count == 0 {
      throw .missingRoot
    }
    try TraceCensus.check(tree.count, TraceLimits.elements, "nodes at once")
    if !tree.hasSeen(node.id) {
      try TraceCensus.check(tree.places.count, TraceLimits.numbers, "distinct node numbers")
    }
    tree.insert(node, under: try parent(of: node))
    changes.append(.add(node))
  }

  private mutating func set(_ patch: TraceNodePatch) throws(Problem) {
    guard let place = tree.place(of: patch.id) else { throw .unknownNode(patch.id, key: "set") }
    try change(place, to: patch.applied(to: tree.slots[place].node))
  }

  /// Moves a node to its parent.
  mutating func move(_ node: TraceNode) throws(Problem) {
    if let place = tree.place(of: node.id) { try change(place, to: node) }
  }

  private mutating func change(_ place: Int, to new: TraceNode) throws(Problem) {
    let old = tree.slots[place].node
    if new == old { return }
    if new.parent != old.parent {
      if new.id == TraceNode.rootID { throw .rootMoved }
      tree.move(place, under: try parent(of: new, from: place))
    }
    tree.slots[place].node = new
    changes.append(.set(new, old: old))
  }

  private mutating func remove(_ id: Int) throws(Problem) {
    if id == TraceNode.rootID { throw .rootMoved }
    guard let place = tree.place(of: id) else { throw .unknownNode(id, key: "rm") }
    if let child = tree.slots[place].children.map({ tree.slots[$0].node.id }).min() {
      throw .childStays(id, child: child)
    }
    tree.remove(place)
    endWatches(of: id)
    changes.append(.remove(id))
  }

  /// Returns the place of a node's parent, -1 for the root.
  ///
  /// - Parameter place: the place of a node that moves there with its subtree.
  private func parent(of node: TraceNode, from place: Int? = nil) throws(Problem) -> Int {
    guard let id = node.parent else { return -1 }
    guard let parent = tree.place(of: id) else { throw .unknownNode(id, key: "p") }
    var (room, current) = (TraceScene.maximumDepth, parent)
    while tree.slots[current].parent >= 0, current != place {
      room -= 1
      current = tree.slots[current].parent
    }
    if current == place { throw .cycle(node.id) }
    if room < 1 || place.map({ tree.height(below: $0, limit: room - 1) > room - 1 }) == true {
      throw .tooDeep(node.id, limit: TraceScene.maximumDepth)
    }
    return parent
  }
}

package import SightlineCore

// The nodes: containers of the scene for the ancestors of tracked views.
extension ViewMirror {
  /// The container that mirrors a view, which is added with its ancestors if it is not there yet.
  package func container(for view: ViewKey) -> ContainerID? {
    node(for: view).map { nodes[$0].container }
  }

  /// The container that mirrors a view, if one does.
  package func existingContainer(for view: ViewKey) -> ContainerID? {
    nodeOfView[view].map { nodes[$0].container }
  }

  /// The node whose content a view lies in; the window lies in itself.
  func homeNode(of view: ViewKey) -> Int? {
    view == root ? 0 : tree.parent(of: view).flatMap { node(for: $0) }
  }

  /// Walks down from the window along the view's ancestors: some may have been moved, or be others
  /// at the address of one that is gone.
  func node(for view: ViewKey) -> Int? {
    var path: [ViewKey] = []
    var current = view
    while current != root {
      path.append(current)
      // Deeper than a scene can be: not tracked.
      guard path.count < Self.greatestDepth, let parent = tree.parent(of: current) else {
        return nil
      }
      current = parent
    }
    var node = 0
    for view in path.reversed() {
      guard let known = nodeOfView[view] else {
        node = addNode(view, under: node)
        continue
      }
      if nodes[known].parent != node { move(node: known, under: node) }
      node = known
    }
    return node
  }

  /// One less than the scene's greatest nesting, for the target itself.
  private static var greatestDepth: Int { 500 }

  func move(node index: Int, under parent: Int) {
    unlink(node: index)
    let oldParent = nodes[index].parent
    if nodes[oldParent].isEmpty { emptied.append(oldParent) }
    nodes[index].parent = parent
    nodes[index].place = nodes[parent].children.count
    nodes[parent].children.append(index)
    nodes[index].isListed = false
    markDirty(index)
    noteFresh(~index, in: parent)
    tracker.engine.scene.move(nodes[index].container, to: nodes[parent].container)
  }

  private func unlink(node index: Int) {
    let (parent, place) = (nodes[index].parent, nodes[index].place)
    let last = nodes[parent].children.removeLast()
    if last != index {
      nodes[parent].children[place] = last
      nodes[last].place = place
    }
  }

  private func addNode(_ view: ViewKey, under parent: Int) -> Int {
    let reading =
      tree.read(view, in: surroundings(in: parent, as: .container))
      ?? ViewReading(frame: .zero)
    let container = tracker.engine.scene.add(reading.container, to: nodes[parent].container)
    var node = MirrorNode(parent: parent, container: container)
    node.reading = reading
    node.place = nodes[parent].children.count
    let index: Int
    if let free = freeNodes.popLast() {
      index = free
      nodes[index] = node
      viewOfNode[index] = view
    } else {
      index = nodes.count
      nodes.append(node)
      viewOfNode.append(view)
    }
    nodes[parent].children.append(index)
    markDirty(index)
    noteFresh(~index, in: parent)
    nodeOfView[view] = index
    setNode(index, of: container)
    return index
  }

  /// Takes out the nodes that hold nothing any more, and their ancestors for which that makes true
  /// the same.
  func removeEmptyNodes() {
    while var index = emptied.popLast() {
      while index != 0, nodes[index].parent >= 0, nodes[index].isEmpty,
        keptViews.isEmpty || !keptViews.contains(viewOfNode[index])
      {
        let node = nodes[index]
        nodeOfView[viewOfNode[index]] = nil
        tree.forget(viewOfNode[index])
        for cover in coversOfNode.removeValue(forKey: index) ?? [] {
          tracker.engine.scene.remove(cover.cover)
        }
        tracker.engine.scene.remove(node.container)
        unlink(node: index)
        nodes[index].parent = -1
        if node.viewportMargins != nil { viewportNodes.removeAll { $0 == index } }
        freeNodes.append(index)
        index = node.parent
      }
    }
  }

  func setNode(_ node: Int, of container: ContainerID) {
    while nodeOfContainer.count <= Int(container.index) { nodeOfContainer.append(-1) }
    nodeOfContainer[Int(container.index)] = Int32(truncatingIfNeeded: node)
  }

  // MARK: Viewports

  /// Has what lies within the margins of a viewport read, also where it is off screen.
  ///
  /// - Parameters:
  ///   - margins: the viewport's; those that shrink it do not count.
  ///   - container: the viewport's container.
  package func setViewport(_ margins: ViewportMargins, of container: ContainerID) {
    let node = Int(nodeOfContainer[Int(container.index)])
    if node != 0, nodes[node].viewportMargins == nil { viewportNodes.append(node) }
    nodes[node].viewportMargins = margins
  }
}

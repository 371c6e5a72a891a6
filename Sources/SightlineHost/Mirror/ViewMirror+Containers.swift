package import SightlineCore

// Nodes: the scene's containers for ancestors of tracked views.
extension ViewMirror {
  /// Returns the container that mirrors a view, adding it and its ancestors if necessary.
  package func container(for view: ViewKey) -> ContainerID? {
    node(for: view).map { nodes[$0].container }
  }

  /// Returns the container that mirrors a view, if it exists.
  package func existingContainer(for view: ViewKey) -> ContainerID? {
    nodeOfView[view].map { nodes[$0].container }
  }

  /// Returns the node whose content contains a view. The window contains itself.
  func homeNode(of view: ViewKey) -> Slot<MirrorNode>? {
    view == root ? rootNode : tree.parent(of: view).flatMap { node(for: $0) }
  }

  /// Returns the node of a view, adding it and its ancestors if necessary; `nil` if the view is not
  /// in the window, or is deeper than a scene can be.
  ///
  /// It walks down from the window along the view's ancestors, because some may have moved, or may
  /// be new views at the address of a freed one.
  func node(for view: ViewKey) -> Slot<MirrorNode>? {
    var path: [ViewKey] = []
    var current = view
    while current != root {
      path.append(current)
      guard path.count <= VisibilityScene.maximumDepth, let parent = tree.parent(of: current) else {
        return nil
      }
      current = parent
    }
    var node = rootNode
    for view in path.reversed() {
      if let known = nodeOfView[view] {
        if nodes[known].parent != node { move(known, under: node) }
        node = known
      } else {
        node = addNode(view, under: node)
      }
    }
    return node
  }

  private func addNode(_ view: ViewKey, under parent: Slot<MirrorNode>) -> Slot<MirrorNode> {
    let reading =
      tree.read(view, in: surroundings(in: parent, as: .container)) ?? ViewReading(frame: .zero)
    let container = tracker.engine.add(reading.container, to: nodes[parent].container)
    let node = nodes.insert(MirrorNode(view, in: parent, reading, container))
    link(node, to: parent)
    nodeOfView[view] = node
    setNode(node, of: container)
    return node
  }

  private func move(_ node: Slot<MirrorNode>, under parent: Slot<MirrorNode>) {
    unlink(node)
    let oldParent = nodes[node].parent
    if nodes[oldParent].isEmpty { emptied.append(oldParent) }
    nodes[node].parent = parent
    nodes[node].isListed = false
    link(node, to: parent)
    tracker.engine.move(nodes[node].container, to: nodes[parent].container)
  }

  private func link(_ node: Slot<MirrorNode>, to parent: Slot<MirrorNode>) {
    nodes[node].position = nodes[parent].children.count
    nodes[parent].children.append(node)
    markDirty(node)
    noteFresh(.node(node), in: parent)
  }

  private func unlink(_ node: Slot<MirrorNode>) {
    let (parent, position) = (nodes[node].parent, nodes[node].position)
    let last = nodes[parent].children.removeLast()
    if last != node {
      nodes[parent].children[position] = last
      nodes[last].position = position
    }
  }

  /// Removes empty nodes, and ancestors that become empty as a result.
  func removeEmptyNodes() {
    while var node = emptied.popLast() {
      while nodes[node].parent != .none, nodes[node].isEmpty,
        keptViews.isEmpty || !keptViews.contains(nodes[node].view)
      {
        let parent = nodes[node].parent
        nodeOfView[nodes[node].view] = nil
        tree.forget(nodes[node].view)
        for cover in nodes[node].covers { tracker.engine.remove(cover.cover) }
        tracker.engine.remove(nodes[node].container)
        if nodes[node].viewportMargins != nil { viewportNodes.removeAll { $0 == node } }
        unlink(node)
        nodes[node].parent = .none
        nodes.release(node)
        node = parent
      }
    }
  }

  func setNode(_ node: Slot<MirrorNode>, of container: ContainerID) {
    while nodeOfContainer.count <= Int(container.index) { nodeOfContainer.append(.none) }
    nodeOfContainer[Int(container.index)] = node
  }

  /// Makes frames read everything within a viewport's margins, even off screen.
  ///
  /// - Parameters:
  ///   - margins: the viewport's margins; negative ones are ignored.
  ///   - container: the viewport's container.
  package func setViewport(_ margins: ViewportMargins, of container: ContainerID) {
    let node = nodeOfContainer[Int(container.index)]
    if node != rootNode, nodes[node].viewportMargins == nil {
      viewportNodes.append(node)
      hasViewports = true
    }
    nodes[node].viewportMargins = margins
  }
}

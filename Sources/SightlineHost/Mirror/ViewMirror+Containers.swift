package import SightlineCore

// Nodes: the scene's containers for ancestors of tracked views.
extension ViewMirror {
  /// Returns the container that mirrors a view, adding it and its ancestors if necessary.
  package func container(for view: ViewKey) -> ContainerID? {
    node(for: view).map { table[$0].container }
  }

  /// Returns the container that mirrors a view, if it exists.
  package func existingContainer(for view: ViewKey) -> ContainerID? {
    table.node(of: view).map { table[$0].container }
  }

  /// Returns the node whose content contains a view. The window contains itself.
  func homeNode(of view: ViewKey) -> Slot<MirrorNode>? {
    view == root ? table.root : tree.parent(of: view).flatMap { node(for: $0) }
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
    var node = table.root
    for view in path.reversed() {
      if let known = table.node(of: view) {
        if table[known].parent != node { move(known, under: node) }
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
    let container = tracker.engine.add(reading.container, to: table[parent].container)
    let node = table.insert(MirrorNode(view, in: parent, reading, container))
    strategy.added(.node(node), to: parent, in: self)
    return node
  }

  private func move(_ node: Slot<MirrorNode>, under parent: Slot<MirrorNode>) {
    table.move(node, under: parent)
    strategy.added(.node(node), to: parent, in: self)
    tracker.engine.move(table[node].container, to: table[parent].container)
  }

  /// Removes empty nodes, and ancestors that become empty as a result.
  func removeEmptyNodes() {
    while let node = table.popEmptyNode(except: keptViews) {
      tree.forget(table[node].view)
      for cover in table[node].covers { tracker.engine.remove(cover.cover) }
      tracker.engine.remove(table[node].container)
      if table[node].viewportMargins != nil { viewportNodes.removeAll { $0 == node } }
      table.remove(node)
    }
  }

  /// Makes frames read everything within a viewport's margins, even off screen.
  ///
  /// - Parameters:
  ///   - margins: the viewport's margins; negative ones are ignored.
  ///   - container: the viewport's container.
  package func setViewport(_ margins: ViewportMargins, of container: ContainerID) {
    let node = table.node(ofContainerAt: container.index)
    if node != table.root, table[node].viewportMargins == nil {
      viewportNodes.append(node)
      hasViewports = true
    }
    table[node].viewportMargins = margins
  }
}

package import SightlineCore

// Nodes: the scene's containers for ancestors of observed views.
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
    if view == root { return table.root }
    guard let parent = tree.parent(of: view) else { return nil }
    return node(for: parent)
  }

  /// Returns the node of a view, adding it and its ancestors if necessary; `nil` if the view is not
  /// in the window, or is deeper than a scene can be.
  ///
  /// It checks all of the view's ancestors, because some may have moved, or may be new views at the
  /// address of a freed one.
  func node(for view: ViewKey, depth: Int = 0) -> Slot<MirrorNode>? {
    if view == root { return table.root }
    guard depth < VisibilityScene.maximumDepth, let above = tree.parent(of: view),
      let parent = node(for: above, depth: depth + 1)
    else { return nil }
    guard let known = table.node(of: view) else { return addNode(view, under: parent) }
    if table[known].parent != parent { move(known, under: parent) }
    return known
  }

  // Not inlined, to keep the frames of the recursion small.
  @inline(never)
  private func addNode(_ view: ViewKey, under parent: Slot<MirrorNode>) -> Slot<MirrorNode> {
    let reading =
      tree.read(view, in: table.surroundings(in: parent, as: .container))
      ?? ViewReading(frame: .zero)
    let container = window.engine.add(reading.container, to: table[parent].container)
    let node = table.insert(MirrorNode(view, in: parent, reading, container))
    added(.node(node), to: parent)
    return node
  }

  @inline(never)
  private func move(_ node: Slot<MirrorNode>, under parent: Slot<MirrorNode>) {
    table.move(node, under: parent)
    added(.node(node), to: parent)
    window.engine.edit(.move(table[node].container, to: table[parent].container))
  }

  /// Removes empty nodes, and ancestors that become empty as a result.
  func removeEmptyNodes() {
    while let node = table.popEmptyNode(except: keptViews) {
      tree.forget(table[node].view)
      for cover in table[node].covers { window.engine.edit(.remove(cover.cover)) }
      window.engine.edit(.remove(table[node].container))
      if table[node].viewportMargins != nil {
        viewportNodes.removeAll { $0 == node }
        hasStrayViewports = true
      }
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

package import SightlineCore

/// Mirrors a window's views into a tracker's scene: each tracked view as a target, each of its
/// ancestors as a container, what lies over them as covers.
///
/// ``synchronize()`` reads what may have changed. It walks down from the window and goes on only
/// where something can have changed: into a container with many children only if the toolkit cannot
/// rule it out (``ViewTree/contentsMayDiffer(in:)``), and not into one that clips and is off screen,
/// which can show nothing whatever it holds. So a frame that only scrolls costs the depth of the
/// tree, not the number of views.
///
/// Invariants:
/// 1. The parent of a node is the node of the view's parent; the root's node is the window.
/// 2. A node other than the root's holds at least one node or target, or is kept, or goes with the next
///    ``synchronize()``: rows that are recycled keep theirs.
/// 3. What a node's reading says is what the scene holds, but in clipped containers off screen.
@MainActor
package final class ViewMirror {
  package let tree: any ViewTree
  package let tracker: VisibilityTracker
  package let root: ViewKey
  /// How many views were read by the last ``synchronize()``.
  package internal(set) var readCount = 0

  var nodes: ContiguousArray<MirrorNode> = []
  var viewOfNode: ContiguousArray<ViewKey> = []
  var freeNodes: [Int] = []
  var nodeOfView: [ViewKey: Int] = [:]
  var leaves: ContiguousArray<MirrorLeaf> = []
  var viewOfLeaf: ContiguousArray<ViewKey> = []
  /// What lies over others, by the node it lies in.
  var coversOfNode: [Int: [MirrorCover]] = [:]
  var freeLeaves: [Int] = []
  var leafOfTarget: [TargetID: Int] = [:]
  /// Views whose nodes stay even if they hold nothing: see ``keepContainers(for:)``.
  var keptViews: Set<ViewKey> = []
  /// Nodes that may have become empty.
  var emptied: [Int] = []
  private var pending: [(node: Int, showing: Showing)] = []
  /// Whether containers that are off screen are read too: needed where a viewport's margins reach
  /// beyond the window.
  package var readsOffScreen = false

  /// Below this many children a container's children are read without asking whether they may have
  /// changed: asking costs about as much as reading this many.
  static var childrenWorthAsking: Int { 8 }

  /// Creates the mirror of a window whose container is the scene's root.
  package init(root: ViewKey, tree: any ViewTree, tracker: VisibilityTracker) {
    self.root = root
    self.tree = tree
    self.tracker = tracker
    let container = tracker.engine.scene.root
    var node = MirrorNode(parent: -1, container: container)
    let values = tracker.engine.scene.container(container)
    node.reading = ViewReading(
      frame: values.frame, clip: values.clip, appearance: values.appearance)
    nodes.append(node)
    viewOfNode.append(root)
    nodeOfView[root] = 0
  }

  // MARK: Targets

  /// Adds a view's target, with containers for those of its ancestors that have none yet.
  ///
  /// - Returns: the target, or `nil` if the view is not inside the window.
  package func add(_ view: ViewKey) -> TargetID? {
    guard let node = homeNode(of: view) else { return nil }
    // Until the next frame has laid it out it is not there.
    let reading = ViewReading(frame: .zero, appearance: SceneAppearance(isHidden: true))
    let target = tracker.engine.scene.add(
      SceneTarget(frame: reading.area, appearance: reading.appearance), to: nodes[node].container)
    let leaf = MirrorLeaf(
      node: node, place: nodes[node].targets.count, target: target, reading: reading)
    let index: Int
    if let free = freeLeaves.popLast() {
      index = free
      leaves[index] = leaf
      viewOfLeaf[index] = view
    } else {
      index = leaves.count
      leaves.append(leaf)
      viewOfLeaf.append(view)
    }
    nodes[node].targets.append(index)
    markDirty(node)
    leafOfTarget[target] = index
    tracker.requestPass()
    return target
  }

  /// Forgets a target that was removed from the scene.
  package func forget(_ target: TargetID) {
    guard let index = leafOfTarget.removeValue(forKey: target) else { return }
    detach(leaf: index)
    freeLeaves.append(index)
  }

  /// Lets a target go on with another view that shows the same item: a row that was recycled.
  ///
  /// - Returns: false if that view is not inside the window; the target is as it was then.
  package func move(_ target: TargetID, to view: ViewKey) -> Bool {
    guard let index = leafOfTarget[target], let node = homeNode(of: view) else { return false }
    let oldNode = leaves[index].node
    detach(leaf: index)
    viewOfLeaf[index] = view
    leaves[index].node = node
    leaves[index].place = nodes[node].targets.count
    nodes[node].targets.append(index)
    markDirty(node)
    if oldNode != node { tracker.engine.scene.move(target, to: nodes[node].container) }
    read(leaf: index, mustRead: true)
    tracker.requestPass()
    return true
  }

  private func detach(leaf index: Int) {
    let (node, place) = (leaves[index].node, leaves[index].place)
    let last = nodes[node].targets.removeLast()
    if last != index {
      nodes[node].targets[place] = last
      leaves[last].place = place
    }
    if nodes[node].isEmpty { emptied.append(node) }
  }

  // MARK: Containers

  /// The container that mirrors a view, which is added with its ancestors if it is not there yet.
  package func container(for view: ViewKey) -> ContainerID? {
    node(for: view).map { nodes[$0].container }
  }

  /// The container that mirrors a view, if one does.
  package func existingContainer(for view: ViewKey) -> ContainerID? {
    nodeOfView[view].map { nodes[$0].container }
  }

  /// The node whose content a view lies in; the window lies in itself.
  private func homeNode(of view: ViewKey) -> Int? {
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

  private func move(node index: Int, under parent: Int) {
    unlink(node: index)
    let oldParent = nodes[index].parent
    if nodes[oldParent].isEmpty { emptied.append(oldParent) }
    nodes[index].parent = parent
    nodes[index].place = nodes[parent].children.count
    nodes[parent].children.append(index)
    nodes[index].isListed = false
    markDirty(index)
    markDirty(parent)
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
    markDirty(parent)
    nodeOfView[view] = index
    return index
  }

  /// Takes out the nodes that hold nothing any more, and their ancestors for which that makes true
  /// the same.
  private func removeEmptyNodes() {
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
        freeNodes.append(index)
        index = node.parent
      }
    }
  }

  // MARK: Reading

  /// Reads what may have changed into the scene.
  ///
  /// - Complexity: O(containers on the way to what may have changed, and what may have changed).
  package func synchronize() {
    removeEmptyNodes()
    readCount = 0
    let surroundings = Surroundings(as: .container)
    if !tree.isUnchanged(root, since: nodes[0].reading, in: surroundings),
      let reading = tree.read(root, in: surroundings)
    {
      take(reading, forNode: 0)
    }
    let showing = readsOffScreen ? .everything : Showing.everything.inside(nodes[0].reading)
    pending.append((0, showing))
    while let (index, showing) = pending.popLast() { synchronizeContents(of: index, showing) }
  }

  /// Has the next ``synchronize()`` read everything, whatever the toolkit says.
  package func readEverything() {
    for index in nodes.indices { nodes[index].isDirty = true }
  }

  private func synchronizeContents(of index: Int, _ showing: Showing) {
    let count = nodes[index].children.count + nodes[index].targets.count
    if count >= Self.childrenWorthAsking {
      // Asked in any case: the answer is about the time since it was last asked.
      let mayDiffer = tree.contentsMayDiffer(in: viewOfNode[index])
      if !mayDiffer && !nodes[index].isDirty {
        visitUnread(in: index, showing)
        return
      }
    }
    let wasOrdered = nodes[index].hasCovers
    if nodes[index].isDirty || nodes[index].hasCovers || nodes[index].reading.mayHoldCovers {
      synchronizeCovers(of: index)
    }
    // The order among siblings is not part of the cheap question.
    let mustRead = nodes[index].isDirty || wasOrdered || nodes[index].hasCovers
    nodes[index].isDirty = false
    _ = takeUnread(of: index)
    for position in 0..<nodes[index].targets.count {
      read(leaf: nodes[index].targets[position], mustRead: mustRead)
    }
    let surroundings = surroundings(in: index, as: .container)
    for position in 0..<nodes[index].children.count {
      let child = nodes[index].children[position]
      readCount += 1
      if mustRead
        || !tree.isUnchanged(viewOfNode[child], since: nodes[child].reading, in: surroundings),
        let reading = tree.read(viewOfNode[child], in: surroundings)
      {
        take(reading, forNode: child)
      }
      let inside = readsOffScreen ? .everything : showing.inside(nodes[child].reading)
      if case .nothing = inside {
        // What happens in it goes unseen, by the toolkit's question too: read it when it shows.
        markDirty(child)
      } else {
        pending.append((child, inside))
      }
    }
  }

  /// Goes on where something that was left unread may show now: the view has not changed, but what
  /// clips it may have moved. No view is read here.
  private func visitUnread(in index: Int, _ showing: Showing) {
    for child in takeUnread(of: index) where nodes[child].parent == index {
      let inside = readsOffScreen ? .everything : showing.inside(nodes[child].reading)
      if case .nothing = inside {
        noteUnread(child)
      } else {
        pending.append((child, inside))
      }
    }
  }

  private func takeUnread(of index: Int) -> ContiguousArray<Int> {
    if nodes[index].unread.isEmpty { return [] }
    let unread = nodes[index].unread
    nodes[index].unread = []
    for child in unread { nodes[child].isListed = false }
    return unread
  }

  /// Has a node visited by the next ``synchronize()`` in which it can show, whatever is above it.
  private func noteUnread(_ index: Int) {
    var index = index
    while nodes[index].parent >= 0, !nodes[index].isListed {
      nodes[index].isListed = true
      nodes[nodes[index].parent].unread.append(index)
      index = nodes[index].parent
    }
  }

  /// Has the views in a node read by the next ``synchronize()``, whatever the toolkit says.
  private func markDirty(_ index: Int) {
    nodes[index].isDirty = true
    noteUnread(index)
  }

  private func read(leaf index: Int, mustRead: Bool) {
    readCount += 1
    let surroundings = surroundings(in: leaves[index].node, as: .target)
    if !mustRead,
      tree.isUnchanged(viewOfLeaf[index], since: leaves[index].reading, in: surroundings)
    {
      return
    }
    let old = leaves[index].reading
    guard let reading = tree.read(viewOfLeaf[index], in: surroundings), reading != old else {
      return
    }
    leaves[index].reading = reading
    let target = leaves[index].target
    if reading.area != old.area { tracker.engine.scene.setFrame(reading.area, of: target) }
    if reading.appearance != old.appearance {
      tracker.engine.scene.setAppearance(reading.appearance, of: target)
    }
  }

  func surroundings(in node: Int, as role: Surroundings.Role) -> Surroundings {
    Surroundings(
      offset: nodes[node].reading.contentOffset, isOrdered: nodes[node].hasCovers,
      as: role)
  }

  private func take(_ reading: ViewReading, forNode index: Int) {
    let old = nodes[index].reading
    if reading == old { return }
    nodes[index].reading = reading
    if reading.differsOnlyInOffset(from: old) {
      tracker.engine.scene.setContentOffset(reading.contentOffset, of: nodes[index].container)
    } else {
      tracker.engine.scene.set(reading.container, for: nodes[index].container)
    }
  }
}

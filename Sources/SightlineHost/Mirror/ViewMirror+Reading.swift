internal import SightlineCore

// Reading from the toolkit into the scene.
extension ViewMirror {
  /// Reads possible changes into the scene.
  ///
  /// - Parameter share: the fraction of the hidden containers to read; `nil` for every view, even
  ///   one that cannot show. Without meaning if the toolkit reports changes.
  /// - Complexity: O(containers on the way to possible changes, and possible changes).
  package func synchronize(sweeping share: Double? = 0) {
    removeEmptyNodes()
    frame.readCount = 0
    frame.hasChanged = false
    reader.begin()
    readRoot()
    walk()
    reader.sweep(share, in: self)
    // Strays move to their new place and must be read there.
    while settleStrays() {
      settleViewports()
      walk()
      if share == nil { reader.sweep(nil, in: self) }
    }
    removeEmptyNodes()
  }

  private func readRoot() {
    let (surroundings, old) = (ViewSurroundings(as: .container), table[table.root].reading)
    if reportsChanges, !table[table.root].isDirty {
      // The window contains itself.
      if case .changed(let reading) = tree.change(of: root, in: root, since: old, surroundings) {
        _ = take(reading, for: table.root)
      }
    } else if let reading = tree.read(root, in: surroundings), reading != old {
      _ = take(reading, for: table.root)
    }
  }

  /// Makes the next ``synchronize(sweeping:)`` read everything that can show, even if the toolkit
  /// reports no change.
  package func readEverything() {
    for place in 0..<table.nodeSlotCount { table[Slot(place)].isDirty = true }
  }

  /// Visits everything that can show, and what has just left the screen.
  private func walk() {
    for node in viewportNodes {
      // It is visited even if its parent, which reads it, is not.
      read(node, inFull: table[node].isDirty)
      _ = start(at: node, from: .everything)
    }
    frame.pending.append((table.root, Showing.everything.inside(table[table.root])))
    while let (node, showing) = frame.pending.popLast() {
      reader.visit(node, showing, in: self)
    }
    reader.readLeaving(in: self)
  }

  private func start(at node: Slot<MirrorNode>, from showing: Showing) -> Bool {
    let inside = showing.inside(table[node])
    if inside.isNothing { return false }
    frame.pending.append((node, inside))
    return true
  }

  /// Makes the walk visit a node if it can show.
  ///
  /// - Parameter showing: the part of its parent's content that can show.
  /// - Returns: whether it can show.
  func enter(_ node: Slot<MirrorNode>, from showing: Showing) -> Bool {
    // The walk starts at viewports.
    if table[node].viewportMargins != nil { return !showing.inside(table[node]).isNothing }
    return start(at: node, from: showing)
  }

  /// Handles a child that was added to a node, or moved there.
  func added(_ child: MirrorChild, to node: Slot<MirrorNode>) {
    reader.added(child, to: node, in: self)
  }

  // MARK: Held views

  /// Keeps the readings of views and their contents until a later call omits the views. During a
  /// transition under a finger, the toolkit reports its final positions and not those on screen.
  /// Only for toolkits that do not report changes.
  package func hold(_ views: [ViewKey]) {
    if !heldViews.isEmpty || !views.isEmpty { heldViews = Set(views) }
  }

  /// Whether a node's view or one of its ancestors is held.
  func isHeld(_ node: Slot<MirrorNode>) -> Bool {
    if heldViews.isEmpty { return false }
    var node = node
    while node != .none {
      if heldViews.contains(table[node].view) { return true }
      node = table[node].parent
    }
    return false
  }

  /// Records a view that has another parent, even if its reading is held. The parent of a held view
  /// itself belongs to the transition and is ignored.
  ///
  /// - Returns: whether the view has another parent.
  private func noteIfElsewhere(
    _ child: MirrorChild, _ view: ViewKey, in parent: Slot<MirrorNode>
  ) -> Bool {
    if heldViews.contains(view) || tree.parent(of: view) == table[parent].view { return false }
    frame.strays.append(child)
    return true
  }

  // MARK: One view

  /// Reads a observed view.
  ///
  /// - Parameter inFull: whether to read it even if the toolkit sees no change; ignored if the
  ///   toolkit does not report changes.
  /// - Returns: whether it moved.
  @discardableResult
  func read(_ leaf: Slot<MirrorLeaf>, inFull: Bool = true) -> Bool {
    let (view, node) = (table[leaf].view, table[leaf].node)
    if !heldViews.isEmpty, heldViews.contains(view) || isHeld(node) {
      return noteIfElsewhere(.leaf(leaf), view, in: node)
    }
    let old = table.reading(of: leaf)
    switch change(of: view, in: node, since: old, as: .target, inFull) {
    case .unchanged: return false
    case .changed(let reading): return take(reading, after: old, for: leaf)
    case .elsewhere:
      frame.strays.append(.leaf(leaf))
      return true
    }
  }

  /// Reads an ancestor of observed views, in the same way.
  @discardableResult
  func read(_ node: Slot<MirrorNode>, inFull: Bool = true) -> Bool {
    let (view, parent) = (table[node].view, table[node].parent)
    if isHeld(node) { return noteIfElsewhere(.node(node), view, in: parent) }
    switch change(of: view, in: parent, since: table[node].reading, as: .container, inFull) {
    case .unchanged: return false
    case .changed(let reading): return take(reading, for: node)
    case .elsewhere:
      frame.strays.append(.node(node))
      return true
    }
  }

  private func change(
    of view: ViewKey, in node: Slot<MirrorNode>, since old: ViewReading,
    as role: ViewSurroundings.Role, _ inFull: Bool
  ) -> ViewChange {
    frame.readCount += 1
    let (parent, surroundings) = (table[node].view, table.surroundings(in: node, as: role))
    // The window contains itself and has no parent to check.
    if view == root || inFull && reportsChanges {
      guard let now = tree.read(view, in: surroundings), now != old else { return .unchanged }
      return .changed(now)
    }
    return tree.change(of: view, in: parent, since: old, surroundings)
  }

  /// - Returns: whether it moved.
  private func take(
    _ reading: ViewReading, after old: ViewReading, for leaf: Slot<MirrorLeaf>
  ) -> Bool {
    frame.hasChanged = true
    table.setReading(reading, of: leaf)
    let target = table[leaf].target
    let hasMoved = reading.area != old.area
    if hasMoved { window.engine.edit(.frame(reading.area, of: target)) }
    if reading.appearance != old.appearance {
      var appearance = reading.appearance
      appearance.countsDwell = window.engine.appearance(of: target).countsDwell
      window.engine.edit(.appearance(appearance, of: target))
    }
    return hasMoved
  }

  /// - Returns: whether it moved.
  private func take(_ reading: ViewReading, for node: Slot<MirrorNode>) -> Bool {
    let old = table[node].reading
    frame.hasChanged = true
    table[node].reading = reading
    // A new size or number of children means the contents were laid out again.
    if !reportsChanges, reading.frame.size != old.frame.size || reading.stamp != old.stamp {
      table[node].isDirty = true
    }
    let id = table[node].container
    let source = reading.contentOffset == old.contentOffset ? nil : scrollSource(of: node)
    if reading.differsOnlyInOffset(from: old) {
      window.engine.edit(.scroll(id, to: reading.contentOffset, by: source))
    } else {
      var container = reading.container
      container.scrollSource = source ?? window.engine.scene.container(id).scrollSource
      window.engine.edit(.container(container, for: id))
    }
    return reading.frame != old.frame
  }

  /// The source of a new content offset. The end of the reader's scroll may come in the same frame
  /// as its last movement.
  private func scrollSource(of node: Slot<MirrorNode>) -> SceneContainer.ScrollSource {
    let (pass, last) = (window.passCount, table[node].scrolledPass)
    let isByReader = tree.isScrolledByReader(table[node].view)
    if isByReader {
      table[node].scrolledPass = pass
      frame.isScrolled = true
    }
    return isByReader || last >= 0 && last == pass - 1 ? .reader : .app
  }
}

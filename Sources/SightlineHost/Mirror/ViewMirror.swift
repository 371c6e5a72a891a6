package import SightlineCore

/// Mirrors a window's views into the scene of its engine: each observed view as a target, each of
/// its ancestors as a container, and the views over them as covers.
///
/// ``synchronize(sweeping:)`` reads possible changes. It walks down from the window and skips
/// containers that cannot show. A frame that only scrolls costs the depth of the tree and the views
/// on screen, not the number of views.
///
/// - ``MirrorTable`` holds the containers and targets.
/// - ``ViewReader`` chooses the views that a frame reads.
/// - `frame` is the working data of one call.
///
/// Invariants:
/// 1. The parent of a node is the node of the view's parent; the root's node is the window.
/// 2. A node other than the root's holds at least one node or target, is kept, or is removed by the
///    next ``synchronize(sweeping:)``, so recycled rows keep their nodes.
/// 3. A node's reading equals the scene's values, except in clipped containers off screen and, if
///    the toolkit does not report changes, for children off screen until the mirror is settled.
@MainActor
package final class ViewMirror {
  package let tree: any ViewTree
  /// The window, which owns this mirror. Unsafe, because a frame uses it for every view it reads.
  unowned(unsafe) let window: MirroredWindow
  package let root: ViewKey
  let reader: any ViewReader
  /// Whether the toolkit reports changes.
  let reportsChanges: Bool
  let table: MirrorTable
  var frame = Frame()
  /// Views whose nodes are kept even when empty; see ``keepContainers(for:)``.
  var keptViews: Set<ViewKey> = []
  /// Views whose readings are held; see ``hold(_:)``.
  var heldViews: Set<ViewKey> = []
  /// Targets that may not be observed any more.
  var unwatched: [TargetID] = []
  /// Nodes that are viewports, except the window.
  var viewportNodes: [Slot<MirrorNode>] = []
  /// Whether the engine has viewports of views that have left the window.
  var hasStrayViewports = false
  /// Returns the viewport to measure a view against; the window if `nil`. Called when the view is
  /// placed and when it may have got another viewport.
  package var viewport: (@MainActor (ViewKey) -> ViewportID?)?
  /// Whether a view may have a viewport other than the window, so its viewport must be checked
  /// after a move. Never becomes false again.
  package var hasViewports = false

  /// The working data of one ``synchronize(sweeping:)``. The lists keep their capacity.
  struct Frame {
    var readCount = 0
    var hasChanged = false
    /// Whether the reader has scrolled.
    var isScrolled = false
    /// The nodes whose contents have yet to be visited.
    var pending: [(node: Slot<MirrorNode>, showing: Showing)] = []
    /// Views found under another parent.
    var strays: [MirrorChild] = []
    /// Views that were found under another parent and followed.
    var followed: [MirrorChild] = []
    /// The targets of views that have left the window.
    var lost: [TargetID] = []
  }

  /// Creates the mirror of a window whose container is the scene's root.
  init(root: ViewKey, tree: any ViewTree, window: MirroredWindow) {
    self.root = root
    self.tree = tree
    self.window = window
    reportsChanges = tree.reportsChanges
    reader = reportsChanges ? NotifiedReader() : PollingReader()
    let container = window.engine.scene.root
    let values = window.engine.scene.container(container)
    table = MirrorTable(
      root: MirrorNode(
        root, in: .none,
        ViewReading(frame: values.frame, clip: values.clip, appearance: values.appearance),
        container))
  }

  /// The number of views that the last ``synchronize(sweeping:)`` read.
  package var readCount: Int { frame.readCount }
  /// Whether the last ``synchronize(sweeping:)`` found a view that differed from its previous
  /// reading.
  package var hasChanged: Bool { frame.hasChanged }
  /// Whether everything has been read since the last possible change.
  package var isSettled: Bool { reader.isSettled }

  /// Whether a container that was visible last time still awaits layout. Always false if the
  /// toolkit reports changes.
  package var isLayoutPending: Bool { reader.isLayoutPending(in: self) }

  // MARK: Targets

  /// The number of targets.
  package var leafCount: Int { table.leafCount }

  /// The targets, in no particular order.
  package var targets: some Sequence<TargetID> {
    table.liveLeaves.lazy.map { self.table[$0].target }
  }

  /// The targets with their views, in no particular order.
  var observedViews: some Sequence<(target: TargetID, view: ViewKey)> {
    table.liveLeaves.lazy.map { (self.table[$0].target, self.table[$0].view) }
  }

  /// Adds a view's target, and containers for ancestors that have none yet.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - slot: notified if the view is found to have left the window.
  /// - Returns: the target, or `nil` if the view is not inside the window.
  package func add(_ view: ViewKey, for slot: ViewSlot? = nil) -> TargetID? {
    guard let node = homeNode(of: view) else { return nil }
    // The view stays hidden until the next frame has laid it out. An infinite frame means that a
    // view that turns out to be plain never needs details. Where changes are reported, the window
    // may be recorded, and a trace holds no infinite frames.
    let reading =
      reportsChanges
      ? ViewReading(frame: .zero, appearance: SceneAppearance(isHidden: true)) : .unmeasurable
    let target = window.engine.add(
      SceneTarget(frame: reading.area, appearance: reading.appearance), to: table[node].container)
    let leaf = table.insert(MirrorLeaf(view, in: node, target, for: slot), reading)
    added(.leaf(leaf), to: node)
    window.requestPass()
    return target
  }

  /// Adds a view's target and places a observed view at it.
  ///
  /// - Returns: false if the view is not inside the window.
  func place(_ slot: ViewSlot, at view: ViewKey) -> Bool {
    guard let target = add(view, for: slot) else { return false }
    slot.place(
      at: ViewSlot.Place(window: window, target: target, in: viewport?(view)))
    return true
  }

  /// Returns the observed views whose last registration has been cancelled since the last call.
  func takeUnobserved() -> [ViewSlot] {
    defer { unwatched.removeAll(keepingCapacity: true) }
    return unwatched.compactMap { target in
      guard let slot = table.leaf(of: target).flatMap({ table[$0].slot }),
        slot.isRemovedWhenUnobserved, !slot.isObserved, slot.place?.target == target
      else { return nil }
      return slot
    }
  }

  /// Returns whether a placed view's viewport has changed.
  func isInAnotherViewport(_ slot: ViewSlot, at view: ViewKey) -> Bool {
    slot.isInAnotherViewport(than: viewport?(view))
  }

  /// Forgets a target that has been removed from the scene.
  package func forget(_ target: TargetID) {
    if let leaf = table.leaf(of: target) { table.remove(leaf) }
  }

  /// Moves a target to another view that shows the same item, such as a recycled row.
  ///
  /// - Returns: false if that view is not inside the window, in which case the target is unchanged.
  package func move(_ target: TargetID, to view: ViewKey) -> Bool {
    guard let leaf = table.leaf(of: target), let node = homeNode(of: view) else { return false }
    let oldNode = table[leaf].node
    table.move(leaf, to: view, in: node)
    added(.leaf(leaf), to: node)
    if oldNode != node { window.engine.edit(.move(target, to: table[node].container)) }
    read(leaf)
    window.requestPass()
    return true
  }
}

import SightlineCore

/// Combines edits into the fewest lines that preserve their meaning.
///
/// A `d` line adds nodes, then changes and removes them. Edits are collected on one line until one
/// would break that order, which starts a new line. Watches and viewports of nodes on the line come
/// after it.
struct EditLines {
  /// The live nodes, as last written.
  private var nodes: [Int: TraceNode] = [:]
  /// The written viewports by number, and the numbers of watches in them.
  private var views: [Int: VisibilityViewport] = [:]
  private var watches: Set<Int> = []
  private var lines: [any TraceRecord] = []

  // The pending line.
  private var added: [Int] = []
  private var changed: [Int] = []
  private var removed: [Int] = []
  /// The previous states of the nodes on the line; `nil` for added nodes.
  private var before: [Int: TraceNode?] = [:]
  private var followers: [any TraceRecord] = []

  mutating func finishStep(_ step: Int) -> [any TraceRecord] {
    flush(step)
    let result = lines
    lines.removeAll(keepingCapacity: true)
    return result
  }

  mutating func take(
    _ entry: Journal.Entry, step: Int,
    naming name: (WatchID, ItemIdentity?) -> String? = { _, _ in nil }
  ) {
    switch entry {
    case .added(let item): add(TraceNode(item), step)
    case .changed(let item): change(TraceNode(item), step)
    case .edited(.remove(let item)): remove(item.node, step)
    case .viewportAdded(let id, let viewport):
      views[Int(id.index)] = viewport
      write(viewport, id, step)
    case .edited(.margins(let margins, of: let id)):
      views[Int(id.index)]?.margins = margins
      // A viewport may outlive its container; nothing is visible in it then.
      if let viewport = views[Int(id.index)],
        nodes[SceneItemID.container(viewport.container).node] != nil
      {
        write(viewport, id, step)
      }
    case .edited(.removeViewport(let id)):
      if views.removeValue(forKey: Int(id.index)) != nil {
        followers.append(TraceView(step: step, view: Int(id.index), isRemoved: true))
      }
    case .watched(let id, let target, let viewport, let condition):
      watches.remove(Int(id.index))
      guard views[Int(viewport.index)] != nil else { break }
      watches.insert(Int(id.index))
      var watch = TraceWatch(
        step: step, watch: Int(id.index), id: SceneItemID.target(target).node,
        view: Int(viewport.index))
      watch.condition = condition
      watch.name = name(id, watch.impressions?.identity)
      followers.append(watch)
    case .edited(.unwatch(let id)):
      if watches.remove(Int(id.index)) != nil {
        followers.append(TraceUnwatch(step: step, watch: Int(id.index)))
      }
    case .edited(let edit): if let app = TraceApp(edit, step: step) { followers.append(app) }
    case .restored(let record):
      if record.count > 0 { followers.append(TraceSeen(record, step: step)) }
    }
  }

  private mutating func write(_ viewport: VisibilityViewport, _ id: ViewportID, _ step: Int) {
    let view = TraceView(
      step: step, view: Int(id.index), root: SceneItemID.container(viewport.container).node,
      margins: viewport.margins.finite, scrollMargins: viewport.scrollMargins.finite)
    followers.append(view)
  }

  // MARK: Nodes

  private mutating func add(_ node: TraceNode, _ step: Int) {
    if before[node.id] != nil || !removed.isEmpty { flush(step) }
    nodes[node.id] = node
    before[node.id] = .some(nil)
    added.append(node.id)
  }

  private mutating func change(_ node: TraceNode, _ step: Int) {
    guard let old = nodes[node.id] else {
      // The root, which exists from the start.
      add(node, step)
      return
    }
    if !removed.isEmpty || before[node.id] != nil && old.parent != node.parent { flush(step) }
    nodes[node.id] = node
    if before[node.id] == nil {
      before[node.id] = .some(old)
      changed.append(node.id)
    }
  }

  private mutating func remove(_ id: Int, _ step: Int) {
    // Earlier lines about the node, including its watches, must precede its removal.
    if before[id] != nil || !followers.isEmpty { flush(step) }
    nodes[id] = nil
    before[id] = .some(nil)
    removed.append(id)
  }

  private mutating func flush(_ step: Int) {
    var delta = TraceDelta(step: step)
    delta.add = added.compactMap { nodes[$0] }
    for id in changed {
      if let old = before[id] ?? nil, let new = nodes[id],
        let patch = TraceNodePatch(from: old, to: new)
      {
        delta.set.append(patch)
      }
    }
    delta.remove = removed
    if step == 0 && lines.isEmpty {
      // Every trace begins with its nodes on separate lines.
      lines += delta.add as [any TraceRecord]
      delta.add = []
    }
    if !(delta.add.isEmpty && delta.set.isEmpty && delta.remove.isEmpty) {
      lines.append(delta)
    }
    lines += followers
    added.removeAll(keepingCapacity: true)
    changed.removeAll(keepingCapacity: true)
    removed.removeAll(keepingCapacity: true)
    before.removeAll(keepingCapacity: true)
    followers.removeAll(keepingCapacity: true)
  }
}

extension ViewportMargins {
  /// The margins with non-finite sides set to zero.
  var finite: ViewportMargins {
    var result = self
    for side in [\LayoutInsets.top, \.left, \.bottom, \.right] {
      if !points[keyPath: side].isFinite || !fractions[keyPath: side].isFinite {
        result.points[keyPath: side] = 0
        result.fractions[keyPath: side] = 0
      }
    }
    return result
  }
}

import SightlineCore
import SightlineHost
import SightlineTestSupport

/// A toolkit without a screen: views in a tree, some of which clip, scroll, turn, fade and hide.
/// Like GTK, it records whether anything inside a view was redrawn.
@MainActor
final class RandomTree: ViewTree {
  struct Node {
    var parent: ViewKey?
    var children: [ViewKey] = []
    var reading: ViewReading
    /// Incremented with every change inside.
    var drawing = 0
    var lastAsked = -1
  }

  let root: ViewKey = "root"
  private(set) var nodes: [ViewKey: Node] = [:]
  private var count = 0
  private var drawings = 0

  /// Whether it reports changes; otherwise the mirror has to find them.
  let reportsChanges: Bool

  /// Whether a view's stamp is the number of its children.
  var hasStamps = false

  init(reportsChanges: Bool = true) {
    self.reportsChanges = reportsChanges
    nodes[root] = Node(
      reading: ViewReading(
        frame: LayoutRect(x: 0, y: 0, width: 400, height: 600),
        clip: .rect(LayoutRect(x: 0, y: 0, width: 400, height: 600))))
  }

  var views: [ViewKey] { nodes.keys.filter { $0 != root }.sorted { $0.address < $1.address } }

  // MARK: Changing

  func add(to parent: ViewKey, _ reading: ViewReading) -> ViewKey {
    count += 1
    let key = ViewKey(name: "v\(count)")
    nodes[key] = Node(parent: parent, reading: reading)
    nodes[parent]?.children.append(key)
    redraw(parent)
    return key
  }

  /// Removes a view with everything in it; returns all removed views.
  func remove(_ view: ViewKey) -> [ViewKey] {
    let gone = subtree(of: view)
    if let parent = nodes[view]?.parent {
      nodes[parent]?.children.removeAll { $0 == view }
      redraw(parent)
    }
    for key in gone { nodes[key] = nil }
    return gone
  }

  func reparent(_ view: ViewKey, to parent: ViewKey) {
    guard let old = nodes[view]?.parent else { return }
    nodes[old]?.children.removeAll { $0 == view }
    redraw(old)
    nodes[view]?.parent = parent
    nodes[parent]?.children.append(view)
    redraw(parent)
  }

  /// Changes a view's place or appearance in its parent. This redraws the parent, not the view.
  func change(_ view: ViewKey, _ body: (inout ViewReading) -> Void) {
    guard var reading = nodes[view]?.reading else { return }
    let offset = reading.contentOffset
    body(&reading)
    nodes[view]?.reading = reading
    if let parent = nodes[view]?.parent { redraw(parent) }
    // Its content moves as a whole.
    if reading.contentOffset != offset { redraw(view) }
  }

  func subtree(of view: ViewKey) -> [ViewKey] {
    [view] + (nodes[view]?.children ?? []).flatMap { subtree(of: $0) }
  }

  private func redraw(_ view: ViewKey) {
    drawings += 1
    var current: ViewKey? = view
    while let key = current {
      nodes[key]?.drawing = drawings
      current = nodes[key]?.parent
    }
  }

  // MARK: Reading

  func parent(of view: ViewKey) -> ViewKey? { nodes[view]?.parent }

  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    guard let node = nodes[view] else { return nil }
    var reading = node.reading
    if hasStamps { reading.stamp.x = Int32(node.children.count) }
    return reading
  }

  func contentsMayDiffer(in view: ViewKey) -> Bool {
    guard let node = nodes[view] else { return true }
    nodes[view]?.lastAsked = node.drawing
    return node.lastAsked != node.drawing
  }

  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] { [] }
}

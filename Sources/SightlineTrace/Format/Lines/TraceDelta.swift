/// Changes of the scene in one step. A node is listed at most once on a line.
///
/// Nodes may come in any order: a parent may stand after its children. The scene must be whole once
/// the line has been applied.
struct TraceDelta: TraceRecord {
  var step = 0
  /// The nodes that change, and how.
  var set: [TraceNodePatch] = []
  /// The nodes that come.
  var add: [TraceNode] = []
  /// The nodes that go, each with every node of its subtree that has not moved out of it.
  var remove: [Int] = []

  static let format = LineFormat<TraceDelta>(
    "d",
    [
      .required("s", \.step, .count),
      .optional("set", \.set, .list(PatchForm()), default: []),
      .optional("add", \.add, .list(.object("add")), default: []),
      .optional("rm", \.remove, .list(.id), default: []),
    ])
}

/// How one node changes: which of its fields, and to what. A field that is removed has its default.
struct TraceNodePatch: Equatable, Sendable {
  /// The new values; a field that does not change has its default.
  var node: TraceNode
  /// The fields that change. The number is always among them.
  var fields: FieldSet

  /// The node's number.
  var id: Int { node.id }

  fileprivate static let idField = TraceNode.format.field("id")
  fileprivate static let parentField = TraceNode.format.field("p")

  /// The node after the change.
  func applied(to node: TraceNode) -> TraceNode {
    var node = node
    TraceNode.format.copy(fields, from: self.node, to: &node)
    return node
  }
}

extension TraceNodePatch {
  /// The patch that turns one state of a node into another; `nil` where they are the same.
  init?(from old: TraceNode, to new: TraceNode) {
    precondition(old.id == new.id, "a patch is between two states of one node")
    let changed = TraceNode.format.difference(old, new)
    if changed.isEmpty { return nil }
    self.init(node: TraceNode(), fields: changed.union(Self.idField))
    TraceNode.format.copy(fields, from: new, to: &node)
  }
}

private struct PatchForm: ValueForm {
  func read(
    _ json: inout JSONScanner, _ key: JSONKey
  ) throws(TraceError.Problem) -> TraceNodePatch {
    try json.beginObject(key)
    var node = TraceNode()
    let fields = try TraceNode.format.read(&json, into: &node)
    if !fields.contains(TraceNodePatch.idField) { throw .missingKey("id", kind: "set") }
    if fields.contains(TraceNodePatch.parentField), node.parent == nil {
      throw .badValue(key: "p", reason: "a node cannot become the root")
    }
    return TraceNodePatch(node: node, fields: fields)
  }

  func write(_ patch: TraceNodePatch, to encoder: inout LineEncoder) {
    encoder.object { TraceNode.format.write(patch.fields, of: patch.node, to: &$0) }
  }
}

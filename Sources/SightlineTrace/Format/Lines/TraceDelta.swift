/// Changes of the scene in one step: additions, changes and removals, each applied in the order
/// listed.
struct TraceDelta: TraceRecord {
  var step = 0
  var set: [TraceNodePatch] = []
  var add: [TraceNode] = []
  /// The removed nodes, children before parents.
  var remove: [Int] = []

  static let format = LineFormat<TraceDelta>(
    "d",
    [
      .required("s", \.step, .count),
      .optional("set", \.set, .list(.patch), default: []),
      .optional("add", \.add, .list(.object), default: []),
      .optional("rm", \.remove, .list(.id), default: []),
    ])
}

/// Changed fields of one node with their new values. Removing a field restores its default.
struct TraceNodePatch: Equatable, Sendable {
  /// The new values. Unchanged fields have their defaults.
  var node: TraceNode
  /// The changed fields. Always includes the number.
  var fields: FieldSet

  var id: Int { node.id }

  fileprivate static let idField = TraceNode.format.field("id")
  fileprivate static let parentField = TraceNode.format.field("p")

  func applied(to node: TraceNode) -> TraceNode {
    var node = node
    TraceNode.format.copy(fields, from: self.node, to: &node)
    return node
  }
}

extension TraceNodePatch {
  /// Creates the patch between two states of a node, or returns `nil` if they are equal.
  init?(from old: TraceNode, to new: TraceNode) {
    precondition(old.id == new.id, "a patch is between two states of one node")
    let changed = TraceNode.format.difference(old, new)
    if changed.isEmpty { return nil }
    self.init(node: TraceNode(), fields: changed.union(Self.idField))
    TraceNode.format.copy(fields, from: new, to: &node)
  }
}

extension ValueForm where Value == TraceNodePatch {
  fileprivate static var patch: Self {
    Self { json throws(Problem) in
      try json.beginObject()
      var node = TraceNode()
      let fields = try TraceNode.format.read(&json, into: &node)
      if !fields.contains(TraceNodePatch.idField) { throw .missingKey("id", kind: "set") }
      if fields.contains(TraceNodePatch.parentField), node.parent == nil {
        throw .badValue(key: "p", reason: "a node cannot become the root")
      }
      return TraceNodePatch(node: node, fields: fields)
    } write: { patch, encoder in
      encoder.object { TraceNode.format.write(patch.fields, of: patch.node, to: &$0) }
    }
  }
}

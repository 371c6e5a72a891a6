/// One change to apply to a mirror of a trace's scene.
///
/// Applying changes in order keeps the mirror a tree: parents are added before children, removed
/// nodes have no children, and moves never create a cycle or nest too deeply.
enum TraceSceneChange: Equatable, Sendable {
  /// Adds a node. Its parent already exists.
  case add(TraceNode)
  /// Changes a node, possibly moving it to a new parent, which already exists.
  case set(id: Int, new: TraceNode, old: TraceNode)
  /// Removes a node, which has no children left.
  case remove(id: Int)
}

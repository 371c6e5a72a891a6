/// One change to apply to a mirror of a trace's scene.
///
/// Applied one by one, they leave a tree after each: a parent is there before its children come, a
/// node has no children when it goes, and no move makes a cycle or nests too deeply.
enum TraceSceneChange: Equatable, Sendable {
  /// The node comes; its parent is there.
  case add(TraceNode)
  /// The node changes, its parent perhaps too; the new one is there.
  case set(id: Int, new: TraceNode, old: TraceNode)
  /// The node goes; it has no children any more.
  case remove(id: Int)
}

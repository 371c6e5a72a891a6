/// A reference to an item of a scene or an engine, such as a ``SceneTarget`` or a
/// ``SceneContainer``.
///
/// A handle is a dense index with a generation. Indexes are reused after a removal; the generation
/// distinguishes the new owner from the old one. The ids of an app live one layer up.
@frozen
public struct SceneHandle<Kind>: Hashable, Sendable {
  package let index: UInt32
  package let generation: UInt32

  @usableFromInline
  init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

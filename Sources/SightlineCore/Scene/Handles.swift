/// A reference to an item of a scene or an engine, such as a ``SceneTarget`` or a
/// ``SceneContainer``.
///
/// A handle is a dense index with a generation. Indexes are reused after a removal; the generation
/// distinguishes the new owner from the old one. Users' own ids live one layer up.
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

/// A container of a scene.
public typealias ContainerID = SceneHandle<SceneContainer>

/// A target of a scene: an observed view.
public typealias TargetID = SceneHandle<SceneTarget>

/// A cover of a scene: an opaque view that hides everything drawn before it.
public typealias CoverID = SceneHandle<SceneCover>

/// A viewport that an engine evaluates targets against.
public typealias ViewportID = SceneHandle<VisibilityViewport>

/// One observation of one target under one rule.
public typealias WatchID = SceneHandle<VisibilityWatch>

/// The kind of item a ``WatchID`` refers to. It has no values.
public enum VisibilityWatch: Sendable {}

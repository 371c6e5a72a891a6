/// Stands for something that a scene or an engine holds: for a ``SceneTarget``, a
/// ``SceneContainer``, …
///
/// A handle is a dense index with a generation: an index is used again after a removal, and the
/// generation distinguishes the new owner from the old one. Users' own ids live one layer up.
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

/// A target of a scene: a view that is observed.
public typealias TargetID = SceneHandle<SceneTarget>

/// A cover of a scene: an opaque view that hides what was drawn before it.
public typealias CoverID = SceneHandle<SceneCover>

/// A viewport that an engine evaluates targets against.
public typealias ViewportID = SceneHandle<VisibilityViewport>

/// One observation of one target under one rule.
public typealias WatchID = SceneHandle<VisibilityWatch>

/// What a ``WatchID`` stands for; it has no value of its own.
public enum VisibilityWatch: Sendable {}

/// Stands for something that a scene or an engine holds: for a ``Target``, a ``Container``, …
///
/// A handle is a dense index with a generation: an index is used again after a removal, and the
/// generation tells the new owner from the old one. Users' own ids live one layer up.
@frozen
public struct Handle<Kind>: Hashable, Sendable {
  package let index: UInt32
  package let generation: UInt32

  @usableFromInline
  init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

/// A container of a scene.
public typealias ContainerID = Handle<Container>

/// A target of a scene: a view that is observed.
public typealias TargetID = Handle<Target>

/// A cover of a scene: an opaque view that hides what was drawn before it.
public typealias CoverID = Handle<Cover>

/// A viewport that an engine evaluates targets against.
public typealias ViewportID = Handle<Viewport>

/// One observation of one target under one rule.
public typealias WatchID = Handle<Watch>

/// What a ``WatchID`` stands for; it has no value of its own.
public enum Watch: Sendable {}

// Handles are dense indexes with generations: an index is used again after a removal, and the
// generation tells the new owner from the old one. Users' own ids live one layer up.

/// A container of a scene.
@frozen
public struct ContainerID: Hashable, Sendable {
  package let index: UInt32
  package let generation: UInt32

  @usableFromInline
  init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

/// A target of a scene: a view that is observed.
@frozen
public struct TargetID: Hashable, Sendable {
  package let index: UInt32
  package let generation: UInt32

  @usableFromInline
  init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

/// A cover of a scene: an opaque view that hides what was drawn before it.
@frozen
public struct CoverID: Hashable, Sendable {
  package let index: UInt32
  package let generation: UInt32

  @usableFromInline
  init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

/// A viewport that an engine evaluates targets against.
@frozen
public struct ViewportID: Hashable, Sendable {
  package let index: UInt32
  package let generation: UInt32

  @usableFromInline
  init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

/// One observation of one target under one rule.
@frozen
public struct WatchID: Hashable, Sendable {
  package let index: UInt32
  package let generation: UInt32

  @usableFromInline
  init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

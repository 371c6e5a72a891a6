/// "No such index", in the tables of the core.
let none = UInt32.max

/// What a slot of a spatial index holds: a target, a container or a cover, in 32 bits.
struct ItemRef: Equatable, Sendable {
  enum Kind: UInt32 {
    case target = 0
    case container = 1
    case cover = 2
    case hole = 3
  }

  private static let indexBits: UInt32 = 30
  /// The most targets (or containers, or covers) that a scene can hold.
  static let maximumCount = Int(1 << indexBits)

  private let raw: UInt32

  init(_ kind: Kind, _ index: UInt32) { raw = kind.rawValue << ItemRef.indexBits | index }

  static let hole = ItemRef(.hole, 0)

  var index: Int { Int(raw & (1 << ItemRef.indexBits - 1)) }
  var isTarget: Bool { raw >> ItemRef.indexBits == Kind.target.rawValue }
  var kind: Kind { Kind(rawValue: raw >> ItemRef.indexBits).unsafelyUnwrapped }
}

/// One target: 56 bytes, of which the frame is 32. What most targets do not have (opacity, a
/// transform, …) stands in a table of its own.
struct TargetRecord: Sendable {
  /// In the container's content space (its own space, if pinned).
  var frame: Box
  var container: UInt32
  var slot: UInt32
  var generation: UInt32
  /// The order of registration, over all targets, containers and covers of the scene.
  var order: UInt32
  /// The first watch of the engine that observes this target.
  var firstWatch: UInt32
  /// Index into `VisibilityScene.looks`; 0 for a plain appearance.
  var look: UInt32
}

/// The appearance of a target that is not plain, and the bounding box that follows from it.
struct TargetLook: Sendable {
  var appearance: SceneAppearance
  /// From the target's own space to the container's content space.
  var transform: LayoutTransform
  var hasTransform: Bool
  /// Where it is searched, in the container's content space; `Box.nothing` if not measurable.
  var bounds: Box
}

struct CoverRecord: Sendable {
  var cover: SceneCover
  var container: UInt32
  var slot: UInt32
  var generation: UInt32
  var order: UInt32
  /// From the cover's own space to the container's content space.
  var transform: LayoutTransform
  /// In the container's content space; `Box.nothing` if not measurable.
  var bounds: Box

  var isMeasurable: Bool { !bounds.isInverted }
}

struct ContainerRecord: Sendable {
  var container: SceneContainer
  var parent: UInt32
  var slot: UInt32
  var generation: UInt32
  var order: UInt32
  /// 0 for the root.
  var depth: Int

  /// The clip in its own space; `Box.everything` where it does not clip.
  var clip: Box = .everything
  /// From its own space to the parent's content space.
  var transform: LayoutTransform = .identity
  var isMeasurable = true

  /// What it can show at most, in the parent's content space.
  var reach: Box = .nothing
  var isReachStale = true

  /// Equals `VisibilityScene.changeMark` once something at or below it has changed since the last pass.
  var changeMark: UInt32 = 0
  /// The same, for its own opacity, hidden flag, transform and whether it can be measured.
  var lookMark: UInt32 = 0
  /// How many covers are at or below it.
  var coverCount: UInt32 = 0
  var motion = ScrollMotion()

  /// Whether it clips at all.
  var clips = false
}

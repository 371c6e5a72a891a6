typealias TargetSlot = Slot<TargetRecord>
typealias TargetTable = SlotTable<TargetRecord>
typealias ContainerSlot = Slot<ContainerRecord>
typealias ContainerTable = SlotTable<ContainerRecord>
typealias CoverSlot = Slot<CoverRecord>
typealias AppearanceSlot = Slot<TargetAppearance>

/// An item of a spatial index, in 32 bits.
struct ItemRef: Equatable, Sendable {
  enum Content {
    case target(TargetSlot)
    case container(ContainerSlot)
    case cover(CoverSlot)
    case hole
  }

  private static let indexBits: UInt32 = 30

  /// The kind in the highest two bits, the slot below.
  private let raw: UInt32

  private init(kind: UInt32, _ slot: UInt32) {
    require(
      slot < 1 << ItemRef.indexBits, "a scene holds at most 2^30 targets, containers or covers")
    raw = kind << ItemRef.indexBits | slot
  }

  init(_ target: TargetSlot) { self.init(kind: 0, target.raw) }
  init(_ container: ContainerSlot) { self.init(kind: 1, container.raw) }
  init(_ cover: CoverSlot) { self.init(kind: 2, cover.raw) }

  init(_ id: TargetID) { self.init(TargetSlot(of: id)) }
  init(_ id: ContainerID) { self.init(ContainerSlot(of: id)) }
  init(_ id: CoverID) { self.init(CoverSlot(of: id)) }

  static let hole = ItemRef(kind: 3, 0)

  var content: Content {
    let slot = raw & (1 << ItemRef.indexBits - 1)
    switch raw >> ItemRef.indexBits {
    case 0: return .target(Slot(raw: slot))
    case 1: return .container(Slot(raw: slot))
    case 2: return .cover(Slot(raw: slot))
    default: return .hole
    }
  }

  var container: ContainerSlot? {
    if case .container(let container) = content { container } else { nil }
  }
}

/// A target: 56 bytes, of which the frame is 32. Rarer properties (opacity, a
/// transform, …) are in separate tables.
struct TargetRecord: Generational {
  typealias Kind = SceneTarget

  /// In the container's content space (its own space, if pinned).
  var frame: Box
  var container: ContainerSlot
  /// Its place in the container's index.
  var slot: UInt32 = none
  /// The order of registration among all targets, containers and covers of the scene.
  var order: UInt32
  /// In `VisibilityScene.appearances`; `plain` for most.
  var appearance = AppearanceSlot.plain
  /// Its place in `MovedTargets`, if it has moved since the last pass.
  var move: UInt32 = 0
  var generation: UInt32 = 0
}

extension AppearanceSlot {
  /// The slot shared by all targets with the plain appearance.
  static var plain: AppearanceSlot { AppearanceSlot(raw: 0) }
}

/// A target's appearance, if not plain, and the bounding box derived from it.
struct TargetAppearance: Sendable {
  var appearance: SceneAppearance
  /// From the target's own space to the container's content space.
  var transform: LayoutTransform
  var hasTransform: Bool
  /// The box used in searches, in the container's content space; `Box.nothing` if not measurable.
  var bounds: Box
}

struct CoverRecord: Generational {
  typealias Kind = SceneCover

  var cover: SceneCover
  var container: ContainerSlot
  /// Its place in the container's index.
  var slot: UInt32 = none
  var order: UInt32
  var generation: UInt32 = 0
  /// From the cover's own space to the container's content space.
  var transform: LayoutTransform
  /// In the container's content space; `Box.nothing` if not measurable.
  var bounds: Box
}

struct ContainerRecord: Generational {
  typealias Kind = SceneContainer

  var container: SceneContainer
  var parent: ContainerSlot
  /// Its place in the parent's index.
  var slot: UInt32 = none
  var order: UInt32
  var generation: UInt32 = 0
  /// 0 for the root.
  var depth: Int

  /// The clip in its own space; `Box.everything` where it does not clip.
  var clip: Box = .everything
  /// From its own space to the parent's content space.
  var transform: LayoutTransform = .identity
  var isMeasurable = true

  /// The bounds of everything it can show, in the parent's content space.
  var reach: Box = .nothing
  var isReachStale = true

  /// Equals `ChangeLog.mark` if something at or below it has changed since the last pass.
  var changeMark: UInt32 = 0
  /// Like `changeMark`, but only for its own opacity, hidden flag, transform and measurability.
  var appearanceMark: UInt32 = 0
  /// The number of covers at or below it.
  var coverCount: UInt32 = 0
  /// The number of those covers that move when its content scrolls.
  var scrolledCoverCount: UInt32 = 0
  var motion = ScrollMotion()

  var clips = false
}

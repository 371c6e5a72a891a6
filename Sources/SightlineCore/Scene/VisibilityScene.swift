/// The geometry of a screen: a tree of containers that hold targets and covers.
///
/// A scene represents one window. Its root container is the window's content; every other container
/// has a parent. Hosts mirror their views into an engine's scene as views appear, move, change and
/// disappear. A scene is a value: keep a copy to compare with, or to start another engine from.
///
/// Invariants:
/// 1. Containers form a tree, at most ``maximumDepth`` deep (Blink's limit for the DOM), so walking
///    it needs only a bounded stack.
/// 2. Every item has a slot in exactly one spatial index: its container's `scrolled` or `pinned`.
/// 3. Every change that could affect an answer raises the version in `changes` and marks the
///    containers from the changed one up to the root. An engine thus detects in constant time
///    whether anything has changed, and which viewports are unaffected.
///
/// Using a handle after its removal is a programming error and traps; check
/// ``contains(_:)-(TargetID)`` where that may happen.
///
/// ```swift
/// let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 390, height: 844)))
/// let carousel = engine.add(
///   .scrollView(frame: LayoutRect(x: 0, y: 100, width: 390, height: 200)), to: engine.root)
/// let card = engine.add(
///   SceneTarget(frame: LayoutRect(x: 400, y: 0, width: 300, height: 200)), to: carousel)
/// engine.edit(.scroll(carousel, to: LayoutPoint(x: 320, y: 0)))
/// engine.scene.target(card).frame.minX  // 400
/// ```
public struct VisibilityScene: Sendable {
  /// The maximum nesting depth of containers.
  public static let maximumDepth = 512

  /// An axis of the plane.
  public enum Axis: UInt8, Hashable, Sendable, CaseIterable {
    /// Along x.
    case horizontal
    /// Along y.
    case vertical
  }

  /// The container of everything else.
  public let root = ContainerID(index: 0, generation: 0)

  var containers = SlotTable<ContainerRecord>()
  /// Two indexes for each container: see `index(of:isPinned:)`. They are separate to keep the
  /// records free of references.
  var indexes: ContiguousArray<SpatialIndex> = []
  var targets = SlotTable<TargetRecord>()
  var covers = SlotTable<CoverRecord>()
  /// The appearances of targets that are not plain. The first is `plain`.
  var appearances = SlotTable<TargetAppearance>()

  var changes = ChangeLog()
  var nextOrder: UInt32 = 0
  /// An upper bound of the scroll margins of the engine's viewports, by which the reach of a
  /// scrolling container extends beyond its clip.
  var scrollMargins = ViewportMargins.zero
  /// See `VisibilityEngine.pixelLength`.
  public internal(set) var pixelLength = DevicePixel.defaultLength
  /// See `VisibilityEngine.readingDirection`.
  public internal(set) var readingDirection = ReadingDirection.leftToRight
  /// The velocities of targets in content that moved with them, sorted by target.
  var targetVelocities: ContiguousArray<(target: TargetSlot, own: ContentVelocity)> = []
  /// The number of steps taken so far: see `VisibilityEngine.work`.
  var work = StepCount()
  var findings = SearchResults()
  /// A buffer for `refreshIndexes(of:)`.
  var refreshList: ContiguousArray<ContainerSlot> = []

  var rootSlot: ContainerSlot { Slot(of: root) }

  /// The number of targets.
  public var targetCount: Int { targets.count - changes.removals.count }
  /// The number of containers, including the root.
  public var containerCount: Int { containers.count }
  /// The number of covers.
  public var coverCount: Int { covers.count }

  /// Creates a scene of one window.
  ///
  /// - Parameter root: the window's content. Its frame's origin is usually (0, 0).
  public init(root: SceneContainer) {
    let plain = TargetAppearance(
      appearance: .plain, transform: .identity, hasTransform: false, bounds: .nothing)
    _ = appearances.insert(plain)
    insert(ContainerRecord(container: root, parent: .none, order: takeOrder(), depth: 0))
  }

  /// Creates a scene of a window of this size in points, which clips its contents.
  public init(size: LayoutSize) {
    self.init(
      root: SceneContainer(
        frame: LayoutRect(origin: .zero, size: size), clip: .bounds, scrolls: true))
  }

  mutating func reserveCapacity(targets count: Int) { targets.reserveCapacity(count) }

  /// Discards the changes so far, and velocities measured on another engine's clock.
  mutating func restart() {
    endPass()
    for i in containers.places { containers[Slot(i)].motion = ScrollMotion() }
  }

  // MARK: Noting changes

  /// Records a change in a container.
  ///
  /// - Complexity: O(depth) for the first change of a container between two passes, O(1) for later
  ///   ones.
  mutating func touch(_ container: ContainerSlot) {
    changes.noteChange()
    let mark = changes.mark
    var next = container
    while next != .none && containers[next].changeMark != mark {
      work &+= 1
      containers[next].changeMark = mark
      next = containers[next].parent
    }
  }

  /// Returns the next number in the order of registration.
  mutating func takeOrder() -> UInt32 {
    if nextOrder == .max { renumber() }
    nextOrder += 1
    return nextOrder - 1
  }

  /// Renumbers everything in the same order, once 2^32 registrations have used up the numbers.
  private mutating func renumber() {
    // Removed records are renumbered too, harmlessly: they get a new number when reused.
    var all: ContiguousArray<(order: UInt32, kind: Int, index: Int)> = []
    for i in containers.places { all.append((containers[Slot(i)].order, 0, i)) }
    for i in targets.places { all.append((targets[Slot(i)].order, 1, i)) }
    for i in covers.places { all.append((covers[Slot(i)].order, 2, i)) }
    sort(&all) { $0.order < $1.order }
    for (order, entry) in all.enumerated() {
      let order = UInt32(truncatingIfNeeded: order)
      switch entry.kind {
      case 0: containers[Slot(entry.index)].order = order
      case 1: targets[Slot(entry.index)].order = order
      default: covers[Slot(entry.index)].order = order
      }
    }
    nextOrder = UInt32(truncatingIfNeeded: all.count)
    // The engine keeps the order of visible covers.
    changes.noteCoverChange()
  }

  // MARK: Passes

  /// Updates the velocities of containers that have moved since the last pass.
  mutating func beginPass(at now: MonotonicTime, isFirst: Bool) {
    work &+= changes.movedContainers.count
    // A container added since may occupy the place of one that moved.
    for container in changes.movedContainers where containers[container].motion.isNoted {
      containers[container].updateMotion(at: now, mark: changes.mark, isFirstPass: isFirst)
    }
    updateOwnVelocities(at: now)
  }

  /// Ends a pass, which has handled all changes so far.
  mutating func endPass() {
    for target in changes.removals { targets.release(target) }
    changes.endPass()
  }
}

/// What is on screen, as geometry: a tree of containers that hold targets and covers.
///
/// A scene stands for one window. Its root container is the window's content; every other container
/// lies in one. Hosts mirror their views into a scene as they come, move, change and go; an engine
/// evaluates it.
///
/// Invariants:
/// 1. Containers form a tree, at most ``maximumDepth`` deep (Blink's own limit for the DOM), so
///    walking it needs no more than a bounded stack.
/// 2. Every item has a slot in exactly one spatial index: its container's `scrolled` or `pinned`.
/// 3. Whatever changes an answer raises the version in `changes` and marks the containers from the
///    changed one up to the root: an engine knows in constant time that nothing has changed, and
///    which viewports are not concerned.
///
/// A handle that is used after its removal is a programmer's error and stops the program; check
/// ``contains(_:)-(TargetID)`` where that may happen.
///
/// ```swift
/// var scene = VisibilityScene(size: LayoutSize(width: 390, height: 844))
/// let carousel = scene.add(
///   .scrollView(frame: LayoutRect(x: 0, y: 100, width: 390, height: 200)), to: scene.root)
/// let card = scene.add(
///   SceneTarget(frame: LayoutRect(x: 400, y: 0, width: 300, height: 200)), to: carousel)
/// scene.setContentOffset(LayoutPoint(x: 320, y: 0), of: carousel)
/// ```
public struct VisibilityScene: Sendable {
  /// How deep containers may nest.
  public static let maximumDepth = 512

  /// The container that everything lies in.
  public let root = ContainerID(index: 0, generation: 0)

  var containers = SlotTable<ContainerRecord>()
  /// Two for each container: see `index(of:isPinned:)`. They stand apart from the records, which
  /// hold no references that way.
  var indexes: ContiguousArray<SpatialIndex> = []
  var targets = SlotTable<TargetRecord>()
  var covers = SlotTable<CoverRecord>()
  /// The appearances of targets that are not plain; the first stands for those that are.
  var appearances = SlotTable<TargetAppearance>()

  var changes = ChangeLog()
  var nextOrder: UInt32 = 0
  /// At least the scroll margins of each of the engine's viewports: by these, what a scrolling
  /// container can show reaches beyond its clip.
  var scrollMargins = ViewportMargins.zero
  /// Steps taken since the scene was made: see `VisibilityEngine.work`.
  var work = 0
  /// A buffer of searches.
  var findings = Findings()
  /// A buffer of `refreshIndexes`.
  var refreshList: ContiguousArray<ContainerSlot> = []
  var journal = Journal()
  /// The engine that this scene is part of; `nil` while it is none's.
  var owner: SceneOwner?

  var rootSlot: ContainerSlot { Slot(of: root) }

  /// How many targets there are.
  public var targetCount: Int { targets.count - changes.departures.count }
  /// How many containers there are, the root included.
  public var containerCount: Int { containers.count }
  /// How many covers there are.
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

  /// Creates a scene of one window of this size in points, which clips what lies outside of it.
  public init(size: LayoutSize) {
    self.init(
      root: SceneContainer(
        frame: LayoutRect(origin: .zero, size: size), clip: .bounds, scrolls: true))
  }

  /// Makes room for this many targets at once.
  public mutating func reserveCapacity(targets count: Int) { targets.reserveCapacity(count) }

  // MARK: Noting changes

  /// Notes that something in a container has changed.
  ///
  /// - Complexity: O(1) for the second and later changes of a container between two passes,
  ///   O(depth) for the first.
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

  /// The next place in the order of registration.
  mutating func takeOrder() -> UInt32 {
    if nextOrder == .max { renumber() }
    nextOrder += 1
    return nextOrder - 1
  }

  /// Numbers everything anew, in the same order, once 2^32 registrations have used up the numbers.
  private mutating func renumber() {
    // Removed records keep a stale number, which does no harm: they get a new one when used again.
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

  /// Brings the velocities of what has moved since the last pass up to date.
  mutating func beginPass(at now: MonotonicTime, isFirst: Bool) {
    work &+= changes.movedContainers.count
    for container in changes.movedContainers {
      containers[container].updateMotion(at: now, isFirstPass: isFirst)
    }
  }

  /// Ends a pass, which has seen all changes so far.
  mutating func endPass() {
    for target in changes.departures { targets.release(target) }
    changes.endPass()
  }
}

/// An engine's identity, by which it knows its own scene again.
final class SceneOwner: Sendable {}

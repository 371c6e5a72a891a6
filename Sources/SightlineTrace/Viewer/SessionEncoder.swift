import SightlineCore

/// Turns the edits of a replay into the records that the engine for JavaScript reads.
///
/// Invariants:
/// 1. Numbers are given in order and never again, so that a number is a place in the lists of
///    ``SessionIndex``, whatever has become of what it stood for.
/// 2. A record has what has changed: a container that scrolled takes 24 bytes.
struct SessionEncoder {
  /// What a replay knows of a watch: its number in the trace and its item's name.
  typealias Subject = (number: Int?, name: String?)

  private(set) var times = SessionRecords()
  /// Where the edits of each step begin, and where the last ones end.
  var starts = SessionRecords()
  private(set) var stepCount = 0
  private var start = MonotonicTime.zero

  var index = SessionIndex()
  var edits = SessionRecords()
  var containers = SessionNumbers<SceneContainer>()
  var targets = SessionNumbers<SceneTarget>()
  var covers = SessionNumbers<SceneCover>()
  var viewports = SessionNumbers<VisibilityViewport>()
  var watches = SessionNumbers<Void>()

  /// - Parameter engine: an engine whose scene is empty, as JavaScript's is when it begins.
  init(_ engine: VisibilityEngine) {
    let root = engine.scene.root
    _ = containers.add(root.index, in: 0, engine.scene.container(root))
    _ = viewports.add(engine.window.index, in: 0, engine.viewport(engine.window))
    starts.append(0 as UInt32)
  }

  /// The most numbers of a kind: as many as `Web/sightline.h` knows.
  private static let maximumCount = 1 << 22
  private static let maximumSize = Int(UInt32.max)

  /// What there is too much of for the viewer.
  var excess: TraceError.Problem? {
    for (count, what) in [
      (containers.count, "containers"), (targets.count, "targets"), (covers.count, "covers"),
      (viewports.count, "viewports"), (watches.count, "watches"),
    ] where count > Self.maximumCount {
      return .tooMany("\(what) in one session", limit: Self.maximumCount)
    }
    if edits.bytes.count > Self.maximumSize {
      return .tooMany("bytes of changes in one session", limit: Self.maximumSize)
    }
    return nil
  }

  /// Ends a step: what was taken since the last one is edited before its pass.
  mutating func endStep(at time: MonotonicTime) {
    if stepCount == 0 { start = time }
    stepCount += 1
    times.append((time - start).saturatedNanoseconds)
    starts.append(UInt32(clamping: edits.bytes.count))
  }

  /// Takes edits in order.
  ///
  /// - Parameters:
  ///   - edits: what a scene's journal has.
  ///   - nodes: those of the parts that are added in the edits.
  ///   - subject: what a watch stands for.
  mutating func take(
    _ edits: ContiguousArray<Edit>, _ nodes: SceneMirror.NewNodes, _ subject: (WatchID) -> Subject
  ) {
    index.nodes.append(nodes)
    for edit in edits {
      switch edit {
      case .containerAdded(let id, let parent, let new): add(id, parent, new)
      case .containerChanged(let id, let parent, let new): change(id, parent, new)
      case .containerRemoved(let id): write(.removeContainer, containers.remove(id.index))
      case .targetAdded(let id, let parent, let new): add(id, parent, new)
      case .targetChanged(let id, let parent, let new): change(id, parent, new)
      case .targetRemoved(let id): write(.removeTarget, targets.remove(id.index))
      case .coverAdded(let id, let parent, let new): add(id, parent, new)
      case .coverChanged(let id, let parent, let new): change(id, parent, new)
      case .coverRemoved(let id): write(.removeCover, covers.remove(id.index))
      case .viewportAdded(let id, let new): add(id, new)
      case .viewportChanged(let id, let new):
        write(.setMargins, viewports[id.index].number)
        self.edits.append(new.margins)
      case .viewportRemoved(let id): write(.removeViewport, viewports.remove(id.index))
      case .watched(let id, let target, let viewport, let rule):
        watch(id, target, viewport, rule, subject(id))
      case .watchedForImpressions(let id, let target, let viewport, let identity, let policy):
        watch(id, target, viewport, policy, identity, subject(id))
      case .unwatched(let id): write(.unwatch, watches.remove(id.index))
      case .foreground(let isActive): write(.setForeground, isActive ? 1 : 0)
      case .session: write(.beginSession, 0)
      case .screenVisit: write(.beginScreenVisit, 0)
      // Hosts count days from one of the calendar's: none is beyond 32 bits.
      case .day(let day): write(.beginDay, UInt32(bitPattern: Int32(clamping: day)))
      }
    }
  }

  mutating func write(_ kind: EditKind, _ number: UInt32) {
    edits.append(kind.rawValue)
    edits.append(number)
  }

  /// A record of a number of one thing and one word more.
  mutating func write(_ kind: EditKind, _ number: UInt32, _ first: UInt32, _ second: UInt32 = 0) {
    write(kind, number)
    edits.append(first)
    edits.append(second)
  }
}

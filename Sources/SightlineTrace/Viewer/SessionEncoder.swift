import SightlineCore

/// Encodes the edits of a replay as records for the JavaScript engine.
///
/// Invariants:
/// 1. Numbers are assigned sequentially and never reused, so a number is a stable index into the
///    lists of ``SessionIndex``.
/// 2. A record contains only the changed part: scrolling a container takes 24 bytes.
struct SessionEncoder {
  /// The number of a watch in the trace and its item's name.
  typealias Subject = (number: Int?, name: String?)

  private(set) var times = SessionRecords()
  /// The offsets at which each step's edits begin, and the end of the last.
  var starts = SessionRecords()
  /// The time of the first step.
  var start = MonotonicTime.zero
  /// The time slept as of the last step.
  private var asleep = Duration.zero

  var index = SessionIndex()
  var edits = SessionRecords()
  /// The containers, targets and covers, each with the number of its enclosing container.
  var items = Array(repeating: SessionNumbers<(home: UInt32, item: SceneItem)>(), count: 3)
  var viewports = SessionNumbers<Void>()
  var watches = SessionNumbers<Void>()

  /// - Parameter engine: an engine with an empty scene, like the JavaScript engine at its start.
  init(_ engine: VisibilityEngine) {
    let root = engine.scene.root
    let container = SceneItem.container(root, in: nil, engine.scene.container(root))
    _ = items[0].add(root.index, (0, container))
    _ = viewports.add(engine.window.index, ())
    starts.append(0 as UInt32)
  }

  /// The maximum number of parts of a kind, as in `Web/sightline.h`.
  var maximumCount = 1 << 22
  var maximumSize = Int(UInt32.max)

  /// The problem with a session that exceeds the viewer's limits.
  var excess: Problem? {
    for (count, what) in [
      (items[0].count, "containers"), (items[1].count, "targets"), (items[2].count, "covers"),
      (viewports.count, "viewports"), (watches.count, "watches"),
    ] where count > maximumCount {
      return .tooMany("\(what) in one session", limit: maximumCount)
    }
    if edits.bytes.count > maximumSize {
      return .tooMany("bytes of changes in one session", limit: maximumSize)
    }
    return nil
  }

  /// Ends a step. The edits since the last step are applied before its pass.
  mutating func endStep(at time: MonotonicTime, asleep total: Duration = .zero) {
    if total != asleep {
      asleep = total
      write(.sleep, 0)
      edits.append(total.saturatedNanoseconds)
    }
    times.append((time - start).saturatedNanoseconds)
    starts.append(UInt32(clamping: edits.bytes.count))
  }

  /// Encodes edits in order, given the nodes of the parts they add and the subjects of watches.
  mutating func take(
    _ entries: ContiguousArray<Journal.Entry>, _ nodes: SceneMirror.NewNodes,
    _ subject: (WatchID) -> Subject
  ) {
    index.nodes.append(nodes)
    for entry in entries {
      switch entry {
      case .added(let item): add(item)
      case .changed(let item): change(item)
      case .viewportAdded(let id, let new): add(id, new)
      case .watched(let id, let target, let viewport, let condition):
        watch(id, target, viewport, condition, subject(id))
      case .restored(let record): restore(record)
      case .edited(let edit): take(edit)
      }
    }
  }

  private mutating func take(_ edit: VisibilityEngine.Edit) {
    switch edit {
    case .scroll, .container, .cover, .frame, .appearance, .move: break  // Entries have the values.
    case .remove(let item): remove(item)
    case .margins(let margins, let id):
      write(.setMargins, viewports[id.index].number)
      edits.append(margins)
    case .removeViewport(let id): write(.removeViewport, viewports.remove(id.index))
    case .unwatch(let id): write(.unwatch, watches.remove(id.index))
    case .foreground(let isForeground): write(.setForeground, isForeground ? 1 : 0)
    case .pixelLength(let length):
      write(.setPixelLength, 0)
      edits.append(length)
    case .readingDirection(let direction):
      write(.setReadingDirection, direction == .rightToLeft ? 1 : 0)
    case .beginSession: write(.beginSession, 0)
    case .beginScreenVisit: write(.beginScreenVisit, 0)
    // Hosts number days from a calendar date, which fits in 32 bits.
    case .beginDay(let day): write(.beginDay, UInt32(bitPattern: Int32(clamping: day)))
    case .replace(let policy, let successor):
      let (old, new) = (number(of: policy), number(of: successor))
      write(.replacePolicy, old, new)
    case .forgetAllImpressions: write(.forgetAllImpressions, 0)
    case .endExposures: write(.endExposures, 0)
    }
  }

  mutating func write(_ kind: EditKind, _ number: UInt32) {
    edits.append(kind.rawValue)
    edits.append(number)
  }

  /// Writes a record with a number and up to two more words.
  mutating func write(_ kind: EditKind, _ number: UInt32, _ first: UInt32, _ second: UInt32 = 0) {
    write(kind, number)
    edits.append(first)
    edits.append(second)
  }
}

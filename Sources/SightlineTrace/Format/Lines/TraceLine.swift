import SightlineCore

/// One line of a trace: one JSON object, told apart by its key `k`.
///
/// A trace is a scene, its changes step by step, and what a judge reported about it. Two sorts of
/// writers exist: a browser, whose IntersectionObserver is the judge (`observer`, `observe`,
/// `snapshot`, `entry`), and an app in which Sightline itself was recorded (`view`, `watch`,
/// `unwatch`, `app`, `change`, `impression`). Both share `meta`, `step`, `node` and `delta`.
///
/// Kinds that a reader of version 1 does not know are skipped and counted, so that small additions
/// do no harm. What would change the meaning of the known ones needs a new version.
enum TraceLine: Equatable, Sendable {
  case meta(TraceMeta)
  case observer(TraceObserver)
  case step(TraceStep)
  case node(TraceNode)
  case observe(TraceObserve)
  case delta(TraceDelta)
  case snapshot(TraceSnapshot)
  case entry(TraceEntry)
  case names(TraceNames)
  case view(TraceView)
  case watch(TraceWatch)
  case unwatch(TraceUnwatch)
  case app(TraceApp)
  case change(TraceChange)
  case impression(TraceImpression)

  /// What stands on the line.
  var record: any TraceRecord {
    switch self {
    case .meta(let record): record
    case .observer(let record): record
    case .step(let record): record
    case .node(let record): record
    case .observe(let record): record
    case .delta(let record): record
    case .snapshot(let record): record
    case .entry(let record): record
    case .names(let record): record
    case .view(let record): record
    case .watch(let record): record
    case .unwatch(let record): record
    case .app(let record): record
    case .change(let record): record
    case .impression(let record): record
    }
  }

  /// What `k` says of a line of this kind.
  var kind: StaticString { type(of: record).kind }

  /// What lines are called, and how the object of each is read.
  struct Kinds: Sendable {
    typealias Reader = @Sendable (inout JSONScanner) throws(TraceError.Problem) -> TraceLine

    private(set) var names: [StaticString] = []
    private(set) var readers: [Reader] = []

    fileprivate mutating func add<Record: TraceRecord>(
      _ line: @escaping @Sendable (Record) -> TraceLine
    ) {
      names.append(Record.kind)
      let read: Reader = { (json) throws(TraceError.Problem) in line(try Record(&json)) }
      readers.append(read)
    }
  }

  /// All kinds; those that traces have most of come first.
  static let kinds: Kinds = {
    var kinds = Kinds()
    kinds.add(TraceLine.entry)
    kinds.add(TraceLine.step)
    kinds.add(TraceLine.delta)
    kinds.add(TraceLine.change)
    kinds.add(TraceLine.snapshot)
    kinds.add(TraceLine.node)
    kinds.add(TraceLine.impression)
    kinds.add(TraceLine.watch)
    kinds.add(TraceLine.unwatch)
    kinds.add(TraceLine.app)
    kinds.add(TraceLine.view)
    kinds.add(TraceLine.observer)
    kinds.add(TraceLine.observe)
    kinds.add(TraceLine.meta)
    kinds.add(TraceLine.names)
    return kinds
  }()
}

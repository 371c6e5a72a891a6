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

  /// Takes the rest of a line's object; `nil` for a kind that version 1 does not know.
  ///
  /// Those that traces have most of come first.
  init?(_ kind: JSONKey, _ json: inout JSONScanner) throws(TraceError.Problem) {
    switch kind {
    case TraceEntry.kind: self = .entry(try TraceEntry(&json))
    case TraceStep.kind: self = .step(try TraceStep(&json))
    case TraceDelta.kind: self = .delta(try TraceDelta(&json))
    case TraceChange.kind: self = .change(try TraceChange(&json))
    case TraceSnapshot.kind: self = .snapshot(try TraceSnapshot(&json))
    case TraceNode.kind: self = .node(try TraceNode(&json))
    case TraceImpression.kind: self = .impression(try TraceImpression(&json))
    case TraceWatch.kind: self = .watch(try TraceWatch(&json))
    case TraceUnwatch.kind: self = .unwatch(try TraceUnwatch(&json))
    case TraceApp.kind: self = .app(try TraceApp(&json))
    case TraceView.kind: self = .view(try TraceView(&json))
    case TraceObserver.kind: self = .observer(try TraceObserver(&json))
    case TraceObserve.kind: self = .observe(try TraceObserve(&json))
    case TraceMeta.kind: self = .meta(try TraceMeta(&json))
    case TraceNames.kind: self = .names(try TraceNames(&json))
    default:
      while try json.nextKey() != nil { try json.skipValue() }
      return nil
    }
  }
}

import SightlineCore

/// One line of a trace: a JSON object whose kind is the value of its key `k`.
///
/// A trace consists of a scene, its step-by-step changes, and the reports of a judge. There are two
/// kinds of writers: a browser (`observe`), whose verdicts are skipped, and an app, with its
/// Sightline engine as the judge (`view`, `watch`, `unwatch`, `app`, `seen`, `change`,
/// `impression`, `exposure`). Both use `meta`, `step`, `node` and `delta`.
///
/// Readers of version 1 skip and count unknown kinds, so small additions are compatible. Changes to
/// the meaning of known kinds need a new version.
enum TraceLine: Equatable, Sendable {
  case meta(TraceMeta)
  case step(TraceStep)
  case node(TraceNode)
  case observe(TraceObserve)
  case delta(TraceDelta)
  case view(TraceView)
  case watch(TraceWatch)
  case unwatch(TraceUnwatch)
  case app(TraceApp)
  case seen(TraceSeen)
  case change(TraceChange)
  case impression(TraceImpression)
  case exposure(TraceExposure)

  /// Reads the rest of a line's object. Returns `nil` for kinds unknown to version 1.
  ///
  /// The most frequent kinds come first.
  init?(_ kind: String, _ json: inout JSONScanner) throws(Problem) {
    switch kind {
    case TraceStep.format.kind: self = .step(try TraceStep(&json))
    case TraceDelta.format.kind: self = .delta(try TraceDelta(&json))
    case TraceChange.format.kind: self = .change(try TraceChange(&json))
    case TraceNode.format.kind: self = .node(try TraceNode(&json))
    case TraceImpression.format.kind: self = .impression(try TraceImpression(&json))
    case TraceExposure.format.kind: self = .exposure(try TraceExposure(&json))
    case TraceWatch.format.kind: self = .watch(try TraceWatch(&json))
    case TraceUnwatch.format.kind: self = .unwatch(try TraceUnwatch(&json))
    case TraceApp.format.kind: self = .app(try TraceApp(&json))
    case TraceSeen.format.kind: self = .seen(try TraceSeen(&json))
    case TraceView.format.kind: self = .view(try TraceView(&json))
    case TraceObserve.format.kind: self = .observe(try TraceObserve(&json))
    case TraceMeta.format.kind: self = .meta(try TraceMeta(&json))
    default:
      while try json.nextKey() != nil { try json.skipValue() }
      return nil
    }
  }
}

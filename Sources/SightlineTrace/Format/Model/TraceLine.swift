/// One line of a trace: one JSON object, told apart by its key `k`.
///
/// A trace is a scene, its changes step by step, and what a judge reported about it. Two sorts of
/// writers exist: a browser, whose IntersectionObserver is the judge (`observer`, `observe`,
/// `snapshot`, `entry`), and an app in which Sightline itself was recorded (`view`, `watch`,
/// `unwatch`, `app`, `change`, `impression`). Both share `meta`, `step`, `node` and `delta`.
///
/// Kinds that a reader of version 1 does not know are skipped and counted, so that small additions
/// do no harm. What would change the meaning of the known ones needs a new version.
public enum TraceLine: Equatable, Sendable {
  /// `meta`: the first line of every trace.
  case meta(TraceMeta)
  /// `obs`: an observer of the browser.
  case observer(TraceObserver)
  /// `step`: everything up to the next one happened at this time.
  case step(TraceStep)
  /// `node`: a node of the scene.
  case node(TraceNode)
  /// `observe`: every observer starts or stops to watch targets.
  case observe(TraceObserve)
  /// `d`: changes of the scene.
  case delta(TraceDelta)
  /// `snap`: which targets an observer saw in a step.
  case snapshot(TraceSnapshot)
  /// `e`: an entry that an observer delivered.
  case entry(TraceEntry)
  /// `names`: a selector for every node, for people; its content is not kept.
  case names
  /// `view`: a viewport that Sightline's engine evaluates comes, changes or goes.
  case view(TraceView)
  /// `watch`: Sightline's engine starts to watch a target.
  case watch(TraceWatch)
  /// `unwatch`: Sightline's engine stops to watch.
  case unwatch(TraceUnwatch)
  /// `app`: the app became active or inactive, or a session, visit or day began.
  case app(TraceApp)
  /// `ev`: a crossing that the recording engine reported.
  case change(TraceChange)
  /// `imp`: an impression that the recording engine reported.
  case impression(TraceImpression)

  /// What `k` says of a line of this kind.
  public var kind: String {
    switch self {
    case .meta: "meta"
    case .observer: "obs"
    case .step: "step"
    case .node: "node"
    case .observe: "observe"
    case .delta: "d"
    case .snapshot: "snap"
    case .entry: "e"
    case .names: "names"
    case .view: "view"
    case .watch: "watch"
    case .unwatch: "unwatch"
    case .app: "app"
    case .change: "ev"
    case .impression: "imp"
    }
  }
}

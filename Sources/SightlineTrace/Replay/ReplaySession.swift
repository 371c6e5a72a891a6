import SightlineCore

/// The scene and engine of a replay, updated line by line.
struct ReplaySession {
  typealias Watching = TraceReplayer.Watching
  typealias Summary = TraceReplayer.Summary

  private(set) var summary = Summary()
  /// The events since the last ``clearEvents()``.
  private(set) var events: [ReplayEvent] = []
  /// Counts the watches whose level after a pass differs from that of the reference path.
  var reference: ((VisibilityEngine) -> Int)?
  /// The number of passes compared with the reference path.
  private(set) var comparedPasses = 0
  /// The number of differences between a watch's level and that of the reference path, since the
  /// last ``clearEvents()``.
  private(set) var disagreements = 0
  /// The encoder for the viewer, after a call to ``startEncoding()``.
  private(set) var encoder: SessionEncoder?

  private var scene: TraceScene
  private var mirror: SceneMirror
  private let watching: Watching
  private var override: OverrideWatches?
  private var step: TraceStep?
  /// Whether a step has begun.
  var hasSteps: Bool { step != nil }
  /// The time slept as of the step.
  private var asleep = Duration.zero

  // State keyed by the trace's numbers.
  private var views: [Int: ViewportID] = [:]
  private var watches: [Int: WatchID] = [:]
  private var subjects = WatchSubjects()
  /// Whether the trace has recorded watches, in which case each of its steps is one pass.
  private(set) var hasOwnWatches = false
  /// The nodes with a watch since they were added, and those watched for a browser.
  private var watchedNodes: Set<Int> = []
  private var observing: [Int: WatchID] = [:]

  init(file: String, watching: Watching, keepsItems: Bool = false) {
    scene = TraceScene(file: file)
    self.watching = watching
    mirror = SceneMirror(ignoresCovers: watching.ignoresCovers)
    subjects.tally = keepsItems ? ItemTally() : nil
    override = watching.isOverride ? OverrideWatches(watching) : nil
    if let margins = watching.margins {
      mirror.engine.edit(.margins(margins, of: mirror.engine.window))
    }
  }

  /// The window's current size.
  var windowSize: LayoutSize { mirror.engine.scene.container(mirror.engine.root).frame.size }

  func subject(ofWatch number: Int) -> (node: Int, name: String?)? {
    guard let subject = watches[number].flatMap({ subjects[$0] }) else { return nil }
    return (subject.node, subject.name)
  }

  var items: [ReplayItem] { subjects.tally?.items(in: mirror.engine) ?? [] }

  mutating func clearEvents() {
    events.removeAll(keepingCapacity: true)
    disagreements = 0
  }

  mutating func accept(_ line: TraceLine, number: Int) throws(TraceError) {
    try scene.accept(line, number: number)
    applyChanges()
    take(line)
    encodeEdits()
  }

  /// Ends the replay at the end of its trace.
  mutating func finish(_ reader: borrowing TraceReader) throws(TraceError) {
    try scene.finish(lastLine: reader.lineNumber)
    applyChanges()
    finishStep(nextBegins: nil)
    summary.skippedLines = reader.unknownLines
  }

  private mutating func applyChanges() {
    mirror.apply(scene.changes, of: scene)
    for ended in scene.ended {
      override?.concern(ended.id)
      guard let watch = watches.removeValue(forKey: ended.watch) else { continue }
      if scene.node(ended.id) == nil { subjects.end(watch) } else { end(watch) }
    }
    followNodes()
  }

  private mutating func take(_ line: TraceLine) {
    switch line {
    case .step(let next):
      finishStep(nextBegins: next.time)
      if step == nil {
        summary.start = next.time
        encoder?.start = next.time
      }
      step = next
      if let total = next.asleep { asleep = .nanoseconds(total) }
    case .observe(let observe): take(observe)
    case .view(let view): take(view)
    case .watch(let watch): take(watch)
    case .app(let app): take(app)
    case .seen(let seen): mirror.engine.adopt(seen.record)
    default: break
    }
  }

  // MARK: Encoding

  /// Starts encoding all edits. Call before accepting any line.
  mutating func startEncoding() {
    // The viewer's engine begins with a window without margins.
    let margins = mirror.engine.viewport(mirror.engine.window).margins
    mirror.engine.edit(.margins(.zero, of: mirror.engine.window))
    encoder = SessionEncoder(mirror.engine)
    mirror.engine.journal.start()
    mirror.newNodes = SceneMirror.NewNodes()
    mirror.engine.edit(.margins(margins, of: mirror.engine.window))
  }

  /// Encodes pending edits. Called after each line and before a pass, when the subjects of new
  /// watches exist.
  private mutating func encodeEdits() {
    guard let nodes = mirror.newNodes else { return }
    mirror.newNodes = SceneMirror.NewNodes()
    let subjects = subjects
    encoder?.take(mirror.engine.journal.take(), nodes) { watch in
      (subjects[watch]?.number, subjects[watch]?.name)
    }
  }

  /// Checks the limits of an encoded session.
  func checkEncoding(_ reader: borrowing TraceReader) throws(TraceError) {
    guard let excess = encoder?.excess else { return }
    throw TraceError(file: reader.file, line: reader.lineNumber, problem: excess)
  }

  // MARK: Passing

  private mutating func finishStep(nextBegins next: MonotonicTime?) {
    override?.settle(&mirror, scene, views, &subjects)
    guard let step else { return }
    encodeEdits()
    encoder?.endStep(at: step.time, asleep: asleep)
    pass(step, at: step.time)
    summary.steps += 1
    summary.end = step.time
    if hasOwnWatches { return }
    while let deadline = mirror.engine.nextDeadline, let next, deadline < next, deadline > step.time
    {
      pass(step, at: deadline)
      if mirror.engine.nextDeadline == deadline { break }
    }
  }

  private mutating func pass(_ step: TraceStep, at time: MonotonicTime) {
    let evaluates = !mirror.engine.endsExposures
    mirror.engine.pass(at: DeviceTime(awake: time, asleep: asleep))
    if let reference, evaluates {
      disagreements += reference(mirror.engine)
      comparedPasses += 1
    }
    for subject in subjects.unwatched { report(.unwatched(at: time), subject, step) }
    for change in mirror.engine.changes {
      if change.isVisible { summary.entered += 1 } else { summary.left += 1 }
      subjects.note(change)
      report(.change(change), subjects[change.watch], step)
    }
    for impression in mirror.engine.impressions {
      summary.impressions += 1
      let subject = subjects[impression.watch]
      subjects.count(subject)
      report(.impression(impression), subject, step)
    }
    for event in mirror.engine.exposures { report(.exposure(event), subjects[event.watch], step) }
    subjects.endPass()
  }

  private mutating func report(
    _ kind: ReplayEvent.Kind, _ subject: WatchSubjects.Subject?, _ step: TraceStep
  ) {
    guard let subject else { return }
    events.append(
      ReplayEvent(
        step: step.step, node: subject.node, incarnation: subject.incarnation,
        watch: subject.number, name: subject.name, kind: kind))
  }

  // MARK: Watching

  private mutating func take(_ observe: TraceObserve) {
    for id in observe.ids {
      if id >= 0 {
        if watchedNodes.contains(id) { continue }
        summary.targets += 1
        watch(node: id)
      } else {
        override?.concern(-id)
        watchedNodes.remove(-id)
        if let watch = observing.removeValue(forKey: -id) { end(watch) }
      }
    }
  }

  private mutating func watch(node: Int) {
    guard let target = mirror.target(for: node, scene) else { return }
    watchedNodes.insert(node)
    if override != nil {
      override?.concern(node)
      return
    }
    observing[node] = subjects.watch(
      target, .rule(.fully), in: mirror.engine.window, as: WatchSubjects.Subject(node: node),
      mirror.engine)
  }

  private mutating func end(_ watch: WatchID) {
    subjects.unwatch(watch)
    if mirror.engine.contains(watch) { mirror.engine.edit(.unwatch(watch)) }
  }

  /// Removes the watches of removed nodes, and watches observed nodes that return.
  private mutating func followNodes() {
    for change in scene.changes {
      switch change {
      case .remove(let id):
        override?.remove(node: id, &subjects)
        watchedNodes.remove(id)
        if let watch = observing.removeValue(forKey: id) { subjects.end(watch) }
        subjects.removeNode(id)
      case .add(let node):
        if scene.observed.contains(node.id) { watch(node: node.id) }
      case .set: break
      }
    }
  }

  private mutating func take(_ view: TraceView) {
    if view.isRemoved {
      if let id = views.removeValue(forKey: view.view) { mirror.engine.edit(.removeViewport(id)) }
      return
    }
    if let id = views[view.view] {
      mirror.engine.edit(.margins(view.margins, of: id))
      return
    }
    let container = mirror.container(for: view.root, scene)
    views[view.view] = mirror.engine.add(
      VisibilityViewport(container, margins: view.margins, scrollMargins: view.scrollMargins))
  }

  private mutating func take(_ watch: TraceWatch) {
    hasOwnWatches = true
    if let name = watch.name { subjects.setName(name, ofNode: watch.id) }
    guard let view = views[watch.view],
      let target = mirror.target(for: watch.id, scene)
    else { return }
    if watchedNodes.insert(watch.id).inserted { summary.targets += 1 }
    if override != nil {
      override?.concern(watch.id)
      return
    }
    let viewport = watching.margins == nil ? view : mirror.engine.window
    let subject = WatchSubjects.Subject(
      number: watch.watch, node: watch.id, incarnation: mirror.incarnation(of: watch.id),
      name: watch.name)
    watches[watch.watch] = subjects.watch(
      target, watch.condition, in: viewport, as: subject, mirror.engine)
  }

  private mutating func take(_ app: TraceApp) {
    // Watches that override the recorded ones keep their policy.
    if override != nil, app.replaced != nil { return }
    if let edit = app.edit { mirror.engine.edit(edit) }
  }
}

import SightlineCore

/// Replays a trace and compares every state and every entry with what the judge reported.
///
/// The judge is a browser's IntersectionObserver, or the engine of the app in which the trace was
/// recorded. A browser's observers become viewports of the engine with the web's convention, so what
/// is compared is the engine's own fast path; rectangles come from the reference path, which debug
/// builds and tests hold against it.
///
/// Ratios are compared to ``ratioTolerance``, rectangles to ``rectTolerance``. Browsers compute
/// transforms in floats and snap transformed boxes to pixels: where a transform is on the way and
/// the ratio is that close to a threshold, either side of it is right.
public struct TraceVerifier: ~Copyable {
  /// How far ratios may be apart.
  public static let ratioTolerance = 2e-4
  /// How far edges may be apart, in points.
  public static let rectTolerance = 0.02
  /// How many differences are kept in words.
  public static let maximumExamples = 1_000

  private var reader: TraceReader
  private var scene: TraceScene
  private var mirror = SceneMirror()
  private var engine = VisibilityEngine(scene: VisibilityScene(size: .zero))
  private var result = TraceVerification()
  private var judges: [Int: Judge] = [:]
  private var order: [Int] = []
  private var watched: [Int] = []
  private var watchedSet: Set<Int> = []
  private var step: TraceStep?
  private var isPassed = false
  /// The judge of a trace that Sightline itself recorded.
  private var recording: RecordingJudge
  private var isRecording: Bool { order.isEmpty && result.skippedObservers == 0 }

  /// A browser's observer in the engine.
  private struct Judge {
    var observer: TraceObserver
    var viewport: ViewportID?
    /// By node, what the last entry said: how many thresholds were reached.
    var last: [Int: Int] = [:]
    var watches: [Int: WatchID] = [:]
    var nodes: [WatchID: Int] = [:]
    /// Nodes whose level the last pass may have changed, or that are new.
    var stale: Set<Int> = []
    /// What the judge delivered in this step.
    var delivered: [Int: TraceEntry] = [:]

    /// Whether the lowest threshold of its watches stands for "intersects", which a snapshot lists,
    /// and the others for those of the observer, which entries are about. A rule has no room for it
    /// beside as many thresholds as an observer may have; then the reference path is asked.
    var countsIntersecting: Bool { observer.thresholds.count < TraceRange.thresholds }

    /// The thresholds of its watches.
    var rule: VisibilityRule {
      .thresholds(countsIntersecting ? [0] + observer.thresholds : observer.thresholds)
    }
  }

  /// Verifies what a reader reads.
  ///
  /// - Parameters:
  ///   - reader: the trace.
  ///   - comparesReference: whether each pass of an own recording is compared with the reference path,
  ///     too, whatever the build and the size of the scene. It is slow.
  public init(_ reader: consuming TraceReader, comparesReference: Bool = false) {
    scene = TraceScene(file: reader.file)
    recording = RecordingJudge(file: reader.file, comparesReference: comparesReference)
    self.reader = reader
    engine.verifiesPasses = false
  }

  /// Reads the trace to its end.
  ///
  /// - Throws: a ``TraceError`` if the trace is malformed or contradicts itself.
  public consuming func run() throws(TraceError) -> TraceVerification {
    while let (number, line) = try reader.next() {
      if isRecording { try recording.accept(line, number: number, &result) }
      try scene.accept(line, number: number)
      applyChanges()
      take(line)
    }
    try scene.finish(lastLine: reader.lineNumber)
    applyChanges()
    finishStep()
    if isRecording { try recording.finish(lastLine: reader.lineNumber, &result) }
    result.isRecording = isRecording
    result.skippedLines = reader.unknownLines
    return result
  }

  private mutating func applyChanges() {
    if scene.changes.isEmpty { return }
    mirror.apply(scene.changes, of: scene, to: &engine.scene)
    isPassed = false
    for change in scene.changes {
      switch change {
      case .add(let node):
        if watchedSet.contains(node.id) { watch(node.id) }
      case .remove(let id):
        for number in order {
          if let watch = judges[number]?.watches.removeValue(forKey: id) {
            judges[number]?.nodes[watch] = nil
            judges[number]?.stale.insert(id)
          }
        }
      case .set(let id, let new, let old):
        // A node that comes into or out of being is judged anew even if nothing of it shows.
        if new.isGone != old.isGone, watchedSet.contains(id) { markStale(id) }
      }
    }
  }

  private mutating func markStale(_ node: Int) {
    for number in order { judges[number]?.stale.insert(node) }
  }

  private mutating func take(_ line: TraceLine) {
    switch line {
    case .observer(let observer): add(observer)
    case .step(let next):
      finishStep()
      step = next
    case .observe(let observe): take(observe)
    case .snapshot(let snapshot):
      pass()
      compare(snapshot)
    case .entry(let entry): take(entry)
    default: break
    }
  }

  private mutating func add(_ observer: TraceObserver) {
    if observer.tracksOcclusion {
      result.skippedObservers += 1
      return
    }
    judges[observer.observer] = Judge(observer: observer)
    order.append(observer.observer)
  }

  // MARK: Watching

  private mutating func take(_ observe: TraceObserve) {
    isPassed = false
    for id in observe.ids {
      if id >= 0 {
        if !watchedSet.insert(id).inserted { continue }
        watched.append(id)
        watch(id)
        markStale(id)
      } else {
        watchedSet.remove(-id)
        watched.removeAll { $0 == -id }
        for number in order { stopWatching(-id, number) }
      }
    }
  }

  private mutating func stopWatching(_ node: Int, _ number: Int) {
    judges[number]?.last[node] = nil
    judges[number]?.stale.remove(node)
    if let watch = judges[number]?.watches.removeValue(forKey: node) {
      judges[number]?.nodes[watch] = nil
      if engine.contains(watch) { engine.unwatch(watch) }
    }
  }

  /// Watches a node for every observer, in its viewport.
  private mutating func watch(_ node: Int) {
    guard let target = mirror.target(for: node, scene, &engine.scene) else { return }
    for number in order { watch(node, target, number) }
  }

  private mutating func watch(_ node: Int, _ target: TargetID, _ number: Int) {
    guard let viewport = viewport(of: number), let rule = judges[number]?.rule else { return }
    let watch = engine.watch(target, rule, in: viewport)
    judges[number]?.watches[node] = watch
    judges[number]?.nodes[watch] = node
  }

  /// The viewport of an observer, made when its root is first there.
  private mutating func viewport(of number: Int) -> ViewportID? {
    guard let judge = judges[number], scene.node(judge.observer.root) != nil else { return nil }
    if let viewport = judge.viewport { return viewport }
    let container = mirror.container(for: judge.observer.root, scene, &engine.scene)
    let viewport = engine.add(
      VisibilityViewport(
        container, margins: judge.observer.margins, scrollMargins: judge.observer.scrollMargins,
        convention: .web))
    judges[number]?.viewport = viewport
    return viewport
  }

  /// Follows roots that have gone and come back.
  private mutating func renewViewports() {
    for number in order {
      guard let viewport = judges[number]?.viewport else {
        if viewport(of: number) != nil { rewatch(number) }
        continue
      }
      let container = engine.viewport(viewport).container
      if engine.scene.contains(container) { continue }
      engine.remove(viewport)
      judges[number]?.viewport = nil
      judges[number]?.watches = [:]
      judges[number]?.nodes = [:]
      rewatch(number)
    }
  }

  private mutating func rewatch(_ number: Int) {
    for node in watched {
      judges[number]?.stale.insert(node)
      if judges[number]?.watches[node] == nil,
        let target = mirror.target(for: node, scene, &engine.scene)
      {
        watch(node, target, number)
      }
    }
  }

  // MARK: Passing

  private mutating func pass() {
    if isPassed { return }
    isPassed = true
    renewViewports()
    engine.pass(at: step?.time ?? .zero)
    for change in engine.changes {
      for number in order {
        if let node = judges[number]?.nodes[change.watch] {
          judges[number]?.stale.insert(node)
        }
      }
    }
  }

  private mutating func finishStep() {
    guard step != nil else { return }
    pass()
    for number in order { compareEntries(number) }
  }

  // MARK: Entries

  private mutating func take(_ entry: TraceEntry) {
    guard judges[entry.observer] != nil else {
      result.skippedEntries += 1
      return
    }
    judges[entry.observer]?.delivered[entry.id] = entry
  }

  private mutating func compareEntries(_ number: Int) {
    guard let judge = judges[number] else { return }
    let nodes = judge.stale.union(judge.delivered.keys).sorted()
    judges[number]?.stale.removeAll()
    judges[number]?.delivered.removeAll()
    for node in nodes where watchedSet.contains(node) || judge.delivered[node] != nil {
      compareEntry(number, judge, node)
    }
  }

  private mutating func compareEntry(_ number: Int, _ judge: Judge, _ node: Int) {
    let sight = sight(of: node, judge)
    let delivered = judge.delivered[node]
    let last = judge.last[node]
    let isDue = watchedSet.contains(node) && last != sight.index
    if !isDue && delivered == nil { return }
    result.entries += 1
    judges[number]?.last[node] = sight.index
    if let delivered, isDue {
      if let problem = problem(sight, delivered) { note(number, node, problem) }
      if isOnThreshold(sight, judge, node) {
        let reached = index(of: delivered, judge)
        judges[number]?.last[node] = reached
      }
      return
    }
    // One side saw a crossing where the other did not.
    if isOnThreshold(sight, judge, node) {
      let reached = delivered.map { index(of: $0, judge) } ?? last ?? 0
      judges[number]?.last[node] = reached
      return
    }
    note(
      number, node,
      delivered == nil
        ? "the engine went from \(last.map { "\($0)" } ?? "nothing") to \(sight.index) thresholds "
          + "(ratio \(sight.ratio)), the judge delivered nothing"
        : "the judge delivered an entry with ratio \(delivered?.ratio ?? 0), the engine stayed at "
          + "\(sight.index) thresholds (ratio \(sight.ratio))")
  }

  private func problem(_ sight: Sight, _ entry: TraceEntry) -> String? {
    if entry.isIntersecting != (sight.index > 0) {
      return "intersecting: the engine says \(sight.index > 0), the judge \(entry.isIntersecting)"
    }
    return sight.problem(
      ratio: entry.ratio, intersection: entry.intersection, bounds: entry.bounds, root: entry.root)
  }

  /// How many thresholds an entry's ratio reaches.
  private func index(of entry: TraceEntry, _ judge: Judge) -> Int {
    guard entry.isIntersecting else { return 0 }
    return judge.observer.thresholds.count { Float($0) <= Float(entry.ratio) }
  }

  /// Whether a transform is on the way and the ratio within the tolerance of a threshold.
  private func isOnThreshold(_ sight: Sight, _ judge: Judge, _ node: Int) -> Bool {
    var id: Int? = node
    var isTransformed = false
    while let here = id, let value = scene.node(here) {
      isTransformed = isTransformed || value.transform.map { !$0.isTranslation } ?? false
      id = value.parent
    }
    return isTransformed
      && judge.observer.thresholds.contains {
        abs($0 - sight.ratio) <= TraceVerifier.ratioTolerance
      }
  }

  // MARK: States

  private mutating func compare(_ snapshot: TraceSnapshot) {
    guard let judge = judges[snapshot.observer] else { return }
    result.states += snapshot.watched
    if snapshot.watched != watched.count {
      note(
        snapshot.observer, judge.observer.root,
        "\(watched.count) targets are watched, the judge says \(snapshot.watched)")
    }
    var listed: Set<Int> = []
    for target in snapshot.targets {
      if !listed.insert(target.id).inserted {
        note(snapshot.observer, target.id, "the judge lists it twice")
        continue
      }
      let sight = sight(of: target.id, judge)
      if !sight.isIntersecting {
        note(snapshot.observer, target.id, "the judge sees it, the engine does not")
      } else if let problem = sight.problem(
        ratio: target.ratio, intersection: target.intersection, bounds: target.bounds, root: nil)
      {
        note(snapshot.observer, target.id, problem)
      }
    }
    var unlisted: [Int] = []
    if !judge.countsIntersecting {
      unlisted = judge.watches.keys.filter {
        !listed.contains($0) && sight(of: $0, judge).isIntersecting
      }
    } else if let viewport = judge.viewport {
      engine.forEachActiveWatch(in: viewport) { watch, level in
        if level > 0, let node = judge.nodes[watch], !listed.contains(node) {
          unlisted.append(node)
        }
      }
    }
    for node in unlisted.sorted() {
      note(snapshot.observer, node, "the engine sees it, the judge does not")
    }
    if let root = snapshot.root, let first = watched.first {
      let sight = sight(of: first, judge)
      if !root.isWithin(TraceVerifier.rectTolerance, of: sight.root) {
        note(
          snapshot.observer, judge.observer.root,
          "the viewport: the engine says \(sight.root), the judge \(root)")
      }
    }
  }

  /// What the engine makes of a node for an observer.
  private func sight(of node: Int, _ judge: Judge) -> Sight {
    guard let viewport = judge.viewport, let watch = judge.watches[node], engine.contains(watch)
    else { return .nothing }
    let target = engine.target(of: watch)
    let state = engine.state(of: target, in: viewport)
    // Browsers give an element that has no box, or does not lie in the root, empty rectangles.
    guard let bounds = state.boundingRect,
      engine.isInside(target, engine.viewport(viewport).container)
    else { return .nothing }
    let level = engine.level(of: watch)
    let isIntersecting = judge.countsIntersecting ? level > 0 : state.isIntersecting
    return Sight(
      isIntersecting: isIntersecting, index: judge.countsIntersecting ? max(0, level - 1) : level,
      ratio: state.fraction, intersection: isIntersecting ? state.visibleRect ?? .zero : .zero,
      bounds: bounds, root: state.viewportRect)
  }

  private mutating func note(_ observer: Int, _ node: Int, _ explanation: String) {
    result.note(
      TraceVerification.Difference(
        step: step?.step ?? 0, observer: observer, node: node, name: nil,
        explanation: explanation))
  }
}

import SightlineCore

@testable import SightlineTrace

/// Compares a browser's recorded entries with ``BrowserModel``, and the engine with both.
///
/// Every entry and every state must match the model. The engine is exact and a browser is not, so
/// the engine's fast path is compared with the model only where the two are equivalent: see
/// ``EngineComparison``.
///
/// Browsers compute transforms in floats and snap transformed boxes to pixels. Under a transform, a
/// ratio within the tolerance of a threshold is correct on either side.
struct BrowserVerifier {
  /// One of the browser's observers.
  private struct Judge {
    var observer: TraceObserver
    /// The number of thresholds reached by the last entry, by node.
    var last: [Int: Int] = [:]
    /// The entries delivered in this step.
    var delivered: [Int: TraceEntry] = [:]
  }

  private var judges: [Int: Judge] = [:]
  /// The observers' numbers, in order.
  private(set) var order: [Int] = []
  private var watched: [Int] = []
  private var watchedSet: Set<Int> = []
  private var engine = EngineComparison()
  private var step: TraceStep?
  /// Whether the scene has changed since the step was last compared.
  private var isStale = false

  /// Whether the trace has no verdicts from a browser.
  private(set) var isIdle = true

  /// Processes a line already accepted by the scene.
  mutating func accept(
    _ line: JudgedLine, _ scene: TraceScene, _ result: inout BrowserVerification
  ) {
    if case .line = line { apply(scene) }
    switch line {
    case .line(.step(let next)):
      finishStep(scene, &result)
      step = next
    case .line(.observe(let observe)): take(observe)
    case .observer(let observer): add(observer, scene)
    case .snapshot(let snapshot): compare(snapshot, scene, &result)
    case .entry(let entry): take(entry)
    case .line: break
    }
  }

  /// Processes the end of the trace.
  mutating func finish(_ scene: TraceScene, _ result: inout BrowserVerification) {
    apply(scene)
    finishStep(scene, &result)
  }

  private mutating func apply(_ scene: TraceScene) {
    if isIdle || scene.changes.isEmpty { return }
    engine.apply(scene.changes, of: scene)
    isStale = true
  }

  private mutating func add(
    _ observer: TraceObserver, _ scene: TraceScene
  ) {
    if isIdle { engine.apply(scene.nodes.map(TraceSceneChange.add), of: scene) }
    isIdle = false
    if observer.tracksOcclusion { return }
    judges[observer.observer] = Judge(observer: observer)
    order.append(observer.observer)
  }

  private mutating func take(_ observe: TraceObserve) {
    isStale = true
    for id in observe.ids {
      if id >= 0 {
        if watchedSet.insert(id).inserted { watched.append(id) }
      } else {
        watchedSet.remove(-id)
        watched.removeAll { $0 == -id }
        for number in order { judges[number]?.last[-id] = nil }
      }
    }
  }

  private mutating func take(_ entry: TraceEntry) {
    judges[entry.observer]?.delivered[entry.id] = entry
  }

  // MARK: Entries

  private mutating func finishStep(_ scene: TraceScene, _ result: inout BrowserVerification) {
    guard let step else { return }
    for number in order {
      guard let judge = judges[number] else { continue }
      judges[number]?.delivered.removeAll()
      // Without a change, no entry is due.
      var nodes = isStale ? watchedSet : []
      nodes.formUnion(judge.delivered.keys)
      for node in nodes.sorted() { compareEntry(node, judge, scene, &result) }
    }
    if isStale {
      engine.compare(watched, order.compactMap { judges[$0]?.observer }, scene, step, &result)
    }
    isStale = false
  }

  private mutating func compareEntry(
    _ node: Int, _ judge: Judge, _ scene: TraceScene, _ result: inout BrowserVerification
  ) {
    let observer = judge.observer
    let isWatched = watchedSet.contains(node)
    let answer =
      isWatched ? BrowserModel.answer(of: node, for: observer, in: scene) : .nothing
    let delivered = judge.delivered[node]
    let last = judge.last[node]
    let isDue = isWatched && last != answer.reached
    if !isDue && delivered == nil { return }
    result.entries += 1
    let isOnThreshold = isOnThreshold(answer, observer, node, scene)
    var reached = answer.reached
    if let delivered, isDue {
      if let problem = answer.problem(delivered) { note(observer, node, problem, &result) }
      if isOnThreshold { reached = delivered.reached(of: observer) }
    } else if isOnThreshold {
      // Only one side saw a crossing.
      reached = delivered?.reached(of: observer) ?? last ?? reached
    } else {
      note(
        observer, node,
        delivered.map {
          "the judge delivered an entry with ratio \($0.ratio), the model stayed at "
            + "\(answer.reached) thresholds (ratio \(answer.ratio))"
        }
          ?? "the model went from \(last.map { "\($0)" } ?? "nothing") to \(answer.reached) "
          + "thresholds (ratio \(answer.ratio)), the judge delivered nothing", &result)
    }
    judges[observer.observer]?.last[node] = isWatched ? reached : nil
  }

  /// Returns whether there is a transform on or above the node and the ratio is within the
  /// tolerance of a threshold.
  private func isOnThreshold(
    _ answer: BrowserModel.Answer, _ observer: TraceObserver, _ node: Int, _ scene: TraceScene
  ) -> Bool {
    scene.isTransformed(node)
      && observer.thresholds.contains {
        abs($0 - answer.ratio) <= BrowserVerification.ratioTolerance
      }
  }

  // MARK: States

  private func compare(
    _ snapshot: TraceSnapshot, _ scene: TraceScene, _ result: inout BrowserVerification
  ) {
    guard let observer = judges[snapshot.observer]?.observer else { return }
    result.states += snapshot.watched
    if snapshot.watched != watched.count {
      note(
        observer, observer.root,
        "\(watched.count) targets are watched, the judge says \(snapshot.watched)", &result)
    }
    var listed: [Int: TraceSnapshot.Target] = [:]
    for target in snapshot.targets where listed.updateValue(target, forKey: target.id) != nil {
      note(observer, target.id, "the judge lists it twice", &result)
    }
    for node in watchedSet.union(listed.keys).sorted() {
      let answer = BrowserModel.answer(of: node, for: observer, in: scene)
      switch (listed[node], answer.isIntersecting) {
      case (let target?, true):
        if let problem = answer.problem(
          ratio: target.ratio, intersection: target.intersection, bounds: target.bounds, root: nil)
        {
          note(observer, node, problem, &result)
        }
      case (.some, false): note(observer, node, "the judge sees it, the model does not", &result)
      case (nil, true): note(observer, node, "the model sees it, the judge does not", &result)
      case (nil, false): break
      }
    }
    if let root = snapshot.root, let first = watched.first {
      let answer = BrowserModel.answer(of: first, for: observer, in: scene)
      if !root.isWithin(BrowserVerification.rectTolerance, of: answer.root) {
        note(
          observer, observer.root,
          "the viewport: the model says \(answer.root), the judge \(root)", &result)
      }
    }
  }

  private func note(
    _ observer: TraceObserver, _ node: Int, _ explanation: String,
    _ result: inout BrowserVerification
  ) {
    result.differences.append(
      BrowserVerification.Difference(
        step: step?.step ?? 0, observer: observer.observer, node: node,
        explanation: explanation))
  }
}

extension BrowserModel.Answer {
  /// Returns a description of the difference from an entry, or `nil` if there is no difference.
  fileprivate func problem(_ entry: TraceEntry) -> String? {
    // An entry is intersecting once the lowest threshold is reached.
    if entry.isIntersecting != (reached > 0) {
      return "intersecting: the model says \(reached > 0), the judge \(entry.isIntersecting)"
    }
    return problem(
      ratio: entry.ratio, intersection: entry.intersection, bounds: entry.bounds, root: entry.root)
  }

  /// Returns a description of the difference from the judge's numbers, or `nil` if there is no
  /// difference.
  func problem(
    ratio: Double, intersection: LayoutRect, bounds: LayoutRect, root: LayoutRect?
  ) -> String? {
    if abs(ratio - self.ratio) > BrowserVerification.ratioTolerance {
      return "ratio: the model says \(self.ratio), the judge \(ratio)"
    }
    for (name, mine, theirs) in [
      ("intersection", self.intersection, intersection), ("bounds", self.bounds, bounds),
    ] where !mine.isWithin(BrowserVerification.rectTolerance, of: theirs) {
      return "\(name): the model says \(mine), the judge \(theirs)"
    }
    if let root, !self.root.isWithin(BrowserVerification.rectTolerance, of: root) {
      return "the viewport: the model says \(self.root), the judge \(root)"
    }
    return nil
  }
}

extension TraceEntry {
  /// Returns the number of thresholds reached by the entry's ratio.
  fileprivate func reached(of observer: TraceObserver) -> Int {
    isIntersecting ? observer.thresholds.count { Float($0) <= Float(ratio) } : 0
  }
}

extension TraceScene {
  /// Returns whether a transform other than a translation lies on or above a node.
  func isTransformed(_ node: Int) -> Bool {
    var next: Int? = node
    while let id = next, let value = self.node(id) {
      if let transform = value.transform, !transform.isTranslation { return true }
      next = value.parent
    }
    return false
  }
}

extension LayoutRect {
  /// Returns whether all four edges are within a tolerance, in points.
  fileprivate func isWithin(_ tolerance: Double, of other: LayoutRect) -> Bool {
    abs(minX - other.minX) <= tolerance && abs(minY - other.minY) <= tolerance
      && abs(maxX - other.maxX) <= tolerance && abs(maxY - other.maxY) <= tolerance
  }
}

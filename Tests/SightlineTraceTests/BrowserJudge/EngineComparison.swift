import SightlineCore

@testable import SightlineTrace

/// Compares the engine's passes with ``BrowserModel``, target by target, after every step of a
/// recording.
///
/// The engine is exact and a browser is not. The comparison therefore excludes nodes under a
/// transform (browsers snap to pixels), hidden or gone nodes, intersections that only touch or have
/// no area, roots clipped along one axis, and scroll margins in percent. The engine ignores covers
/// and opacity, as version 1 of the browser's observer does. A ratio on a threshold may count on
/// either side.
struct EngineComparison {
  private struct Viewport {
    var id: ViewportID
    var watches: [Int: WatchID] = [:]
  }

  private var mirror = SceneMirror(ignoresCovers: true)
  private var viewports: [Int: Viewport] = [:]

  init() {
    // A browser judges by its layout unit, not by pixels.
    mirror.engine.pixelLength = 1.001 / 64
  }

  /// Mirrors changes of a trace's scene.
  mutating func apply(_ changes: [TraceSceneChange], of scene: TraceScene) {
    mirror.apply(changes, of: scene)
  }

  /// Performs a pass and compares it for every observer and watched node.
  mutating func compare(
    _ nodes: [Int], _ observers: [TraceObserver], _ scene: TraceScene, _ step: TraceStep,
    _ result: inout BrowserVerification
  ) {
    let observers = observers.filter { prepare($0, nodes, scene) }
    mirror.engine.pass(at: step.time)
    for observer in observers {
      for node in nodes { compare(node, observer, scene, step, &result) }
    }
  }

  // MARK: Watching

  /// Updates an observer's viewport and watches. Returns `false` if the observer cannot be compared
  /// now.
  private mutating func prepare(
    _ observer: TraceObserver, _ nodes: [Int], _ scene: TraceScene
  ) -> Bool {
    let number = observer.observer
    if let viewport = viewports[number],
      !mirror.engine.scene.contains(mirror.engine.viewport(viewport.id).container)
    {
      mirror.engine.edit(.removeViewport(viewport.id))
      viewports[number] = nil
    }
    guard observer.scrollMargins.fractions == .zero, let root = scene.node(observer.root),
      let margins = BrowserModel.exactMargins(of: observer, root)
    else { return false }
    var viewport =
      viewports[number]
      ?? Viewport(
        id: mirror.engine.add(
          VisibilityViewport(
            mirror.container(for: observer.root, scene),
            scrollMargins: observer.scrollMargins)))
    mirror.engine.edit(.margins(ViewportMargins(points: margins), of: viewport.id))
    watch(nodes, observer, scene, &viewport)
    viewports[number] = viewport
    return true
  }

  private mutating func watch(
    _ nodes: [Int], _ observer: TraceObserver, _ scene: TraceScene, _ viewport: inout Viewport
  ) {
    // The lowest threshold means that any part is visible.
    let thresholds = ([0] + observer.thresholds).prefix(VisibilityRule.maximumThresholds)
    let rule = VisibilityRule.thresholds(Array(thresholds)).minimumOpacity(0)
    for node in nodes {
      if let watch = viewport.watches[node], mirror.engine.contains(watch) { continue }
      viewport.watches[node] = mirror.target(for: node, scene).map {
        mirror.engine.watch($0, rule, in: viewport.id)
      }
    }
  }

  // MARK: Comparing

  private func compare(
    _ node: Int, _ observer: TraceObserver, _ scene: TraceScene, _ step: TraceStep,
    _ result: inout BrowserVerification
  ) {
    guard let watch = viewports[observer.observer]?.watches[node], mirror.engine.contains(watch),
      scene.isPlain(node), observer.thresholds.count < VisibilityRule.maximumThresholds
    else { return }
    let answer = BrowserModel.answer(of: node, for: observer, in: scene)
    if answer.bounds.isEmpty || answer.isIntersecting && answer.intersection.isEmpty { return }
    result.engineStates += 1
    let level = mirror.engine.level(of: watch)
    let range = answer.levels(of: observer)
    if range.contains(level) { return }
    result.differences.append(
      BrowserVerification.Difference(
        step: step.step, observer: observer.observer, node: node,
        explanation: "the engine has \(level) levels, the browser's model \(range.lowerBound) to "
          + "\(range.upperBound) (ratio \(answer.ratio))"))
  }
}

extension BrowserModel.Answer {
  /// The accuracy of 32-bit ratios of areas up to some thousand points a side.
  private static let rounding = 1e-5

  /// Returns the numbers of thresholds that an exact engine may have reached, counting "any part is
  /// visible".
  fileprivate func levels(of observer: TraceObserver) -> ClosedRange<Int> {
    guard isIntersecting else { return 0...0 }
    func count(upTo ratio: Double) -> Int { observer.thresholds.count { $0 <= ratio } }
    let certain = ratio - Self.rounding
    return (certain > 0 ? 1 + count(upTo: certain) : 0)...(1 + count(upTo: ratio + Self.rounding))
  }
}

extension TraceScene {
  /// Returns whether the path from a node to the root has no gone, hidden or transformed node,
  /// which a browser may treat differently from an exact mirror.
  fileprivate func isPlain(_ node: Int) -> Bool {
    var next: Int? = node
    while let id = next {
      guard let value = self.node(id), !value.isGone, !value.isHidden, value.transform == nil else {
        return false
      }
      next = value.parent
    }
    return true
  }
}

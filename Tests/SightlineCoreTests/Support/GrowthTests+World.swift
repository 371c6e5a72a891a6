@testable import SightlineCore

extension GrowthTests {
  /// A window of 400 × 400 pt with a scene built piece by piece.
  struct World {
    let engine = VisibilityEngine(
      scene: VisibilityScene(size: LayoutSize(width: 400, height: 400)))
    var targets: [TargetID] = []
    var watches: [WatchID] = []
    var viewports: [ViewportID] = []
    var containers: [ContainerID] = []
    private var milliseconds = 0

    init() { engine.verifiesPasses = false }

    mutating func watch(
      _ frame: LayoutRect, _ appearance: SceneAppearance = .plain, _ rule: VisibilityRule = .fully,
      in container: ContainerID? = nil, times: Int = 1
    ) {
      let target = engine.add(
        SceneTarget(frame: frame, appearance: appearance), to: container ?? engine.scene.root)
      targets.append(target)
      for _ in 0..<times { watches.append(engine.watch(target, rule)) }
    }

    mutating func watch(_ frame: LayoutRect, rule: VisibilityRule) { watch(frame, .plain, rule) }

    mutating func cover(_ frame: LayoutRect, _ appearance: SceneAppearance = .plain) {
      _ = engine.add(
        SceneCover(frame: frame, appearance: appearance), to: engine.root)
    }

    /// Does the work of `state(of:)` for the first target, and adds its steps to the engine's.
    mutating func ask() {
      let covers = engine.visibleCovers
      var inspector = Inspector()
      _ = inspector.inspect(
        Slot(0), in: engine.viewport(engine.window), of: engine.scene, under: covers)
      engine.scene.work &+= (inspector.work &+ covers.work).total
    }

    mutating func container(
      _ frame: LayoutRect, _ appearance: SceneAppearance = .plain, clips: Bool = true,
      in parent: ContainerID? = nil
    ) -> ContainerID {
      containers.append(
        engine.add(
          SceneContainer(
            frame: frame, clip: clips ? .bounds : .none, scrolls: true, appearance: appearance),
          to: parent ?? engine.scene.root))
      return containers[containers.count - 1]
    }

    mutating func viewport(
      margin: Double = 0, scrollMargin: Double = 0, watching target: Int,
      in container: ContainerID? = nil
    ) {
      let viewport = engine.add(
        VisibilityViewport(
          container ?? engine.scene.root, margins: .points(margin),
          scrollMargins: .points(scrollMargin)))
      viewports.append(viewport)
      engine.watch(targets[target], .fully, in: viewport)
    }

    mutating func pass() {
      milliseconds += 16
      engine.pass(at: .milliseconds(milliseconds))
    }

    mutating func scroll(to y: Double) {
      engine.edit(.scroll(engine.root, to: LayoutPoint(x: 0, y: y)))
      pass()
    }
  }
}

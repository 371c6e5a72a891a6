@testable import SightlineCore

/// A window with a scroll view of its size, for tests of a few named targets.
///
/// Events are returned as text: `A enters`, `A leaves (clipped)`, `A enters 2` for a rule with
/// several thresholds, `7 seen at 1000` for an impression with its time in milliseconds.
struct Stage {
  let engine: VisibilityEngine
  /// The scroll view.
  let feed: ContainerID
  private(set) var names: [TargetID: String] = [:]
  private var passes = 0
  private var oracle = Oracle()

  init(width: Double = 400, height: Double = 600) {
    var scene = VisibilityScene(size: LayoutSize(width: width, height: height))
    let feed = scene.add(
      .scrollView(frame: LayoutRect(x: 0, y: 0, width: width, height: height)), to: scene.root)
    engine = VisibilityEngine(scene: scene)
    // `pass` compares the paths itself: a failed precondition would end the whole test process.
    engine.verifiesPasses = false
    self.feed = feed
  }

  var root: ContainerID { engine.scene.root }

  @discardableResult
  mutating func target(
    _ name: String, _ frame: LayoutRect, in container: ContainerID? = nil,
    _ appearance: SceneAppearance = .plain
  ) -> TargetID {
    let target = engine.add(
      SceneTarget(frame: frame, appearance: appearance), to: container ?? feed)
    names[target] = name
    return target
  }

  @discardableResult
  mutating func cover(
    _ frame: LayoutRect, in container: ContainerID? = nil, _ appearance: SceneAppearance = .plain,
    isFriendly: Bool = false
  ) -> CoverID {
    engine.add(
      SceneCover(frame: frame, appearance: appearance, isFriendly: isFriendly),
      to: container ?? feed)
  }

  mutating func scroll(to y: Double) {
    engine.edit(.scroll(feed, to: LayoutPoint(x: 0, y: y)))
  }

  /// Runs a pass, by default 16 ms after the last one, and describes its events.
  mutating func pass(at milliseconds: Int? = nil) -> [String] {
    passes = milliseconds ?? passes + 16
    engine.pass(at: .milliseconds(passes))
    return engine.changes.map(describe) + engine.impressions.map(describe) + disagreements()
  }

  /// Scrolls and runs a pass.
  mutating func scroll(to y: Double, at milliseconds: Int?) -> [String] {
    scroll(to: y)
    return pass(at: milliseconds)
  }

  /// Returns the disagreements of the fast path with the reference path.
  private mutating func disagreements() -> [String] {
    oracle.judge(engine).map {
      "\(names[$0.target] ?? "?") has level \($0.level), by the reference path \($0.referenceLevel)"
    }
  }

  private func describe(_ change: VisibilityChange) -> String {
    let name = names[change.target] ?? "?"
    let rung = change.threshold > 0 ? " \(change.threshold)" : ""
    let reason = change.reason.map { " (\($0))" } ?? ""
    return "\(name) \(change.isVisible ? "enters" : "leaves")\(rung)\(reason)"
  }

  private func describe(_ impression: Impression) -> String {
    "\(impression.identity.rawValue) seen at \(impression.time.nanoseconds / 1_000_000)"
  }
}

extension MonotonicTime {
  static func milliseconds(_ count: Int) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(count) * 1_000_000)
  }
}

extension LayoutRect {
  /// Returns a square, 100 pt wide by default, at a vertical position in the middle of a stage.
  static func square(y: Double, side: Double = 100) -> LayoutRect {
    LayoutRect(x: 100, y: y, width: side, height: side)
  }
}

extension LayoutTransform {
  /// Creates a rotation from the tangent of half its angle, without trigonometry.
  static func turned(halfTangent t: Double) -> LayoutTransform {
    .rotation(cosine: (1 - t * t) / (1 + t * t), sine: 2 * t / (1 + t * t))
  }

  static let quarterTurn = LayoutTransform.rotation(cosine: 0, sine: 1)
  /// A rotation by 45°.
  static let eighthTurn = LayoutTransform.rotation(
    cosine: 0.5.squareRoot(), sine: 0.5.squareRoot())
}

/// Finds which targets of a scene are visible, when that changes, and what was seen.
///
/// Change the ``scene`` as views come, move, change and go; then call ``pass(at:)`` once. A pass is
/// atomic: all changes since the last one go in, one ordered batch of events comes out in
/// ``changes`` and ``impressions``. ``nextDeadline`` is when to call again if nothing moves.
///
/// A pass costs what is on screen and what changed, not what exists; one in which nothing changed
/// returns at once; a steady one allocates nothing.
///
/// The engine is a value without a clock, callbacks or threads: the same calls give the same events
/// on any machine.
///
/// ```swift
/// var engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 390, height: 844)))
/// let row = engine.scene.add(
///   SceneTarget(frame: LayoutRect(x: 0, y: 800, width: 390, height: 60)), to: engine.scene.root)
/// engine.watch(row, .fully)
/// engine.pass(at: .zero)  // no change: 16 points of the row lie below the screen
/// engine.scene.setContentOffset(LayoutPoint(x: 0, y: 20), of: engine.scene.root)
/// engine.pass(at: .zero + .milliseconds(16))
/// engine.changes.map(\.isVisible)  // [true]
/// ```
public struct VisibilityEngine: Sendable {
  /// The views, as geometry.
  ///
  /// It is edited in place. What is watched refers to this scene, so another engine's must not be
  /// put in its place, nor a copy from before the last pass: the next pass or watch stops the
  /// program.
  public var scene: VisibilityScene

  /// The thresholds crossed in the last pass: leaves before enters, each in order of registration.
  public internal(set) var changes: ContiguousArray<VisibilityChange> = []

  /// The identities seen in the last pass, in order of registration; they come after ``changes``.
  public internal(set) var impressions: ContiguousArray<Impression> = []

  /// The viewport that is there from the start: the root container.
  public let window = ViewportID(index: 0, generation: 0)

  var watching: WatchTable
  var ledger = ImpressionLedger()
  var evaluator = PassEvaluator()
  /// What marks `scene` as this engine's.
  let owner = SceneOwner()

  var isActive = true
  /// The scene's version at the last pass.
  var seenVersion: UInt64 = 0
  var lastPass: MonotonicTime?
  var steps = 0
  /// How many targets the last pass measured, covers and culled targets not counted: what the pass
  /// cost, as a number that does not depend on the machine. It is 0 after a pass that had nothing
  /// to do.
  public var evaluatedTargets: Int { evaluator.evaluatedTargets }
  /// Whether debug builds compare every pass with the reference path, in scenes of at most 200
  /// targets. They stop the program where the two differ. Without effect in release builds.
  ///
  /// Turn it off to measure a debug build, or where its passes take too long.
  public var verifiesPasses = true
  /// What debug builds call for a pass that the reference path disagrees with, instead of stopping
  /// the program: a test, which knows its name and its seed.
  package var didDisagree: (@Sendable (Disagreement) -> Void)?
  #if DEBUG
  /// What debug builds compare every pass with.
  var oracle = Oracle()
  #endif
  /// The steps that passes and edits have taken since the engine was made: items and boxes tested,
  /// watches compared, covers cut away. It grows as time does, and is the same on every machine.
  package var work: Int { steps &+ evaluator.work &+ scene.work &+ watching.work }

  /// Creates an engine for a scene, with the root container as its first viewport, ``window``.
  public init(scene: VisibilityScene) {
    self.scene = scene
    self.scene.owner = owner
    watching = WatchTable(window: VisibilityViewport(scene.root))
  }

  /// When to call ``pass(at:)`` at the latest, even if nothing changes; `nil` if there is no need.
  public var nextDeadline: MonotonicTime? {
    ledger.nextDeadline == .never ? nil : ledger.nextDeadline
  }

  /// Whether the app is in the foreground and its window on screen. While it is not, nothing is
  /// visible (reason `inactive`). Takes effect with the next pass.
  public var isForeground: Bool {
    get { isActive }
    set {
      if isActive == newValue { return }
      isActive = newValue
      makeAllStale()
      scene.note(.foreground(newValue))
    }
  }

  mutating func makeAllStale() {
    watching.makeAllStale()
    scene.changes.noteChange()
  }
}

/// Tracks the visible targets of a scene and reports changes and impressions.
///
/// Edit the ``scene`` through the engine as views appear, move, change and disappear; then call
/// ``pass(at:)`` once. A pass is atomic: it takes all changes since the last one and produces one
/// ordered batch of events in ``changes`` and ``impressions``. If nothing moves, call it again at
/// ``nextDeadline``.
///
/// The cost of a pass depends on the items on screen and the changes, not on the size of the scene.
/// A pass without changes returns immediately; a steady one allocates nothing.
///
/// The engine has no clock, callbacks or threads: the same calls produce the same events on any
/// machine. It is an object because nothing needs a copy of its tables, and the code to copy them
/// takes 60 KB in an app. Use it from one actor at a time.
///
/// ```swift
/// let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 390, height: 844)))
/// let row = engine.add(
///   SceneTarget(frame: LayoutRect(x: 0, y: 800, width: 390, height: 60)), to: engine.root)
/// engine.watch(row, .fully)
/// engine.pass(at: .zero)  // no change: 16 points of the row lie below the screen
/// engine.edit(.scroll(engine.root, to: LayoutPoint(x: 0, y: 20)))
/// engine.pass(at: .zero + .milliseconds(16))
/// engine.changes.map(\.isVisible)  // [true]
/// ```
public final class VisibilityEngine {
  /// The geometry of the views. Only the engine edits it, because watches refer to its records.
  public internal(set) var scene: VisibilityScene {
    // Inlined, because clients would otherwise allocate room for the call.
    @inlinable _read { yield tables.scene }
    _modify { yield &tables.scene }
  }

  /// The thresholds crossed in the last pass: `left` before `entered`, each in order of
  /// registration.
  public var changes: ContiguousArray<VisibilityChange> { tables.changes }

  /// The impressions of the last pass, in order of registration. They follow ``changes``.
  public var impressions: ContiguousArray<Impression> { tables.impressions }
  /// The beginnings and ends of exposures in the last pass, ends first.
  public var exposures: ContiguousArray<ExposureEvent> { tables.exposures }

  /// The initial viewport: the root container.
  public let window = ViewportID(index: 0, generation: 0)

  @usableFromInline var tables: PassTables
  var pass = Pass()
  package var journal = Journal()
  /// The number of replacements of policies so far, which may start watches over.
  package internal(set) var replacementCount: UInt32 = 0
  /// The number of targets measured in the last pass, without covers and culled targets: a
  /// machine-independent measure of its cost. It is 0 after a pass with nothing to do.
  public var evaluatedTargets: Int { pass.evaluatedTargets }
  /// Called after each pass that evaluated changes. `SightlineOracle` compares the pass with the
  /// reference path.
  package var didPass: ((VisibilityEngine) -> Void)?

  /// Creates an engine for a scene, with the root container as its first viewport, ``window``.
  ///
  /// The scene may be another engine's. Its handles refer to the same views here, but its watches
  /// are not copied.
  ///
  /// - Complexity: O(targets and containers of the scene).
  public init(scene: VisibilityScene) {
    tables = PassTables(scene: scene)
  }

  /// The latest time for the next ``pass(at:)`` even if nothing changes; `nil` if none is needed.
  public var nextDeadline: MonotonicTime? {
    tables.ledger.nextDeadline == .never ? nil : tables.ledger.nextDeadline
  }

  /// Whether the app is in the foreground and its window on screen. While `false`, nothing is
  /// visible (reason `inactive`). Takes effect with the next pass.
  public var isForeground: Bool {
    get { tables.isForeground }
    set { edit(.foreground(newValue)) }
  }

  /// The length of a device pixel in the window, in points: an edge that is cut by less counts as
  /// in view, for *fully*, *as much as fits*, other thresholds of 1 and edges. Half a point
  /// (``DevicePixel/defaultLength``) until a host sets it. Takes effect with the next pass.
  ///
  /// - Precondition: It is positive and finite.
  public var pixelLength: Double {
    get { scene.pixelLength }
    set { edit(.pixelLength(newValue)) }
  }

  /// The reading direction of the window, which decides which edge of a ``VisibilityExit`` is the
  /// leading one. From left to right until a host sets it.
  public var readingDirection: ReadingDirection {
    get { scene.readingDirection }
    set { edit(.readingDirection(newValue)) }
  }
}

public import SightlineCore

/// A window as every host has it: its mirror, its passes and their delivery.
///
/// A host owns one for each window. It reports whether the window is on screen (``presence``) and
/// which views are observed in it (``place(_:at:)``, ``displace(_:)``), and calls
/// ``frame(at:readingEverything:)`` after layout in each frame, ``wake(at:)`` when the timer fires,
/// ``close(at:)`` at the end. <doc:Writing-a-host> has an example.
@MainActor
public final class MirroredWindow {
  package let tracker: VisibilityTracker
  package let mirror: ViewMirror
  /// What is known of the window's place on screen; takes effect with the next pass.
  public var presence = WindowPresence() {
    didSet {
      if presence.isForeground != oldValue.isForeground {
        tracker.engine.isForeground = presence.isForeground
        tracker.requestPass()
      }
    }
  }
  /// Whether debug builds compare the mirror with the toolkit in every frame.
  package var verifiesFrames = true
  /// Called with a view that was found to have left the window although the host has not displaced
  /// it; it is displaced by then. Only where the tree does not report changes.
  public var viewWasLost: (@MainActor (ViewKey) -> Void)?
  /// What takes effect when the next pass begins.
  private var unsettled: [any SettledBeforePass] = []

  /// Creates a window; it is not shown yet, so nothing in it is visible.
  ///
  /// - Parameters:
  ///   - root: the view that all others are in.
  ///   - tree: reads views. The window keeps it.
  ///   - session: what the window shares with others: who has been seen.
  ///   - requestPass: has ``frame(at:readingEverything:)`` called after the next layout, also where
  ///     no frame would come by itself. Called once, however much changes until then.
  ///   - setTimer: has ``wake(at:)`` called at a time, in place of the one set before; `nil` for
  ///     none.
  public convenience init(
    root: ViewKey, tree: any ViewTree, session: VisibilitySession = .shared,
    requestPass: @escaping @MainActor () -> Void,
    setTimer: @escaping @MainActor (MonotonicTime?) -> Void
  ) {
    let tracker = VisibilityTracker(
      root: SceneContainer(frame: .zero, clip: .bounds), session: session, wantsPass: requestPass,
      setTimer: setTimer)
    self.init(root: root, tree: tree, tracker: tracker)
  }

  package init(root: ViewKey, tree: any ViewTree, tracker: VisibilityTracker) {
    self.tracker = tracker
    mirror = ViewMirror(root: root, tree: tree, tracker: tracker)
    tracker.engine.isForeground = presence.isForeground
  }

  /// How much more than the window's bounds counts as inside; negative margins take bars off.
  public var viewportMargins = ViewportMargins.zero {
    didSet {
      tracker.engine.setMargins(viewportMargins, of: tracker.engine.window)
      mirror.setViewport(viewportMargins, of: tracker.engine.scene.root)
      tracker.requestPass()
    }
  }

  // MARK: Views

  /// Puts a tracked view into the window, where it is not already there.
  ///
  /// - Returns: false if the view is not inside this window's tree.
  @discardableResult
  public func place(_ tracked: TrackedView, at view: ViewKey) -> Bool {
    if let place = tracked.place {
      if place.tracker === tracker { return true }
      tracked.displace()
    }
    guard let target = mirror.add(view, for: tracked) else { return false }
    tracked.place(at: TrackedView.Place(tracker: tracker, target: target, mirror: mirror))
    return true
  }

  /// Takes a tracked view out of the window: it leaves with the next pass.
  public func displace(_ tracked: TrackedView) {
    guard let place = tracked.place, place.tracker === tracker else { return }
    tracked.displace()
  }

  /// Has changes take effect when the next pass begins.
  package func settleBeforePass(_ views: any SettledBeforePass) {
    if !unsettled.contains(where: { $0 === views }) { unsettled.append(views) }
    tracker.requestPass()
  }

  // MARK: Passes

  /// Requests a frame in which everything that can show is read, whatever the tree reports.
  public func invalidate() {
    mirror.readEverything()
    tracker.requestPass()
  }

  /// Reads what may have changed and evaluates it, and calls closures: call it after layout.
  ///
  /// Where ``isSettled`` is false afterwards, call it again, reading everything, once nothing has
  /// changed for ``timeToRest``.
  ///
  /// - Parameters:
  ///   - now: the time on the host's monotonic clock.
  ///   - readingEverything: whether views that cannot show are read too.
  /// - Complexity: O(views that changed and can show, and those on the way to them).
  public func frame(at now: MonotonicTime, readingEverything: Bool = false) {
    settle()
    mirror.synchronize(readingEverything ? .everything : .whatShows)
    let lost = mirror.takeLost()
    for (target, view, tracked) in lost { lose(target, view, tracked) }
    // What held nothing else is in the window no more, either.
    if !lost.isEmpty { mirror.removeEmptyNodes() }
    assert(
      !verifiesFrames || mirror.leafCount > 200 || mirror.matchesToolkit,
      "the mirror missed a change of a view")
    tracker.pass(at: now)
  }

  /// Whether the last frame left nothing unread that may have changed. Always so where
  /// ``ViewTree/reportsChanges``.
  public var isSettled: Bool { mirror.isSettled }

  /// After how much time without a change everything is read once more: long enough not to happen
  /// between two steps of a scroll, short enough to be taken for at once.
  public nonisolated static let timeToRest = Duration.milliseconds(100)

  private func lose(_ target: TargetID, _ view: ViewKey, _ tracked: TrackedView?) {
    if let tracked, tracked.place?.target == target {
      displace(tracked)
      if let wasLost = tracked.wasLost { wasLost() } else { viewWasLost?(view) }
    } else {
      // The view is gone, and the tracked view with it.
      tracker.removeTarget(target)
      mirror.forget(target)
    }
  }

  /// Evaluates what the last frame showed: call it when the timer fires. Views may be in the midst
  /// of a layout then, so nothing is read.
  public func wake(at now: MonotonicTime) {
    tracker.timerFired()
    settle()
    tracker.pass(at: now)
  }

  /// Delivers what is left when the window goes.
  public func close(at now: MonotonicTime) {
    settle()
    tracker.close(at: now)
  }

  /// What an inspector may draw over the window: of each tracked view of which something is on
  /// screen what of it shows, and why it is not visible. Call it after a frame.
  ///
  /// - Complexity: O(tracked views · depth²): it is meant for development.
  public func inspectorMarks(at now: MonotonicTime) -> [InspectorMark] {
    InspectorMark.marks(of: mirror, tracker.engine, at: now)
  }

  private func settle() {
    while let views = unsettled.popLast() { views.settle() }
  }
}

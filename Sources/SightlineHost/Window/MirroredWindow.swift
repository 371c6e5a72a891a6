public import SightlineCore

/// The part of a window common to all hosts: its mirror, its passes and the delivery of events.
///
/// A host owns one for each window. It reports whether the window is on screen (``presence``) and
/// which views are observed in it (``place(_:at:)``, ``displace(_:)``). It calls
/// ``frame(at:readingEverything:)`` after layout in each frame, ``wake(at:)`` when the timer fires,
/// and ``close(at:)`` at the end. <doc:Writing-a-host> has an example.
@MainActor
public final class MirroredWindow {
  package let tracker: VisibilityTracker
  package let mirror: ViewMirror
  let reference = WindowReference()
  /// The window's presence on screen. Changes take effect with the next pass.
  public var presence = WindowPresence() {
    didSet {
      if presence.isForeground != oldValue.isForeground {
        tracker.engine.isForeground = presence.isForeground
        tracker.requestPass()
      }
    }
  }
  /// Whether debug builds check each frame of windows created from now on, with up to 200 views:
  /// the mirror against the toolkit, and the engine's pass against its reference path. A mismatch
  /// stops the program. Off by default, and ignored in release builds.
  ///
  /// Turn it on in the tests of a host.
  public static var verifiesFrames = false
  package var verifiesFrames = MirroredWindow.verifiesFrames
  private static let mostVerifiedViews = 200
  /// Called with each new window, for recordings of all.
  package static var wasCreated: (@MainActor (MirroredWindow) -> Void)?
  /// Called with a view that has left the window although the host did not displace it. The view
  /// has been displaced when this is called. Only if the tree does not report changes.
  public var viewWasLost: (@MainActor (ViewKey) -> Void)?
  /// Changes that take effect when the next pass begins.
  @exclusivity(unchecked) private var unsettled: [any SettledBeforePass] = []
  private var lastFrame: MonotonicTime?
  /// Whether another screen has come since the last frame.
  private var hasNewScreen = false
  /// The position of the view asked last whether it has left.
  private var askedPlace = 0

  /// Creates a window that is not shown yet, so nothing in it is visible.
  ///
  /// - Parameters:
  ///   - root: the view that contains all others.
  ///   - tree: reads views. The window keeps it alive.
  ///   - session: the session that shares impressions with other windows.
  ///   - requestPass: schedules a call of ``frame(at:readingEverything:)`` after the next layout,
  ///     even if no frame is otherwise due. Called once until then, regardless of the number of
  ///     changes.
  ///   - setTimer: schedules a call of ``wake(at:)``, replacing any earlier one; `nil` cancels it.
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
    tracker.engine.verifiesPasses = verifiesFrames
    reference.window = self
    Self.wasCreated?(self)
  }

  /// The margins added to the window's bounds as a viewport. Negative margins exclude bars.
  public var viewportMargins = ViewportMargins.zero {
    didSet {
      tracker.engine.edit(.margins(viewportMargins, of: tracker.engine.window))
      mirror.setViewport(viewportMargins, of: tracker.engine.scene.root)
      tracker.requestPass()
    }
  }

  // MARK: Views

  /// Places a tracked view in the window, unless it is already there.
  ///
  /// - Returns: false if the view is not inside this window's tree.
  @discardableResult
  public func place(_ tracked: TrackedView, at view: ViewKey) -> Bool {
    if let place = tracked.place {
      if place.tracker === tracker { return true }
      tracked.displace()
    }
    return mirror.place(tracked, at: view)
  }

  /// Removes a tracked view from the window. It leaves with the next pass.
  public func displace(_ tracked: TrackedView) {
    guard let place = tracked.place, place.tracker === tracker else { return }
    tracked.displace()
  }

  /// Applies changes when the next pass begins.
  package func settleBeforePass(_ views: any SettledBeforePass) {
    for known in unsettled where known === views { return }
    unsettled.append(views)
    tracker.requestPass()
  }

  /// The length of a pixel of the window's screen, in points: a cut of less is none. Half a point
  /// until it is set. Takes effect with the next pass.
  public var pixelLength: Double {
    get { tracker.engine.pixelLength }
    set { tracker.engine.pixelLength = newValue }
  }

  /// The window's reading direction, which decides which edge of a `VisibilityExit` is the leading
  /// one.
  public var readingDirection: ReadingDirection {
    get { tracker.engine.readingDirection }
    set { tracker.engine.readingDirection = newValue }
  }

  /// Begins a new visit of the screen that the window shows, for impressions that count once a
  /// visit. Takes effect with the next pass.
  public func beginScreenVisit() {
    tracker.engine.edit(.beginScreenVisit)
    hasNewScreen = true
    tracker.requestPass()
  }

  /// Moves a tracked view to another view, or follows a view that was moved. If the viewport
  /// changes, it leaves and enters again. A view outside of this window's tree is not followed.
  package func move(_ tracked: TrackedView, to view: ViewKey) {
    guard let target = tracked.place?.target, mirror.move(target, to: view) else { return }
    if mirror.hasViewports, mirror.isInAnotherViewport(tracked, at: view) {
      displace(tracked)
      place(tracked, at: view)
    }
  }

  // MARK: Passes

  /// Requests a frame that reads everything that can show, even if the tree reports no change.
  public func invalidate() {
    mirror.readEverything()
    tracker.requestPass()
  }

  /// Reads possible changes, evaluates them, and calls closures. Call it after layout.
  ///
  /// If ``isSettled`` is false afterwards, call it again, reading everything, once nothing has
  /// changed for ``timeToRest``.
  ///
  /// - Parameters:
  ///   - now: the time on the host's clocks.
  ///   - readingEverything: whether to read views that cannot show, too.
  /// - Complexity: O(views that changed and can show, and those on the way to them).
  public func frame(at now: DeviceTime, readingEverything: Bool = false) {
    tracker.session.note(now)
    frame(at: now.awake, readingEverything: readingEverything)
  }

  package func frame(at now: MonotonicTime, readingEverything: Bool = false) {
    settle()
    if !mirror.unwatched.isEmpty { for tracked in mirror.takeUnobserved() { displace(tracked) } }
    let share = lastFrame.map { Self.sweepShare(after: now - $0) } ?? 0
    lastFrame = now
    mirror.synchronize(sweeping: readingEverything ? nil : share)
    if mirror.frame.isScrolled || hasNewScreen { tracker.session.noteInput(at: now) }
    hasNewScreen = false
    let lost = mirror.takeLost()
    for (target, view, tracked) in lost { lose(target, view, tracked) }
    // Containers emptied by the loss have left the window, too.
    if !lost.isEmpty { mirror.removeEmptyNodes() }
    #if DEBUG
    if verifiesFrames, mirror.leafCount <= Self.mostVerifiedViews,
      let mismatch = mirror.firstMismatch
    {
      preconditionFailure("the mirror missed a change of a view: \(mismatch)")
    }
    #endif
    tracker.pass(at: now)
    // The pass has reported the views that were in them.
    if mirror.hasStrayViewports, !tracker.session.isDelivering {
      mirror.hasStrayViewports = false
      tracker.engine.removeStrayViewports()
    }
  }

  /// Whether the last frame read all possible changes. Always true if ``ViewTree/reportsChanges``.
  public var isSettled: Bool { mirror.isSettled }

  /// The time without a change after which everything is read again: longer than the gap between
  /// two steps of a scroll, and short enough to seem immediate.
  public nonisolated static let timeToRest = Duration.milliseconds(100)

  /// Returns the fraction of hidden containers that a frame reads, so that all are read within
  /// ``timeToRest`` regardless of other changes. The factor allows for a late frame.
  private static func sweepShare(after time: Duration) -> Double { 1.25 * (time / timeToRest) }

  /// Handles views that have left a window in the background, which has no frames that would read
  /// them. Each call asks some of the views, in turn; a few by default.
  package func loseViews(
    atMost limit: Int = Survey.sweepPortion, where hasLeft: (ViewKey) -> Bool
  ) {
    let count = mirror.table.leafSlotCount
    for _ in 0..<min(count, limit) {
      askedPlace = askedPlace + 1 < count ? askedPlace + 1 : 0
      let leaf = Slot<MirrorLeaf>(askedPlace)
      if mirror.table[leaf].node != .none, hasLeft(mirror.table[leaf].view) {
        mirror.frame.lost.append(mirror.table[leaf].target)
      }
    }
    for (target, view, tracked) in mirror.takeLost() { lose(target, view, tracked) }
  }

  private func lose(_ target: TargetID, _ view: ViewKey, _ tracked: TrackedView?) {
    // Another loss may have displaced it.
    guard let tracked, tracked.place?.target == target else { return }
    displace(tracked)
    tracked.wasLost?()
    viewWasLost?(view)
  }

  /// Evaluates the state read by the last frame. Call it when the timer fires. Views may be in the
  /// middle of a layout then, so nothing is read, and items settle with the next frame. In the
  /// background, where nothing is visible, they settle now.
  public func wake(at now: DeviceTime) {
    tracker.session.note(now)
    wake(at: now.awake)
  }

  package func wake(at now: MonotonicTime) {
    tracker.timerFired()
    if !presence.isForeground { settle() }
    tracker.pass(at: now, isRead: false)
  }

  /// Ends the window. Everything visible in it leaves, at the latest once the batch being delivered
  /// has been.
  public func close(at now: DeviceTime) {
    tracker.session.note(now)
    close(at: now.awake)
  }

  package func close(at now: MonotonicTime) {
    presence.isShown = false
    settle()
    tracker.close(at: now)
  }

  /// Returns the marks for an inspector to draw over the window: for each tracked view that is
  /// partly on screen, its visible part and the reason it is not visible. Call it after a frame.
  ///
  /// - Complexity: O(tracked views · depth²). Intended for development.
  public func inspectorMarks(at now: MonotonicTime) -> [InspectorMark] {
    InspectorMark.marks(of: mirror, tracker.engine, at: now)
  }

  private func settle() {
    while let views = unsettled.popLast() { views.settle() }
  }
}

/// A weak reference to a window, one for each window. An object, because a fling compares it and
/// copies it for every row, and copies of weak references are expensive.
@MainActor
final class WindowReference {
  fileprivate(set) weak var window: MirroredWindow?
}

/// Changes collected until the next pass begins.
@MainActor
package protocol SettledBeforePass: AnyObject {
  /// Applies the changes.
  func settle()
}

public import SightlineCore

/// The part of a window common to all hosts: its mirror, its passes and the delivery of events.
///
/// A host owns one for each window. It reports whether the window is on screen (``presence``) and
/// which views are observed in it (``place(_:at:)``, ``displace(_:)``). It calls
/// ``frame(at:readingEverything:)`` after layout in each frame, ``wake(at:)`` when the timer fires,
/// and ``close(at:)`` at the end. <doc:Writing-a-host> has an example.
@MainActor
public final class MirroredWindow {
  package let engine: VisibilityEngine
  package internal(set) var session: VisibilitySession
  /// The views, once the first of them is placed or a frame reads them.
  package private(set) lazy var mirror = ViewMirror(root: root, tree: tree, window: self)
  let reference = WindowReference()
  private let root: ViewKey
  private let tree: any ViewTree
  let delivery = Delivery()
  private let wantsPass: @MainActor () -> Void
  let setTimer: @MainActor (MonotonicTime?) -> Void
  let clock: () -> MonotonicTime
  /// The time of the timer that is set.
  var timer: MonotonicTime?
  /// Whether a pass has been requested since the last one.
  package internal(set) var isPassWanted = false
  /// Whether a target has been removed since the last pass.
  var hasDepartures = false
  /// Whether anything has been observed.
  var isUsed = false
  /// Called once the events of the next pass that reads the views have been delivered.
  var afterReadPass: [@MainActor () -> Void] = []
  /// The ends of the session that lasts until the next pass, in the logs that follow it.
  var sessionEnds: [VisibilitySession.SessionEnd] = []

  /// Called with the engine after each pass, before its events are delivered, by inspector.
  package var inspectors: [ObjectIdentifier: (VisibilityEngine) -> Void] = [:]
  /// Records passes, if set.
  package var recorder: (any PassRecorder)?
  /// Whether the recorder ends because another one begins.
  package var isReplacingRecorder = false
  /// Called at the end of this pass, or once the recording has ended.
  var afterRecordingBodies: [@MainActor () -> Void] = []
  /// The time spent in callbacks during the last pass.
  package internal(set) var callbackTime = Duration.zero
  /// Whether the last pass has called closures.
  package internal(set) var hasDelivered = false
  /// The number of passes so far.
  package internal(set) var passCount = 0
  /// The number of events found so far.
  package internal(set) var eventCount = 0

  /// The window's presence on screen. Changes take effect with the next pass.
  public var presence = WindowPresence() {
    didSet {
      if presence.isForeground != oldValue.isForeground {
        engine.isForeground = presence.isForeground
        requestPass()
      }
    }
  }
  /// Whether debug builds check each frame of windows created from now on, with up to 200 views:
  /// the mirror against the toolkit. A mismatch stops the program.
  package static var verifiesFrames = false
  /// Makes the engines of these windows check their passes: see `SightlineTesting`.
  package static var verifyPasses: ((VisibilityEngine) -> Void)?
  package var verifiesFrames = MirroredWindow.verifiesFrames
  static let mostVerifiedViews = 200
  /// Called with each new window, for recordings of all.
  package static var wasCreated: (@MainActor (MirroredWindow) -> Void)?
  /// Called with a view that has left the window although the host did not displace it. The view
  /// has been displaced when this is called. Only if the tree does not report changes.
  public var viewWasLost: (@MainActor (ViewKey) -> Void)?
  /// Changes that take effect when the next pass begins.
  var unsettled: [any SettledBeforePass] = []
  var lastFrame: MonotonicTime?
  /// Whether another screen has come since the last frame.
  var hasNewScreen = false
  /// The position of the view asked last whether it has left.
  var askedPlace = 0

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
  ///   - clock: reads the host's clock that stops while the device sleeps.
  public convenience init(
    root: ViewKey, tree: any ViewTree, session: VisibilitySession = .shared,
    requestPass: @escaping @MainActor () -> Void,
    setTimer: @escaping @MainActor (MonotonicTime?) -> Void,
    clock: @escaping () -> MonotonicTime
  ) {
    self.init(
      root: root, tree: tree, frame: .zero, session: session, requestPass: requestPass,
      setTimer: setTimer, clock: clock)
  }

  /// - Parameters:
  ///   - frame: the root's frame until the first frame reads it.
  ///   - isShown: whether the window is on screen.
  package init(
    root: ViewKey, tree: any ViewTree, frame: LayoutRect, isShown: Bool = false,
    session: VisibilitySession,
    requestPass: @escaping @MainActor () -> Void,
    setTimer: @escaping @MainActor (MonotonicTime?) -> Void,
    clock: @escaping () -> MonotonicTime
  ) {
    engine = VisibilityEngine(
      scene: VisibilityScene(root: SceneContainer(frame: frame, clip: .bounds)))
    (self.root, self.tree, self.session) = (root, tree, session)
    (wantsPass, self.setTimer, self.clock) = (requestPass, setTimer, clock)
    presence.isShown = isShown
    engine.isForeground = presence.isForeground
    if verifiesFrames { Self.verifyPasses?(engine) }
    reference.window = self
    session.add(self)
    Self.wasCreated?(self)
  }

  /// The time on the host's clock.
  package var now: MonotonicTime { clock() }

  /// The margins added to the window's bounds as a viewport. Negative margins exclude bars.
  public var viewportMargins = ViewportMargins.zero {
    didSet {
      setMargins(viewportMargins)
      requestPass()
    }
  }

  // MARK: Views

  /// Places a view slot in the window, unless it is already there.
  ///
  /// - Returns: false if the view is not inside this window's tree.
  @discardableResult
  public func place(_ slot: ViewSlot, at view: ViewKey) -> Bool {
    if let place = slot.place {
      if place.window === self { return true }
      slot.displace()
    }
    return mirror.place(slot, at: view)
  }

  /// Removes a view slot from the window. It leaves with the next pass.
  public func displace(_ slot: ViewSlot) {
    guard let place = slot.place, place.window === self else { return }
    slot.displace()
  }

  /// Applies changes when the next pass begins.
  package func settleBeforePass(_ views: any SettledBeforePass) {
    for known in unsettled where known === views { return }
    unsettled.append(views)
    requestPass()
  }

  /// The length of a pixel of the window's screen, in points: a cut of less is none. Half a point
  /// until it is set. Takes effect with the next pass.
  public var pixelLength: Double {
    get { engine.pixelLength }
    set { engine.pixelLength = newValue }
  }

  /// The window's reading direction, which decides which edge of a `VisibilityExit` is the leading
  /// one.
  public var readingDirection: ReadingDirection {
    get { engine.readingDirection }
    set { engine.readingDirection = newValue }
  }

  /// Begins a new visit of the screen that the window shows, for impressions that count once a
  /// visit. Takes effect with the next pass.
  public func beginScreenVisit() {
    engine.edit(.beginScreenVisit)
    hasNewScreen = true
    requestPass()
  }

  /// Moves a view slot to another view, or follows a view that was moved. If the viewport
  /// changes, it leaves and enters again. A view outside of this window's tree is not followed.
  package func move(_ slot: ViewSlot, to view: ViewKey) {
    guard let target = slot.place?.target, mirror.move(target, to: view) else { return }
    if mirror.hasViewports, mirror.isInAnotherViewport(slot, at: view) {
      displace(slot)
      place(slot, at: view)
    }
  }

  // MARK: Requesting passes

  /// Requests a pass. Further calls before that pass do nothing.
  package func requestPass() {
    if isPassWanted { return }
    isPassWanted = true
    wantsPass()
  }

  /// Requests a pass again that could not run during a delivery.
  func requestPostponedPass() { if isPassWanted { wantsPass() } }

  /// Requests a frame that reads everything that can show, even if the tree reports no change.
  public func invalidate() {
    mirror.readEverything()
    requestPass()
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

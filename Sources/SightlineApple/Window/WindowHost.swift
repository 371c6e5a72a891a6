#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// A window that holds observed views: its mirror, its timer and its frame timer.
@MainActor
final class WindowHost {
  private(set) weak var platformWindow: PlatformWindow?
  let tree: PlatformTree
  let window: MirroredWindow
  private let timer: DeadlineTimer
  private let restTimer: DeadlineTimer
  private var rest = RestSchedule()
  private var pacer = FramePacer()
  /// When it began to wait for a layout.
  private var layoutWait: MonotonicTime?
  private var frameTimer: FrameTimer?
  /// The viewports of views of the window, and those with the frame of a probe.
  var viewports: [ObjectIdentifier: ViewportID] = [:]
  var framedViewports: [FramedViewport] = []
  /// The margins of the whole window.
  var windowMargins = VisibilityMargins.zero {
    didSet { setMargins(windowMargins, of: window.tracker.engine.window, ownedBy: nil) }
  }
  private(set) lazy var safeAreas = SafeAreaViewports(of: platformWindow)

  private init(_ platformWindow: PlatformWindow, session: VisibilitySession) {
    self.platformWindow = platformWindow
    let relay = Relay()
    timer = DeadlineTimer { relay.host?.deadlineReached() }
    restTimer = DeadlineTimer { relay.host?.restTimerFired() }
    let timer = timer
    let tree = PlatformTree(window: platformWindow)
    self.tree = tree
    let root = SceneContainer(frame: platformWindow.frameInScene, clip: .bounds)
    let tracker = VisibilityTracker(
      root: root, session: session, wantsPass: { AppHost.shared.requestTurn() },
      setTimer: { timer.set($0) })
    window = MirroredWindow(root: tree.root, tree: tree, tracker: tracker)
    relay.host = self
    window.viewWasLost = { [weak tree] key in
      if let view = tree?.view(of: key) { ViewRecord.existing(of: view)?.wasLost() }
    }
    updatePresence()
  }

  /// Refers to the host in closures that are created before it.
  private final class Relay {
    weak var host: WindowHost?
  }

  /// The host of a window, created when the first view in it is observed.
  static func of(_ platformWindow: PlatformWindow) -> WindowHost {
    if let known = hosts[platformWindow] { return known }
    let host = WindowHost(platformWindow, session: session(of: platformWindow))
    hosts[platformWindow] = host
    AppHost.shared.add(host)
    return host
  }

  /// The host of a window, if there is one.
  static func existing(of platformWindow: PlatformWindow) -> WindowHost? { hosts[platformWindow] }

  private static let hosts = AttachedObject<WindowHost>()

  /// The sessions of windows that have no host yet.
  private static let sessions = AttachedObject<VisibilitySession>()

  /// The session of a window, whether something in it is observed or not.
  static func session(of platformWindow: PlatformWindow) -> VisibilitySession {
    hosts[platformWindow]?.window.tracker.session ?? sessions[platformWindow] ?? .shared
  }

  /// Sets the session of a window in which nothing is observed yet.
  static func setSession(_ session: VisibilitySession, of platformWindow: PlatformWindow) {
    precondition(
      hosts[platformWindow] == nil,
      "a window's session must be chosen before a view in it is observed")
    sessions[platformWindow] = session
  }

  /// Sets the session of a window unless something in it is observed already.
  static func suggestSession(_ session: VisibilitySession, of platformWindow: PlatformWindow) {
    if hosts[platformWindow] == nil { setSession(session, of: platformWindow) }
  }

  /// The probes of declarative views.
  private(set) lazy var probes = ProbeRegistry(window: window)

  // MARK: Passes

  /// Requests a pass at the end of this turn of the run loop.
  func requestPass() { AppHost.shared.requestTurn() }

  /// Makes a pass now or with the next frame of the display.
  func turnEnded() {
    updatePresence()
    guard window.presence.isForeground else { return turnEndedInBackground() }
    let now = MonotonicClock.now
    if waitsForLayout(at: now) { return waitForNextFrame() }
    switch pacer.turnEnded(at: now) {
    case .pass:
      frameTimer?.stop()
      pass(at: now)
    case .wait: waitForNextFrame()
    }
  }

  /// Whether a layout is pending, so that a pass would find views in the middle of a change. Then
  /// it waits for another turn, but no longer than two frames: some layouts never come.
  private func waitsForLayout(at now: MonotonicTime) -> Bool {
    guard window.mirror.isLayoutPending else {
      layoutWait = nil
      return false
    }
    let start = layoutWait ?? now
    layoutWait = start
    return now - start < pacer.frameDuration + pacer.frameDuration
  }

  /// Nothing is visible: nothing is read, and what left is forgotten.
  private func turnEndedInBackground() {
    frameTimer?.stop()
    rest.cancel()
    restTimer.set(nil)
    if window.tracker.isPassWanted { window.wake(at: MonotonicClock.now) }
  }

  private func pass(at now: MonotonicTime) {
    guard let platformWindow else { return }
    tree.covers.refresh(in: platformWindow)
    window.mirror.keepContainers(for: tree.covers.parents)
    refreshFramedViewports()
    refreshSafeAreas()
    window.frame(at: now, readingEverything: rest.isDue)
    if let time = rest.passed(
      at: now, hasChanged: window.mirror.hasChanged, isSettled: window.mirror.isSettled)
    {
      restTimer.set(time)
    }
    // What callbacks changed is for the next turn, which may not come by itself: in this one Core
    // Animation has committed already.
    if !window.tracker.engine.changes.isEmpty || !window.tracker.engine.impressions.isEmpty {
      requestPass()
    }
  }

  private func deadlineReached() { window.wake(at: MonotonicClock.now) }

  private func restTimerFired() {
    if let time = rest.fired(at: MonotonicClock.now) { restTimer.set(time) }
  }

  private func waitForNextFrame() {
    let timer =
      frameTimer ?? FrameTimer { [weak self] in self?.pacer.displayFired(frameDuration: $0) }
    frameTimer = timer
    timer.start()
  }

  // MARK: Lifecycle

  /// The window came to the front, went to the background or is about to. This takes effect at
  /// once, since an app in the background may get no further turn.
  func presenceChanged() {
    let wasForeground = window.presence.isForeground
    updatePresence()
    // What shows when it comes back is read at the turn's end.
    if wasForeground, !window.presence.isForeground { window.wake(at: MonotonicClock.now) }
  }

  private func updatePresence() {
    let presence = platformWindow?.presence ?? WindowPresence()
    if presence != window.presence { window.presence = presence }
  }

  /// The window is gone: what was visible in it has left.
  func close() {
    frameTimer?.invalidate()
    frameTimer = nil
    restTimer.set(nil)
    window.close(at: MonotonicClock.now)
  }
}
#endif

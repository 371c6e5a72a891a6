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
  private var pacer = FramePacer()
  /// The time at which it began to wait for a layout.
  private var layoutWait: MonotonicTime?
  private var frameTimer: FrameTimer?
  /// The viewports other than the window.
  var viewports: [Viewport] = []
  /// The margins of the whole window.
  var windowMargins = ViewportMargins.zero {
    didSet {
      applyWindowMargins()
      requestPass()
    }
  }
  /// Whether the window counts as invisible while it is not active.
  var needsActivity = PlatformWindow.needsActivityByDefault {
    didSet { presenceChanged() }
  }
  /// Whether the keyboard covers views.
  var keyboardCovers = KeyboardView.mayCover {
    didSet { requestPass() }
  }
  /// The view that tracks the keyboard.
  var keyboard: KeyboardView?
  private var controllers = ControllerState()
  #if canImport(UIKit)
  private var hasHadScene = false
  #else
  private var activation = WindowActivation()
  #endif

  private init(_ platformWindow: PlatformWindow, session: VisibilitySession) {
    self.platformWindow = platformWindow
    let relay = Relay()
    timer = DeadlineTimer { relay.host?.deadlineReached() }
    let timer = timer
    let tree = PlatformTree(window: platformWindow)
    self.tree = tree
    window = MirroredWindow(
      root: tree.root, tree: tree, frame: platformWindow.frameInScene, session: session,
      requestPass: { AppHost.shared.requestTurn() }, setTimer: { timer.set($0) },
      clock: { MonotonicClock.now })
    relay.host = self
    window.viewWasLost = { key in
      guard let view = tree.view(of: key) else { return }
      ViewRecord.existing(of: view)?.wasLost()
      (view as? ProbeView)?.wasLost()
    }
    window.mirror.viewport = { key in
      guard let view = tree.view(of: key) else { return nil }
      return (view as? ProbeView)?.viewport ?? ViewRecord.viewport(around: view)
    }
    updatePresence()
  }

  /// Refers to the host in closures created before it.
  private final class Relay {
    weak var host: WindowHost?
  }

  /// Returns the host of a window, creating it when the first view in it is observed.
  static func of(_ platformWindow: PlatformWindow) -> WindowHost {
    if let existing = hosts[platformWindow] { return existing }
    let host = WindowHost(platformWindow, session: session(of: platformWindow))
    hosts[platformWindow] = host
    AppHost.shared.add(host)
    return host
  }

  /// Returns the host of a window, if it exists.
  static func existing(of platformWindow: PlatformWindow) -> WindowHost? { hosts[platformWindow] }

  private static let hosts = AttachedObject<WindowHost>()

  /// The sessions of windows that have no host yet.
  private static let sessions = AttachedObject<VisibilitySession>()

  /// Returns the session of a window, whether or not anything in it is observed.
  static func session(of platformWindow: PlatformWindow) -> VisibilitySession {
    hosts[platformWindow]?.window.session ?? sessions[platformWindow] ?? .shared
  }

  /// Sets the session of a window in which nothing is observed yet.
  static func setSession(_ session: VisibilitySession, of platformWindow: PlatformWindow) {
    let isSet = suggestSession(session, of: platformWindow)
    require(isSet, "a window's session must be chosen before a view in it is observed")
  }

  /// Sets the session of a window unless something in it has been observed.
  ///
  /// - Returns: whether it has that session.
  @discardableResult
  static func suggestSession(
    _ session: VisibilitySession, of platformWindow: PlatformWindow
  ) -> Bool {
    if let host = hosts[platformWindow] {
      defer { host.refreshSession() }
      return host.window.use(session)
    }
    sessions[platformWindow] = session
    return true
  }

  /// The items of SwiftUI's views.
  private(set) lazy var modifiers = makeModifiers()

  private func makeModifiers() -> ItemTable {
    let modifiers = ItemTable()
    modifiers.owner = { [tree] in (tree.view(of: $0) as? ProbeView)?.itemOwner }
    return modifiers
  }

  // MARK: Passes

  /// Requests a pass at the end of this run loop turn.
  func requestPass() { AppHost.shared.requestTurn() }

  /// Makes a pass now or with the next display frame; none in the background.
  ///
  /// - Parameter readingEverything: whether to make a pass now that reads everything.
  /// - Returns: whether a pass was made.
  func turnEnded(at time: DeviceTime, readingEverything: Bool) -> Bool {
    updatePresence()
    guard window.presence.isForeground else {
      turnEndedInBackground(at: time)
      return false
    }
    let now = time.awake
    if keyboard != nil || keyboardCovers { findKeyboard() }
    let mayPass = !waitsForLayout(at: now)
    guard mayPass, pacer.turnEnded(at: now, mustPass: readingEverything) == .pass else {
      waitForNextFrame()
      return false
    }
    frameTimer?.stop()
    pass(at: time, readingEverything: readingEverything)
    return true
  }

  /// Returns whether to wait for a pending layout, because a pass would find views in the middle of
  /// a change. The wait ends after two frames, since some layouts never come.
  private func waitsForLayout(at now: MonotonicTime) -> Bool {
    guard window.mirror.isLayoutPending || keyboard?.isLayoutPending ?? false else {
      layoutWait = nil
      return false
    }
    let start = layoutWait ?? now
    layoutWait = start
    return now - start < pacer.frameDuration + pacer.frameDuration
  }

  /// Handles a turn in which nothing is visible: nothing is read, and departures are processed.
  private func turnEndedInBackground(at now: DeviceTime) {
    frameTimer?.stop()
    let current = platformWindow
    window.loseViews { tree.view(of: $0)?.window !== current }
    if window.isPassWanted { window.wake(at: now) }
  }

  private func pass(at now: DeviceTime, readingEverything: Bool) {
    guard let platformWindow else { return }
    window.pixelLength = platformWindow.pixelLength
    window.readingDirection = platformWindow.readingDirection
    if controllers.read(platformWindow) { window.beginScreenVisit() }
    if let keyboard { tree.covers.set(keyboard.placeCover(keyboardCovers), of: keyboard.cover) }
    tree.covers.refresh(in: platformWindow, and: controllers.covers)
    window.mirror.keepContainers(for: tree.covers.parents)
    window.mirror.hold(controllers.held.map { tree.key(of: $0) })
    let gone = refreshViewports()
    if ViewRecord.hasViewports { window.mirror.hasViewports = true }
    window.frame(at: now, readingEverything: readingEverything)
    window.remove(gone)
    // Changes made by callbacks count for the next turn. It may not come without a request, because
    // Core Animation has already committed in this one.
    if window.hasDelivered { requestPass() }
  }

  private func deadlineReached() { window.wake(at: SessionClock.now) }

  private func waitForNextFrame() {
    let timer =
      frameTimer ?? FrameTimer { [weak self] in self?.pacer.displayFired(frameDuration: $0) }
    frameTimer = timer
    timer.start()
  }

  // MARK: Lifecycle

  /// Handles a window that came to the front, went to the background or is about to. This takes
  /// effect immediately, because an app in the background may get no further turn.
  func presenceChanged() {
    let wasForeground = window.presence.isForeground
    updatePresence()
    // When it returns, its views are read at the end of the turn.
    if wasForeground, !window.presence.isForeground { window.wake(at: SessionClock.now) }
  }

  /// The window's visibility on the device; not shown once it has lost its scene.
  var presence: WindowPresence {
    guard let platformWindow else { return WindowPresence() }
    var presence = platformWindow.presence
    #if canImport(UIKit)
    if hasHadScene, platformWindow.windowScene == nil {
      (presence.isShown, presence.isActive) = (false, false)
    }
    #else
    if activation.overridesOcclusion { presence.isMinimized = platformWindow.isMiniaturized }
    #endif
    presence.needsActivity = needsActivity
    return presence
  }

  private func updatePresence() {
    #if canImport(UIKit)
    if !hasHadScene, platformWindow?.windowScene != nil { hasHadScene = true }
    #else
    if let platformWindow { activation.update(platformWindow) }
    #endif
    let presence = presence
    guard presence != window.presence else { return }
    window.presence = presence
    refreshSession()
  }

  /// Begins a session or a day, if it is time.
  func refreshSession() {
    window.session.refresh(at: SessionClock.now, day: SessionClock.day)
  }

  /// Closes the host of a window that is gone. Everything visible in it leaves.
  func close() {
    frameTimer = nil
    // Its views may not have been notified.
    updatePresence()
    window.close(at: SessionClock.now)
    // Views that outlive it await another window, or are in one.
    window.loseViews(atMost: .max) { _ in true }
  }
}
#endif

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import ObjectiveC
import SightlineApple
import SightlineCore
import SightlineHost
import AppKit

/// A window that holds observed views: its mirror and its timers.
@MainActor
final class WindowHost: NSObject {
  private(set) weak var nsWindow: NSWindow?
  let tree: AppKitTree
  let window: MirroredWindow
  private let timer: DeadlineTimer
  private var pacer = FramePacer()
  private var nextFrame: DeadlineTimer?
  private var viewports: [ObjectIdentifier: ViewportID] = [:]

  private init(_ nsWindow: NSWindow, session: VisibilitySession) {
    self.nsWindow = nsWindow
    let relay = Relay()
    timer = DeadlineTimer { relay.host?.deadlineReached() }
    let timer = timer
    let top = WindowHost.topView(of: nsWindow)
    let tree = AppKitTree(root: top)
    self.tree = tree
    let root = SceneContainer(
      frame: LayoutRect(origin: .zero, size: LayoutSize(top.bounds.size)), clip: .bounds)
    let tracker = VisibilityTracker(
      root: root, session: session, wantsPass: { AppHost.shared.requestTurn() },
      setTimer: { timer.set($0) })
    window = MirroredWindow(root: tree.root, tree: tree, tracker: tracker)
    super.init()
    relay.host = self
    updatePresence()
  }

  /// The view that holds all of a window: what is above the content view, if there is something.
  private static func topView(of nsWindow: NSWindow) -> NSView {
    var top = nsWindow.contentView ?? NSView()
    while let parent = top.superview { top = parent }
    return top
  }

  /// The view that holds all of the window.
  var topView: NSView? { tree.view(of: tree.root) }

  /// What the closures know the host by, which come before it.
  private final class Relay {
    weak var host: WindowHost?
  }

  /// The host of a window, made when the first view in it is observed.
  static func of(_ nsWindow: NSWindow) -> WindowHost {
    if let known = objc_getAssociatedObject(nsWindow, key) as? WindowHost { return known }
    let session = sessions[ObjectIdentifier(nsWindow)]?.session ?? .shared
    let host = WindowHost(nsWindow, session: session)
    objc_setAssociatedObject(nsWindow, key, host, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    AppHost.shared.add(host)
    return host
  }

  /// Only the address counts.
  private static let key = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

  /// Sessions chosen for windows that have no host yet.
  private static var sessions:
    [ObjectIdentifier: (window: WeakWindow, session: VisibilitySession)] =
      [:]

  private struct WeakWindow {
    weak var window: NSWindow?
  }

  /// Chooses the session of a window in which nothing is observed yet.
  static func setSession(_ session: VisibilitySession, of nsWindow: NSWindow) {
    precondition(
      objc_getAssociatedObject(nsWindow, key) == nil,
      "a window's session must be chosen before a view in it is observed")
    sessions = sessions.filter { $0.value.window.window != nil }
    sessions[ObjectIdentifier(nsWindow)] = (WeakWindow(window: nsWindow), session)
  }

  /// Chooses the session of a window, unless something in it is observed already.
  static func suggestSession(_ session: VisibilitySession, of nsWindow: NSWindow) {
    if objc_getAssociatedObject(nsWindow, key) == nil { setSession(session, of: nsWindow) }
  }

  /// The probes of declarative views.
  private(set) lazy var probes = ProbeRegistry(window: window)

  // MARK: Viewports

  private struct FramedViewport {
    var id: ViewportID
    var frame: ViewportFrame
    weak var ancestor: NSView?
  }

  private var framedViewports: [FramedViewport] = []

  /// The viewport that is where another view is: as margins of the ancestor that both have.
  func viewport(framedBy frame: ViewportFrame, around view: NSView) -> ViewportID? {
    guard let framing = frame.view else { return nil }
    var ancestor = view.superview
    while let current = ancestor, !framing.isDescendant(of: current) {
      ancestor = current.superview
    }
    guard let ancestor, let container = window.mirror.container(for: tree.key(of: ancestor))
    else { return nil }
    let known = framedViewports.first { known in
      known.frame === frame && known.ancestor === ancestor
        && window.tracker.engine.contains(known.id)
        && window.tracker.engine.viewport(known.id).container == container
    }
    if let known { return known.id }
    window.mirror.readsOffScreen = true
    let margins = margins(of: frame, in: ancestor) ?? .zero
    let id = window.tracker.engine.add(VisibilityViewport(container, margins: margins))
    framedViewports.append(FramedViewport(id: id, frame: frame, ancestor: ancestor))
    return id
  }

  private func refreshFramedViewports() {
    framedViewports.removeAll { known in
      guard window.tracker.engine.contains(known.id) else { return true }
      guard let ancestor = known.ancestor, known.frame.view != nil else {
        window.tracker.engine.remove(known.id)
        return true
      }
      if let margins = margins(of: known.frame, in: ancestor) {
        window.tracker.engine.setMargins(margins, of: known.id)
      }
      return false
    }
  }

  private func margins(of frame: ViewportFrame, in ancestor: NSView) -> ViewportMargins? {
    guard let view = frame.view, view.window != nil else { return nil }
    let (rect, whole) = (view.convert(view.bounds, to: ancestor), ancestor.bounds)
    let extra = frame.margins.points
    let (below, above) = (Double(whole.minY - rect.minY), Double(rect.maxY - whole.maxY))
    let (top, bottom) = ancestor.isFlipped ? (below, above) : (above, below)
    var margins = frame.margins
    margins.points = LayoutInsets(
      top: top + extra.top, left: Double(whole.minX - rect.minX) + extra.left,
      bottom: bottom + extra.bottom, right: Double(rect.maxX - whole.maxX) + extra.right)
    return margins
  }

  /// The viewport that an ancestor of a view was made.
  func viewport(of view: NSView, margins: ViewportMargins) -> ViewportID? {
    guard let container = window.mirror.container(for: tree.key(of: view)) else { return nil }
    if margins != .zero { window.mirror.readsOffScreen = true }
    let key = ObjectIdentifier(view)
    if let known = viewports[key], window.tracker.engine.contains(known),
      window.tracker.engine.viewport(known).container == container
    {
      window.tracker.engine.setMargins(margins, of: known)
      return known
    }
    let viewport = window.tracker.engine.add(VisibilityViewport(container, margins: margins))
    viewports[key] = viewport
    return viewport
  }

  /// Changes the margins of a viewport that is in use.
  func setMargins(_ margins: ViewportMargins, of view: NSView) {
    guard let id = viewports[ObjectIdentifier(view)] else { return }
    setMargins(margins, of: id)
  }

  /// The margins of the whole window.
  var windowMargins: ViewportMargins {
    get { window.tracker.engine.viewport(window.tracker.engine.window).margins }
    set { setMargins(newValue, of: window.tracker.engine.window) }
  }

  private func setMargins(_ margins: ViewportMargins, of id: ViewportID) {
    if margins != .zero { window.mirror.readsOffScreen = true }
    guard window.tracker.engine.contains(id) else { return }
    window.tracker.engine.setMargins(margins, of: id)
    requestLook()
  }

  // MARK: Looks

  /// Asks for a look at the end of this turn of the run loop.
  func requestLook() { AppHost.shared.requestTurn() }

  /// Looks now or with the next frame of the display.
  func turnEnded() {
    switch pacer.turnEnded(at: MonotonicClock.now) {
    case .look:
      look()
    case .wait: waitForNextFrame()
    }
  }

  private func look() {
    guard let nsWindow else { return }
    updatePresence()
    tree.covers.refresh(in: nsWindow)
    window.mirror.keepContainers(for: tree.covers.parents)
    _ = window.mirror.followMovedViews()
    refreshFramedViewports()
    window.frame(at: MonotonicClock.now)
    // What callbacks changed is for the next turn, which may not come by itself: Core Animation
    // has been this turn.
    if !window.tracker.engine.changes.isEmpty || !window.tracker.engine.impressions.isEmpty {
      requestLook()
    }
  }

  private func deadlineReached() { window.wake(at: MonotonicClock.now) }

  private func waitForNextFrame() {
    if nextFrame != nil { return }
    let timer = DeadlineTimer { [weak self] in self?.frameCame() }
    timer.set(MonotonicClock.now + pacer.frameDuration)
    nextFrame = timer
  }

  private func frameCame() {
    nextFrame = nil
    pacer.displayFired(frameDuration: pacer.frameDuration)
  }

  // MARK: Lifecycle

  private func updatePresence() {
    var presence = window.presence
    presence.isShown = nsWindow?.isVisible ?? false
    // Also a window that others cover entirely, and all of an app that is hidden.
    presence.isMinimized =
      nsWindow.map { $0.isMiniaturized || !$0.occlusionState.contains(.visible) } ?? true
    presence.isActive = nsWindow?.isKeyWindow ?? false
    if presence != window.presence { window.presence = presence }
  }

  /// The window is gone: what was visible in it has left.
  func close() {
    nextFrame?.set(nil)
    nextFrame = nil
    window.close(at: MonotonicClock.now)
  }
}
#endif

#if canImport(UIKit) && !os(watchOS)
import ObjectiveC
import SightlineApple
import SightlineCore
import SightlineHost
import UIKit

/// A window that holds observed views: its mirror, its timer and its display link.
@MainActor
final class WindowHost: NSObject {
  private(set) weak var uiWindow: UIWindow?
  let tree = UIKitTree()
  let window: MirroredWindow
  private let timer: DeadlineTimer
  private var pacer = FramePacer()
  private var link: CADisplayLink?
  private var viewports: [ObjectIdentifier: ViewportID] = [:]

  private init(_ uiWindow: UIWindow, session: VisibilitySession) {
    self.uiWindow = uiWindow
    let relay = Relay()
    timer = DeadlineTimer { relay.host?.deadlineReached() }
    let timer = timer
    let root = SceneContainer(
      frame: LayoutRect(origin: .zero, size: LayoutSize(uiWindow.bounds.size)), clip: .bounds)
    let tracker = VisibilityTracker(
      root: root, session: session, wantsPass: { AppHost.shared.requestTurn() },
      setTimer: { timer.set($0) })
    window = MirroredWindow(root: tree.key(of: uiWindow), tree: tree, tracker: tracker)
    super.init()
    relay.host = self
    updatePresence()
  }

  /// What the closures know the host by, which come before it.
  private final class Relay {
    weak var host: WindowHost?
  }

  /// The host of a window, made when the first view in it is observed.
  static func of(_ uiWindow: UIWindow) -> WindowHost {
    if let known = objc_getAssociatedObject(uiWindow, key) as? WindowHost { return known }
    let session = sessions[ObjectIdentifier(uiWindow)]?.session ?? .shared
    let host = WindowHost(uiWindow, session: session)
    objc_setAssociatedObject(uiWindow, key, host, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
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
    weak var window: UIWindow?
  }

  /// Chooses the session of a window in which nothing is observed yet.
  static func setSession(_ session: VisibilitySession, of uiWindow: UIWindow) {
    precondition(
      objc_getAssociatedObject(uiWindow, key) == nil,
      "a window's session must be chosen before a view in it is observed")
    sessions = sessions.filter { $0.value.window.window != nil }
    sessions[ObjectIdentifier(uiWindow)] = (WeakWindow(window: uiWindow), session)
  }

  /// Chooses the session of a window, unless something in it is observed already.
  static func suggestSession(_ session: VisibilitySession, of uiWindow: UIWindow) {
    if objc_getAssociatedObject(uiWindow, key) == nil { setSession(session, of: uiWindow) }
  }

  /// The probes of declarative views.
  private(set) lazy var probes = ProbeRegistry(window: window)

  // MARK: Viewports

  private struct FramedViewport {
    var id: ViewportID
    var frame: ViewportFrame
    weak var ancestor: UIView?
  }

  private var framedViewports: [FramedViewport] = []

  /// The viewport that is where another view is: as margins of the ancestor that both have.
  func viewport(framedBy frame: ViewportFrame, around view: UIView) -> ViewportID? {
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

  private func margins(of frame: ViewportFrame, in ancestor: UIView) -> ViewportMargins? {
    guard let view = frame.view, view.window != nil else { return nil }
    let (rect, whole) = (view.convert(view.bounds, to: ancestor), ancestor.bounds)
    let extra = frame.margins.points
    let (top, bottom) = (Double(whole.minY - rect.minY), Double(rect.maxY - whole.maxY))
    var margins = frame.margins
    margins.points = LayoutInsets(
      top: top + extra.top, left: Double(whole.minX - rect.minX) + extra.left,
      bottom: bottom + extra.bottom, right: Double(rect.maxX - whole.maxX) + extra.right)
    return margins
  }

  /// The viewport that an ancestor of a view was made.
  func viewport(of view: UIView, margins: ViewportMargins) -> ViewportID? {
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

  /// Changes the margins of a viewport that is in use, or of the whole window.
  func setMargins(_ margins: ViewportMargins, of view: UIView) {
    if margins != .zero { window.mirror.readsOffScreen = true }
    let id = view is UIWindow ? window.tracker.engine.window : viewports[ObjectIdentifier(view)]
    if let id, window.tracker.engine.contains(id) {
      window.tracker.engine.setMargins(margins, of: id)
      requestLook()
    }
  }

  // MARK: Looks

  /// Asks for a look at the end of this turn of the run loop.
  func requestLook() { AppHost.shared.requestTurn() }

  /// Looks now or with the next frame of the display.
  func turnEnded() {
    switch pacer.turnEnded(at: MonotonicClock.now) {
    case .look:
      link?.isPaused = true
      look()
    case .wait: startLink()
    }
  }

  private func look() {
    guard let uiWindow else { return }
    updatePresence()
    tree.covers.refresh(in: uiWindow)
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

  private func startLink() {
    if let link {
      link.isPaused = false
      return
    }
    // The display link keeps its target, which must not be what keeps the display link.
    let link = CADisplayLink(target: DisplayTarget(self), selector: #selector(DisplayTarget.fired))
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  fileprivate func displayFired(_ link: CADisplayLink) {
    pacer.displayFired(frameDuration: .seconds(link.duration))
  }

  // MARK: Lifecycle

  /// The window's scene came to the front, went to the background or is about to: at once, since an app
  /// in the background may get no further turn.
  func sceneChanged() {
    let before = window.presence
    updatePresence()
    if window.presence != before { window.wake(at: MonotonicClock.now) }
  }

  private func updatePresence() {
    var presence = window.presence
    let state = uiWindow?.windowScene?.activationState ?? .unattached
    presence.isShown = state == .foregroundActive || state == .foregroundInactive
    presence.isActive = state == .foregroundActive
    if presence != window.presence { window.presence = presence }
  }

  /// The window is gone: what was visible in it has left.
  func close() {
    link?.invalidate()
    link = nil
    window.close(at: MonotonicClock.now)
  }
}

/// What a display link keeps instead of the window's host.
@MainActor
private final class DisplayTarget: NSObject {
  private weak var host: WindowHost?

  init(_ host: WindowHost) { self.host = host }

  @objc func fired(_ link: CADisplayLink) {
    if let host { host.displayFired(link) } else { link.invalidate() }
  }
}
#endif

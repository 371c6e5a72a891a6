import QuartzCore
import VirtualTime

/// A window, which is not a view: its topmost view holds the content view, below a title bar if it
/// has one.
@MainActor
open class NSWindow: NSResponder {
  public enum OrderingMode: Int, Sendable {
    case above = 1
    case below = -1
    case out = 0
  }
  public enum BackingStoreType: UInt, Sendable { case buffered = 2 }

  public struct StyleMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let borderless: StyleMask = []
    public static let titled = StyleMask(rawValue: 1)
    public static let fullSizeContentView = StyleMask(rawValue: 1 << 15)
  }

  public struct OcclusionState: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let visible = OcclusionState(rawValue: 2)
  }

  /// The number of pixels a point of its screen, set by tests.
  /// https://developer.apple.com/documentation/appkit/nswindow/backingscalefactor
  public var backingScaleFactor: CGFloat = 2

  public nonisolated static let didChangeOcclusionStateNotification = Notification.Name(
    "NSWindowDidChangeOcclusionStateNotification")
  public nonisolated static let willCloseNotification = Notification.Name(
    "NSWindowWillCloseNotification")

  /// The approximate height of a title bar. Witness: a report of windows 28 points too high.
  public static let titleBarHeight: CGFloat = 28

  public let styleMask: StyleMask
  private let topView: NSView
  private var size: CGRect
  private var isOrderedIn = false
  private(set) var isCovered = false
  private var isStuck = false

  open var alphaValue: CGFloat = 1 {
    didSet { if alphaValue != oldValue { CATransaction.shared.setNeedsCommit() } }
  }
  open var isReleasedWhenClosed = true
  open var isOpaque = true
  open var backgroundColor: NSColor! = .white
  open var hasShadow = true
  open var ignoresMouseEvents = false
  public private(set) var isMiniaturized = false
  public internal(set) var isKeyWindow = false

  public private(set) var childWindows: [NSWindow]?
  public private(set) weak var parent: NSWindow?
  public private(set) var sheets: [NSWindow] = []
  public private(set) weak var sheetParent: NSWindow?

  public init(
    contentRect: NSRect, styleMask style: StyleMask, backing: BackingStoreType, defer flag: Bool
  ) {
    styleMask = style
    var frame = contentRect
    if style.contains(.titled), !style.contains(.fullSizeContentView) {
      frame.size.height += Self.titleBarHeight
    }
    size = frame
    topView = NSView(frame: CGRect(origin: .zero, size: frame.size))
    super.init()
    topView.windowAbove = self
    topView.knownWindow = self
    setContent(NSView(frame: contentRect))
    NSApplication.shared.add(self)
  }

  // MARK: Geometry

  /// The frame on the screen, whose coordinates point up.
  public var frame: NSRect { size }

  /// Its children follow. Witness: GNUstep's tests of `NSWindow`, whose windows behave as AppKit's.
  public func setFrame(_ frame: NSRect, display: Bool) {
    let old = size.origin
    size = frame
    for child in childWindows ?? [] where frame.origin != old {
      let place = child.frame.offsetBy(dx: frame.minX - old.x, dy: frame.minY - old.y)
      child.setFrame(place, display: display)
    }
    topView.frame = CGRect(origin: .zero, size: frame.size)
    contentView?.frame = contentFrame
    CATransaction.shared.setNeedsCommit()
  }

  private var barHeight: CGFloat { styleMask.contains(.titled) ? Self.titleBarHeight : 0 }

  private var contentFrame: CGRect {
    let isFull = styleMask.contains(.fullSizeContentView)
    return CGRect(
      x: 0, y: 0, width: size.width, height: size.height - (isFull ? 0 : barHeight))
  }

  /// The part of the window that the title bar leaves free, in the window's own coordinates.
  public var contentLayoutRect: NSRect {
    CGRect(x: 0, y: 0, width: size.width, height: size.height - barHeight)
  }

  open var contentView: NSView? {
    didSet {
      guard contentView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      guard let contentView else { return }
      contentView.frame = contentFrame
      topView.addSubview(contentView)
    }
  }

  /// The controller of the content view.
  open var contentViewController: NSViewController? {
    didSet { if let contentViewController { contentView = contentViewController.view } }
  }

  // Property observers are not called in the initialiser of the class.
  private func setContent(_ view: NSView) { contentView = view }

  func layOut() { topView.layOutDirtyViews() }

  public func layoutIfNeeded() { layOut() }

  // MARK: On the screen

  /// Whether it is on the screen, even if others cover it. Witness: Chromium's tests of native
  /// widgets: a child of a miniaturised window is visible once the parent returns.
  public var isVisible: Bool {
    guard isOrderedIn, !isMiniaturized, !isParentMiniaturized else { return false }
    return !NSApplication.shared.isHidden || Undocumented.hidingAnAppKeepsItsWindowsVisible
  }

  private var isParentMiniaturized: Bool {
    parent.map { $0.isMiniaturized || $0.isParentMiniaturized } ?? false
  }

  /// Whether any of it can be seen.
  public var occlusionState: OcclusionState {
    let isOnScreen = isOrderedIn && !isMiniaturized && !isParentMiniaturized
    return isOnScreen && !isCovered && !isStuck && !NSApplication.shared.isHidden ? .visible : []
  }

  /// Leaves the occlusion state clear, although the window is on screen, until it is minimised.
  /// Called by tests. Witness: reports to Flutter of macOS 15: state 0x2000, `isVisible` true, no
  /// notification, and minimising fixes it.
  public func stickOcclusion() { isStuck = true }

  /// Performs a change that may affect the occlusion, and posts a notification if it did.
  func changeOcclusion(_ change: () -> Void) {
    let windows = [self] + (childWindows ?? [])
    let old = windows.map(\.occlusionState)
    change()
    for (window, state) in zip(windows, old) where window.occlusionState != state {
      NotificationCenter.default.post(
        name: NSWindow.didChangeOcclusionStateNotification, object: window)
    }
  }

  public func orderFront(_ sender: Any?) {
    changeOcclusion { isOrderedIn = true }
    for child in childWindows ?? [] { child.orderFront(sender) }
  }

  public func orderOut(_ sender: Any?) {
    changeOcclusion { isOrderedIn = false }
    isKeyWindow = false
    parent?.removeChildWindow(self)
    for child in childWindows ?? [] { child.orderOut(sender) }
  }

  public func makeKeyAndOrderFront(_ sender: Any?) {
    orderFront(sender)
    NSApplication.shared.makeKey(self)
  }

  /// Minimises it later, as `deminiaturize` restores it. Witness: Chromium's tests of native
  /// widgets, which wait for either, and a report that a window ordered out right after
  /// `deminiaturize` is still minimised, and comes back.
  public func miniaturize(_ sender: Any?) {
    later { [self] in
      changeOcclusion { (isMiniaturized, isStuck) = (true, false) }
      isKeyWindow = false
    }
  }

  public func deminiaturize(_ sender: Any?) {
    later { [self] in changeOcclusion { (isMiniaturized, isOrderedIn) = (false, true) } }
  }

  private func later(_ action: @escaping @MainActor () -> Void) {
    let loop = VirtualRunLoop.main
    if Undocumented.minimisesInTheNextTurn { return loop.post(action) }
    _ = loop.addTimer(at: loop.now + 30_000_000, action)
  }

  public func close() {
    NotificationCenter.default.post(name: NSWindow.willCloseNotification, object: self)
    orderOut(nil)
  }

  /// Sets whether other windows cover all of it. Called by tests.
  public func cover(_ isCovered: Bool) { changeOcclusion { self.isCovered = isCovered } }

  // MARK: Windows at windows

  public func addChildWindow(_ child: NSWindow, ordered place: OrderingMode) {
    child.parent?.removeChildWindow(child)
    childWindows = (childWindows ?? []) + [child]
    child.parent = self
    if isOrderedIn { child.orderFront(nil) }
  }

  public func removeChildWindow(_ child: NSWindow) {
    childWindows?.removeAll { $0 === child }
    child.parent = nil
  }

  public func beginSheet(_ sheet: NSWindow) {
    sheets.append(sheet)
    sheet.sheetParent = self
    sheet.makeKeyAndOrderFront(nil)
  }

  public func endSheet(_ sheet: NSWindow) {
    sheets.removeAll { $0 === sheet }
    sheet.sheetParent = nil
    sheet.orderOut(nil)
    NSApplication.shared.makeKey(self)
  }
}

import QuartzCore

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
    public static let closable = StyleMask(rawValue: 2)
    public static let miniaturizable = StyleMask(rawValue: 4)
    public static let resizable = StyleMask(rawValue: 8)
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

  /// The approximate height of a title bar.
  public static let titleBarHeight: CGFloat = 28

  public let styleMask: StyleMask
  private let topView: NSView
  private var size: CGRect
  private var isOrderedIn = false
  private(set) var isCovered = false

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
  public var attachedSheet: NSWindow? { sheets.last }

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

  public func setFrame(_ frame: NSRect, display: Bool) {
    size = frame
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

  /// Whether it is on the screen, even if others cover it.
  public var isVisible: Bool {
    guard isOrderedIn, !isMiniaturized else { return false }
    return !NSApplication.shared.isHidden || Undocumented.hidingAnAppKeepsItsWindowsVisible
  }

  /// Whether any of it can be seen.
  public var occlusionState: OcclusionState {
    isOrderedIn && !isMiniaturized && !isCovered && !NSApplication.shared.isHidden ? .visible : []
  }

  /// Performs a change that may affect the occlusion, and posts a notification if it did.
  func changeOcclusion(_ change: () -> Void) {
    let old = occlusionState
    change()
    if occlusionState != old {
      NotificationCenter.default.post(
        name: NSWindow.didChangeOcclusionStateNotification, object: self)
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

  public func miniaturize(_ sender: Any?) {
    changeOcclusion { isMiniaturized = true }
    isKeyWindow = false
  }

  public func deminiaturize(_ sender: Any?) { changeOcclusion { isMiniaturized = false } }

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

import QuartzCore

@MainActor
open class NSResponder: ToolkitObject {
  open var nextResponder: NSResponder? { nil }
}

/// A node of the view tree. It keeps its own geometry: AppKit uses a layer only to draw it.
open class NSView: NSResponder {
  /// The number of times a view's frame was read: the cost of a pass.
  public static var frameReads = 0

  public internal(set) weak var superview: NSView?
  var children: [NSView] = []
  /// The window that has this as its topmost view.
  weak var windowAbove: NSWindow?
  /// The window the view was last notified of.
  weak var knownWindow: NSWindow?
  weak var owner: NSViewController?
  /// The stack view that arranges it, even while it is detached.
  weak var stack: NSStackView?

  var storedFrame: CGRect
  var storedBounds: CGRect
  /// The rotation in degrees, counterclockwise in the parent's coordinates.
  var storedRotation: CGFloat = 0
  var storedBoundsRotation: CGFloat = 0

  var isLayoutNeeded = true
  var holdsDirtyViews = true
  public internal(set) var constraints: [NSLayoutConstraint] = []

  open var postsFrameChangedNotifications = true
  open var postsBoundsChangedNotifications = true
  open var autoresizesSubviews = true
  open var autoresizingMask: AutoresizingMask = []
  open var translatesAutoresizingMaskIntoConstraints = true
  open var identifier: NSUserInterfaceItemIdentifier?
  open var needsDisplay = false

  open var alphaValue: CGFloat = 1 {
    didSet { if alphaValue != oldValue { CATransaction.shared.setNeedsCommit() } }
  }
  open var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      CATransaction.shared.setNeedsCommit()
      superview?.subviewWasHidden(self)
      stack?.arrangedViewWasHidden(self)
    }
  }
  open var clipsToBounds = false {
    didSet { if clipsToBounds != oldValue { CATransaction.shared.setNeedsCommit() } }
  }
  /// A view without a layer is drawn into that of an ancestor.
  open var wantsLayer = false {
    didSet { if wantsLayer, layer == nil { layer = CALayer() } }
  }
  open var layer: CALayer?

  /// A controller is between its view and that view's superview.
  open override var nextResponder: NSResponder? { owner ?? superview ?? windowAbove }

  /// Whether y points down in the view's own coordinates.
  open var isFlipped: Bool { false }

  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let minXMargin = AutoresizingMask(rawValue: 1)
    public static let width = AutoresizingMask(rawValue: 2)
    public static let maxXMargin = AutoresizingMask(rawValue: 4)
    public static let minYMargin = AutoresizingMask(rawValue: 8)
    public static let height = AutoresizingMask(rawValue: 16)
    public static let maxYMargin = AutoresizingMask(rawValue: 32)
  }

  public nonisolated static let frameDidChangeNotification = Notification.Name(
    "NSViewFrameDidChangeNotification")
  public nonisolated static let boundsDidChangeNotification = Notification.Name(
    "NSViewBoundsDidChangeNotification")

  public init(frame frameRect: NSRect) {
    storedFrame = frameRect
    storedBounds = CGRect(origin: .zero, size: frameRect.size)
    super.init()
  }

  public required init?(coder: NSCoder) { fatalError("views are made in code") }

  public convenience override init() { self.init(frame: .zero) }

  open func draw(_ dirtyRect: NSRect) {}

  open func didAddSubview(_ subview: NSView) {}
  open func willRemoveSubview(_ subview: NSView) {}
  open func viewWillMove(toSuperview newSuperview: NSView?) {}
  open func viewDidMoveToSuperview() {}
  open func viewWillMove(toWindow newWindow: NSWindow?) {}
  open func viewDidMoveToWindow() {}
  open func layout() {}
  open func prepareForReuse() {}

  /// Witness: Apple's documentation of `NSView.userInterfaceLayoutDirection`, a settable property
  /// of each view.
  open var userInterfaceLayoutDirection = NSUserInterfaceLayoutDirection.leftToRight

  open func setAccessibilityElement(_ isElement: Bool) {}

  open func resizeSubviews(withOldSize old: CGSize) {
    let size = Undocumented.boundsResizeSubviews ? storedBounds.size : storedFrame.size
    for subview in children where !subview.autoresizingMask.isEmpty {
      subview.resize(from: old, to: size)
    }
  }

  /// Resizes and moves it by its mask: what may change shares the change in proportion to its
  /// length, and both edges are rounded down to points of the window. Witness: 23 values of
  /// GNUstep's tests of autoresizing, "checked against AppKit".
  open func resize(withOldSuperviewSize old: NSSize) {
    guard let superview else { return }
    resize(from: old, to: superview.storedBounds.size)
  }

  private func resize(from old: CGSize, to size: CGSize) {
    let (place, mask) = (storedFrame, autoresizingMask)
    let points = superview?.convert(CGRect(x: 0, y: 0, width: 1, height: 1), to: nil).size
    func edges(
      _ start: CGFloat, _ length: CGFloat, _ old: CGFloat, _ new: CGFloat, _ scale: CGFloat?,
      _ flexible: [Bool]
    ) -> (start: CGFloat, length: CGFloat) {
      if old == new || !flexible.contains(true) { return (start, length) }
      let parts = zip([start, length, old - start - length], flexible).map { $1 ? $0 : 0 }
      let all = parts.reduce(0, +)
      let count = CGFloat(flexible.filter(\.self).count)
      let shares = zip(parts, flexible).map { part, isFlexible in
        !isFlexible ? 0 : (new - old) * (all == 0 ? 1 / count : part / all)
      }
      let scale = scale.map { $0 > 0 ? $0 : 1 } ?? 1
      let (low, high) = (start + shares[0], start + length + shares[0] + shares[1])
      // Sums of shares are not exact.
      func down(_ value: CGFloat) -> CGFloat { (value * scale + 1e-9).rounded(.down) / scale }
      return (down(low), down(high) - down(low))
    }
    let x = edges(
      place.minX, place.width, old.width, size.width, points?.width,
      [mask.contains(.minXMargin), mask.contains(.width), mask.contains(.maxXMargin)])
    let y = edges(
      place.minY, place.height, old.height, size.height, points?.height,
      [mask.contains(.minYMargin), mask.contains(.height), mask.contains(.maxYMargin)])
    frame = CGRect(x: x.start, y: y.start, width: x.length, height: y.length)
  }

  // Overridden by kinds of views that react to their subviews.
  func subviewWasHidden(_ subview: NSView) {}
  func subviewFrameChanged(_ subview: NSView) {}

  open func hitTest(_ point: NSPoint) -> NSView? {
    let own = convert(point, from: superview)
    guard !isHidden, bounds.contains(own) else { return nil }
    for subview in children.reversed() {
      if let hit = subview.hitTest(own) { return hit }
    }
    return self
  }
}

public struct NSUserInterfaceItemIdentifier: Hashable, Sendable {
  public let rawValue: String
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

public struct NSEdgeInsets: Sendable {
  public var top, left, bottom, right: CGFloat

  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
}

public enum NSUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

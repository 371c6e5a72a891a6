import QuartzCore

/// A clip view with a document in it, as large as the scroll view: scrollers and a table's header
/// overlay it.
open class NSScrollView: NSView {
  public nonisolated static let willStartLiveScrollNotification = Notification.Name(
    "NSScrollViewWillStartLiveScrollNotification")
  public nonisolated static let didLiveScrollNotification = Notification.Name(
    "NSScrollViewDidLiveScrollNotification")
  public nonisolated static let didEndLiveScrollNotification = Notification.Name(
    "NSScrollViewDidEndLiveScrollNotification")

  open var contentView: NSClipView {
    didSet {
      guard contentView !== oldValue else { return }
      oldValue.removeFromSuperview()
      addSubview(contentView)
      tile()
    }
  }
  open var documentView: NSView? {
    get { contentView.documentView }
    set {
      contentView.documentView = newValue
      headerChanged()
    }
  }
  /// While it is true, the inset at the top is the part that the title bar covers.
  open var automaticallyAdjustsContentInsets = true
  open var contentInsets = NSEdgeInsets() { didSet { tile() } }
  private let headerClip = NSView(frame: .zero)
  open var hasVerticalScroller = false

  /// Witness of both: Apple's documentation of the properties, with these defaults.
  open var minMagnification: CGFloat = 0.25
  open var maxMagnification: CGFloat = 4

  /// The scale at which the document is shown.
  open var magnification: CGFloat {
    get { contentView.bounds.width > 0 ? contentView.frame.width / contentView.bounds.width : 1 }
    set {
      let bounds = contentView.bounds
      setMagnification(newValue, centeredAt: CGPoint(x: bounds.midX, y: bounds.midY))
    }
  }

  public override init(frame: NSRect) {
    contentView = NSClipView(frame: CGRect(origin: .zero, size: frame.size))
    super.init(frame: frame)
    addSubview(contentView)
    addSubview(headerClip)
  }

  public required init?(coder: NSCoder) { fatalError("views are made in code") }

  open override var isFlipped: Bool { true }

  public var documentVisibleRect: NSRect { contentView.documentVisibleRect }

  /// Magnifies about a point in the clip view's own coordinates.
  public func setMagnification(_ magnification: CGFloat, centeredAt point: NSPoint) {
    let factor = min(max(magnification, minMagnification), maxMagnification)
    let (frame, old) = (contentView.frame.size, contentView.bounds)
    let size = CGSize(width: frame.width / factor, height: frame.height / factor)
    inset(contentView, at: factor)
    let origin = CGPoint(
      x: point.x - (point.x - old.minX) * size.width / old.width,
      y: point.y - (point.y - old.minY) * size.height / old.height)
    contentView.bounds = contentView.constrainBoundsRect(CGRect(origin: origin, size: size))
  }

  open func tile() {
    contentView.frame = bounds
    headerClip.frame = CGRect(
      x: 0, y: contentInsets.top, width: bounds.width, height: headerHeight)
    inset(contentView, at: magnification)
  }

  open override func layout() {
    super.layout()
    if automaticallyAdjustsContentInsets, window?.styleMask.contains(.fullSizeContentView) == true {
      contentInsets.top = safeAreaInsets.top
    }
  }

  private var header: NSView? { (documentView as? NSTableView)?.headerView }
  private var headerHeight: CGFloat { header?.frame.height ?? 0 }

  /// Shows the header of another document, or another one of the same table.
  func headerChanged() {
    headerClip.subviews = [header].compactMap(\.self)
    tile()
    guard headerHeight > 0, contentView.bounds.minY <= 0 else { return }
    contentView.scroll(to: CGPoint(x: contentView.bounds.minX, y: -contentView.contentInsets.top))
  }

  /// Sets the insets of a clip view, which are in its own coordinates and include the header.
  private func inset(_ clipView: NSClipView, at scale: CGFloat) {
    clipView.contentInsets = NSEdgeInsets(
      top: (contentInsets.top + headerHeight) / scale, left: contentInsets.left / scale,
      bottom: contentInsets.bottom / scale, right: contentInsets.right / scale)
  }

  open func reflectScrolledClipView(_ clipView: NSClipView) {}

  open override func resizeSubviews(withOldSize old: CGSize) {
    tile()
    if Undocumented.resizedScrollViewsKeepToDocuments {
      contentView.bounds = contentView.constrainBoundsRect(contentView.bounds)
    }
  }
}

/// The visible part of a document: its bounds move over it.
open class NSClipView: NSView {
  open var documentView: NSView? {
    didSet {
      guard documentView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      guard let documentView else { return }
      addSubview(documentView)
      // A document that is not flipped begins at its lower left corner.
      bounds = constrainBoundsRect(CGRect(origin: documentView.frame.origin, size: bounds.size))
    }
  }
  open var contentInsets = NSEdgeInsets()

  public override init(frame: NSRect) {
    super.init(frame: frame)
    clipsToBounds = true
  }

  public required init?(coder: NSCoder) { fatalError("views are made in code") }

  /// The same as the document's.
  open override var isFlipped: Bool { documentView?.isFlipped ?? false }

  public var documentVisibleRect: NSRect {
    guard let documentView else { return .zero }
    return convert(bounds, to: documentView).intersection(documentView.bounds)
  }

  /// Scrolls without keeping the view within the document. Witness: a report of an editor whose
  /// clip view AppKit moved to a negative x.
  open func scroll(to newOrigin: NSPoint) { bounds.origin = newOrigin }

  /// Returns the nearest bounds within the document and its insets.
  open func constrainBoundsRect(_ proposed: NSRect) -> NSRect {
    // Witness: Xamarin's tests on AppKit: without a document, (10, 10, 30, 30) becomes (0, 0, 30,
    // 30).
    guard let document = documentView?.storedFrame else {
      return CGRect(origin: .zero, size: proposed.size)
    }
    var result = proposed
    let (low, high) =
      isFlipped
      ? (contentInsets.top, contentInsets.bottom) : (contentInsets.bottom, contentInsets.top)
    result.origin.x = min(
      max(proposed.minX, document.minX - contentInsets.left),
      max(document.maxX + contentInsets.right - proposed.width, document.minX - contentInsets.left))
    result.origin.y = min(
      max(proposed.minY, document.minY - low),
      max(document.maxY + high - proposed.height, document.minY - low))
    return result
  }

  override func subviewFrameChanged(_ subview: NSView) {
    guard subview === documentView else { return }
    bounds = constrainBoundsRect(bounds)
  }
}

extension NSView {
  /// Moves a point of the view to the origin of the enclosing clip view.
  public func scroll(_ point: NSPoint) {
    var ancestor = superview
    while let current = ancestor {
      if let clipView = current as? NSClipView {
        let origin = clipView.convert(point, from: self)
        let bounds = CGRect(origin: origin, size: clipView.bounds.size)
        clipView.scroll(to: clipView.constrainBoundsRect(bounds).origin)
        return
      }
      ancestor = current.superview
    }
  }
}

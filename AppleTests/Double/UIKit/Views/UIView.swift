import QuartzCore
import VirtualTime

@MainActor
open class UIResponder: ToolkitObject {
  open var next: UIResponder? { nil }
}

/// A node of the view tree, positioned by its layer.
open class UIView: UIResponder {
  public let layer = CALayer()
  public internal(set) weak var superview: UIView?
  public internal(set) var subviews: [UIView] = []
  /// The window the view was last notified of.
  weak var knownWindow: UIWindow?
  /// Whether it was last notified of a window, which may be gone.
  var knowsWindow = false
  /// The safe area's insets as of the last layout.
  var laidOutInsets = UIEdgeInsets.zero
  var keyboardGuide: UIKeyboardLayoutGuide?
  weak var owner: UIViewController?

  var needsLayout: Bool {
    get { layer.isLayoutNeeded }
    set { layer.isLayoutNeeded = newValue }
  }
  var holdsDirtyViews = true
  public internal(set) var constraints: [NSLayoutConstraint] = []

  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }
  open var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  open var isOpaque = true
  open var backgroundColor: UIColor? {
    didSet { layer.backgroundColor = backgroundColor?.cgColor }
  }
  open var isUserInteractionEnabled = true
  open var contentMode = ContentMode.scaleToFill
  open var tag = 0
  open var translatesAutoresizingMaskIntoConstraints = true
  open var autoresizingMask: AutoresizingMask = []
  open var semanticContentAttribute = UISemanticContentAttribute.unspecified
  open var gestureRecognizers: [UIGestureRecognizer]?
  /// Whether it needs to be drawn again.
  public private(set) var needsDisplay = false

  // Accessibility, as inert values.
  open var isAccessibilityElement = false
  open var accessibilityElementsHidden = false
  open var accessibilityTraits = UIAccessibilityTraits.none
  open var accessibilityLabel: String?
  open var accessibilityValue: String?
  open var accessibilityElements: [Any]?

  public enum ContentMode: Sendable { case scaleToFill, redraw, center }

  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  }

  public init(frame: CGRect) {
    super.init()
    needsLayout = true
    layer.viewLayers = { [weak self] in self?.subviews.map(\.layer) ?? [] }
    layer.boundsChanged = { [weak self] in self?.boundsChanged(from: $0) }
    self.frame = frame
  }

  public required init?(coder: NSCoder) { fatalError("views are made in code") }

  public convenience override init() { self.init(frame: .zero) }

  isolated deinit { releaseSubviews() }

  open override var next: UIResponder? { owner ?? superview }

  open func draw(_ rect: CGRect) {}
  open func setNeedsDisplay() { needsDisplay = true }

  open func didAddSubview(_ subview: UIView) {}
  open func willRemoveSubview(_ subview: UIView) {}
  open func willMove(toSuperview newSuperview: UIView?) {}
  open func didMoveToSuperview() {}
  open func willMove(toWindow newWindow: UIWindow?) {}
  open func didMoveToWindow() {}
  open func layoutSubviews() {}

  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    // Witness: Apple's documentation of `hitTest(_:with:)`: not below an opacity of 0.01.
    guard !isHidden, alpha > 0.01, isUserInteractionEnabled, self.point(inside: point, with: event)
    else { return nil }
    for subview in subviews.reversed() {
      if let hit = subview.hitTest(subview.convert(point, from: self), with: event) { return hit }
    }
    return self
  }

  /// Changes the safe area's insets, with what they move.
  func changeSafeArea(to insets: UIEdgeInsets) { laidOutInsets = insets }

  /// Called when the bounds have changed: a scroll view lays out whenever it is scrolled.
  func boundsChanged(from old: CGRect) {
    guard bounds.size != old.size else { return }
    resizeSubviews(from: old.size)
    setNeedsLayout()
  }

  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    switch semanticContentAttribute {
    case .forceLeftToRight: .leftToRight
    case .forceRightToLeft: .rightToLeft
    case .unspecified:
      UIView.userInterfaceLayoutDirection
    }
  }

  /// The app's direction.
  public static var userInterfaceLayoutDirection = UIUserInterfaceLayoutDirection.leftToRight
}

public enum UISemanticContentAttribute: Sendable {
  case unspecified, forceLeftToRight, forceRightToLeft
}

public enum UIUserInterfaceLayoutDirection: Sendable { case leftToRight, rightToLeft }

/// A view with effects. Subviews belong in its content view.
open class UIVisualEffectView: UIView {
  public let contentView = UIView(frame: .zero)

  public override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.frame = bounds
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }

  public required init?(coder: NSCoder) { fatalError("views are made in code") }
}

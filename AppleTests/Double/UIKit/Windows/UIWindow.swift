import QuartzCore

open class UIWindow: UIView {
  open weak var windowScene: UIWindowScene? {
    didSet {
      oldValue?.entries.removeAll { $0.window === self }
      windowScene?.entries.append(WeakWindow(window: self))
    }
  }
  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      oldValue?.viewIfLoaded?.removeFromSuperview()
      guard let view = rootViewController?.view else { return }
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      insertSubview(view, at: 0)
    }
  }
  open var windowLevel = UIWindow.Level.normal
  public private(set) var isKeyWindow = false
  /// The area covered by system bars, set by tests.
  public var safeArea = UIEdgeInsets.zero {
    didSet {
      laidOutInsets = safeArea
      safeAreaChanged()
    }
  }
  /// The number of pixels a point of its screen, set by tests.
  public var displayScale: CGFloat = 2 {
    didSet { traits = UITraitCollection(displayScale: displayScale) }
  }
  private(set) var traits = UITraitCollection(displayScale: 2)
  /// The keyboard over the window, set by tests.
  public var keyboard: VirtualKeyboard? {
    didSet { if keyboard != oldValue { setNeedsLayout() } }
  }

  public struct Level: Hashable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public static let normal = Level(rawValue: 0)
    public static let alert = Level(rawValue: 2_000)
  }

  /// All windows. The visible ones are laid out before a commit.
  private static var all: [WeakWindow] = []

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isHidden = true
    (knownWindow, knowsWindow) = (self, true)
    CATransaction.shared.layout = UIWindow.layOutAll
    UIWindow.all.removeAll { $0.window == nil }
    UIWindow.all.append(WeakWindow(window: self))
  }

  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: windowScene.screen.bounds)
    self.windowScene = windowScene
    // Property observers are not called here.
    windowScene.entries.append(WeakWindow(window: self))
  }

  public required init?(coder: NSCoder) { fatalError("views are made in code") }

  open override var next: UIResponder? { windowScene }

  public func makeKeyAndVisible() {
    isKeyWindow = true
    isHidden = false
  }

  private static func layOutAll() {
    for entry in all {
      if let window = entry.window, !window.isHidden { window.layOutAll() }
    }
  }

  /// Lays out dirty views until no safe area changes.
  private func layOutAll() {
    var rounds = 0
    _ = updateSafeAreas()
    repeat {
      layOutDirtyViews()
      rounds += 1
      precondition(rounds < 100, "safe areas keep changing")
    } while updateSafeAreas()
    UIKeyboardLayoutGuide.layOutAll()
  }
}

struct WeakWindow {
  weak var window: UIWindow?
}

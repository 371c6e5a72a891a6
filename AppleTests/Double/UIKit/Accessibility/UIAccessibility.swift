public struct UIAccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let none: UIAccessibilityTraits = []
  public static let button = UIAccessibilityTraits(rawValue: 1)
  public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
  public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
  public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
  public static let tabBar = UIAccessibilityTraits(rawValue: 1 << 28)
}

/// The system's settings, set by tests.
@MainActor
public enum UIAccessibility {
  public static var isVoiceOverRunning = false
  public static var isReduceMotionEnabled = false

  public struct Notification: Hashable, Sendable {
    let name: String
    public static let layoutChanged = Notification(name: "layoutChanged")
    public static let announcement = Notification(name: "announcement")
    public static let screenChanged = Notification(name: "screenChanged")
  }

  public static func post(notification: Notification, argument: Any?) {}
}

/// An accessibility element other than a view.
open class UIAccessibilityElement: UIResponder {
  public weak var accessibilityContainer: AnyObject?
  open var isAccessibilityElement = true
  open var accessibilityLabel: String?
  open var accessibilityValue: String?
  open var accessibilityTraits = UIAccessibilityTraits.none
  open var accessibilityFrameInContainerSpace = CGRect.zero

  public init(accessibilityContainer container: Any) {
    accessibilityContainer = container as AnyObject
    super.init()
  }

  open func accessibilityIncrement() {}
  open func accessibilityDecrement() {}
}

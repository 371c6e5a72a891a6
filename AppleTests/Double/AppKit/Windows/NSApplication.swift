import QuartzCore

/// The app: everything that belongs to no window.
@MainActor
public final class NSApplication: NSResponder {
  public static let shared = NSApplication()

  private var all: [WeakWindow] = []
  public private(set) var isActive = true
  public private(set) var isHidden = false

  public nonisolated static let didHideNotification = Notification.Name(
    "NSApplicationDidHideNotification")
  public nonisolated static let didUnhideNotification = Notification.Name(
    "NSApplicationDidUnhideNotification")
  public nonisolated static let didResignActiveNotification = Notification.Name(
    "NSApplicationDidResignActiveNotification")
  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "NSApplicationDidBecomeActiveNotification")

  private struct WeakWindow {
    weak var window: NSWindow?
  }

  private override init() {
    super.init()
    CATransaction.shared.layout = { NSApplication.shared.layOutWindows() }
  }

  public var windows: [NSWindow] { all.compactMap(\.window) }

  func add(_ window: NSWindow) {
    all.removeAll { $0.window == nil }
    all.append(WeakWindow(window: window))
  }

  /// The window that has the keyboard, or gets it when the app is activated.
  private weak var lastKeyWindow: NSWindow?

  public var keyWindow: NSWindow? { windows.first(where: \.isKeyWindow) }

  func makeKey(_ window: NSWindow) {
    lastKeyWindow = window
    for other in windows { other.isKeyWindow = other === window && isActive }
  }

  /// Witness: Apple's documentation of `hide(_:)`: the next app in line is activated.
  public func hide(_ sender: Any?) {
    setHidden(true, NSApplication.didHideNotification)
    deactivate()
  }

  /// Witness: Apple's documentation of `unhide(_:)`: the app becomes active.
  public func unhide(_ sender: Any?) {
    setHidden(false, NSApplication.didUnhideNotification)
    activate(ignoringOtherApps: true)
  }

  private func setHidden(_ value: Bool, _ name: Notification.Name) {
    guard value != isHidden else { return }
    let before = windows.map(\.occlusionState)
    isHidden = value
    for (window, old) in zip(windows, before) where window.occlusionState != old {
      NotificationCenter.default.post(
        name: NSWindow.didChangeOcclusionStateNotification, object: window)
    }
    NotificationCenter.default.post(name: name, object: self)
  }

  /// Brings another app to the front. Called by tests.
  public func deactivate() {
    guard isActive else { return }
    isActive = false
    for window in windows { window.isKeyWindow = false }
    NotificationCenter.default.post(
      name: NSApplication.didResignActiveNotification, object: self)
  }

  public func activate(ignoringOtherApps flag: Bool) {
    guard !isActive else { return }
    isActive = true
    // Witness: Apple's documentation of `NSWindow.isKeyWindow`: there is none in an inactive app.
    if let lastKeyWindow, lastKeyWindow.isVisible { makeKey(lastKeyWindow) }
    NotificationCenter.default.post(
      name: NSApplication.didBecomeActiveNotification, object: self)
  }

  private func layOutWindows() { for window in windows where window.isVisible { window.layOut() } }
}

/// The system's settings, set by tests.
@MainActor
public final class NSWorkspace {
  public static let shared = NSWorkspace()

  public var accessibilityDisplayShouldReduceMotion = false
}

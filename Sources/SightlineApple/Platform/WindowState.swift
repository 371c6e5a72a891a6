#if canImport(UIKit) && !os(watchOS)
import SightlineCore
import SightlineHost
import UIKit

extension UIWindow {
  /// The visibility of the window on the device.
  var presence: WindowPresence {
    var presence = WindowPresence()
    guard let state = windowScene?.activationState else {
      // An app without scenes: use the app's own state, as far as an extension can know it.
      presence.isShown = !AppHost.shared.isAppInBackground
      presence.isActive = presence.isShown && !AppHost.shared.isAppInactive
      return presence
    }
    presence.isShown = state == .foregroundActive || state == .foregroundInactive
    presence.isActive = state == .foregroundActive
    return presence
  }

  /// Whether a window needs to be active to be seen, unless the app says otherwise. A scene becomes
  /// inactive only when the system or another app's window takes over. On a Mac, people read
  /// windows that they don't work in.
  static var needsActivityByDefault: Bool {
    #if targetEnvironment(macCatalyst)
    return false
    #else
    return true
    #endif
  }

  /// Posted when the presence may have changed outside of a run loop turn, because a scene in the
  /// background gets no turns.
  static var presenceNotifications: [Notification.Name] {
    [
      UIScene.didEnterBackgroundNotification, UIScene.didDisconnectNotification,
      UIScene.willEnterForegroundNotification, UIScene.didActivateNotification,
      UIScene.willDeactivateNotification,
    ]
  }

  /// The length of a pixel of the window's screen, in points.
  var pixelLength: Double { DevicePixel.length(scale: Double(traitCollection.displayScale)) }

  var readingDirection: ReadingDirection {
    effectiveUserInterfaceLayoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }

  /// The window in its own coordinates.
  var frameInScene: LayoutRect { LayoutRect(origin: .zero, size: LayoutSize(bounds.size)) }
}

extension UIView {
  /// Whether the view's contents await layout.
  var isLayoutPending: Bool { layer.needsLayout() }

  /// The view's depth among its siblings, which takes precedence over their order.
  var drawingDepth: CGFloat { layer.zPosition }
}
#elseif canImport(AppKit)
import AppKit
import SightlineCore
import SightlineHost

extension NSWindow {
  /// The length of a pixel of the window's screen, in points.
  var pixelLength: Double { DevicePixel.length(scale: Double(backingScaleFactor)) }

  var readingDirection: ReadingDirection {
    contentView?.userInterfaceLayoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }

  /// The visibility of the window on the Mac.
  var presence: WindowPresence {
    var presence = WindowPresence()
    presence.isShown = isVisible
    // Also true of a fully covered window, and of all windows of a hidden app.
    presence.isMinimized = isMiniaturized || !occlusionState.contains(.visible)
    presence.isActive = hasKeyboardFocus
    return presence
  }

  /// Posted when the presence may have changed outside of a run loop turn. AppKit has no such case.
  static var presenceNotifications: [Notification.Name] { [] }

  /// False: people read windows that they don't work in.
  static var needsActivityByDefault: Bool { false }

  /// Whether the window, or a sheet or popover at it, has the keyboard.
  fileprivate var hasKeyboardFocus: Bool {
    isKeyWindow || sheets.contains { $0.hasKeyboardFocus }
      || (childWindows ?? []).contains { $0.hasKeyboardFocus }
  }

  /// The window in its own coordinates, its top left corner at 0, 0.
  var frameInScene: LayoutRect { LayoutRect(origin: .zero, size: LayoutSize(frame.size)) }
}

/// Tells an occlusion state that is stuck from a window that is covered.
///
/// macOS can leave the state of a window on screen clear, without a notification, until the window
/// is minimised. So the activation of the window, or of the app with it, overrides a state that was
/// clear before. What covers the window later, while it is active, sets it first.
@MainActor
struct WindowActivation {
  private var isActive = false
  /// Whether the window is on screen although its occlusion state is clear.
  private(set) var overridesOcclusion = false

  /// Reads the window. Called at the end of each turn.
  mutating func update(_ window: NSWindow) {
    let wasActive = isActive
    isActive = window.isVisible && !NSApplication.shared.isHidden && window.hasKeyboardFocus
    if !isActive || window.occlusionState.contains(.visible) {
      overridesOcclusion = false
    } else if !wasActive {
      overridesOcclusion = true
    }
  }
}

extension NSWindow {
  /// Whether the window's contents await layout.
  var isLayoutPending: Bool { contentView?.needsLayout ?? false }
}

extension NSView {
  /// Whether the view's contents await layout.
  var isLayoutPending: Bool { needsLayout }

  /// The view's depth among its siblings, which takes precedence over their order.
  var drawingDepth: CGFloat { layer?.zPosition ?? 0 }
}
#endif

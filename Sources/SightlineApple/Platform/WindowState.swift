#if canImport(UIKit) && !os(watchOS)
import SightlineCore
import SightlineHost
import UIKit

extension UIWindow {
  /// Whether the window is being looked at.
  var presence: WindowPresence {
    var presence = WindowPresence()
    let state = windowScene?.activationState ?? .unattached
    presence.isShown = state == .foregroundActive || state == .foregroundInactive
    presence.isActive = state == .foregroundActive
    return presence
  }

  /// What is posted when that may have changed outside of a turn of the run loop: a scene that goes to
  /// the background gets no turns there.
  static var presenceNotifications: [Notification.Name] {
    [
      UIScene.didEnterBackgroundNotification, UIScene.didDisconnectNotification,
      UIScene.willEnterForegroundNotification, UIScene.didActivateNotification,
      UIScene.willDeactivateNotification,
    ]
  }

  /// The views of presented controllers that hide what is below them.
  var presentedCovers: [UIView] {
    var views: [UIView] = []
    var presented = rootViewController?.presentedViewController
    while let controller = presented {
      if let view = controller.viewIfLoaded, view.window === self, view.hidesWhatIsBelow {
        views.append(view)
      }
      presented = controller.presentedViewController
    }
    return views
  }

  /// What holds all of the window: itself.
  var frameInScene: LayoutRect { LayoutRect(origin: .zero, size: LayoutSize(bounds.size)) }
}

extension UIView {
  fileprivate var hidesWhatIsBelow: Bool {
    isOpaque && (backgroundColor?.cgColor.alpha ?? 0) >= 1
  }

  /// Where the view is drawn among its siblings, before their order counts.
  var drawingDepth: CGFloat { layer.zPosition }
}
#elseif canImport(AppKit)
import AppKit
import SightlineCore
import SightlineHost

extension NSWindow {
  /// Whether the window is being looked at.
  var presence: WindowPresence {
    var presence = WindowPresence()
    presence.isShown = isVisible
    // Also a window that others cover entirely, and all of an app that is hidden.
    presence.isMinimized = isMiniaturized || !occlusionState.contains(.visible)
    presence.isActive = isKeyWindow
    return presence
  }

  /// What is posted when that may have changed outside of a turn of the run loop: nothing is.
  static var presenceNotifications: [Notification.Name] { [] }

  /// The views of presented controllers that hide what is below them: sheets are windows of their own.
  var presentedCovers: [NSView] { [] }

  /// The window in its own coordinates, its top left corner at 0, 0.
  var frameInScene: LayoutRect { LayoutRect(origin: .zero, size: LayoutSize(frame.size)) }
}

extension NSView {
  /// Where the view is drawn among its siblings, before their order counts.
  var drawingDepth: CGFloat { layer?.zPosition ?? 0 }
}
#endif

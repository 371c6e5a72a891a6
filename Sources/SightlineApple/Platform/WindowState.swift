#if canImport(UIKit) && !os(watchOS)
import SightlineCore
import SightlineHost
import UIKit

extension UIWindow {
  /// How visible the window is to the person at the device.
  var presence: WindowPresence {
    var presence = WindowPresence()
    guard let state = windowScene?.activationState else {
      // An app without scenes: its own state, as far as an extension may know it.
      presence.isShown = !AppHost.shared.isAppInBackground
      presence.isActive = presence.isShown
      return presence
    }
    presence.isShown = state == .foregroundActive || state == .foregroundInactive
    presence.isActive = state == .foregroundActive
    return presence
  }

  /// Posted when the app goes to the background, and before it comes back.
  static var backgroundNotification: Notification.Name? {
    UIApplication.didEnterBackgroundNotification
  }
  static var foregroundNotification: Notification.Name? {
    UIApplication.willEnterForegroundNotification
  }

  /// Posted when the presence may have changed outside of a turn of the run loop: a scene in the
  /// background gets no turns.
  static var presenceNotifications: [Notification.Name] {
    [
      UIScene.didEnterBackgroundNotification, UIScene.didDisconnectNotification,
      UIScene.willEnterForegroundNotification, UIScene.didActivateNotification,
      UIScene.willDeactivateNotification,
    ]
  }

  /// The views of presented controllers that hide what is below them, whichever controller of the
  /// window presents them.
  var presentedCovers: [UIView] {
    var views: [UIView] = []
    if let root = rootViewController { appendCovers(presentedBy: root, to: &views) }
    return views
  }

  private func appendCovers(presentedBy controller: UIViewController, to views: inout [UIView]) {
    // A child reports what its parent presents.
    if let presented = controller.presentedViewController, let view = presented.viewIfLoaded,
      !views.contains(where: { $0 === view })
    {
      if view.window === self, presented.hidesWhatIsBelow { views.append(view) }
      appendCovers(presentedBy: presented, to: &views)
    }
    for child in controller.children { appendCovers(presentedBy: child, to: &views) }
  }

  /// The window in its own coordinates.
  var frameInScene: LayoutRect { LayoutRect(origin: .zero, size: LayoutSize(bounds.size)) }
}

extension UIViewController {
  /// Sheets and full screens are opaque, whatever their background; in the styles made to be seen
  /// through, the background decides.
  fileprivate var hidesWhatIsBelow: Bool {
    switch modalPresentationStyle {
    case .overFullScreen, .overCurrentContext, .custom, .none: hasOpaqueBackground
    default: true
    }
  }

  /// Whether the view or one that fills it is opaque: containers often have no background of their
  /// own.
  private var hasOpaqueBackground: Bool {
    guard let view = viewIfLoaded else { return false }
    if view.hasOpaqueBackground { return true }
    return children.contains { child in
      child.viewIfLoaded?.superview != nil
        && child.viewIfLoaded?.frame.contains(view.bounds) == true
        && child.hasOpaqueBackground
    }
  }
}

extension UIView {
  /// Whether the view's contents still have to be laid out.
  var isLayoutPending: Bool { layer.needsLayout() }

  fileprivate var hasOpaqueBackground: Bool {
    isOpaque && (backgroundColor?.cgColor.alpha ?? 0) >= 1
  }

  /// The view's depth among its siblings, which counts before their order.
  var drawingDepth: CGFloat { layer.zPosition }
}
#elseif canImport(AppKit)
import AppKit
import SightlineCore
import SightlineHost

extension NSWindow {
  /// How visible the window is to the person at the Mac.
  var presence: WindowPresence {
    var presence = WindowPresence()
    presence.isShown = isVisible
    // Also true of a window that others cover entirely, and of all windows of a hidden app.
    presence.isMinimized = isMiniaturized || !occlusionState.contains(.visible)
    presence.isActive = isKeyWindow
    return presence
  }

  /// Posted when the presence may have changed outside of a turn of the run loop: nothing is.
  static var presenceNotifications: [Notification.Name] { [] }
  static var backgroundNotification: Notification.Name? { nil }
  static var foregroundNotification: Notification.Name? { nil }

  /// The views of presented controllers that hide what is below them. None: sheets are windows.
  var presentedCovers: [NSView] { [] }

  /// The window in its own coordinates, its top left corner at 0, 0.
  var frameInScene: LayoutRect { LayoutRect(origin: .zero, size: LayoutSize(frame.size)) }
}

extension NSWindow {
  /// Whether the window's contents still have to be laid out.
  var isLayoutPending: Bool { contentView?.needsLayout ?? false }
}

extension NSView {
  /// Whether the view's contents still have to be laid out.
  var isLayoutPending: Bool { needsLayout }

  /// The view's depth among its siblings, which counts before their order.
  var drawingDepth: CGFloat { layer?.zPosition ?? 0 }
}
#endif

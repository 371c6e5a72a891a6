#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
public import SightlineHost
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension PlatformWindow {
  /// Whether each observed view on screen is marked: its visible part, its visible fraction, the
  /// progress of its dwell, and the reason it is not visible under its first rule.
  ///
  /// The marks are in a window above this one. It takes no touches or clicks and covers nothing.
  /// Intended for development. On UIKit, a window without a scene has no marks.
  public var showsVisibilityInspector: Bool {
    get { WindowInspector.attached[self] != nil }
    set {
      guard newValue != showsVisibilityInspector else { return }
      WindowInspector.attached[self]?.remove(from: self)
      WindowInspector.attached[self] = newValue ? WindowInspector(over: self) : nil
    }
  }
}

extension PlatformWindow {
  /// The last comparison of the engine with the toolkit's own geometry; `nil` without an inspector
  /// and before the window's first rest.
  ///
  /// The inspector makes it whenever the window comes to rest, and shows its numbers.
  public var visibilityAudit: VisibilityAudit? { WindowInspector.attached[self]?.view.audit }
}

/// The marks over a window, in a window of their own.
@MainActor
private final class WindowInspector {
  static let attached = AttachedObject<WindowInspector>()

  private let overlay: PlatformWindow
  let view = InspectorView()

  init?(over window: PlatformWindow) {
    #if canImport(UIKit)
    guard let scene = window.windowScene else { return nil }
    overlay = UIWindow(windowScene: scene)
    overlay.frame = window.frame
    overlay.windowLevel = UIWindow.Level(rawValue: window.windowLevel.rawValue + 1)
    overlay.isUserInteractionEnabled = false
    overlay.accessibilityElementsHidden = true
    overlay.backgroundColor = .clear
    view.frame = overlay.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.inspected = window
    overlay.addSubview(view)
    overlay.isHidden = false
    #else
    overlay = NSWindow(
      contentRect: window.frame, styleMask: .borderless, backing: .buffered, defer: false)
    overlay.isReleasedWhenClosed = false
    overlay.isOpaque = false
    overlay.backgroundColor = .clear
    overlay.hasShadow = false
    overlay.ignoresMouseEvents = true
    view.inspected = window
    overlay.contentView = view
    window.addChildWindow(overlay, ordered: .above)
    #endif
  }

  func remove(from window: PlatformWindow) {
    #if canImport(UIKit)
    overlay.isHidden = true
    overlay.windowScene = nil
    #else
    window.removeChildWindow(overlay)
    overlay.orderOut(nil)
    #endif
    view.removeFromSuperview()
  }
}
#endif

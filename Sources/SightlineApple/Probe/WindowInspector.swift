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

/// Shows the inspector of its window while it is in it, unless the app does.
package final class InspectorSwitch: PassiveView {
  private weak var inspected: PlatformWindow?

  override func movedToWindow() {
    guard inspected !== window else { return }
    if let inspected, let inspector = WindowInspector.attached[inspected] {
      inspector.switches.removeAll { $0 === self }
      if inspector.switches.isEmpty { inspected.showsVisibilityInspector = false }
    }
    inspected = nil
    guard let window, !window.showsVisibilityInspector || isSwitched(window) else { return }
    window.showsVisibilityInspector = true
    WindowInspector.attached[window]?.switches.append(self)
    inspected = window
  }

  private func isSwitched(_ window: PlatformWindow) -> Bool {
    WindowInspector.attached[window]?.switches.isEmpty == false
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
  /// The views that show it.
  var switches: [InspectorSwitch] = []

  init?(over window: PlatformWindow) {
    #if canImport(UIKit)
    guard let scene = window.windowScene else { return nil }
    overlay = UIWindow(windowScene: scene)
    overlay.frame = window.frame
    overlay.windowLevel = UIWindow.Level(rawValue: window.windowLevel.rawValue + 1)
    overlay.isUserInteractionEnabled = false
    overlay.accessibilityElementsHidden = true
    overlay.backgroundColor = .clear
    view.inspected = window
    let controller = InspectorController()
    controller.inspector = view
    overlay.rootViewController = controller
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
    overlay.rootViewController = nil
    overlay.windowScene = nil
    #else
    window.removeChildWindow(overlay)
    overlay.orderOut(nil)
    #endif
    view.removeFromSuperview()
  }
}

#if canImport(UIKit)
/// Leaves the status bar, the home indicator and the orientations to the inspected window: UIKit
/// asks the root controller of the topmost window, and a window without one shows a bar of its own.
@MainActor
private final class InspectorController: UIViewController {
  var inspector = InspectorView()

  override func loadView() { view = inspector }

  private var root: UIViewController? { inspector.inspected?.rootViewController }

  override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    root?.supportedInterfaceOrientations ?? .all
  }

  #if os(iOS) || !canImport(Darwin)
  override var preferredStatusBarStyle: UIStatusBarStyle {
    decider(\.childForStatusBarStyle)?.preferredStatusBarStyle ?? .default
  }

  override var prefersStatusBarHidden: Bool {
    decider(\.childForStatusBarHidden)?.prefersStatusBarHidden ?? false
  }

  override var prefersHomeIndicatorAutoHidden: Bool {
    decider(\.childForHomeIndicatorAutoHidden)?.prefersHomeIndicatorAutoHidden ?? false
  }

  override var preferredScreenEdgesDeferringSystemGestures: UIRectEdge {
    decider(\.childForScreenEdgesDeferringSystemGestures)?
      .preferredScreenEdgesDeferringSystemGestures ?? []
  }

  /// The controller that UIKit would ask in the inspected window: one presented over the whole
  /// screen, or the child that the others name.
  private func decider(
    _ child: KeyPath<UIViewController, UIViewController?>
  ) -> UIViewController? {
    var controller = root
    while let current = controller {
      if let presented = current.presentedViewController, !presented.isBeingDismissed,
        presented.modalPresentationStyle == .fullScreen
          || presented.modalPresentationCapturesStatusBarAppearance
      {
        controller = presented
      } else if let next = current[keyPath: child] {
        controller = next
      } else {
        return current
      }
    }
    return nil
  }
  #endif
}
#endif
#endif

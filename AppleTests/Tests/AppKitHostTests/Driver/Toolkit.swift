import AppKit
import Testing

// Common names for the suites shared by both toolkits.

typealias PlatformViewController = NSViewController

extension Screen {
  /// The frames a second of displays. `FrameTimer` on AppKit makes at most 60 passes.
  nonisolated static let frameRates: [Int64] = [60]

  /// The window's root view.
  var top: NSView { view.superview ?? view }

  /// Takes the window off the screen.
  func hide() { window.orderOut(nil) }

  func show() {
    window.deminiaturize(nil)
    window.makeKeyAndOrderFront(nil)
  }

  var isShown: Bool { window.isVisible && window.occlusionState.contains(.visible) }

  /// The windows above that belong to it.
  var windowsAbove: [NSWindow] { (window.childWindows ?? []).filter(\.isVisible) }

  func takesInput(_ window: NSWindow) -> Bool { !window.ignoresMouseEvents }

  /// The height of the title bar.
  var titleBarHeight: CGFloat { window.frame.height - window.contentLayoutRect.maxY }

  /// The window's opacity.
  var opacity: CGFloat {
    get { window.alphaValue }
    set { window.alphaValue = newValue }
  }
}

extension NSView {
  var opacity: CGFloat {
    get { alphaValue }
    set { alphaValue = newValue }
  }

  var depth: CGFloat {
    get { layer?.zPosition ?? 0 }
    set {
      wantsLayer = true
      layer?.zPosition = newValue
    }
  }

  func sendToBack(_ subview: NSView) {
    addSubview(subview, positioned: .below, relativeTo: nil)
  }

  func requestLayout() { needsLayout = true }
}

/// A view with custom layout.
class LayoutView: FlippedView {
  override func layout() {
    super.layout()
    layOut()
  }

  func layOut() {}
}

/// A view whose own coordinates point down.
class FlippedView: NSView {
  override var isFlipped: Bool { true }
}

@MainActor
func plainView(_ frame: CGRect) -> NSView { FlippedView(frame: frame) }

/// Runs a test with a card on screen, and a log of its reports from then on.
@MainActor
func withCard(as variant: Variant? = nil, _ body: (Screen, Log) -> Void) {
  withScreen(as: variant) { screen in
    let log = Log()
    box(0, 0, 320, 100, in: screen.view).log("card", to: log)
    screen.settle()
    #expect(log.take() == ["visible card"])
    body(screen, log)
  }
}

/// Tests of views and documents run with coordinates that point down and that point up.
let flippings = [true, false]

/// Creates a view with flipped or unflipped coordinates.
@MainActor
func view(_ frame: CGRect, isFlipped: Bool) -> NSView {
  isFlipped ? FlippedView(frame: frame) : NSView(frame: frame)
}

/// Creates a scroll view with a document of a size, at its top.
@MainActor
func scrollingView(
  _ frame: CGRect, content size: CGSize, isFlipped: Bool = true, in parent: NSView?
) -> NSScrollView {
  let scrollView = NSScrollView(frame: frame)
  scrollView.automaticallyAdjustsContentInsets = false
  scrollView.documentView = view(CGRect(origin: .zero, size: size), isFlipped: isFlipped)
  parent?.addSubview(scrollView)
  scrollView.scroll(fromTop: 0)
  return scrollView
}

extension NSScrollView {
  /// Scrolls so that this many points of the document are above the visible part.
  func scroll(fromTop y: CGFloat, left x: CGFloat = 0) {
    let (visible, document) = (contentView.bounds, documentView?.frame ?? .zero)
    let top =
      contentView.isFlipped ? document.minY + y : document.maxY - y - visible.height
    contentView.scroll(to: CGPoint(x: document.minX + x, y: top))
    reflectScrolledClipView(contentView)
  }

  /// Scrolls without an animation.
  func scroll(fromTop y: CGFloat, animated: Bool) { scroll(fromTop: y) }

  var topInset: CGFloat {
    get { contentInsets.top }
    set { contentInsets.top = newValue }
  }

  /// How much of a flipped document is above the visible part.
  var scrolledDistance: CGFloat { contentView.bounds.minY }

  /// The view that holds the content.
  var content: NSView {
    guard let document = documentView else { preconditionFailure("there is no document") }
    return document
  }

  /// Adds a view to the document at a distance from its top.
  func row(_ y: CGFloat, height: CGFloat, x: CGFloat = 0, width: CGFloat = 320) -> NSView {
    let top = content.isFlipped ? y : content.bounds.height - y - height
    return box(x, top, width, height, in: content)
  }
}

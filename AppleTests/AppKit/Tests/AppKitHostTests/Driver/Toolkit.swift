import AppKit

// What the suites that both toolkits have call by one name.

extension Screen {
  /// Takes the window off the screen.
  func hide() { window.orderOut(nil) }

  func show() { window.makeKeyAndOrderFront(nil) }

  /// What the title bar takes of the window.
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

/// A view with a layout of its own.
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

/// A view of either kind of coordinates.
@MainActor
func view(_ frame: CGRect, isFlipped: Bool) -> NSView {
  isFlipped ? FlippedView(frame: frame) : NSView(frame: frame)
}

/// A scroll view with a document of a size, at its top.
@MainActor
func scrollView(
  _ frame: CGRect, document size: CGSize, isFlipped: Bool, in parent: NSView
) -> NSScrollView {
  let scrollView = NSScrollView(frame: frame)
  scrollView.automaticallyAdjustsContentInsets = false
  scrollView.documentView = view(CGRect(origin: .zero, size: size), isFlipped: isFlipped)
  parent.addSubview(scrollView)
  scrollView.scroll(fromTop: 0)
  return scrollView
}

extension NSScrollView {
  /// Scrolls so far that this many points of the document are above what shows.
  func scroll(fromTop y: CGFloat, left x: CGFloat = 0) {
    let (visible, document) = (contentView.bounds, documentView?.frame ?? .zero)
    let top =
      contentView.isFlipped ? document.minY + y : document.maxY - y - visible.height
    contentView.scroll(to: CGPoint(x: document.minX + x, y: top))
    reflectScrolledClipView(contentView)
  }

  /// A view in the document, so far from its top.
  func row(_ y: CGFloat, height: CGFloat, x: CGFloat = 0, width: CGFloat = 320) -> NSView {
    guard let document = documentView else { preconditionFailure("there is no document") }
    let top = document.isFlipped ? y : document.bounds.height - y - height
    return box(x, top, width, height, in: document)
  }
}

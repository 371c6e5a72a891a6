import AppKit
import Testing

@MainActor
@Suite(.serialized) struct AppKitGeometryTests {
  private func near(_ one: CGRect, _ other: CGRect, by limit: CGFloat = 1e-9) -> Bool {
    abs(one.minX - other.minX) < limit && abs(one.minY - other.minY) < limit
      && abs(one.width - other.width) < limit && abs(one.height - other.height) < limit
  }

  private final class Flipped: NSView {
    override var isFlipped: Bool { true }
  }

  // NSView, isFlipped: the origin is in the upper left corner if it is true, otherwise in the lower
  // left one.
  @Test func `rects convert between flipped and unflipped views`() {
    let parent = NSView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    let child = Flipped(frame: CGRect(x: 10, y: 20, width: 100, height: 200))
    parent.addSubview(child)
    let rect = CGRect(x: 5, y: 15, width: 30, height: 40)
    #expect(
      near(child.convert(rect, to: parent), CGRect(x: 15, y: 165, width: 30, height: 40)))
    #expect(near(child.convert(child.convert(rect, to: parent), from: parent), rect))
  }

  // NSView, bounds: scaled bounds scale the view's contents, and continue to when the frame
  // changes.
  @Test func `bounds of a different size than the frame scale`() {
    let parent = NSView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    let child = NSView(frame: CGRect(x: 10, y: 20, width: 100, height: 200))
    parent.addSubview(child)
    child.setBoundsSize(NSSize(width: 50, height: 100))
    let rect = CGRect(x: 5, y: 5, width: 10, height: 10)
    #expect(near(child.convert(rect, to: parent), CGRect(x: 20, y: 30, width: 20, height: 20)))
    child.setFrameSize(NSSize(width: 200, height: 400))
    #expect(child.bounds.size == CGSize(width: 100, height: 200))
  }

  // NSView, frameRotation: the frame turns about its origin, counterclockwise, and stays the same.
  @Test func `a frame rotates about its origin`() {
    let parent = NSView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    let child = NSView(frame: CGRect(x: 100, y: 100, width: 50, height: 20))
    parent.addSubview(child)
    child.frameRotation = 90
    #expect(child.frame == CGRect(x: 100, y: 100, width: 50, height: 20))
    #expect(
      near(child.convert(child.bounds, to: parent), CGRect(x: 80, y: 100, width: 20, height: 50)))
  }

  // GNUstep's tests of NSView's rotation, whose values were checked against AppKit.
  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `turned bounds contain the frame, which stays`(areFlipped: (Bool, Bool)) {
    final class Plane: NSView {
      var isTurnedOver = false
      override var isFlipped: Bool { isTurnedOver }
    }
    let parent = Plane(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    let child = Plane(frame: CGRect(x: 20, y: 30, width: 100, height: 50))
    (parent.isTurnedOver, child.isTurnedOver) = areFlipped
    parent.addSubview(child)
    child.boundsRotation = 30
    #expect(child.frame == CGRect(x: 20, y: 30, width: 100, height: 50))
    #expect(near(child.bounds, CGRect(x: 0, y: -50, width: 111.603, height: 93.3013), by: 0.001))
    let x = child.convert(CGPoint(x: 100, y: 0), to: parent)
    let agree = areFlipped.0 == areFlipped.1
    #expect(abs(x.x - 106.603) < 0.001 && abs(x.y - (agree ? 80 : 30)) < 0.001)
    let y = child.convert(CGPoint(x: 0, y: 100), to: parent)
    #expect(abs(y.x + 30) < 0.001 && abs(y.y - (agree ? 116.603 : -6.603)) < 0.001)
  }

  // NSView, postsFrameChangedNotifications and postsBoundsChangedNotifications: posted with every
  // change, immediately.
  @Test func `a view posts its changes`() {
    let view = NSView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    // Posted and received on the main thread.
    nonisolated(unsafe) var posted: [String] = []
    let names = [NSView.frameDidChangeNotification, NSView.boundsDidChangeNotification]
    let tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        posted.append($0.name.rawValue)
      }
    }
    view.frame.origin.x = 10
    view.frame.origin.x = 10
    view.setBoundsOrigin(NSPoint(x: 5, y: 5))
    view.postsBoundsChangedNotifications = false
    view.setBoundsOrigin(.zero)
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    #expect(posted == names.map(\.rawValue))
  }

  // NSView, viewDidMoveToWindow: called after the view was added or removed.
  @Test func `a view is notified of its window`() {
    final class Listener: NSView {
      var heard: [Bool] = []
      override func viewDidMoveToWindow() { heard.append(window != nil) }
    }
    let window = NSWindow(
      contentRect: CGRect(x: 0, y: 0, width: 100, height: 100), styleMask: .titled,
      backing: .buffered, defer: true)
    let (parent, listener) = (NSView(), Listener())
    parent.addSubview(listener)
    window.contentView?.addSubview(parent)
    parent.removeFromSuperview()
    withExtendedLifetime(window) {}
    #expect(listener.heard.filter(\.self) == [true])
    #expect(listener.heard.last == false)
  }

  // NSWindow, frameRect(forContentRect:styleMask:): the title bar is on top of the content.
  @Test func `a title bar lies above the content`() {
    let window = NSWindow(
      contentRect: CGRect(x: 0, y: 0, width: 100, height: 100), styleMask: .titled,
      backing: .buffered, defer: true)
    #expect(window.frame.height == 100 + NSWindow.titleBarHeight)
    #expect(window.contentView?.frame == CGRect(x: 0, y: 0, width: 100, height: 100))
    #expect(window.contentLayoutRect == CGRect(x: 0, y: 0, width: 100, height: 100))
  }

  // NSScrollView, magnification: the clip view's bounds are scaled. NSClipView, isFlipped: the same
  // as the document's.
  @Test func `a clip view is flipped like its document and magnified by its bounds`() {
    let scrollView = NSScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
    #expect(!scrollView.contentView.isFlipped)
    scrollView.documentView = Flipped(frame: CGRect(x: 0, y: 0, width: 100, height: 1_000))
    #expect(scrollView.contentView.isFlipped)
    scrollView.magnification = 2
    #expect(scrollView.contentView.bounds.size == CGSize(width: 50, height: 100))
    #expect(scrollView.magnification == 2)
  }

  // NSSplitView, arrangesAllSubviews: true unless it is changed; every subview is a pane.
  @Test func `a split view turns its subviews into panes`() {
    let split = NSSplitView(frame: CGRect(x: 0, y: 0, width: 101, height: 50))
    (split.isVertical, split.dividerStyle) = (true, .thin)
    let (one, other) = (NSView(), NSView())
    split.addSubview(one)
    split.addSubview(other)
    split.layoutSubtreeIfNeeded()
    #expect(one.frame == CGRect(x: 0, y: 0, width: 50, height: 50))
    #expect(other.frame == CGRect(x: 51, y: 0, width: 50, height: 50))
    #expect(split.arrangedSubviews == [one, other])
  }
}

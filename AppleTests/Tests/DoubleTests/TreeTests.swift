import Testing
import UIKit

/// Each test names the page of Apple's documentation that it follows, and its content; quotation
/// marks enclose Apple's words.
@MainActor
@Suite(.serialized) struct TreeTests {
  /// Records its notifications.
  private final class Witness: UIView {
    var told: [String] = []
    var name = ""
    var all: (String) -> Void = { _ in }

    override func didMoveToWindow() {
      told.append(window == nil ? "no window" : "window")
      all(name)
    }
    override func willMove(toSuperview newSuperview: UIView?) {
      told.append(newSuperview == nil ? "will leave" : "will move")
    }
    override func didMoveToSuperview() { told.append("moved") }
  }

  private func makeWindow() -> UIWindow {
    let window = UIWindow(windowScene: UIWindowScene(size: CGSize(width: 320, height: 480)))
    window.makeKeyAndVisible()
    return window
  }

  // UIView, addSubview(_:): a view has one superview. A view that already has another leaves it
  // first.
  @Test func `a view added elsewhere leaves its old parent`() {
    let (one, other, view) = (UIView(), UIView(), UIView())
    one.addSubview(view)
    other.addSubview(view)
    #expect(one.subviews.isEmpty)
    #expect(view.superview === other)
  }

  // UIView, layoutSubviews(): a view lays out its subviews, and now has fewer.
  @Test func `a view that loses a subview to another one needs layout`() {
    let (one, other, view) = (UIView(), UIView(), UIView())
    one.addSubview(view)
    one.layoutIfNeeded()
    other.addSubview(view)
    #expect(one.layer.needsLayout())
  }

  // Undocumented.
  @Test(arguments: [true, false])
  func `a deallocated view releases its subviews, and may notify them`(tells: Bool) {
    Undocumented.deallocatedViewsNotifySubviews = tells
    defer { Undocumented.reset() }
    let view = Witness()
    do {
      let window = makeWindow()
      window.addSubview(view)
      withExtendedLifetime(window) { view.told = [] }
    }
    #expect(view.superview == nil)
    #expect(view.window == nil)
    #expect(view.told == (tells ? ["moved", "no window"] : []))
  }

  // UIView, didMoveToWindow(): called when the view's window has changed. "The window property may
  // be nil by the time that this method is called, indicating that the receiver does not currently
  // reside in any window."
  @Test func `a view is notified only of window changes`() {
    let (window, other) = (makeWindow(), makeWindow())
    let (parent, sibling, view) = (UIView(), UIView(), Witness())
    parent.addSubview(view)
    #expect(view.told == ["will move", "moved"])
    view.told = []
    window.addSubview(parent)
    window.addSubview(sibling)
    #expect(view.told == ["window"])
    sibling.addSubview(view)
    #expect(view.told == ["window", "will move", "moved"])
    view.told = []
    other.addSubview(sibling)
    sibling.removeFromSuperview()
    #expect(view.told == ["window", "no window"])
  }

  // Undocumented.
  @Test(arguments: [true, false])
  func `a view is notified of its window before or after its subviews`(parentsFirst: Bool) {
    Undocumented.parentsHearOfWindowsFirst = parentsFirst
    defer { Undocumented.reset() }
    let window = makeWindow()
    let (parent, child) = (Witness(), Witness())
    var order: [String] = []
    (parent.name, child.name) = ("parent", "child")
    for view in [parent, child] { view.all = { order.append($0) } }
    parent.addSubview(child)
    order = []
    window.addSubview(parent)
    #expect(order == (parentsFirst ? ["parent", "child"] : ["child", "parent"]))
  }

  // UIView, subviews: "The order of the subviews in the array reflects their visible order on the
  // screen, with the view at index 0 being the back-most view."
  @Test func `subviews are drawn in order`() {
    let (parent, a, b, c) = (UIView(), UIView(), UIView(), UIView())
    parent.addSubview(a)
    parent.addSubview(b)
    parent.insertSubview(c, at: 0)
    #expect(parent.subviews == [c, a, b])
    parent.bringSubviewToFront(c)
    #expect(parent.subviews == [a, b, c])
    parent.insertSubview(c, belowSubview: b)
    #expect(parent.subviews == [a, c, b])
    parent.insertSubview(a, aboveSubview: c)
    #expect(parent.subviews == [c, a, b])
  }

  // UIView, hitTest(_:with:): views that are hidden, accept no touches, or have an alpha below 0.01
  // are ignored.
  @Test func `hidden, disabled and transparent views are not hit`() {
    let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let view = UIView(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
    parent.addSubview(view)
    let point = CGPoint(x: 20, y: 20)
    #expect(parent.hitTest(point, with: nil) === view)
    view.isHidden = true
    #expect(parent.hitTest(point, with: nil) === parent)
    view.isHidden = false
    view.alpha = 0.005
    #expect(parent.hitTest(point, with: nil) === parent)
    view.alpha = 1
    view.isUserInteractionEnabled = false
    #expect(parent.hitTest(point, with: nil) === parent)
  }
}

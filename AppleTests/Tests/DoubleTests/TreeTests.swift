import Testing
import UIKit

/// Each test names the page of Apple's documentation that it follows, and what that says: in its
/// own words where they stand in quotation marks.
@MainActor
@Suite(.serialized) struct TreeTests {
  /// Writes down what it is told.
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

  // UIView, addSubview(_:): a view has one superview; one that has another already leaves that
  // first.
  @Test func `a view that is added elsewhere leaves where it was`() {
    let (one, other, view) = (UIView(), UIView(), UIView())
    one.addSubview(view)
    other.addSubview(view)
    #expect(one.subviews.isEmpty)
    #expect(view.superview === other)
  }

  // UIView, didMoveToWindow(): "Tells the view that its window object changed." "The window
  // property may be nil by the time that this method is called, indicating that the receiver does
  // not currently reside in any window."
  @Test func `a view hears of a window that changed, and of nothing else`() {
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

  // Documented nowhere.
  @Test(arguments: [true, false])
  func `a view hears of its window before those in it, or after them`(parentsFirst: Bool) {
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
  @Test func `the order of subviews is that of drawing`() {
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

  // UIView, hitTest(_:with:): views that are hidden, that take no touches, or whose alpha is less
  // than 0.01 are ignored.
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

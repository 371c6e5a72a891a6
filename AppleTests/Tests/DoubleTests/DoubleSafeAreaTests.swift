import Testing
import UIKit
import VirtualTime

@MainActor
@Suite(.serialized) struct DoubleSafeAreaTests {
  private func onScreen(_ body: (UIWindow, UIViewController) -> Void) {
    let window = UIWindow(windowScene: UIWindowScene(size: CGSize(width: 320, height: 480)))
    let root = UIViewController()
    window.rootViewController = root
    window.isHidden = false
    window.safeArea = UIEdgeInsets(top: 50, left: 0, bottom: 30, right: 0)
    VirtualRunLoop.main.settle()
    body(window, root)
  }

  // UIView, safeAreaInsets: "If the view is not currently installed in a view hierarchy, or is not
  // yet visible onscreen, the edge insets in this property are 0."
  @Test func `a view outside a window has no safe area`() {
    let parent = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let view = UIView(frame: parent.bounds)
    parent.addSubview(view)
    #expect(view.safeAreaInsets == .zero)
  }

  // UIView, safeAreaInsets: "For the view controller's root view, the insets account for the status
  // bar, other visible bars, and any additional insets that you specified using the
  // additionalSafeAreaInsets property of your view controller."
  @Test func `additional insets apply to the controller's own view`() {
    onScreen { _, root in
      #expect(root.view.safeAreaInsets == UIEdgeInsets(top: 50, left: 0, bottom: 30, right: 0))
      root.additionalSafeAreaInsets = UIEdgeInsets(top: 0, left: 5, bottom: 49, right: 0)
      #expect(root.view.safeAreaInsets == UIEdgeInsets(top: 50, left: 0, bottom: 30, right: 0))
      VirtualRunLoop.main.settle()
      #expect(root.view.safeAreaInsets == UIEdgeInsets(top: 50, left: 5, bottom: 79, right: 0))
    }
  }

  // UIView, safeAreaInsets: "For other views in the view hierarchy, the insets reflect only the
  // portion of the view that is covered. For example, if a view is entirely within the safe area of
  // its superview, the edge insets in this property are 0."
  @Test func `only the covered part of a subview counts`() {
    onScreen { _, root in
      let view = UIView(frame: CGRect(x: 0, y: 20, width: 320, height: 400))
      root.view.addSubview(view)
      #expect(view.safeAreaInsets == .zero)
      VirtualRunLoop.main.settle()
      #expect(view.safeAreaInsets == UIEdgeInsets(top: 30, left: 0, bottom: 0, right: 0))
      view.frame.origin.y = 50
      VirtualRunLoop.main.settle()
      #expect(view.safeAreaInsets == .zero)
    }
  }

  // Undocumented.
  @Test(arguments: [true, false])
  func `a hidden view keeps its insets, or follows the safe area`(follows: Bool) {
    Undocumented.hiddenViewsHaveSafeAreas = follows
    defer { Undocumented.reset() }
    onScreen { window, root in
      root.view.isHidden = true
      window.safeArea.top = 20
      VirtualRunLoop.main.settle()
      #expect(root.view.safeAreaInsets.top == (follows ? 20 : 50))
      root.view.isHidden = false
      VirtualRunLoop.main.settle()
      #expect(root.view.safeAreaInsets.top == 20)
    }
  }

  // UIKeyboardLayoutGuide: "When offscreen or undocked, the topAnchor is tied to the bottomAnchor
  // of the view's safeAreaLayoutGuide." "The automatic behavior is to follow the keyboard while it
  // is docked (visible and attached to the bottom of the screen)."
  @Test func `the guide follows only a docked keyboard`() {
    onScreen { window, root in
      let guide = root.view.keyboardLayoutGuide
      #expect(guide.layoutFrame == .zero)
      VirtualRunLoop.main.settle()
      #expect(guide.layoutFrame == CGRect(x: 0, y: 450, width: 320, height: 30))
      window.keyboard = .docked(height: 200)
      VirtualRunLoop.main.settle()
      #expect(guide.layoutFrame == CGRect(x: 0, y: 280, width: 320, height: 200))
      window.keyboard = .floating(CGRect(x: 50, y: 100, width: 100, height: 100))
      VirtualRunLoop.main.settle()
      #expect(guide.layoutFrame == CGRect(x: 0, y: 450, width: 320, height: 30))
    }
  }
}

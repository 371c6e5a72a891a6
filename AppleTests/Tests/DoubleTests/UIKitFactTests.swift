import Testing
import UIKit
import VirtualTime

/// Facts of UIKit that others measured in simulators; each names its witness.
@MainActor
@Suite(.serialized) struct UIKitFactTests {
  private func onScreen(_ body: (UIWindow) -> Void) {
    let window = UIWindow(windowScene: UIWindowScene(size: CGSize(width: 320, height: 480)))
    window.rootViewController = UIViewController()
    window.isHidden = false
    body(window)
  }

  // PinLayout's tests of safe areas in a simulator, with an inset of 88 at the top.
  @Test(arguments: [
    (CGRect(x: 0, y: 10, width: 100, height: 100), UIEdgeInsets(top: 78)),
    (CGRect(x: -10, y: -20, width: 100, height: 100), UIEdgeInsets(top: 88)),
    (CGRect(x: -10, y: 10, width: 100, height: 100), UIEdgeInsets(top: 78)),
    (CGRect(x: 230, y: 10, width: 100, height: 100), UIEdgeInsets(top: 78)),
  ])
  func `the part outside a superview adds nothing to its safe area`(
    frame: CGRect, insets: UIEdgeInsets
  ) {
    onScreen { window in
      window.safeArea.top = 88
      let view = UIView(frame: frame)
      window.rootViewController?.view.addSubview(view)
      VirtualRunLoop.main.settle()
      #expect(view.safeAreaInsets == insets)
    }
  }

  // material-components' tests ScrollViewContentOffsetSideEffectTests, in a simulator.
  @Test func `each assignment of an inset limits the offset at once`() {
    for height in -1...60 {
      let height = CGFloat(height)
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 20))
      table.contentSize = CGSize(width: 320, height: height)
      table.contentOffset = .zero
      table.contentInset.top = 6
      #expect(table.contentOffset.y == max(-6, min(height - 20, 0)), "\(height)")
      table.contentInset.top = 0
      #expect(table.contentOffset.y == 0, "\(height)")
      table.contentInset.bottom = 6
      #expect(table.contentOffset.y == max(0, min(height + 6 - 20, 0)), "\(height)")
      table.contentInset.bottom = 0
      #expect(table.contentOffset.y == 0, "\(height)")
    }
  }

  // WebKit's tests ScrollViewInsetTests, in a simulator.
  @Test func `a scroll view begins at its inset and returns there with its content`() {
    let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
    scrollView.contentInset.top = 400
    scrollView.contentSize = CGSize(width: 320, height: 5_000)
    #expect(scrollView.contentOffset == CGPoint(x: 0, y: -400))
    scrollView.contentOffset.y = 1_000
    scrollView.contentSize.height = 10
    #expect(scrollView.contentOffset == CGPoint(x: 0, y: -400))
  }

  // Scroll views at rest in crash logs and hierarchies, such as swiftui-list-ios16; a report that
  // one that doesn't scroll stays at 0.
  @Test(arguments: [true, false])
  func `the offset follows bars at the beginning of the content only`(isEnabled: Bool) {
    onScreen { window in
      window.safeArea.top = 59
      let scrollView = UIScrollView(frame: window.bounds)
      scrollView.isScrollEnabled = isEnabled
      scrollView.contentSize = CGSize(width: 320, height: 5_000)
      window.rootViewController?.view.addSubview(scrollView)
      VirtualRunLoop.main.settle()
      #expect(scrollView.contentOffset.y == (isEnabled ? -59 : 0))
      scrollView.contentOffset.y = 100
      window.safeArea.top = 20
      VirtualRunLoop.main.settle()
      #expect(scrollView.contentOffset.y == 100)
    }
  }
}

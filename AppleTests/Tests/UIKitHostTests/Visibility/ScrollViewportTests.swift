import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  /// UIKit's own kinds of views, as viewports and inside of them.
  @MainActor
  @Suite struct ScrollViewportTests {
    @Test func `a view with margins is the viewport of its subviews`() {
      withScreen { screen in
        let log = Log()
        let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
        scrollView.contentInsetAdjustmentBehavior = .never
        scrollView.contentSize = CGSize(width: 320, height: 1_000)
        scrollView.visibility.viewportMargins = .points(bottom: 100)
        screen.view.addSubview(scrollView)
        box(0, 250, 320, 50, in: scrollView).log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        scrollView.visibility.viewportMargins = .points(bottom: 50)
        screen.settle()
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test func `a view taken out and added to another viewport in one turn enters it`() {
      withScreen { screen in
        let log = Log()
        let page = box(0, 0, 320, 200, in: screen.view)
        page.visibility.viewportMargins = .points(bottom: -100)
        let card = box(0, 50, 320, 90, in: page)
        card.log("card", to: log)
        screen.settle()
        #expect(log.take() == [])
        card.removeFromSuperview()
        screen.view.addSubview(card)
        screen.settle()
        #expect(log.take() == ["visible card"])
        card.removeFromSuperview()
        page.addSubview(card)
        screen.settle()
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test func `an effect view is observed like any other`() {
      withScreen { screen in
        let log = Log()
        let effects = UIVisualEffectView(frame: CGRect(x: 0, y: 0, width: 320, height: 100))
        effects.log("effects", to: log)
        screen.view.addSubview(effects)
        screen.settle()
        effects.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["visible effects", "invisible effects"])
      }
    }
  }
}

import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  /// UIKit's own kinds of views, as viewports and inside of them.
  @MainActor
  @Suite struct UIKitViewportTests {
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

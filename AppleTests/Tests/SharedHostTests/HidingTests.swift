import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct HidingTests {
    @Test func `a view with a hidden ancestor is hidden`() {
      withScreen { screen in
        let log = Log()
        let outer = box(0, 0, 320, 400, in: screen.view)
        let middle = box(0, 0, 320, 300, in: outer)
        box(0, 0, 320, 200, in: middle).log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        for view in [outer, middle, screen.view] {
          view.isHidden = true
          screen.settle()
          #expect(log.take() == ["invisible card"])
          view.isHidden = false
          screen.settle()
          #expect(log.take() == ["visible card"])
        }
      }
    }

    @Test func `opacities multiply up to the window`() {
      withScreen { screen in
        let log = Log()
        let outer = box(0, 0, 320, 400, in: screen.view)
        let card = box(0, 0, 320, 200, in: outer)
        card.log("card", VisibilityRule.fully.minimumOpacity(0.5), to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        (outer.opacity, card.opacity) = (0.75, 0.75)
        screen.settle()
        #expect(log.take() == [])
        screen.opacity = 0.75
        screen.settle()
        #expect(log.take() == ["invisible card"])
        outer.opacity = 1
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a view clipped by an ancestor is not visible until clipping ends`() {
      withScreen { screen in
        let log = Log()
        let clip = box(0, 0, 320, 100, in: screen.view)
        box(0, 50, 320, 100, in: clip).log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        clip.clipsToBounds = true
        screen.settle()
        #expect(log.take() == ["invisible card"])
        clip.frame.size.height = 150
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a view in a hidden window is not visible`() {
      withScreen { screen in
        let log = Log()
        screen.hide()
        box(0, 0, 320, 100, in: screen.view).log("card", to: log)
        screen.settle()
        #expect(log.take() == [])
        screen.show()
        screen.settle()
        #expect(log.take() == ["visible card"])
        screen.hide()
        screen.settle()
        #expect(log.take() == ["invisible card"])
      }
    }
  }
}

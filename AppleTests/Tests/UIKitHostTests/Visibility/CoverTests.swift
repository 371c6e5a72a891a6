import Testing

#if canImport(UIKit)
import SightlineUIKit
import UIKit
#else
import AppKit
import SightlineAppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct CoverTests {
    @Test func `a cover hides what lies below it, and nothing above`() {
      withScreen { screen in
        let log = Log()
        box(0, 0, 320, 100, in: screen.view).log("below", to: log)
        let cover = box(0, 0, 320, 200, in: screen.view)
        box(0, 100, 320, 100, in: screen.view).log("above", to: log)
        box(0, 0, 320, 50, in: cover).log("inside", to: log)
        screen.settle()
        #expect(log.take() == ["visible below", "visible above", "visible inside"])
        cover.visibility.cover = .opaque
        screen.settle()
        #expect(log.take() == ["invisible below"])
        cover.opacity = 0.5
        screen.settle()
        #expect(log.take() == ["visible below"])
        cover.opacity = 1
        cover.visibility.cover = .friendly
        screen.settle()
        #expect(log.take() == [])
        cover.visibility.cover = .opaque
        screen.view.sendToBack(cover)
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `a z position comes before the order of subviews`() {
      withScreen { screen in
        let log = Log()
        let cover = box(0, 0, 320, 200, in: screen.view)
        cover.visibility.cover = .opaque
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.settle()
        cover.depth = 1
        screen.settle()
        card.depth = 2
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card", "visible card"])
      }
    }
  }
}

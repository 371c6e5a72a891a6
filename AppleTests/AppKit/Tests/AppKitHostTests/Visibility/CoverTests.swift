import AppKit
import SightlineAppKit
import Testing

extension AppKitHost {
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
        cover.alphaValue = 0.5
        screen.settle()
        #expect(log.take() == ["visible below"])
        cover.alphaValue = 1
        cover.visibility.cover = .friendly
        screen.settle()
        #expect(log.take() == [])
        cover.visibility.cover = .opaque
        screen.view.addSubview(cover, positioned: .below, relativeTo: nil)
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `a layer's z position comes before the order of subviews`() {
      withScreen { screen in
        let log = Log()
        let cover = box(0, 0, 320, 200, in: screen.view)
        cover.visibility.cover = .opaque
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.settle()
        for view in [cover, card] { view.wantsLayer = true }
        cover.layer?.zPosition = 1
        screen.settle()
        card.layer?.zPosition = 2
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card", "visible card"])
      }
    }

    @Test(arguments: [true, false])
    func `a cover over a scroll view hides what is scrolled under it`(isFlipped: Bool) {
      withScreen { screen in
        let log = Log()
        let list = scrollView(
          screen.view.bounds, document: CGSize(width: 320, height: 2_000), isFlipped: isFlipped,
          in: screen.view)
        list.row(100, height: 100).log("row", to: log)
        box(0, 0, 320, 100, in: screen.view).visibility.cover = .opaque
        screen.settle()
        #expect(log.take() == ["visible row"])
        list.scroll(fromTop: 1)
        screen.settle()
        #expect(log.take() == ["invisible row"])
      }
    }
  }
}

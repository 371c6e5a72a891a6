import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct ClippingTests {
    @Test func `a layer masking to its bounds clips like a view`() {
      withScreen { screen in
        let log = Log()
        let clip = box(0, 0, 320, 100, in: screen.view)
        box(0, 50, 320, 100, in: clip).log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        clip.wantsLayer = true
        clip.layer?.masksToBounds = true
        screen.settle()
        #expect(log.take() == ["invisible card"])
        clip.layer?.masksToBounds = false
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a clip view always clips`() {
      withScreen { screen in
        let log = Log()
        let list = scrollingView(
          CGRect(x: 0, y: 0, width: 320, height: 100),
          content: CGSize(width: 320, height: 400), in: screen.view)
        list.contentView.clipsToBounds = false
        list.row(50, height: 100).log("row", to: log)
        screen.settle()
        #expect(log.take() == [])
        list.scroll(fromTop: 50)
        screen.settle()
        #expect(log.take() == ["visible row"])
      }
    }
  }
}

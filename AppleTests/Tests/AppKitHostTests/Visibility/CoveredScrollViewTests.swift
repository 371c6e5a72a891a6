import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct CoveredScrollViewTests {
    @Test(arguments: [true, false])
    func `a cover over a scroll view hides views scrolled under it`(isFlipped: Bool) {
      withScreen { screen in
        let log = Log()
        let list = scrollingView(
          screen.view.bounds, content: CGSize(width: 320, height: 2_000), isFlipped: isFlipped,
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

import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  /// How views left: the edge, and whether the reader or the app moved them.
  @MainActor
  @Suite struct AppKitExitTests {
    private func makeList(in screen: Screen, log: Log) -> NSScrollView {
      let list = scrollingView(
        screen.view.bounds, content: CGSize(width: 320, height: 4_000), isFlipped: true,
        in: screen.view)
      for row in 0..<20 {
        let view = box(0, 200 * CGFloat(row), 320, 200, in: list.documentView)
        view.visibility.crossed(.anyPixel) { crossing in
          if let exit = crossing.exit { log.add("\(row) \(exit.edge) \(exit.cause)") }
        }
      }
      screen.settle()
      return list
    }

    #if !canImport(Darwin)
    @Test func `fingers and a wheel scroll rows out, a jump of the app's changes them`() {
      withScreen { screen in
        let log = Log()
        let list = makeList(in: screen, log: log)
        let fingers = LiveScroll(of: list, by: .trackpad)
        fingers.scroll(y: 250)
        screen.run(for: 0.1)
        fingers.end()
        screen.run(for: 1)
        #expect(log.take() == ["0 top scroll"])
        list.scroll(fromTop: 450)
        screen.run(for: 1)
        #expect(log.take() == ["1 top change"])
        let wheel = LiveScroll(of: list, by: .wheel)
        wheel.scroll(y: 200)
        screen.run(for: 1)
        #expect(log.take() == ["2 top scroll"])
      }
    }
    #endif
  }
}

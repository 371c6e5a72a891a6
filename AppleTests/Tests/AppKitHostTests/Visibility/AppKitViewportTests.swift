import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct AppKitViewportTests {
    @Test(arguments: [true, false])
    func `a viewport's top is its top, flipped or not`(isFlipped: Bool) {
      withScreen { screen in
        let log = Log()
        let frame = view(CGRect(x: 0, y: 0, width: 320, height: 200), isFlipped: isFlipped)
        screen.view.addSubview(frame)
        box(0, isFlipped ? 0 : 150, 320, 50, in: frame).log("upper", to: log)
        box(0, isFlipped ? 150 : 0, 320, 50, in: frame).log("lower", to: log)
        frame.visibility.viewportMargins = .points(top: -10)
        screen.settle()
        #expect(log.take() == ["visible lower"])
        frame.visibility.viewportMargins = .points(bottom: -10)
        screen.settle()
        #expect(Set(log.take()) == ["visible upper", "invisible lower"])
      }
    }
  }
}

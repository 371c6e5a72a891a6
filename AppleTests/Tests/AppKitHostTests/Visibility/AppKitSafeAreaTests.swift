import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  /// Viewports that follow the area of a window below its title bar.
  @MainActor
  @Suite struct AppKitSafeAreaTests {
    private func withFullWindow(_ body: (Screen, Log) -> Void) {
      let screen = Screen(style: [.titled, .fullSizeContentView])
      defer { screen.close() }
      body(screen, Log())
    }

    @Test func `without margins views below a title bar are visible`() {
      withFullWindow { screen, log in
        box(0, 0, 320, 100, in: screen.view).log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `the window's safe area applies to all its views`() {
      withFullWindow { screen, log in
        screen.window.viewportMargins = .safeArea
        let bar = screen.titleBarHeight
        box(0, bar - 1, 320, 100, in: screen.view).log("under", to: log)
        box(0, bar, 320, 100, in: screen.view).log("below", to: log)
        screen.settle()
        #expect(log.take() == ["visible below"])
        screen.window.viewportMargins = .zero
        screen.settle()
        #expect(log.take() == ["visible under"])
      }
    }

    @Test(arguments: [true, false])
    func `a view's safe area is at its top, flipped or not`(isFlipped: Bool) {
      withFullWindow { screen, log in
        let frame = view(screen.view.bounds, isFlipped: isFlipped)
        screen.view.addSubview(frame)
        frame.visibility.viewportMargins = .safeArea
        box(0, isFlipped ? 0 : 380, 320, 100, in: frame).log("upper", to: log)
        box(0, isFlipped ? 380 : 0, 320, 100, in: frame).log("lower", to: log)
        screen.settle()
        #expect(log.take() == ["visible lower"])
        // Moved out from under the title bar, it has nothing to exclude.
        frame.setFrameOrigin(NSPoint(x: 0, y: screen.titleBarHeight))
        screen.settle()
        #expect(log.take() == ["visible upper"])
      }
    }

    @Test func `a view below a title bar is fully visible`() {
      withScreen { screen in
        let log = Log()
        screen.view.visibility.viewportMargins = .safeArea
        screen.window.viewportMargins = .safeArea
        box(0, 0, 320, 480, in: screen.view).log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }
  }
}

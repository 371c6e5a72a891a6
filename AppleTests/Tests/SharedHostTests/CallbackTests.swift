import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct CallbackTests {
    @Test(arguments: Variant.windows)
    func `the next pass sees a callback's changes`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let second = box(0, 100, 320, 100)
        second.log("second", to: log)
        let first = box(0, 0, 320, 100, in: screen.view)
        first.visibility.changed { [weak screen] state in
          log.add("\(state) first")
          if state == .visible { screen?.view.addSubview(second) }
        }
        screen.settle()
        #expect(log.take() == ["visible first", "visible second"])
      }
    }

    @Test(arguments: Variant.windows)
    func `a callback can remove its own view`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        var card: PlatformView? = box(0, 0, 320, 100, in: screen.view)
        weak let gone = card
        card?.visibility.changed { [weak card] state in
          log.add("\(state)")
          card?.removeFromSuperview()
        }
        card = nil
        screen.settle()
        #expect(log.take().first == "visible")
        #expect(gone == nil)
      }
    }

    @Test(arguments: Variant.windows)
    func `a callback can hide a view the same pass is about to report`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let second = box(0, 100, 320, 100, in: screen.view)
        let first = box(0, 0, 320, 100, in: screen.view)
        first.visibility.changed { state in
          log.add("\(state) first")
          second.isHidden = true
        }
        second.log("second", to: log)
        screen.settle()
        #expect(log.take() == ["visible first", "visible second", "invisible second"])
      }
    }

    @Test(arguments: Variant.windows)
    func `the next pass sees the changes of a closure for exposures`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let (first, second) = (
          box(0, 0, 320, 100, in: screen.view), box(0, 100, 320, 100, in: screen.view)
        )
        second.log("second", to: log)
        screen.settle()
        first.visibility.exposure(of: 1) { _ in second.isHidden = true }
        screen.settle()
        #expect(log.take() == ["visible second", "invisible second"])
      }
    }

    @Test func `a callback can register and cancel`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        let later = card.visibility.changed(.anyPixel) { _ in log.add("cancelled") }
        card.visibility.changed { _ in
          later.cancel()
          card.visibility.changed(.fraction(0.5)) { log.add("\($0) half") }
        }
        screen.settle()
        #expect(log.take().last == "visible half")
      }
    }
  }
}

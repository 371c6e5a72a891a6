import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct HostCoverTests {
    @Test func `a cover hides views below it, not above`() {
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

    @Test(arguments: [false, true])
    func `a cover in the window itself may be named later than it was added`(isNamed: Bool) {
      withScreen { screen in
        let log = Log()
        box(0, 0, 320, 480, in: screen.view).log("card", .anyPixel, to: log)
        screen.settle()
        let banner = plainView(screen.top.bounds)
        if isNamed { banner.visibility.cover = .opaque }
        screen.top.addSubview(banner)
        screen.run(for: 1)
        banner.visibility.cover = .opaque
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card"])
        banner.visibility.cover = nil
        screen.settle()
        #expect(log.take() == ["visible card"])
        banner.visibility.cover = .opaque
        screen.settle()
        banner.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["invisible card", "visible card"])
      }
    }

    @Test func `a cover hides the view it lies in, whichever is observed first`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        box(0, 100, 320, 100, in: card).log("inside", to: log)
        screen.settle()
        card.log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible inside", "visible card"])
        box(0, 0, 320, 100, in: card).visibility.cover = .opaque
        screen.settle()
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test func `a cover emptied by its owner covers in the next window`() {
      withScreen { screen in
        let second = Screen()
        defer { second.close() }
        let log = Log()
        box(0, 0, 320, 100, in: second.view).log("below", to: log)
        let cover = box(0, 0, 320, 200, in: screen.view)
        cover.visibility.cover = .opaque
        screen.settle()
        for subview in cover.subviews { subview.removeFromSuperview() }
        screen.settle()
        #expect(log.take() == ["visible below"])
        second.view.addSubview(cover)
        screen.settle()
        #expect(log.take() == ["invisible below"])
      }
    }

    @Test func `a cover removed and reinserted covers again`() {
      withScreen { screen in
        let log = Log()
        box(0, 0, 320, 100, in: screen.view).log("below", to: log)
        let cover = box(0, 0, 320, 200, in: screen.view)
        cover.visibility.cover = .opaque
        screen.settle()
        #expect(log.take() == [])
        cover.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["visible below"])
        screen.view.addSubview(cover)
        screen.settle()
        #expect(log.take() == ["invisible below"])
      }
    }

    @Test func `the z position precedes subview order`() {
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

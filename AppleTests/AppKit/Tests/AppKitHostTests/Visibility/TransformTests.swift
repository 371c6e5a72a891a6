import AppKit
import SightlineAppKit
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct TransformTests {
    /// The share of a view that was reported last.
    private func share(of view: NSView, in screen: Screen, _ change: () -> Void) -> Double {
      var last = -1.0
      let steps = VisibilityRule.thresholds((0...100).map { Double($0) / 100 })
      view.visibility.crossed(steps) { last = $0.fraction }
      screen.settle()
      change()
      screen.settle()
      return last
    }

    @Test(arguments: [true, false])
    func `scaled bounds scale what is in the view`(isFlipped: Bool) {
      withScreen { screen in
        let parent = view(CGRect(x: 0, y: 0, width: 320, height: 480), isFlipped: isFlipped)
        screen.view.addSubview(parent)
        // Half as large, it lies in the quarter at the origin; twice as large, only a quarter
        // shows.
        let card = box(0, 0, 320, 480, in: parent)
        let share = share(of: card, in: screen) {
          parent.setBoundsSize(NSSize(width: 160, height: 240))
        }
        #expect(abs(share - 0.25) < 0.02)
      }
    }

    @Test(arguments: [true, false])
    func `a view turns about its frame's origin`(isFlipped: Bool) {
      withScreen { screen in
        let parent = view(CGRect(x: 0, y: 0, width: 320, height: 480), isFlipped: isFlipped)
        screen.view.addSubview(parent)
        let card = box(0, 0, 100, 100, in: parent)
        // Half of it turns out of the window over its left edge.
        let share = share(of: card, in: screen) { card.frameRotation = 45 }
        #expect(abs(share - 0.5) < 0.02)
      }
    }

    @Test func `what is in a turned view goes with it`() {
      withScreen { screen in
        let log = Log()
        let parent = box(100, 100, 200, 200, in: screen.view)
        box(0, 0, 50, 50, in: parent).log("near", to: log)
        box(150, 0, 50, 50, in: parent).log("far", to: log)
        screen.settle()
        #expect(Set(log.take()) == ["visible near", "visible far"])
        // Clockwise on the screen, since the parent's coordinates point down: to the left.
        parent.frameRotation = 90
        screen.settle()
        #expect(log.take() == [])
        parent.frameRotation = 180
        screen.settle()
        #expect(log.take() == ["invisible far"])
      }
    }

    @Test func `a layer's own transform is ignored`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 100, 100, in: screen.view)
        card.wantsLayer = true
        card.log("card", to: log)
        screen.settle()
        card.layer?.transform = CATransform3DMakeTranslation(1_000, 0, 0)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `where a view of no numbers shows cannot be said`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 100, 100, in: screen.view)
        card.log("card", .anyPixel, to: log)
        screen.settle()
        card.frameRotation = .nan
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card"])
      }
    }
  }
}

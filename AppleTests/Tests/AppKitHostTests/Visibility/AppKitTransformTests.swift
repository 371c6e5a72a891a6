import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct AppKitTransformTests {
    /// Returns the last reported visible fraction of a view.
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
    func `scaled bounds scale the subviews`(isFlipped: Bool) {
      withScreen { screen in
        let parent = view(CGRect(x: 0, y: 0, width: 320, height: 480), isFlipped: isFlipped)
        screen.view.addSubview(parent)
        // Bounds of half the size cover the card's quarter at the origin: drawn twice as large,
        // only that quarter shows.
        let card = box(0, 0, 320, 480, in: parent)
        let share = share(of: card, in: screen) {
          parent.setBoundsSize(NSSize(width: 160, height: 240))
        }
        #expect(abs(share - 0.25) < 0.02)
      }
    }

    @Test(arguments: [true, false])
    func `a view rotates about its frame's origin`(isFlipped: Bool) {
      withScreen { screen in
        let parent = view(CGRect(x: 0, y: 0, width: 320, height: 480), isFlipped: isFlipped)
        screen.view.addSubview(parent)
        let card = box(0, 0, 100, 100, in: parent)
        // Half of it turns out of the window over the left edge.
        let share = share(of: card, in: screen) { card.frameRotation = 45 }
        #expect(abs(share - 0.5) < 0.02)
      }
    }

    @Test func `subviews of a rotated view rotate with it`() {
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

    @Test(arguments: [true, false])
    func `rotated bounds rotate a view's contents, not its own area`(isFlipped: Bool) {
      withScreen { screen in
        let parent = view(CGRect(x: 0, y: 0, width: 320, height: 480), isFlipped: isFlipped)
        screen.view.addSubview(parent)
        // Half of it is in the window.
        let card = box(-50, 100, 100, 100, in: parent)
        let own = share(of: card, in: screen) { card.boundsRotation = 30 }
        #expect(abs(own - 0.5) < 0.02)
        // About its origin, half of what is there turns out of the window.
        let outer = view(CGRect(x: 0, y: 0, width: 100, height: 100), isFlipped: isFlipped)
        parent.addSubview(outer)
        let inner = box(0, 0, 40, 40, in: outer)
        let share = share(of: inner, in: screen) { outer.boundsRotation = 45 }
        #expect(abs(share - 0.5) < 0.02)
        screen.window.showsVisibilityInspector = true
        screen.run(for: 1)
        #expect(screen.window.visibilityAudit?.differences == [])
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

    @Test func `a view with NaN geometry is not measurable`() {
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

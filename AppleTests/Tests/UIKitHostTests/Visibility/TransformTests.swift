import SightlineUIKit
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct TransformTests {
    /// The share of a view that was reported last.
    private func share(
      of view: UIView, in screen: Screen, _ change: () -> Void
    ) -> Double {
      var last = -1.0
      let steps = VisibilityRule.thresholds((0...100).map { Double($0) / 100 })
      view.visibility.crossed(steps) { last = $0.fraction }
      change()
      screen.settle()
      return last
    }

    @Test func `a translation moves a view once`() {
      withScreen { screen in
        let card = box(0, 380, 100, 100, in: screen.view)
        let share = share(of: card, in: screen) { card.transform = .init(translationX: 0, y: 40) }
        #expect(abs(share - 0.6) < 0.02)
      }
    }

    @Test func `a view is scaled about its centre`() {
      withScreen { screen in
        // Twice as large it reaches from -50 to 150.
        let card = box(0, 0, 100, 100, in: screen.view)
        let share = share(of: card, in: screen) { card.transform = .init(scaleX: 2, y: 2) }
        #expect(abs(share - 0.5625) < 0.02)
      }
    }

    @Test func `a view is turned about its anchor point`() {
      withScreen { screen in
        let card = box(100, 100, 100, 100, in: screen.view)
        card.layer.anchorPoint = .zero
        card.layer.position = .zero
        // A quarter turn about the corner of the screen takes it out of sight; half of a half of it
        // stays.
        let share = share(of: card, in: screen) {
          card.transform = .init(rotationAngle: .pi / 4)
        }
        #expect(abs(share - 0.5) < 0.02)
      }
    }

    @Test func `what is in a transformed view goes with it`() {
      withScreen { screen in
        let parent = box(0, 0, 320, 200, in: screen.view)
        let card = box(0, 100, 100, 100, in: parent)
        let share = share(of: card, in: screen) {
          parent.transform = .init(translationX: 0, y: 330)
        }
        #expect(abs(share - 0.5) < 0.02)
      }
    }

    @Test func `where a view in perspective shows cannot be said`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 100, 100, in: screen.view)
        card.log("card", .anyPixel, to: log)
        screen.settle()
        card.layer.transform.m34 = -1 / 500
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card"])
      }
    }
  }
}

import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct UIKitTransformTests {
    /// Returns the last reported visible fraction of a view.
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
        // At twice the size it reaches from -50 to 150.
        let card = box(0, 0, 100, 100, in: screen.view)
        let share = share(of: card, in: screen) { card.transform = .init(scaleX: 2, y: 2) }
        #expect(abs(share - 0.5625) < 0.02)
      }
    }

    @Test func `a view rotates about its anchor point`() {
      withScreen { screen in
        let card = box(100, 100, 100, 100, in: screen.view)
        card.layer.anchorPoint = .zero
        card.layer.position = .zero
        // A quarter turn about the screen's corner would move it out of sight. After half of that
        // turn, half of it remains.
        let share = share(of: card, in: screen) {
          card.transform = .init(rotationAngle: .pi / 4)
        }
        #expect(abs(share - 0.5) < 0.02)
      }
    }

    @Test func `subviews of a transformed view move with it`() {
      withScreen { screen in
        let parent = box(0, 0, 320, 200, in: screen.view)
        let card = box(0, 100, 100, 100, in: parent)
        let share = share(of: card, in: screen) {
          parent.transform = .init(translationX: 0, y: 330)
        }
        #expect(abs(share - 0.5) < 0.02)
      }
    }

    private nonisolated static let perspective: CATransform3D = {
      var transform = CATransform3DIdentity
      transform.m34 = -1 / 500
      return transform
    }()

    @Test func `a view in perspective is not measurable`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 100, 100, in: screen.view)
        card.log("card", .anyPixel, to: log)
        screen.settle()
        card.layer.transform = CATransform3DConcat(
          CATransform3DMakeRotation(.pi / 3, 0, 1, 0), Self.perspective)
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card"])
      }
    }

    @Test(arguments: [CATransform3DMakeTranslation(0, 0, 50), perspective])
    func `depth-only transforms have no effect`(transform: CATransform3D) {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 100, 100, in: screen.view)
        card.log("card", to: log)
        screen.settle()
        card.layer.transform = transform
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a view rotated in space without perspective has its projected width`() {
      withScreen { screen in
        // Half as wide, from -25 to 25.
        let card = box(-50, 0, 100, 100, in: screen.view)
        let share = share(of: card, in: screen) {
          card.layer.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
        }
        #expect(abs(share - 0.5) < 0.02)
      }
    }

    @Test func `a view rotates in space about an axis at its anchor point's depth`() {
      withScreen { screen in
        let card = box(0, -50, 100, 100, in: screen.view)
        card.visibility.changed { _ in }
        card.layer.anchorPointZ = 100
        card.layer.transform = CATransform3DMakeRotation(.pi / 6, 0, 1, 0)
        screen.settle()
        // Its middle moves by 50 to the left, onto the screen's corner.
        #expect(card.visibility.current.map { abs($0.fraction - 0.25) < 1e-9 } == true)
      }
    }

    @Test func `sublayers rotate in space about their superlayer's anchor point, at its depth`() {
      withScreen { screen in
        let panel = box(0, 0, 200, 400, in: screen.view)
        let card = box(0, 100, 100, 100, in: panel)
        card.visibility.changed { _ in }
        panel.layer.anchorPointZ = 100
        card.layer.zPosition = 40
        panel.layer.sublayerTransform = CATransform3DMakeRotation(.pi / 6, 0, 1, 0)
        screen.settle()
        // The left edge is 100 points left of the axis, and the card 60 behind it.
        let left = 100 - 100 * cos(Double.pi / 6) + (40 - 100) * sin(Double.pi / 6)
        let width = 100 * cos(Double.pi / 6)
        #expect(
          card.visibility.current.map { abs($0.fraction - (left + width) / width) < 1e-9 } == true)
      }
    }

    @Test func `a common factor of a transform's numbers has no effect`() throws {
      let flat = CGAffineTransform(a: 0.9, b: 0.3, c: -0.4, d: 0.8, tx: 17, ty: -15)
      var scaled = CATransform3DIdentity
      (scaled.m11, scaled.m12, scaled.m21, scaled.m22) = (1.8, 0.6, -0.8, 1.6)
      (scaled.m33, scaled.m41, scaled.m42, scaled.m44) = (2, 34, -30, 2)
      for place in [(-50, 100), (270, 100), (100, -30), (100, 450)] as [(CGFloat, CGFloat)] {
        try withScreen { screen in
          let cards = (0..<2).map { _ in box(place.0, place.1, 100, 80, in: screen.view) }
          for card in cards { card.visibility.changed { _ in } }
          cards[0].transform = flat
          cards[1].layer.transform = scaled
          screen.settle()
          let fractions = try cards.map { try #require($0.visibility.current?.fraction) }
          #expect(fractions[0] > 0.1 && fractions[0] < 0.9)
          #expect(abs(fractions[0] - fractions[1]) < 1e-9)
        }
      }
    }

    @Test func `a single-sided card showing its back is hidden`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 100, 100, in: screen.view)
        card.log("card", to: log)
        screen.settle()
        card.layer.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
        screen.settle()
        #expect(log.take() == ["visible card"])
        card.layer.isDoubleSided = false
        card.layer.transform = CATransform3DMakeRotation(.pi - 0.001, 0, 1, 0)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        card.layer.transform = CATransform3DIdentity
        screen.settle()
        #expect(log.take() == ["visible card"])
        // A quarter turn in its plane, then to its back.
        card.layer.transform.m11 = 0
        card.layer.transform.m22 = 0
        card.layer.transform.m12 = 1
        card.layer.transform.m21 = 1
        screen.settle()
        #expect(log.take() == ["invisible card"])
        card.layer.transform.m21 = -1
        screen.settle()
        #expect(log.take() == ["visible card"])
        // Both dimensions shrink: their product decides, not their quotient.
        card.layer.transform.m11 = 0.5
        card.layer.transform.m22 = 0.5
        card.layer.transform.m12 = 0.8
        card.layer.transform.m21 = 0.8
        screen.settle()
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test func `a sublayer transform moves a view's subviews, not the view`() {
      withScreen { screen in
        let log = Log()
        let parent = box(0, 0, 320, 480, in: screen.view)
        parent.log("parent", to: log)
        box(0, 100, 100, 100, in: parent).log("card", to: log)
        screen.settle()
        #expect(Set(log.take()) == ["visible parent", "visible card"])
        parent.layer.sublayerTransform = CATransform3DMakeTranslation(0, 400, 0)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        parent.layer.sublayerTransform = Self.perspective
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `all of many views are read when a sublayer transform moves them`() {
      withScreen { screen in
        let log = Log()
        let parent = box(0, 0, 320, 480, in: screen.view)
        for index in 0..<100 {
          box(0, 480 + CGFloat(index) * 40, 100, 40, in: parent).log("\(index)", to: log)
        }
        screen.settle()
        #expect(log.take() == [])
        parent.layer.sublayerTransform = CATransform3DMakeTranslation(0, -480, 0)
        screen.run(for: 1.0 / 60)
        #expect(Set(log.take()) == Set((0..<12).map { "visible \($0)" }))
        // It is about the centre of the visible part, so scrolled content moves twice as far.
        parent.layer.sublayerTransform = CATransform3DMakeScale(1, 2, 1)
        parent.bounds.origin.y = 4_000
        screen.run(for: 1.0 / 60)
        _ = log.take()
        parent.bounds.origin.y = 3_000
        screen.run(for: 1.0 / 60)
        // From 3,120 to 3,360 of content that begins at 480.
        let shown = log.take().filter { $0.hasPrefix("visible") }
        #expect(Set(shown) == Set((66..<72).map { "visible \($0)" }))
      }
    }

    /// Random layers in space, compared with the toolkit's conversion.
    @Test(arguments: UInt64(1)...20)
    func `the visible part of a flat layer matches coordinate conversion`(seed: UInt64) {
      var numbers = SeededGenerator(seed: seed)
      func number(_ range: ClosedRange<CGFloat>) -> CGFloat { .random(in: range, using: &numbers) }
      withScreen { screen in
        for _ in 0..<20 {
          let parent = box(number(-50...50), number(-50...50), 300, 400, in: screen.view)
          parent.bounds.origin = CGPoint(x: number(-20...20), y: number(-20...20))
          parent.layer.anchorPoint = CGPoint(x: number(0...1), y: number(0...1))
          parent.layer.sublayerTransform = CATransform3DConcat(
            CATransform3DMakeScale(number(0.5...2), number(0.5...2), 1),
            CATransform3DMakeTranslation(number(-50...50), number(-50...50), number(-90...90)))
          if numbers.next() % 2 == 0 { parent.layer.sublayerTransform.m34 = -1 / 500 }
          let card = box(number(-100...300), number(-100...400), 100, 100, in: parent)
          card.layer.anchorPoint = CGPoint(x: number(0...1), y: number(0...1))
          card.layer.zPosition = number(-100...100)
          let flip: CGFloat = numbers.next() % 2 == 0 ? .pi : 0
          card.layer.transform = CATransform3DConcat(
            CATransform3DMakeRotation(flip, 1, 0, 0),
            CATransform3DMakeTranslation(number(-50...50), number(-50...50), number(-90...90)))
          let share = share(of: card, in: screen) {}
          let whole = card.convert(card.bounds, to: screen.window)
          let part = whole.intersection(screen.window.bounds)
          let expected =
            part.isNull ? 0 : part.width * part.height / (whole.width * whole.height)
          #expect(abs(max(0, share) - Double(expected)) < 0.011, "seed \(seed)")
          parent.removeFromSuperview()
        }
      }
    }
  }
}

import SightlineAppleViews
import Testing
// UIKit's constants are not marked as constants in every SDK.
@preconcurrency import UIKit

#if !canImport(Darwin)
import VirtualTime
#endif

extension UIKitHost {
  @MainActor
  @Suite struct UIKitCarouselTests {
    @MainActor
    private final class CarouselFixture {
      let container: UIView
      let items: [UIView]
      let carousel: CarouselController
      var current: [Int?] = []
      let screen: Screen

      init(_ mode: Carousel.Mode, count: Int = 6, in screen: Screen) {
        self.screen = screen
        container = box(0, 100, 320, 100, in: screen.view)
        container.accessibilityLabel = "Offers"
        items = (0..<count).map { index in
          let item = UIView()
          item.accessibilityLabel = "item \(index)"
          return item
        }
        carousel = CarouselController(
          items: items, itemWidth: 100, spacing: 10, mode: mode, in: container)
        carousel.currentItemChanged = { [weak self] in self?.current.append($0) }
        screen.settle()
      }
    }

    @Test func `a carousel turns by itself at its speed`() {
      withScreen { screen in
        let fixture = CarouselFixture(.continuous(speed: 55), in: screen)
        let before = fixture.items[2].frame.minX
        screen.run(for: 1)
        #expect(abs(fixture.items[2].frame.minX - (before - 55)) < 4)
        screen.run(for: 2)
        #expect(fixture.current == [1])
      }
    }

    @Test(arguments: [UISemanticContentAttribute.forceLeftToRight, .forceRightToLeft])
    func `items have their widths and spaces in the bounds of the container`(
      direction: UISemanticContentAttribute
    ) {
      withScreen { screen in
        let container = box(10, 100, 300, 90, in: screen.view)
        container.semanticContentAttribute = direction
        container.bounds.origin = CGPoint(x: 1_000, y: 40)
        let items = [50, 70, 90, 150, 110, 130].map { box(0, 0, $0, 5) }
        let carousel = CarouselController(
          items: items, alignment: .center, mode: .paged(every: .seconds(100)), in: container)
        screen.settle()
        let isForward = direction == .forceLeftToRight
        // The current item is in the middle, the next one 12 points after it.
        #expect(items[0].frame == CGRect(x: 1_125, y: 40, width: 50, height: 90))
        let next: CGFloat = isForward ? 1_125 + 50 + 12 : 1_125 - 12 - 70
        #expect(items[1].frame == CGRect(x: next, y: 40, width: 70, height: 90))
        #expect(CarouselController.defaultSpacing == 12)
        #expect(container.clipsToBounds && carousel.currentItem == 0)
        let handle = container.accessibilityElements?.first as? UIAccessibilityElement
        #expect(handle?.accessibilityFrameInContainerSpace == container.bounds)
        carousel.step(by: -1)
        screen.run(for: 2)
        #expect(carousel.currentItem == 5 && items[5].frame.minX == 1_085)
      }
    }

    @Test func `a paged carousel turns a page at a time`() {
      withScreen { screen in
        let fixture = CarouselFixture(.paged(every: .seconds(2)), in: screen)
        #expect(fixture.items[0].frame.minX == 0)
        screen.run(for: 1.5)
        #expect(fixture.items[0].frame.minX == 0)
        screen.run(for: 1.2)
        #expect(fixture.items[1].frame.minX == 0)
        #expect(fixture.current == [1])
      }
    }

    @Test func `a carousel off screen stands still`() {
      withScreen { screen in
        let fixture = CarouselFixture(.continuous(speed: 100), in: screen)
        fixture.container.frame.origin.y = 2_000
        screen.settle()
        let place = fixture.items[3].frame.minX
        screen.run(for: 3)
        #expect(fixture.items[3].frame.minX == place)
        fixture.container.frame.origin.y = 0
        screen.run(for: 0.5)
        #expect(fixture.items[3].frame.minX != place)
      }
    }

    @Test func `a paused carousel stands still and can be stepped`() {
      withScreen { screen in
        let fixture = CarouselFixture(.continuous(speed: 100), in: screen)
        screen.run(for: 0.5)
        fixture.carousel.isPaused = true
        let place = fixture.items[3].frame.minX
        screen.run(for: 3)
        #expect(fixture.items[3].frame.minX == place)
        // Going off screen and coming back does not resume it.
        fixture.container.frame.origin.y = 2_000
        screen.settle()
        fixture.container.frame.origin.y = 0
        screen.run(for: 1)
        #expect(fixture.items[3].frame.minX == place)
        let current = fixture.carousel.currentItem
        fixture.carousel.step(by: 1)
        screen.run(for: 3)
        #expect(fixture.carousel.currentItem != current)
        let stepped = fixture.items[3].frame.minX
        screen.run(for: 3)
        #expect(fixture.items[3].frame.minX == stepped)
        fixture.carousel.isPaused = false
        screen.run(for: 0.5)
        #expect(fixture.items[3].frame.minX != stepped)
      }
    }

    @Test func `accessibility has one adjustable element and each item once`() throws {
      try withScreen { screen in
        let fixture = CarouselFixture(.paged(every: .seconds(60)), in: screen)
        let elements = try #require(fixture.container.accessibilityElements)
        #expect(elements.count == 7)
        let handle = try #require(elements.first as? UIAccessibilityElement)
        #expect(handle.accessibilityTraits.contains(.adjustable))
        #expect(handle.accessibilityLabel == "Offers")
        #expect(handle.accessibilityValue == "item 0, 1 of 6")
        handle.accessibilityIncrement()
        screen.run(for: 1)
        #expect(handle.accessibilityValue == "item 1, 2 of 6")
        handle.accessibilityDecrement()
        screen.run(for: 1)
        #expect(fixture.current == [1, 0])
      }
    }

    @Test func `labels are read when they are spoken, and a new direction applies at once`() throws
    {
      try withScreen { screen in
        let fixture = CarouselFixture(.paged(every: .seconds(60)), in: screen)
        let handle = try #require(
          fixture.container.accessibilityElements?.first as? UIAccessibilityElement)
        fixture.container.accessibilityLabel = "Cards"
        fixture.items[0].accessibilityLabel = "first"
        #expect(handle.accessibilityLabel == "Cards")
        #expect(handle.accessibilityValue == "first, 1 of 6")
        fixture.container.semanticContentAttribute = .forceRightToLeft
        screen.settle()
        #expect(fixture.items[0].frame.maxX == 320)
      }
    }

    @Test func `an app can describe the position itself, and items need no names`() throws {
      try withScreen { screen in
        let fixture = CarouselFixture(.paged(every: .seconds(60)), in: screen)
        let handle = try #require(
          fixture.container.accessibilityElements?.first as? UIAccessibilityElement)
        fixture.carousel.positionText = { "Seite \($0.number) von \($0.count)" }
        #expect(handle.accessibilityValue == "item 0, Seite 1 von 6")
        for item in fixture.items { item.accessibilityLabel = nil }
        fixture.carousel.step(by: 2)
        #expect(handle.accessibilityValue == "Seite 3 von 6")
        fixture.carousel.setItems([])
        #expect(handle.accessibilityValue == nil)
      }
    }

    @Test func `a step is animated, and new items replace the old`() {
      withScreen { screen in
        let fixture = CarouselFixture(.paged(every: .seconds(60)), in: screen)
        fixture.carousel.step(by: 2)
        screen.run(for: 1)
        #expect(fixture.carousel.currentItem == 2)
        #expect(fixture.items[2].frame.minX == 0)
        fixture.carousel.setItems(Array(fixture.items[2...]))
        screen.settle()
        #expect(fixture.items[0].superview == nil)
        #expect(fixture.carousel.currentItem == 0)
      }
    }

    @Test func `items that the app has moved elsewhere stay there, and new ones have frames`() {
      withScreen { screen in
        let fixture = CarouselFixture(.paged(every: .seconds(60)), in: screen)
        screen.view.addSubview(fixture.items[0])
        let item = UIView()
        item.translatesAutoresizingMaskIntoConstraints = false
        fixture.carousel.setItems([item])
        #expect(fixture.items[0].superview === screen.view)
        #expect(fixture.items[1].superview == nil)
        #expect(fixture.container.subviews.contains { $0 === item })
        #expect(item.translatesAutoresizingMaskIntoConstraints)
        #expect(item.frame == CGRect(x: 0, y: 0, width: 100, height: 100))
        #expect(fixture.container.accessibilityElements?.count == 2)
      }
    }

    @Test func `items are placed at once in a container of another size`() {
      withScreen { screen in
        let fixture = CarouselFixture(.paged(every: .seconds(60)), in: screen)
        fixture.container.bounds.size = CGSize(width: 200, height: 70)
        #expect(fixture.items[0].frame == CGRect(x: 0, y: 0, width: 100, height: 70))
        #expect(fixture.items[1].frame == CGRect(x: 110, y: 0, width: 100, height: 70))
      }
    }

    @Test func `neither the container nor the controller is retained`() {
      withScreen { screen in
        weak var container: UIView?
        weak var carousel: CarouselController?
        do {
          let fixture = CarouselFixture(.continuous(speed: 100), in: screen)
          screen.run(for: 0.5)
          fixture.container.removeFromSuperview()
          (container, carousel) = (fixture.container, fixture.carousel)
        }
        screen.settle()
        #expect(container == nil)
        #expect(carousel == nil)
      }
    }

    #if !canImport(Darwin)
    @Test func `a resting carousel is released with its display link`() {
      withScreen { screen in
        let counts = (0..<2).map { _ in
          do {
            let fixture = CarouselFixture(.continuous(speed: 100), in: screen)
            screen.run(for: 0.5)
            fixture.carousel.isPaused = true
            screen.run(for: 0.5)
            fixture.container.removeFromSuperview()
          }
          screen.settle()
          return VirtualRunLoop.main.display.linkCount
        }
        #expect(counts[0] == counts[1])
      }
    }

    @Test(arguments: Variant.windows)
    func `an interrupted page turn finishes at once`(variant: Variant) {
      withScreen(as: variant) { screen in
        let fixture = CarouselFixture(.paged(every: .seconds(2)), in: screen)
        screen.run(for: 2.1)
        #expect(fixture.items[1].frame.minX != 0)
        UIAccessibility.isReduceMotionEnabled = true
        defer { UIAccessibility.isReduceMotionEnabled = false }
        screen.settle()
        #expect(fixture.items[1].frame.minX == 0)
        #expect(!CATransaction.shared.isNeeded)
      }
    }

    @Test(arguments: Variant.windows)
    func `a new direction is shown without another event`(variant: Variant) {
      withScreen(as: variant) { screen in
        let fixture = CarouselFixture(.paged(every: .seconds(60)), in: screen)
        fixture.container.semanticContentAttribute = .forceRightToLeft
        screen.settle()
        #expect(fixture.items[0].frame.maxX == 320)
        #expect(!CATransaction.shared.isNeeded)
      }
    }

    @Test func `a paused carousel stops its display link at once`() {
      withScreen { screen in
        let fixture = CarouselFixture(.continuous(speed: 100), in: screen)
        screen.run(for: 0.5)
        let links = VirtualRunLoop.main.display.runningLinkCount
        fixture.carousel.isPaused = true
        #expect(VirtualRunLoop.main.display.runningLinkCount == links - 1)
      }
    }

    @Test func `items that all fit leave drags to the view around them`() {
      withScreen { screen in
        var events = 0
        let pager = HorizontalPan(in: screen.view) { _ in events += 1 }
        pager.attach(to: screen.view)
        for (count, isTaken) in [(2, false), (6, true)] {
          let fixture = CarouselFixture(.paged(every: .seconds(60)), count: count, in: screen)
          events = 0
          screen.drag(from: CGPoint(x: 200, y: 150), to: CGPoint(x: 100, y: 150))
          #expect((events == 0) == isTaken)
          fixture.container.removeFromSuperview()
        }
      }
    }

    @Test func `a drag interrupted by removal or the system is released`() {
      withScreen { screen in
        let fixture = CarouselFixture(.continuous(speed: 50), in: screen)
        let start = CGPoint(x: 200, y: 150)
        let finger = screen.touch(at: start)
        screen.move(finger, from: start, to: CGPoint(x: 150, y: 150), in: 0.1)
        fixture.container.removeFromSuperview()
        finger.cancel()
        screen.view.addSubview(fixture.container)
        screen.settle()
        let place = fixture.items[1].frame.minX
        screen.run(for: 1)
        #expect(fixture.items[1].frame.minX != place)
      }
    }

    @Test func `a finger drags a carousel and holds it while resting`() {
      withScreen { screen in
        let fixture = CarouselFixture(.continuous(speed: 50), in: screen)
        let start = CGPoint(x: 200, y: 150)
        let finger = screen.touch(at: start)
        screen.move(finger, from: start, to: CGPoint(x: 180, y: 150), in: 0.1)
        let held = fixture.items[1].frame.minX
        screen.run(for: 2)
        #expect(fixture.items[1].frame.minX == held)
        screen.move(
          finger, from: CGPoint(x: 180, y: 150), to: CGPoint(x: 120, y: 150), in: 0.2)
        #expect(abs(fixture.items[1].frame.minX - (held - 60)) < 1)
        finger.cancel()
        screen.run(for: 1)
        #expect(fixture.items[1].frame.minX < held - 60)
      }
    }

    @Test func `vertical drags are left to the enclosing scroll view`() {
      withScreen { screen in
        let scrollView = scrollingView(
          screen.view.bounds, content: CGSize(width: 320, height: 2_000),
          in: screen.view)
        let fixture = CarouselFixture(.paged(every: .seconds(60)), in: screen)
        scrollView.addSubview(fixture.container)
        screen.settle()
        screen.drag(from: CGPoint(x: 100, y: 150), to: CGPoint(x: 100, y: 60))
        #expect(scrollView.contentOffset.y > 50)
        #expect(fixture.items[0].frame.minX == 0)
        screen.run(for: 3)
        scrollView.contentOffset.y = 0
        screen.drag(from: CGPoint(x: 250, y: 150), to: CGPoint(x: 150, y: 145))
        #expect(scrollView.contentOffset.y == 0)
        #expect(fixture.items[0].frame.minX < -30)
      }
    }

    @Test func `VoiceOver, Reduce Motion and the background stop a carousel`() {
      withScreen { screen in
        let fixture = CarouselFixture(.continuous(speed: 50), in: screen)
        @MainActor func expectStill(_ comment: Comment, during: () -> Void, after: () -> Void) {
          during()
          screen.settle()
          let place = fixture.items[1].frame.minX
          screen.run(for: 1)
          #expect(fixture.items[1].frame.minX == place, comment)
          after()
          screen.run(for: 1)
          #expect(fixture.items[1].frame.minX != place, comment)
        }
        expectStill("VoiceOver") {
          UIAccessibility.isVoiceOverRunning = true
        } after: {
          UIAccessibility.isVoiceOverRunning = false
        }
        expectStill("Reduce Motion") {
          UIAccessibility.isReduceMotionEnabled = true
        } after: {
          UIAccessibility.isReduceMotionEnabled = false
        }
        expectStill("background") {
          screen.move(to: .background)
        } after: {
          screen.move(to: .foregroundActive)
        }
      }
    }
    #endif
  }
}

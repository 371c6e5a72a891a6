import SightlineAppleViews
import Testing
// UIKit's constants are not marked as constants in every SDK.
@preconcurrency import UIKit

#if !canImport(Darwin)
import VirtualTime
#endif

extension UIKitHost {
  @MainActor
  @Suite struct UIKitPagedTabsTests {
    @MainActor
    private final class PagedTabsFixture {
      let strip = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 40))
      let pages = UIScrollView(frame: CGRect(x: 0, y: 40, width: 320, height: 440))
      let underline = UIView()
      let tabs: [UIButton]
      let controller: PagedTabsController
      var selections: [Int?] = []
      let screen: Screen

      init(in screen: Screen, count: Int = 5, selection: Int = 0, hasUnderline: Bool = true) {
        self.screen = screen
        for scrollView in [strip, pages] { scrollView.contentInsetAdjustmentBehavior = .never }
        let strip = strip
        tabs = (0..<count).map { index in
          let tab = UIButton(
            frame: CGRect(x: CGFloat(index) * 100, y: 0, width: 100, height: 40))
          strip.addSubview(tab)
          return tab
        }
        strip.contentSize = CGSize(width: CGFloat(count) * 100, height: 40)
        pages.contentSize = CGSize(width: CGFloat(count) * 320, height: 440)
        pages.isPagingEnabled = true
        screen.view.addSubview(strip)
        screen.view.addSubview(pages)
        screen.settle()
        controller = PagedTabsController(
          tabs: tabs, underline: hasUnderline ? underline : nil, strip: strip, pages: pages,
          selection: selection)
        controller.selectionChanged = { [weak self] in self?.selections.append($0) }
        screen.settle()
      }

      /// Inserts a tab and its page before the others.
      func insertTab() {
        let tab = UIButton(
          frame: CGRect(x: CGFloat(tabs.count) * 100, y: 0, width: 100, height: 40))
        strip.addSubview(tab)
        pages.contentSize.width += 320
        controller.setTabs([tab] + tabs)
      }
    }

    @Test func `the initial tab is selected`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen, selection: 2)
        #expect(fixture.controller.selection == 2)
        #expect(fixture.pages.contentOffset.x == 640)
        #expect(fixture.underline.frame == CGRect(x: 200, y: 37, width: 100, height: 3))
        #expect(fixture.tabs.map(\.isSelected) == [false, false, true, false, false])
        let chosen = fixture.tabs.map { $0.accessibilityTraits.contains(.selected) }
        #expect(chosen == [false, false, true, false, false])
        #expect(fixture.strip.accessibilityTraits.contains(.tabBar))
        // Centred under the strip.
        #expect(fixture.strip.contentOffset.x == 90)
      }
    }

    @Test func `a tapped tab is selected at once, with none on the way`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen)
        fixture.tabs[3].sendActions(for: .touchUpInside)
        #expect(fixture.controller.selection == 3)
        screen.run(for: 1)
        #expect(fixture.pages.contentOffset.x == 960)
        #expect(fixture.selections == [3])
        #expect(fixture.underline.frame.minX == 300)
      }
    }

    @Test func `pages that jump before the first step to a chosen one go there`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen)
        fixture.tabs[3].sendActions(for: .touchUpInside)
        fixture.pages.setContentOffset(CGPoint(x: 100, y: 0), animated: false)
        screen.run(for: 1)
        #expect(fixture.pages.contentOffset.x == 960)
        #expect(fixture.selections == [3])
      }
    }

    @Test func `pages that move right after an immediate choice are followed`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen)
        fixture.controller.select(3, animated: false)
        fixture.pages.contentOffset.x = 320
        #expect(fixture.selections == [3, 1])
      }
    }

    @Test func `the underline follows the pages exactly`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen)
        fixture.pages.contentOffset.x = 80
        #expect(fixture.controller.progress == 0.25)
        #expect(fixture.underline.frame.minX == 25)
      }
    }

    @Test func `the underline follows each side of its tab, by less than a point`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen)
        fixture.pages.contentOffset.x = 1
        #expect(abs(fixture.underline.frame.minX - 0.3125) < 1e-3)
        fixture.pages.contentOffset.x = 0
        fixture.tabs[0].frame.size.width += 0.5
        screen.settle()
        #expect(fixture.underline.frame == CGRect(x: 0, y: 37, width: 100.5, height: 3))
        for tab in fixture.tabs { tab.frame.size.height += 0.5 }
        fixture.tabs[3].frame.size.height = 20
        screen.settle()
        #expect(fixture.underline.frame == CGRect(x: 0, y: 37.5, width: 100.5, height: 3))
        #if !canImport(Darwin)
        // The frame set at the end of the turn has reached the screen.
        #expect(!CATransaction.shared.isNeeded)
        #endif
      }
    }

    @Test func `an underline in the strip keeps its place among the subviews`() {
      withScreen { screen in
        let strip = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 40))
        let pages = UIScrollView(frame: CGRect(x: 0, y: 40, width: 320, height: 440))
        let underline = box(0, 0, 5, 5, in: strip)
        underline.translatesAutoresizingMaskIntoConstraints = false
        let tabs = (0..<3).map { box(CGFloat($0) * 100, 0, 100, 40, in: strip) }
        for scrollView in [strip, pages] { screen.view.addSubview(scrollView) }
        let controller = PagedTabsController(
          tabs: tabs, underline: underline, underlineHeight: 5, strip: strip, pages: pages)
        #expect(strip.subviews.first === underline && strip.subviews.count == 4)
        #expect(underline.translatesAutoresizingMaskIntoConstraints)
        #expect(underline.frame == CGRect(x: 0, y: 35, width: 100, height: 5))
        withExtendedLifetime(controller) {}
      }
    }

    @Test func `changing the tabs keeps the selected one`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen, selection: 1)
        let kept = Array(fixture.tabs[1...3])
        for (index, tab) in kept.enumerated() { tab.frame.origin.x = CGFloat(index) * 100 }
        fixture.strip.contentSize.width = 300
        fixture.pages.contentSize.width = 960
        fixture.controller.setTabs(kept)
        screen.settle()
        #expect(fixture.controller.selection == 0)
        #expect(fixture.pages.contentOffset.x == 0)
        #expect(kept.map(\.isSelected) == [true, false, false])
      }
    }

    @Test func `a tap on a tab selects its current place, on a removed tab nothing`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen, selection: 1)
        let tabs = fixture.tabs
        fixture.controller.setTabs([tabs[4], tabs[2], tabs[0]])
        screen.settle()
        // The selected tab is removed: the tab nearest to its place is selected.
        #expect(fixture.controller.selection == 1)
        for index in [1, 4, 3, 0] {
          tabs[index].sendActions(for: .touchUpInside)
          screen.run(for: 2)
        }
        #expect(fixture.selections == [0, 2])
        #expect([4, 2, 0].map { tabs[$0].isSelected } == [false, false, true])
        fixture.controller.setTabs([])
        screen.settle()
        #expect(fixture.controller.selection == nil)
        #expect(fixture.underline.frame.width == 0)
      }
    }

    @Test func `pages stay in place when the tab chosen in the same turn comes to them`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen, count: 2, selection: 1)
        fixture.controller.select(0)
        fixture.insertTab()
        var offsets: Set<CGFloat> = []
        for _ in 0..<50 {
          screen.run(for: 0.02)
          offsets.insert(fixture.pages.contentOffset.x)
        }
        #expect(offsets == [320])
        #expect(fixture.controller.selection == 1)
        #expect(fixture.underline.frame.minX == fixture.tabs[0].frame.minX)
      }
    }

    @Test func `moves respect the insets of the strip and keep vertical offsets`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen)
        fixture.strip.contentInset = UIEdgeInsets(top: 0, left: 20, bottom: 0, right: 60)
        fixture.strip.contentSize.height = 100
        fixture.strip.contentOffset.y = 5
        fixture.pages.contentOffset.y = 7
        screen.settle()
        fixture.controller.select(4, animated: false)
        #expect(fixture.pages.contentOffset == CGPoint(x: 1_280, y: 7))
        // The end of the tabs, of 500 pt, is at the inset of 60 pt.
        #expect(fixture.strip.contentOffset == CGPoint(x: 500 - 260, y: 5))
        fixture.controller.select(0, animated: false)
        #expect(fixture.strip.contentOffset == CGPoint(x: -20, y: 5))
        fixture.controller.select(5)
        #expect(fixture.controller.selection == 0)
      }
    }

    #if !canImport(Darwin)
    @Test func `without an underline, a screen without changes is idle`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen, hasUnderline: false)
        screen.settle()
        #expect(!CATransaction.shared.isNeeded)
        #expect(fixture.underline.superview == nil)
      }
    }

    @Test(arguments: Variant.windows)
    func `the effect of a layout is shown without another event`(variant: Variant) {
      withScreen(as: variant) { screen in
        let fixture = PagedTabsFixture(in: screen)
        fixture.tabs[0].frame.size.width = 80
        screen.settle()
        #expect(fixture.underline.frame.width == 80)
        #expect(!CATransaction.shared.isNeeded)
        fixture.pages.contentSize.width = 5 * 280
        fixture.pages.frame.size.width = 280
        fixture.controller.select(2, animated: false)
        screen.settle()
        fixture.pages.frame.size.width = 320
        screen.settle()
        #expect(fixture.pages.contentOffset.x == 640)
        #expect(!CATransaction.shared.isNeeded)
      }
    }

    @Test func `nothing runs once the views are gone`() {
      withScreen { screen in
        var controller: PagedTabsController?
        do {
          let (strip, pages) = (UIScrollView(frame: .zero), UIScrollView(frame: .zero))
          controller = PagedTabsController(
            tabs: [UIView()], underline: nil, strip: strip, pages: pages)
        }
        screen.settle()
        let turns = VirtualRunLoop.main.turnCount
        screen.run(for: 1)
        #expect(VirtualRunLoop.main.turnCount - turns <= 3)
        #expect(controller?.selection == 0)
      }
    }

    @Test func `a strip scrolled by hand follows a drag back to its place, and to the next tab`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen, count: 6, selection: 2)
        fixture.strip.contentOffset.x = 140
        screen.settle()
        let start = CGPoint(x: 310, y: 200)
        let finger = screen.touch(at: start)
        // A fast start, in one turn.
        for x in [290, 210] as [CGFloat] { finger.move(to: CGPoint(x: x, y: 200)) }
        #expect(fixture.strip.contentOffset.x > 140)
        screen.settle()
        var last: CGFloat = 210
        for (x, page, strip) in [(290, 640, 140), (-30, 960, 190)] as [(CGFloat, CGFloat, CGFloat)]
        {
          screen.move(finger, from: CGPoint(x: last, y: 200), to: CGPoint(x: x, y: 200), in: 1)
          #expect(abs(fixture.pages.contentOffset.x - page) < 1e-6)
          #expect(abs(fixture.strip.contentOffset.x - strip) < 1e-6)
          last = x
        }
        finger.lift()
      }
    }

    @Test func `a finger turns the page and selects its tab`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen)
        screen.drag(from: CGPoint(x: 300, y: 200), to: CGPoint(x: 100, y: 200))
        screen.run(for: 1)
        #expect(fixture.pages.contentOffset.x == 320)
        #expect(fixture.selections == [1])
        #expect(fixture.underline.frame.minX == 100)
      }
    }

    /// Turns to the second page, or drags forth and back to the first.
    private func drag(_ screen: Screen, turning: Bool) {
      let (start, end) = (CGPoint(x: 300, y: 200), CGPoint(x: 100, y: 200))
      if turning {
        screen.drag(from: start, to: end)
      } else {
        let finger = screen.touch(at: start)
        screen.move(finger, from: start, to: CGPoint(x: 280, y: 200), in: 0.02)
        screen.move(finger, from: CGPoint(x: 280, y: 200), to: CGPoint(x: 240, y: 200), in: 0.1)
        screen.move(finger, from: CGPoint(x: 240, y: 200), to: CGPoint(x: 280, y: 200), in: 0.1)
        screen.run(for: 0.2)
        finger.lift()
      }
      screen.run(for: 1)
    }

    @Test(arguments: Variant.scrolls, [true, false])
    func `after a finger, pages that stop between two go to the nearest one`(
      variant: Variant, hasTurned: Bool
    ) {
      withScreen(as: variant) { screen in
        let fixture = PagedTabsFixture(in: screen)
        drag(screen, turning: hasTurned)
        fixture.pages.setContentOffset(CGPoint(x: 500, y: 0), animated: true)
        screen.run(for: 2)
        #expect(fixture.pages.contentOffset.x == 640)
        #expect(fixture.selections == [1, 2])
      }
    }

    @Test(arguments: [false, true])
    func `a finger selects tabs right after a new direction, even if another finger came first`(
      hasDragged: Bool
    ) {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen, count: 3, selection: 1)
        if hasDragged { drag(screen, turning: false) }
        // The middle page keeps its place.
        fixture.pages.semanticContentAttribute = .forceRightToLeft
        screen.settle()
        let (start, end) = (CGPoint(x: 300, y: 200), CGPoint(x: 80, y: 200))
        let finger = screen.touch(at: start)
        screen.move(finger, from: start, to: end, in: 0.2)
        #expect(fixture.selections == [0])
        finger.lift()
      }
    }

    @Test(arguments: Variant.scrolls, [true, false])
    func `after a finger, another one takes the pages from a tab that was tapped`(
      variant: Variant, hasTurned: Bool
    ) {
      withScreen(as: variant) { screen in
        let fixture = PagedTabsFixture(in: screen)
        drag(screen, turning: hasTurned)
        fixture.tabs[4].sendActions(for: .touchUpInside)
        screen.run(for: 0.12)
        screen.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 130, y: 200), in: 0.1)
        #expect(fixture.selections.prefix(hasTurned ? 2 : 1) == (hasTurned ? [1, 4] : [4]))
        #expect(fixture.controller.selection != 4)
        screen.run(for: 2)
        let page = hasTurned ? 1 : 0
        #expect(fixture.controller.selection == page)
        #expect(fixture.pages.contentOffset.x == CGFloat(page) * 320)
      }
    }

    @Test func `a tab tapped while pages turn moves them on with an animation`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen)
        screen.drag(from: CGPoint(x: 300, y: 200), to: CGPoint(x: 150, y: 200), in: 0.1)
        screen.run(for: 0.05)
        #expect(fixture.pages.isDecelerating)
        fixture.tabs[4].sendActions(for: .touchUpInside)
        screen.run(for: 0.1)
        #expect(fixture.pages.contentOffset.x < 1_000)
        screen.run(for: 1)
        #expect(fixture.pages.contentOffset.x == 1_280)
        #expect(fixture.selections == [4])
      }
    }

    @Test func `a drag continues beside its page when a tab comes before it`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen, count: 3, selection: 1)
        let start = CGPoint(x: 200, y: 200)
        let finger = screen.touch(at: start)
        screen.move(finger, from: start, to: CGPoint(x: 120, y: 200), in: 0.2)
        let place = fixture.pages.contentOffset.x
        fixture.insertTab()
        screen.settle()
        #expect(abs(fixture.pages.contentOffset.x - place - 320) < 1e-6)
        #expect(fixture.selections == [2])
        screen.move(finger, from: CGPoint(x: 120, y: 200), to: CGPoint(x: 110, y: 200), in: 0.05)
        #expect(abs(fixture.pages.contentOffset.x - place - 330) < 1e-6)
        finger.cancel()
      }
    }

    @Test func `a drag continues at once in pages of another width`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen, selection: 1)
        let start = CGPoint(x: 190, y: 200)
        let finger = screen.touch(at: start)
        screen.move(finger, from: start, to: CGPoint(x: 110, y: 200), in: 0.2)
        let place = fixture.controller.progress
        #expect(place > 1.1)
        fixture.pages.frame.size.width = 200
        fixture.pages.contentSize.width = 5 * 200
        finger.move(to: CGPoint(x: 100, y: 200))
        screen.settle()
        #expect(abs(fixture.pages.contentOffset.x - place * 200 - 10) < 1e-6)
        finger.cancel()
      }
    }

    @Test func `with Reduce Motion, pages move at once, and the setting may change at any time`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen)
        UIAccessibility.isReduceMotionEnabled = true
        defer { UIAccessibility.isReduceMotionEnabled = false }
        fixture.controller.select(3)
        #expect(fixture.pages.contentOffset.x == 960)
        UIAccessibility.isReduceMotionEnabled = false
        fixture.controller.select(0)
        #expect(fixture.pages.contentOffset.x == 960)
        screen.run(for: 1)
        #expect(fixture.pages.contentOffset.x == 0)
        // After a finger, pages that stop between two go to the nearest one.
        screen.drag(from: CGPoint(x: 300, y: 200), to: CGPoint(x: 100, y: 200))
        screen.run(for: 1)
        fixture.pages.setContentOffset(CGPoint(x: 500, y: 0), animated: true)
        UIAccessibility.isReduceMotionEnabled = true
        var offsets: Set<CGFloat> = []
        for _ in 0..<100 {
          screen.run(for: 0.02)
          offsets.insert(fixture.pages.contentOffset.x)
        }
        #expect(fixture.pages.contentOffset.x == 640)
        #expect(!offsets.contains { $0 > 500 && $0 < 640 })
      }
    }

    @Test func `a tap selects a tab`() {
      withScreen { screen in
        let fixture = PagedTabsFixture(in: screen)
        screen.drag(from: CGPoint(x: 150, y: 20), to: CGPoint(x: 150, y: 20))
        screen.run(for: 1)
        #expect(fixture.selections == [1])
      }
    }
    #endif
  }
}

import SightlineAppleViews
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct HeaderControllerTests {
    @Test(arguments: flippings)
    func `a header stretches with a pull and scrolls up more slowly than the content`(
      isFlipped: Bool
    ) {
      withScreen { screen in
        let list = longList(in: screen, isFlipped: isFlipped)
        _ = list.row(200, height: 1_000)
        let header = plainView(.zero)
        let controller = StretchyHeaderController(
          header: header, in: list, state: StretchyHeader(height: 200, parallaxRate: 0.5))
        var layouts = 0
        controller.layoutChanged = { _ in layouts += 1 }
        @MainActor func onScreen() -> CGRect { header.convert(header.bounds, to: screen.view) }
        #if canImport(UIKit)
        // Behind the content, and clipped to its height.
        #expect(list.subviews.first === header && header.clipsToBounds)
        #else
        #expect(header.superview === list.contentView)
        #endif
        #expect(onScreen() == CGRect(x: 0, y: 0, width: 320, height: 200))
        list.scroll(fromTop: -50)
        #expect(onScreen() == CGRect(x: 0, y: 0, width: 320, height: 250))
        list.scroll(fromTop: 100)
        // Its top is 50 pt above the edge, and its bottom moves with the content.
        #expect(onScreen() == CGRect(x: 0, y: -50, width: 320, height: 150))
        list.scroll(fromTop: 400)
        #expect(onScreen().height == 0)
        list.scroll(fromTop: 0)
        #expect(onScreen() == CGRect(x: 0, y: 0, width: 320, height: 200))
        #expect(layouts == 4)
      }
    }

    @Test(arguments: flippings)
    func `a header collapses past its threshold and expands on the way back`(isFlipped: Bool) {
      withScreen { screen in
        let list = longList(in: screen, isFlipped: isFlipped)
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(
          header: header, in: list,
          style: CollapsingHeader.Style(
            expandedHeight: 80, collapsedHeight: 50, threshold: 100, hysteresis: 10))
        var labels: [Bool] = []
        controller.layoutChanged = { labels.append($0.showsLabel) }
        screen.settle()
        #expect(header.bounds.height == 80)
        // A list that was at its top is still there, below the header.
        #expect(ScrollMetrics(list).contentOffset.y == -80)
        for (offset, height) in [(19, 80), (20, 50), (11, 50), (9, 80)] as [(CGFloat, CGFloat)] {
          list.scroll(fromTop: offset)
          #if canImport(UIKit)
          // The layout is part of the animation.
          #expect(header.bounds.height == height)
          #endif
          screen.run(for: 0.5)
          #expect(header.bounds.height == height)
        }
        #expect(labels == [false, true])
      }
    }

    @Test(arguments: [-97.667, -97.8, -150] as [CGFloat])
    func `a list less than a pixel from its top is at its top`(offset: CGFloat) {
      withScreen { screen in
        let list = longList(in: screen)
        list.topInset = 97.8
        screen.settle()
        list.scroll(fromTop: offset)
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(header: header, in: list)
        #expect(abs(ScrollMetrics(list).contentOffset.y + 179.8) < 1e-9)
        withExtendedLifetime(controller) {}
      }
    }

    @Test func `a collapsing header adds to existing insets`() {
      withScreen { screen in
        let list = longList(in: screen)
        list.topInset = 30
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(header: header, in: list)
        #expect(list.topInset == 112)
        withExtendedLifetime(controller) {}
      }
    }

    @Test func `a header's second controller takes over its height`() {
      withScreen { screen in
        let list = longList(in: screen)
        let header = box(0, 0, 320, 82, in: screen.view)
        let controllers = [80, 60].map { height in
          CollapsingHeaderController(
            header: header, in: list,
            style: CollapsingHeader.Style(expandedHeight: height, collapsedHeight: 50))
        }
        screen.settle()
        #expect(header.bounds.height == 60)
        #expect(header.constraints.count == 1)
        withExtendedLifetime(controllers) {}
      }
    }

    @Test func `a scroll view's second header takes over the first one's inset`() {
      withScreen { screen in
        let list = longList(in: screen)
        list.topInset = 30
        list.scroll(fromTop: -30)
        let header = box(0, 0, 320, 82, in: screen.view)
        var controller = CollapsingHeaderController(header: header, in: list)
        // As when a screen is set up again.
        controller = CollapsingHeaderController(header: header, in: list)
        #expect(list.topInset == 112)
        controller = CollapsingHeaderController(
          header: header, in: list, style: CollapsingHeader.Style(expandedHeight: 100))
        #expect(list.topInset == 130)
        #expect(ScrollMetrics(list).contentOffset.y == -130)
        withExtendedLifetime(controller) {}
      }
    }

    @Test func `neither controller retains its views`() {
      withScreen { screen in
        weak var gone: PlatformScrollView?
        let header = box(0, 0, 320, 82, in: screen.view)
        var controllers: [AnyObject] = []
        do {
          let list = longList(in: screen)
          controllers = [
            CollapsingHeaderController(header: header, in: list),
            StretchyHeaderController(
              header: plainView(.zero), in: list, state: StretchyHeader(height: 100)),
          ]
          gone = list
          list.removeFromSuperview()
        }
        screen.settle()
        #expect(gone == nil)
        #expect(controllers.count == 2)
      }
    }
  }
}

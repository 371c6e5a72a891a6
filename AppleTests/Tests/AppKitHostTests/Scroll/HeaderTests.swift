import AppKit
import SightlineAppleViews
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct HeaderTests {
    private func makeScrollView(in screen: Screen, isFlipped: Bool) -> NSScrollView {
      let list = scrollView(
        screen.view.bounds, document: CGSize(width: 320, height: 5_000), isFlipped: isFlipped,
        in: screen.view)
      screen.settle()
      return list
    }

    @Test(arguments: [true, false])
    func `a header stretches with a pull and scrolls up more slowly than the content`(
      isFlipped: Bool
    ) {
      withScreen { screen in
        let list = makeScrollView(in: screen, isFlipped: isFlipped)
        let header = FlippedView()
        let controller = StretchyHeaderController(
          header: header, in: list, state: StretchyHeader(height: 200, parallaxRate: 0.5))
        var layouts = 0
        controller.layoutChanged = { _ in layouts += 1 }
        @MainActor func onScreen() -> CGRect { header.convert(header.bounds, to: screen.view) }
        #expect(header.superview === list.contentView)
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

    @Test(arguments: [true, false])
    func `a header collapses past its threshold and expands on the way back`(isFlipped: Bool) {
      withScreen { screen in
        let list = makeScrollView(in: screen, isFlipped: isFlipped)
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
        list.scroll(fromTop: 19)
        screen.run(for: 0.5)
        #expect(header.bounds.height == 80)
        list.scroll(fromTop: 20)
        screen.run(for: 0.5)
        #expect(header.bounds.height == 50)
        list.scroll(fromTop: 11)
        screen.run(for: 0.5)
        #expect(header.bounds.height == 50)
        list.scroll(fromTop: 9)
        screen.run(for: 0.5)
        #expect(header.bounds.height == 80)
        #expect(labels == [false, true])
      }
    }

    /// AppKit rests a short document at its bottom unless it is flipped.
    @Test(arguments: [true, false])
    func `a document that rests at its bottom is not pulled`(isFlipped: Bool) {
      withScreen { screen in
        let list = scrollView(
          CGRect(x: 0, y: 0, width: 320, height: 400),
          document: CGSize(width: 320, height: 300), isFlipped: isFlipped, in: screen.view)
        list.contentView.scroll(to: .zero)
        screen.settle()
        #expect(ScrollMetrics(list).contentOffset.y == (isFlipped ? 0 : -100))
        let header = FlippedView()
        let stretching = StretchyHeaderController(
          header: header, in: list, state: StretchyHeader(height: 200))
        #expect(header.frame.height == 200)
        list.scroll(fromTop: isFlipped ? -20 : -120)
        #expect(header.frame.height == 220)
        list.scroll(fromTop: isFlipped ? 0 : -100)
        let bar = box(0, 0, 320, 82, in: screen.view)
        let collapsing = CollapsingHeaderController(header: bar, in: list)
        screen.settle()
        #expect(ScrollMetrics(list).contentOffset.y == (isFlipped ? -82 : -100))
        withExtendedLifetime((stretching, collapsing)) {}
      }
    }

    @Test func `a list less than a pixel from its top is at its top`() {
      withScreen { screen in
        let list = makeScrollView(in: screen, isFlipped: true)
        list.automaticallyAdjustsContentInsets = false
        list.contentInsets.top = 97.8
        screen.settle()
        list.scroll(fromTop: -97.667)
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(header: header, in: list)
        #expect(abs(ScrollMetrics(list).contentOffset.y + 179.8) < 1e-9)
        list.scroll(fromTop: 150 - 179.8)
        screen.run(for: 0.5)
        #expect(header.bounds.height == 53)
        list.contentInsets.top -= 60
        list.tile()
        screen.run(for: 0.5)
        #expect(header.bounds.height == 53)
        withExtendedLifetime(controller) {}
      }
    }

    @Test func `a header adds its height to the insets of a title bar and a table's header`() {
      let screen = Screen(style: [.titled, .fullSizeContentView])
      defer { screen.close() }
      let list = TableList(Array(0..<100))
      list.view.automaticallyAdjustsContentInsets = true
      list.table.headerView = NSTableHeaderView(frame: CGRect(x: 0, y: 0, width: 320, height: 24))
      screen.view.addSubview(list.view)
      screen.settle()
      list.scroll(to: -24 - screen.titleBarHeight)
      let header = box(0, screen.titleBarHeight, 320, 80, in: screen.view)
      for height in [80.0, 100] {
        let controller = CollapsingHeaderController(
          header: header, in: list.view, style: CollapsingHeader.Style(expandedHeight: height))
        screen.settle()
        #expect(list.view.contentInsets.top == screen.titleBarHeight + CGFloat(height))
        #expect(list.view.contentView.bounds.minY == -24 - list.view.contentInsets.top)
        withExtendedLifetime(controller) {}
      }
    }

    #if !canImport(Darwin)
    @Test func `with Reduce Motion a header jumps`() {
      NSWorkspace.shared.accessibilityDisplayShouldReduceMotion = true
      defer { NSWorkspace.shared.accessibilityDisplayShouldReduceMotion = false }
      withScreen { screen in
        let list = makeScrollView(in: screen, isFlipped: true)
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(header: header, in: list)
        var layouts = 0
        controller.layoutChanged = { _ in layouts += 1 }
        list.scroll(fromTop: 2_000)
        screen.settle()
        #expect(header.bounds.height == CGFloat(CollapsingHeader.Style().collapsedHeight))
        #expect(layouts == 1)
      }
    }
    #endif
  }
}

import AppKit
import SightlineAppleViews
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct AppKitHeaderTests {
    /// AppKit rests a short document at its bottom unless it is flipped.
    @Test(arguments: [true, false])
    func `a document that rests at its bottom is not pulled`(isFlipped: Bool) {
      withScreen { screen in
        let list = scrollingView(
          CGRect(x: 0, y: 0, width: 320, height: 400),
          content: CGSize(width: 320, height: 300), isFlipped: isFlipped, in: screen.view)
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

    @Test func `a collapsed header stays so when an inset shrinks`() {
      withScreen { screen in
        let list = longList(in: screen)
        list.contentInsets.top = 98
        screen.settle()
        list.scroll(fromTop: -98)
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(header: header, in: list)
        list.scroll(fromTop: 150 - 180)
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
        let list = longList(in: screen)
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

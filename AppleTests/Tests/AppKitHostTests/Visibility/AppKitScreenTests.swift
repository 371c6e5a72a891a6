import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct AppKitScreenTests {
    private let log = Log()

    /// A controller with a card that counts once a visit.
    private func controller(_ name: String) -> NSViewController {
      let controller = NSViewController()
      controller.view = NSView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
      let card = box(0, 100, 100, 100, in: controller.view)
      card.visibility.impression(of: name, .feed.repeating(.oncePerScreenVisit)) { [log] _ in
        log.add(name)
      }
      return controller
    }

    @Test func `choosing a tab begins a visit`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let tabs = NSTabViewController()
        tabs.addChild(controller("general"))
        tabs.addChild(controller("privacy"))
        screen.window.contentViewController = tabs
        screen.settle()
        #expect(log.take() == ["general"])
        tabs.selectedTabViewItemIndex = 1
        screen.settle()
        #expect(log.take() == ["privacy"])
        tabs.selectedTabViewItemIndex = 0
        screen.settle()
        #expect(log.take() == ["general"])
        screen.run(for: 1)
        #expect(log.take() == [])
      }
    }

    @Test func `tabs in a pane begin visits, and a part of a screen does not`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let (split, pane) = (NSSplitViewController(), controller("pane"))
        let tabs = NSTabViewController()
        split.addChild(pane)
        split.view.addSubview(pane.view)
        pane.addChild(tabs)
        pane.view.addSubview(tabs.view)
        for name in ["general", "privacy"] { tabs.addChild(controller(name)) }
        screen.window.contentViewController = split
        screen.settle()
        #expect(log.take().sorted() == ["general", "pane"])
        tabs.selectedTabViewItemIndex = 1
        screen.settle()
        #expect(log.take().sorted() == ["pane", "privacy"])
        let part = controller("part")
        pane.addChild(part)
        pane.view.addSubview(part.view)
        screen.settle()
        #expect(log.take() == ["part"])
      }
    }

    @Test func `the detail of a split and a page in a part of a screen begin no visit`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let split = NSSplitViewController()
        let (list, pages) = (controller("list"), NSPageController())
        split.addChild(list)
        split.view.addSubview(list.view)
        list.addChild(pages)
        pages.view.frame = CGRect(x: 0, y: 300, width: 320, height: 100)
        list.view.addSubview(pages.view)
        screen.window.contentViewController = split
        screen.settle()
        #expect(log.take() == ["list"])
        let detail = controller("detail")
        split.addChild(detail)
        split.view.addSubview(detail.view)
        screen.settle()
        #expect(log.take() == ["detail"])
        let page = controller("page")
        pages.addChild(page)
        page.view.frame = pages.view.bounds
        pages.view.addSubview(page.view)
        screen.settle()
        #expect(log.take() == ["page"], "nothing else counts again")
      }
    }

    @Test func `a page that fills the window begins a visit once it is there`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let (pages, first, second) = (NSPageController(), controller("first"), controller("second"))
        screen.window.contentViewController = pages
        @MainActor func place(_ page: NSViewController, at x: CGFloat) {
          if page.parent == nil { pages.addChild(page) }
          page.view.frame = pages.view.bounds.offsetBy(dx: x, dy: 0)
          pages.view.addSubview(page.view)
        }
        place(first, at: 0)
        screen.settle()
        #expect(log.take() == ["first"])
        for offset: CGFloat in [100, 300, 100, 0] {
          place(first, at: -offset)
          place(second, at: 320 - offset)
          screen.settle()
        }
        #expect(log.take() == ["second"])
        place(first, at: -320)
        place(second, at: 0)
        screen.settle()
        #expect(log.take() == ["second"])
      }
    }

    @Test func `another content controller begins a visit`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let first = controller("first")
        screen.window.contentViewController = first
        screen.settle()
        screen.window.contentViewController = controller("second")
        screen.settle()
        screen.window.contentViewController = first
        screen.settle()
        #expect(log.take() == ["first", "second", "first"])
      }
    }
  }
}

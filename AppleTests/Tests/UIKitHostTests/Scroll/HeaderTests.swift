import SightlineAppleViews
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct HeaderTests {
    private func makeScrollView(in screen: Screen) -> UIScrollView {
      let scrollView = UIScrollView(frame: screen.view.bounds)
      scrollView.contentInsetAdjustmentBehavior = .never
      scrollView.contentSize = CGSize(width: 320, height: 5_000)
      screen.view.addSubview(scrollView)
      screen.settle()
      return scrollView
    }

    @Test func `a header stretches with a pull and scrolls up more slowly than the content`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        _ = box(0, 200, 320, 1_000, in: scrollView)
        let header = UIView()
        let controller = StretchyHeaderController(
          header: header, in: scrollView, state: StretchyHeader(height: 200, parallaxRate: 0.5))
        var layouts = 0
        controller.layoutChanged = { _ in layouts += 1 }
        // Behind the content, and clipped to its height.
        #expect(scrollView.subviews.first === header && header.clipsToBounds)
        #expect(header.frame == CGRect(x: 0, y: 0, width: 320, height: 200))
        scrollView.contentOffset.y = -50
        #expect(header.frame == CGRect(x: 0, y: -50, width: 320, height: 250))
        scrollView.contentOffset.y = 100
        // On screen its top is 50 pt above the edge, and its bottom moves with the content.
        #expect(header.frame == CGRect(x: 0, y: 50, width: 320, height: 150))
        scrollView.contentOffset.y = 400
        #expect(header.frame.height == 0)
        scrollView.contentOffset.y = 0
        #expect(header.frame == CGRect(x: 0, y: 0, width: 320, height: 200))
        #expect(layouts == 4)
      }
    }

    @Test func `starting a refresh does not affect a header's pull`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        let control = UIRefreshControl(frame: .zero)
        scrollView.refreshControl = control
        let header = UIView()
        let controller = StretchyHeaderController(
          header: header, in: scrollView, state: StretchyHeader(height: 200))
        scrollView.contentOffset.y = -100
        control.beginRefreshing()
        scrollView.contentOffset.y = -90
        #expect(header.frame == CGRect(x: 0, y: -90, width: 320, height: 290))
        scrollView.contentOffset.y = -60
        #expect(header.frame == CGRect(x: 0, y: -60, width: 320, height: 260))
        withExtendedLifetime(controller) {}
      }
    }

    /// Aligned to the bottom, or centred.
    @Test(arguments: [-400, -200] as [CGFloat])
    func `content that rests below its top is not pulled`(rest: CGFloat) {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        scrollView.frame = CGRect(x: 0, y: 0, width: 320, height: 700)
        scrollView.contentSize.height = 300
        scrollView.contentOffset.y = rest
        let header = UIView()
        let stretching = StretchyHeaderController(
          header: header, in: scrollView, state: StretchyHeader(height: 200))
        #expect(header.frame.height == 200)
        let bar = box(0, 0, 320, 82, in: screen.view)
        let collapsing = CollapsingHeaderController(header: bar, in: scrollView)
        screen.settle()
        #expect(scrollView.contentOffset.y == rest && header.frame.height == 200)
        #expect(bar.bounds.height == 82)
        withExtendedLifetime((stretching, collapsing)) {}
      }
    }

    #if !canImport(Darwin)
    @Test func `a finger pulls short content from its top`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        scrollView.contentSize.height = scrollView.bounds.height - 100
        scrollView.alwaysBounceVertical = true
        let header = UIView()
        let controller = StretchyHeaderController(
          header: header, in: scrollView, state: StretchyHeader(height: 200))
        let start = CGPoint(x: 100, y: 100)
        let finger = screen.touch(at: start)
        screen.move(finger, from: start, to: CGPoint(x: 100, y: 200), in: 0.2)
        #expect(scrollView.contentOffset.y < 0)
        #expect(abs(header.frame.height - (200 - scrollView.contentOffset.y)) < 1e-9)
        finger.lift()
        screen.run(for: 2)
        #expect(scrollView.contentOffset.y == 0 && header.frame.height == 200)
        withExtendedLifetime(controller) {}
      }
    }
    #endif

    @Test func `a collapsed header stays so when a refresh or a banner ends`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        let control = UIRefreshControl(frame: .zero)
        scrollView.refreshControl = control
        control.beginRefreshing()
        scrollView.contentInset.top = 30
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(header: header, in: scrollView)
        screen.settle()
        scrollView.contentOffset.y = 150 - scrollView.adjustedContentInset.top
        screen.run(for: 0.2)
        #expect(header.bounds.height == 53)
        control.endRefreshing()
        screen.run(for: 0.2)
        scrollView.contentInset.top -= 30
        screen.run(for: 0.2)
        #expect(header.bounds.height == 53)
        scrollView.contentOffset.y += 5
        #expect(header.bounds.height == 53)
        scrollView.contentOffset.y -= 10
        screen.run(for: 0.2)
        #expect(header.bounds.height == 82)
        withExtendedLifetime(controller) {}
      }
    }

    @Test func `a header collapses past its threshold and expands on the way back`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(
          header: header, in: scrollView,
          style: CollapsingHeader.Style(
            expandedHeight: 80, collapsedHeight: 50, threshold: 100, hysteresis: 10))
        var labels: [Bool] = []
        controller.layoutChanged = { labels.append($0.showsLabel) }
        screen.settle()
        #expect(header.bounds.height == 80)
        // The top inset adds 80 to each offset.
        scrollView.contentOffset.y = 19
        screen.run(for: 0.2)
        #expect(header.bounds.height == 80)
        scrollView.contentOffset.y = 20
        // The layout is part of the animation.
        #expect(header.bounds.height == 50)
        screen.run(for: 0.2)
        #expect(header.bounds.height == 50)
        scrollView.contentOffset.y = 11
        screen.run(for: 0.2)
        #expect(header.bounds.height == 50)
        scrollView.contentOffset.y = 10
        screen.run(for: 0.2)
        #expect(header.bounds.height == 80)
        #expect(labels == [false, true])
      }
    }

    @Test func `the header of a scrolled list is collapsed from the start`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        scrollView.contentOffset.y = 400
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(header: header, in: scrollView)
        var labels: [Bool] = []
        controller.layoutChanged = { labels.append($0.showsLabel) }
        #expect(header.bounds.height == 53)
        #expect(labels == [false])
        scrollView.contentOffset.y = 0
        #expect(header.bounds.height == 82)
        controller.layoutChanged = { labels.append($0.showsLabel) }
        #expect(labels == [false, true])
      }
    }

    #if !canImport(Darwin)
    /// The first change is the jump of a screen that is restored, unless the list was scrolled.
    @Test(arguments: [(0, 0), (0.5, 0.08)])
    func `changes are animated except for the first one, and not with Reduce Motion`(
      start: CGFloat, first: Double
    ) {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        scrollView.contentOffset.y = start
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(
          header: header, in: scrollView,
          style: CollapsingHeader.Style(expandedHeight: 0.5, collapsedHeight: 0))
        var durations: [Double] = []
        controller.layoutChanged = { _ in durations.append(UIView.inheritedAnimationDuration) }
        for offset in [400, 0] as [CGFloat] { scrollView.contentOffset.y = offset }
        UIAccessibility.isReduceMotionEnabled = true
        defer { UIAccessibility.isReduceMotionEnabled = false }
        scrollView.contentOffset.y = 400
        #expect(durations == [first, 0.08, 0])
      }
    }

    private final class Row: UIView {
      var durations: [Double] = []

      override func layoutSubviews() {
        super.layoutSubviews()
        durations.append(UIView.inheritedAnimationDuration)
      }
    }

    @Test func `a collapsing header animates no other pending layout`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        scrollView.contentOffset.y = 0.5
        let row = Row(frame: CGRect(x: 0, y: 0, width: 320, height: 50))
        scrollView.addSubview(row)
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(header: header, in: scrollView)
        screen.settle()
        row.durations = []
        row.setNeedsLayout()
        scrollView.contentOffset.y = 400
        #expect(row.durations == [0])
        withExtendedLifetime(controller) {}
      }
    }
    #endif

    #if !canImport(Darwin)
    private final class Rows: NSObject, UITableViewDataSource {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }

      func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        tableView.dequeueReusableCell(withIdentifier: "row", for: path)
      }
    }

    @Test(arguments: [
      (UITableView.Style.plain, 30, true), (.plain, 0, false), (.grouped, 30, false),
    ])
    func `a collapsed header over pinned section headers logs a warning`(
      style: UITableView.Style, height: CGFloat, warns: Bool
    ) {
      withScreen { screen in
        let (source, table) = (Rows(), UITableView(frame: screen.view.bounds, style: style))
        table.contentInsetAdjustmentBehavior = .never
        table.sectionHeaderHeight = height
        table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
        table.dataSource = source
        screen.view.addSubview(table)
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(header: header, in: table)
        screen.settle()
        #expect(!controller.hasWarned)
        table.contentOffset.y = 400
        #expect(controller.hasWarned == warns)
        withExtendedLifetime(source) {}
      }
    }
    #endif

    @Test func `a collapsing header adds to existing insets`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        scrollView.contentInset.top = 30
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(header: header, in: scrollView)
        #expect(scrollView.contentInset.top == 112)
        withExtendedLifetime(controller) {}
      }
    }

    @Test func `a header's second controller takes over its height`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        let header = box(0, 0, 320, 82, in: screen.view)
        let controllers = [80, 60].map { height in
          CollapsingHeaderController(
            header: header, in: scrollView,
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
        let scrollView = makeScrollView(in: screen)
        scrollView.contentInset.top = 30
        scrollView.contentOffset.y = -30
        let header = box(0, 0, 320, 82, in: screen.view)
        var controller = CollapsingHeaderController(header: header, in: scrollView)
        // As when a screen is set up again.
        controller = CollapsingHeaderController(header: header, in: scrollView)
        #expect(scrollView.contentInset.top == 112)
        controller = CollapsingHeaderController(
          header: header, in: scrollView, style: CollapsingHeader.Style(expandedHeight: 100))
        #expect(scrollView.contentInset.top == 130)
        #expect(scrollView.contentOffset.y == -130)
        withExtendedLifetime(controller) {}
      }
    }

    @Test func `a list at its top stays at its top when it gets a header`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(header: header, in: scrollView)
        screen.settle()
        #expect(scrollView.contentOffset.y == -82)
        withExtendedLifetime(controller) {}
      }
    }

    @Test(arguments: [-97.667, -97.8, -150] as [CGFloat])
    func `a list less than a pixel from its top is at its top`(offset: CGFloat) {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        scrollView.contentInset.top = 97.8
        scrollView.contentOffset.y = offset
        let header = box(0, 0, 320, 82, in: screen.view)
        let controller = CollapsingHeaderController(header: header, in: scrollView)
        #expect(abs(scrollView.contentOffset.y + 179.8) < 1e-9)
        withExtendedLifetime(controller) {}
      }
    }

    @Test func `neither controller retains its views`() {
      withScreen { screen in
        weak var gone: UIScrollView?
        let header = box(0, 0, 320, 82, in: screen.view)
        var controllers: [AnyObject] = []
        do {
          let scrollView = makeScrollView(in: screen)
          controllers = [
            CollapsingHeaderController(header: header, in: scrollView),
            StretchyHeaderController(
              header: UIView(), in: scrollView, state: StretchyHeader(height: 100)),
          ]
          gone = scrollView
          scrollView.removeFromSuperview()
        }
        screen.settle()
        #expect(gone == nil)
        #expect(controllers.count == 2)
      }
    }
  }
}

import SightlineAppleViews
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct UIKitHeaderTests {
    @Test func `starting a refresh does not affect a header's pull`() {
      withScreen { screen in
        let scrollView = longList(in: screen)
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
        let scrollView = longList(in: screen)
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
        let scrollView = longList(in: screen)
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
        let scrollView = longList(in: screen)
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

    @Test func `the header of a scrolled list is collapsed from the start`() {
      withScreen { screen in
        let scrollView = longList(in: screen)
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
        let scrollView = longList(in: screen)
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
        let scrollView = longList(in: screen)
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
  }
}

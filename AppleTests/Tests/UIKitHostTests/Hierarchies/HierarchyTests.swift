#if !canImport(Darwin)
// Over the double only: package API, fingers that hold transitions, and sheets taken apart.
import SightlineApple
import SightlineAppleViews
import SightlineCore
import SightlineScroll
import Testing
import UIKit

extension UIKitHost {
  /// The host on view trees of real apps, which are independent of the double.
  @MainActor
  @Suite struct HierarchyTests {
    func withTree(
      _ name: String, _ index: Int = 0, _ body: (Screen, RecordedView) throws -> Void
    ) throws {
      let node = try Hierarchy(name).nodes[index]
      let size = (node.frame ?? node.absolute ?? [0, 0, 402, 874]).suffix(2).map { CGFloat($0) }
      try withScreen(width: size[0], height: size[1]) { screen in
        try body(screen, RecordedView(node, in: screen.view))
      }
    }

    // MARK: The mirror

    @Test(arguments: [
      "uitableview-large-title-ios27", "swiftui-list-ios16", "uikit-tabs-in-navigation-ios26",
      "swiftui-split-on-phone-ios26", "uicollectionview-ios26", "uitableview-in-page-sheet",
      "navigation-push-in-flight", "scroll-edge-effects-ios26", "floating-bars-ios27 0",
      "floating-bars-ios27 1", "swiftui-leaves-ios16-to-26 1", "swiftui-leaves-ios16-to-26 2",
    ])
    func `the visible part of each view is the recorded one`(name: String) throws {
      let parts = name.split(separator: " ").map(String.init)
      try withTree(parts[0], parts.count > 1 ? Int(parts[1]) ?? 0 : 0) { screen, tree in
        var seen: Set<ObjectIdentifier> = []
        var whole: Set<ObjectIdentifier> = []
        let views = tree.all.filter { $0.area.width > 0 && $0.area.height > 0 }
        for recorded in views {
          let key = ObjectIdentifier(recorded)
          recorded.view.visibility.changed(.anyPixel) { _ in seen.insert(key) }
          recorded.view.visibility.changed(.fully) { _ in whole.insert(key) }
        }
        screen.settle()
        for recorded in views {
          let shown = recorded.area.intersection(recorded.clip)
          let isSeen = recorded.isShown && !shown.isNull && shown.width > 0 && shown.height > 0
          let isWhole =
            isSeen && contains(recorded.clip, recorded.area)
          let key = ObjectIdentifier(recorded)
          #expect(seen.contains(key) == isSeen, "\(recorded.node.class) \(recorded.area)")
          #expect(whole.contains(key) == isWhole, "\(recorded.node.class) \(recorded.area)")
        }
      }
    }

    private func contains(_ clip: CGRect, _ area: CGRect) -> Bool {
      area.minX > clip.minX - 0.01 && area.minY > clip.minY - 0.01
        && area.maxX < clip.maxX + 0.01 && area.maxY < clip.maxY + 0.01
    }

    @Test func `a hidden row below the screen and indicators don't count`() throws {
      try withTree("uitableview-large-title-ios27") { screen, tree in
        let log = Log()
        for recorded in tree.all where recorded.node.class == "UITableViewCell" {
          recorded.view.log("\(Int(recorded.area.minY))", .anyPixel, to: log)
        }
        tree.first("_UIScrollViewScrollIndicator")?.view.log("indicator", .anyPixel, to: log)
        screen.settle()
        let rows = [782, 729, 676, 588, 434, 381, 328, 259, 206, 535]
        #expect(Set(log.take()) == Set(rows.map { "visible \($0)" }))
      }
    }

    @Test(arguments: ["swiftui-list-ios16", "uitableview-large-title-ios27"])
    func `a row that replaces another is read with the next frame`(name: String) throws {
      try withTree(name) { screen, tree in
        let log = Log()
        hiddenViews(600, in: screen)
        let pool = box(0, 0, 320, 100, in: screen.view)
        pool.isHidden = true
        let row = box(0, 0, 200, 40, in: pool)
        row.log("row", .anyPixel, to: log)
        let rows = tree.all.filter { $0.node.class.hasSuffix("Cell") && $0.isShown }
        let old = rows[rows.count / 2].view
        old.log("old", .anyPixel, to: log)
        screen.run(for: 1)
        #expect(log.take() == ["visible old"])
        let place = try #require(old.superview?.subviews.firstIndex { $0 === old })
        let list = old.superview
        row.frame = old.frame
        list?.insertSubview(row, at: place)
        old.removeFromSuperview()
        screen.run(for: 0.035)
        #expect(log.take().contains("visible row"))
      }
    }

    // MARK: Scroll views

    @Test func `a probe behind a list of SwiftUI finds the view that scrolls`() throws {
      try withTree("swiftui-list-ios16") { screen, tree in
        let probe = try probe(behind: "SwiftUI.PlatformViewHost", in: tree)
        var found: ScrollMetrics?
        probe.geometryChanged = { found = $0 }
        screen.settle()
        #expect(found?.contentSize == LayoutSize(width: 300, height: 182))
        #expect(found?.contentOffset == LayoutPoint(x: 0, y: -59))
        #expect(probe.distanceFromTop == 0)
      }
    }

    @Test(arguments: 0..<2)
    func `a probe behind a web or PDF view finds no scroll view`(index: Int) throws {
      try withTree("web-pdf-safari-views", index) { screen, tree in
        let probe = ScrollProbe(of: .inFront)
        probe.view.frame = tree.children[0].view.frame
        tree.view.insertSubview(probe.view, at: 0)
        var found: [Double] = []
        probe.geometryChanged = { found.append($0.contentSize.height) }
        screen.settle()
        #expect(found == [])
        // The list above both is found.
        let list = UIScrollView(frame: tree.view.bounds)
        list.contentSize.height = 700
        tree.view.addSubview(list)
        screen.settle()
        #expect(found == [700])
      }
    }

    /// The ways in which a scroll view cannot be scrolled by people.
    enum Absence: CaseIterable, Sendable {
      case hidden, transparent, hiddenParent, transparentParent, text
    }

    @Test(arguments: Absence.allCases)
    func `a probe finds the list above a scroll view that cannot be scrolled`(
      absence: Absence
    ) throws {
      try withTree("swiftui-list-ios16") { screen, tree in
        let probe = try probe(behind: "SwiftUI.PlatformViewHost", in: tree)
        let host = try #require(tree.first("SwiftUI._UIHostingView")?.view)
        let parent = box(0, 0, 300, 500)
        let decoy = absence == .text ? UITextView(frame: host.bounds) : UIScrollView()
        decoy.frame = host.bounds
        decoy.contentSize.height = 9_000
        parent.addSubview(decoy)
        host.insertSubview(parent, aboveSubview: probe.view)
        switch absence {
        case .hidden: decoy.isHidden = true
        case .transparent: decoy.alpha = 0
        case .hiddenParent: parent.isHidden = true
        case .transparentParent: parent.alpha = 0
        case .text: break
        }
        var found: [Double] = []
        probe.geometryChanged = { found.append($0.contentSize.height) }
        screen.settle()
        #expect(found == [182])
        // A scroll view that is hidden later is dropped.
        let list = try #require(tree.first("SwiftUI.UpdateCoalescing")?.view)
        list.isHidden = true
        let next = UIScrollView(frame: host.bounds)
        next.contentSize.height = 800
        host.addSubview(next)
        screen.settle()
        #expect(found == [182, 800])
      }
    }

    private func probe(behind name: String, in tree: RecordedView) throws -> ScrollProbe {
      let host = try #require(tree.first(name)?.view)
      let probe = ScrollProbe(of: .inFront)
      probe.view.frame = host.frame
      host.superview?.insertSubview(probe.view, belowSubview: host)
      return probe
    }

    @Test(arguments: 0..<5)
    func `a scroll view at rest is at its beginning`(index: Int) throws {
      let node = try Hierarchy("scroll-views-at-rest").nodes[index]
      try withScreen(width: 440, height: 956) { screen in
        let tree = RecordedView(node, in: screen.view)
        let scrollView = try #require(tree.view as? UIScrollView)
        let probe = ScrollProbe()
        scrollView.addSubview(probe.view)
        screen.settle()
        #expect(probe.distanceFromTop == 0)
        // The same by bars: UIKit moves the offset by itself.
        let other = UIScrollView(frame: tree.area)
        other.alwaysBounceVertical = true
        other.contentSize = scrollView.contentSize
        let controller = UIViewController()
        controller.view = other
        screen.root.addChild(controller)
        controller.additionalSafeAreaInsets.top = scrollView.contentInset.top
        screen.view.addSubview(other)
        screen.settle()
        #expect(other.contentOffset.y == scrollView.contentOffset.y)
      }
    }

    @Test func `a sentinel leaves the first view of the system where it is`() throws {
      try withTree("uicollectionview-ios26") { screen, tree in
        let list = try #require(tree.first("UICollectionView"))
        let first = list.view.subviews[0]
        // An observed view gets a sentinel while it is in no window.
        let parent = try #require(list.view.superview)
        list.view.removeFromSuperview()
        list.view.visibility.changed { _ in }
        #expect(list.view.subviews.count == 4)
        #expect(list.view.subviews[0] === first)
        parent.addSubview(list.view)
        let root = screen.window.subviews[0]
        list.view.visibility.viewportMargins = .safeArea
        screen.settle()
        #expect(screen.window.subviews[0] === root)
      }
    }

    // MARK: Flights

    /// The middles of the tabs in a recorded bar.
    struct Tabs: Sendable {
      let name: String
      let node: Int
      let middles: [Double]
    }

    @Test(arguments: [
      Tabs(
        name: "uikit-tabs-in-navigation-ios26", node: 0,
        middles: [62, 129.67, 197.33, 254.17, 325.5]
      ),
      Tabs(name: "uikit-bars-ios26", node: 1, middles: [115, 201, 287]),
    ])
    func `flights end at the tabs of a recorded bar`(tabs: Tabs) throws {
      let node = try Hierarchy(tabs.name).nodes[tabs.node]
      withScreen(width: 402, height: 874) { screen in
        _ = RecordedView(node, in: screen.view)
        let field = FlightField()
        field.space = screen.view
        let content = box(0, 0, 402, 874, in: screen.view)
        let source = box(0, 0, 10, 10, in: content)
        for (index, middle) in tabs.middles.enumerated() {
          field.addTarget(content, at: .tab(index, of: tabs.middles.count))
          let start = MonotonicTime(nanoseconds: Int64(index + 1) * 10_000_000_000)
          #expect(field.launch(from: source, at: start, motion: .full))
          let end = field.frames(at: start + .seconds(0.999_999)).last?.frame.position
          #expect(abs((end?.x ?? 0) - middle) < 0.1, "tab \(index)")
          #expect(abs((end?.y ?? 0) - 822) < 0.1)
        }
      }
    }
  }
}
#endif

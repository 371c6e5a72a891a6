import SightlineAppleViews
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct UIKitSectionTabsTests {
    /// Sections of ten rows each, in a table.
    @MainActor
    private final class Sections: NSObject, UITableViewDataSource {
      func numberOfSections(in tableView: UITableView) -> Int { 5 }

      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 10 }

      func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        tableView.dequeueReusableCell(withIdentifier: "row", for: path)
      }
    }

    private func makeTable(_ source: Sections, in screen: Screen) -> UITableView {
      let table = UITableView(frame: screen.view.bounds, style: .plain)
      table.contentInsetAdjustmentBehavior = .never
      (table.rowHeight, table.estimatedRowHeight) = (50, 0)
      (table.sectionHeaderHeight, table.sectionFooterHeight) = (0, 0)
      table.sectionHeaderTopPadding = 0
      table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
      table.dataSource = source
      screen.view.addSubview(table)
      screen.settle()
      return table
    }

    /// Calls a closure with a table whose sections have tabs.
    private func withSections(
      as variant: Variant? = nil, _ body: (Screen, UITableView, SectionTabsController) -> Void
    ) {
      withScreen(as: variant) { screen in
        let source = Sections()
        let table = makeTable(source, in: screen)
        let sections = SectionTabsController(of: table)
        screen.settle()
        // The table refers to it weakly.
        withExtendedLifetime(source) { body(screen, table, sections) }
      }
    }

    @Test func `the current section is the last one whose top has reached the bar`() {
      withScreen { screen in
        let source = Sections()
        let table = makeTable(source, in: screen)
        let sections = SectionTabsController(of: table, barHeight: 40)
        var selections: [Int?] = []
        sections.selectionChanged = { selections.append($0) }
        screen.settle()
        #expect(sections.selection == 0)
        table.contentOffset.y = 459
        #expect(sections.selection == 0)
        table.contentOffset.y = 460
        #expect(sections.selection == 1)
        table.contentOffset.y = 1_500
        #expect(sections.selection == 3)
        screen.settle()
        #expect(selections == [0, 1, 3] || selections == [1, 3])
      }
    }

    @Test func `a scroll right after an immediate choice is followed`() {
      withSections { screen, table, sections in
        sections.select(3, animated: false)
        #expect(sections.selection == 3)
        table.contentOffset.y = 600
        #expect(sections.selection == 1)
      }
    }

    @Test func `a chosen section is selected at once, with none on the way`() {
      withSections { screen, table, sections in
        var selections: [Int?] = []
        sections.selectionChanged = { selections.append($0) }
        sections.select(3)
        #expect(selections == [3])
        screen.run(for: 1)
        #expect(table.contentOffset.y == 1_500)
        #expect(selections == [3])
      }
    }

    #if !canImport(Darwin)
    @Test func `with Reduce Motion, a chosen section is there at once`() {
      withSections { screen, table, sections in
        UIAccessibility.isReduceMotionEnabled = true
        defer { UIAccessibility.isReduceMotionEnabled = false }
        sections.select(3)
        #expect(table.contentOffset.y == 1_500)
      }
    }
    #endif

    @Test func `a scroll to a section that stops on its way selects the section there`() {
      withSections { screen, table, sections in
        sections.select(4)
        while table.contentOffset.y < 600 { screen.run(for: 0.01) }
        table.setContentOffset(table.contentOffset, animated: false)
        #expect(table.contentOffset.y < 1_400)
        #expect(sections.selection == 4)
        screen.run(for: 1)
        #expect(sections.selection == Int(table.contentOffset.y / 500))
      }
    }

    @Test func `a jump before the first step to a section selects the section there`() {
      withSections { screen, table, sections in
        sections.select(4)
        table.setContentOffset(CGPoint(x: 0, y: 600), animated: false)
        screen.run(for: 1)
        #expect(sections.selection == 1)
      }
    }

    @Test(arguments: [true, false])
    func `a refresh that ends or begins at rest changes no selection`(isChosen: Bool) {
      withSections { screen, table, sections in
        let control = UIRefreshControl(frame: .zero)
        table.refreshControl = control
        control.beginRefreshing()
        screen.settle()
        if isChosen { sections.select(1) } else { table.contentOffset.y = 445 }
        screen.run(for: 1)
        #expect(sections.selection == 1)
        let place = table.contentOffset.y
        #expect(place == (isChosen ? 440 : 445))
        for _ in 0..<2 {
          control.isRefreshing ? control.endRefreshing() : control.beginRefreshing()
          screen.run(for: 1)
          #expect(sections.selection == 1 && table.contentOffset.y == place)
        }
        control.endRefreshing()
        screen.settle()
        table.contentOffset.y = 439
        #expect(sections.selection == 0)
        table.contentOffset.y = 500
        #expect(sections.selection == 1)
        // A tap leads to the section's place again.
        control.beginRefreshing()
        screen.settle()
        sections.select(1, animated: false)
        #expect(table.contentOffset.y == 440)
      }
    }

    @Test(arguments: [true, false])
    func `a title that shrinks during a scroll moves its target`(isAnimated: Bool) {
      withSections { screen, table, sections in
        table.contentInset.top = 148
        table.contentOffset.y = -148
        screen.settle()
        sections.select(1, animated: isAnimated)
        if isAnimated { screen.run(for: 0.1) }
        table.contentInset.top = 96
        screen.run(for: 2)
        #expect(table.contentOffset.y == 404 && sections.selection == 1)
        // At rest, the content stays.
        table.contentInset.top = 148
        screen.run(for: 1)
        #expect(table.contentOffset.y == 404 && sections.selection == 1)
      }
    }

    @Test func `short sections at the end are selected one after the other`() {
      withScreen { screen in
        let scrollView = scrollingView(
          CGRect(x: 0, y: 0, width: 320, height: 600), content: CGSize(width: 320, height: 900),
          in: screen.view)
        let sections = SectionTabsController(of: scrollView) { [0, 600, 700, 800] }
        screen.settle()
        var selections = [0]
        sections.selectionChanged = { selections.append($0 ?? -1) }
        for offset in 0...300 { scrollView.contentOffset.y = CGFloat(offset) }
        #expect(selections == [0, 1, 2, 3])
        for index in [1, 2, 0, 3] {
          sections.select(index)
          screen.run(for: 1)
          #expect(sections.selection == index)
        }
      }
    }

    @Test func `rows added above with the offset select nothing on the way`() {
      withScreen { screen in
        let scrollView = scrollingView(
          CGRect(x: 0, y: 0, width: 320, height: 600), content: CGSize(width: 320, height: 2_400),
          in: screen.view)
        // Rows above make the content taller and move all sections but the first.
        let sections = SectionTabsController(of: scrollView) { [weak scrollView] in
          let added = Double(scrollView?.contentSize.height ?? 0) - 2_400
          return [0] + [600, 1_200, 1_800].map { $0 + added }
        }
        screen.settle()
        scrollView.contentOffset.y = 610
        sections.selectionChanged = { Issue.record("\($0 as Any) is selected") }
        scrollView.contentSize.height = 3_000
        scrollView.contentOffset.y = 1_210
        screen.settle()
        #expect(sections.selection == 1)
      }
    }

    #if !canImport(Darwin)
    @Test(arguments: [1.0, 2, 3])
    func `the end of a scroll is reached at the nearest pixel`(scale: CGFloat) {
      withScreen { screen in
        screen.window.displayScale = scale
        let scrollView = scrollingView(
          CGRect(x: 0, y: 0, width: 320, height: 600), content: CGSize(width: 320, height: 1_650.4),
          in: screen.view)
        let sections = SectionTabsController(of: scrollView) { [0, 600, 1_200, 1_500] }
        screen.settle()
        scrollView.contentOffset.y = 1_050.4 - 1.1 / scale
        #expect(sections.selection == 2)
        scrollView.contentOffset.y = (1_050.4 * scale).rounded(.down) / scale
        #expect(sections.selection == 3)
      }
    }
    #endif

    @Test func `views can be sections until removed`() {
      withScreen { screen in
        let scrollView = UIScrollView(frame: screen.view.bounds)
        scrollView.contentInsetAdjustmentBehavior = .never
        scrollView.contentSize = CGSize(width: 320, height: 3_000)
        let views = (0..<3).map { box(0, CGFloat($0) * 1_000, 320, 1_000, in: scrollView) }
        screen.view.addSubview(scrollView)
        let sections = SectionTabsController(of: scrollView, sections: views)
        screen.settle()
        scrollView.contentOffset.y = 1_200
        #expect(sections.selection == 1)
        views[1].removeFromSuperview()
        screen.settle()
        #expect(sections.selection == 0)
      }
    }

    @Test func `content stays in place when sections come or go before a chosen one`() {
      withScreen { screen in
        let scrollView = scrollingView(
          screen.view.bounds, content: CGSize(width: 320, height: 9_000),
          in: screen.view)
        var tops: [Double] = []
        let sections = SectionTabsController(of: scrollView) { tops }
        @MainActor func selection(with new: [Double], choosing index: Int? = nil) -> Int? {
          tops = new
          if let index { sections.select(index, animated: false) }
          screen.settle()
          return sections.selection
        }
        #expect(selection(with: [0, 600, 1_400], choosing: 2) == 2)
        #expect(selection(with: [0, 1_500, 2_100, 2_900]) == 0)
        #expect(selection(with: [0, 600, 1_400], choosing: 2) == 2)
        #expect(selection(with: [0, 500, 1_100, 1_900]) == 2)
        #expect(selection(with: [0, 600, 1_400], choosing: 1) == 1)
        #expect(scrollView.contentOffset.y == 600)
        #expect(selection(with: [0, 800]) == 0)
        #expect(scrollView.contentOffset.y == 600)
        // Others come after it, and it moves.
        #expect(selection(with: [0, 600, 600], choosing: 1) == 1)
        #expect(selection(with: [0, 600, 600, 1_400]) == 1)
        #expect(selection(with: [0, 700, 900, 1_400]) == 1)
        #expect(scrollView.contentOffset.y == 700)
      }
    }

    @Test func `a scroll to a section ends below the bar and the insets, in the same column`() {
      withScreen { screen in
        let source = Sections()
        let table = makeTable(source, in: screen)
        table.contentInset.top = 30
        table.contentSize.width = 600
        table.contentOffset.x = 11
        let sections = SectionTabsController(of: table, barHeight: 40)
        screen.settle()
        sections.select(2, animated: false)
        #expect(table.contentOffset == CGPoint(x: 11, y: 1_000 - 30 - 40))
        sections.select(5, animated: false)
        #expect(sections.selection == 2)
        sections.barHeight = 0
        sections.select(1, animated: false)
        #expect(table.contentOffset == CGPoint(x: 11, y: 500 - 30))
      }
    }

    #if !canImport(Darwin)
    @Test(arguments: Variant.windows)
    func `the effect of a layout is shown without another event`(variant: Variant) {
      withScreen(as: variant) { screen in
        let scrollView = UIScrollView(frame: screen.view.bounds)
        scrollView.contentInsetAdjustmentBehavior = .never
        scrollView.contentSize = CGSize(width: 320, height: 3_000)
        let views = (0..<3).map { box(0, CGFloat($0) * 1_000, 320, 1_000, in: scrollView) }
        screen.view.addSubview(scrollView)
        let line = box(0, 0, 100, 2, in: screen.view)
        let sections = SectionTabsController(of: scrollView, sections: views)
        sections.selectionChanged = { line.frame.origin.x = CGFloat($0 ?? -1) * 100 }
        scrollView.contentOffset.y = 1_200
        screen.settle()
        #expect(line.frame.origin.x == 100)
        views[1].frame.origin.y = 1_300
        screen.settle()
        #expect(line.frame.origin.x == 0)
        #expect(!CATransaction.shared.isNeeded)
      }
    }

    @Test(arguments: Variant.scrolls)
    func `a section chosen during a deceleration is scrolled to, with none on the way`(
      variant: Variant
    ) {
      withSections(as: variant) { screen, table, sections in
        var selections: [Int?] = []
        sections.selectionChanged = { selections.append($0) }
        screen.drag(from: CGPoint(x: 100, y: 300), to: CGPoint(x: 100, y: 200), in: 0.1)
        screen.run(for: 0.05)
        #expect(table.isDecelerating)
        sections.select(3)
        screen.run(for: 1)
        #expect(table.contentOffset.y == 1_500)
        #expect(selections == [3])
      }
    }

    @Test func `a finger that stops a scroll selects the section there`() {
      withSections { screen, table, sections in
        sections.select(4)
        screen.run(for: 0.1)
        let start = CGPoint(x: 100, y: 300)
        let finger = screen.touch(at: start)
        screen.move(finger, from: start, to: CGPoint(x: 100, y: 285), in: 0.02)
        #expect(table.isDragging)
        #expect(sections.selection == Int(table.contentOffset.y / 500))
        finger.cancel()
      }
    }

    /// Keeps each header at the top of the list while its section is there.
    private final class PinnedHeaders: UICollectionViewFlowLayout {
      override func layoutAttributesForSupplementaryView(
        ofKind kind: String, at path: IndexPath
      ) -> UICollectionViewLayoutAttributes? {
        let header = super.layoutAttributesForSupplementaryView(ofKind: kind, at: path)
        if let header, let list = collectionView, list.numberOfItems(inSection: path.section) > 0 {
          header.frame.origin.y = max(header.frame.minY, list.contentOffset.y)
        }
        return header
      }
    }

    /// Keeps the sections that existed when it was prepared.
    private final class PreparedSections: UICollectionViewFlowLayout {
      private var count = 0

      override func prepare() {
        super.prepare()
        count = collectionView?.numberOfSections ?? 0
      }

      override func layoutAttributesForItem(
        at path: IndexPath
      ) -> UICollectionViewLayoutAttributes? {
        path.section < count ? super.layoutAttributesForItem(at: path) : nil
      }
    }

    private func makeList(
      of source: SidewaysCollection, _ layout: UICollectionViewFlowLayout, in screen: Screen
    ) -> UICollectionView {
      layout.itemSize = CGSize(width: 100, height: 70)
      let list = UICollectionView(frame: screen.view.bounds, collectionViewLayout: layout)
      list.contentInsetAdjustmentBehavior = .never
      list.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
      list.dataSource = source
      screen.view.addSubview(list)
      return list
    }

    @Test func `a section of a reloaded collection can be selected at once`() {
      withScreen { screen in
        let source = SidewaysCollection([])
        let list = makeList(of: source, PreparedSections(), in: screen)
        let sections = SectionTabsController(of: list)
        screen.settle()
        source.sections = [30, 30, 30].map { Array(0..<$0) }
        list.reloadData()
        sections.select(2, animated: false)
        #expect(list.contentOffset.y == 1_580)
      }
    }

    /// Ten lines of items in each section but the second, which is empty, and the third, which has
    /// one item.
    @Test(arguments: [(0, false), (1, true), (20, false), (20, true)])
    func `collection view sections begin with their headers or else their items`(
      headerHeight: CGFloat, isPinned: Bool
    ) {
      withScreen { screen in
        let source = SidewaysCollection([30, 0, 1, 30, 30].map { Array(0..<$0) })
        let layout = isPinned ? PinnedHeaders() : UICollectionViewFlowLayout()
        layout.headerReferenceSize.height = headerHeight
        let list = makeList(of: source, layout, in: screen)
        let sections = SectionTabsController(of: list)
        screen.settle()
        @MainActor func selection(at offset: CGFloat) -> Int? {
          list.contentOffset.y = offset
          screen.settle()
          return sections.selection
        }
        // Ten lines of 80 points, without the space after the last.
        let height = headerHeight + 790
        #expect(selection(at: 0) == 0)
        #expect(selection(at: height - 1) == 0)
        #expect(selection(at: height) == (headerHeight > 0 ? 1 : 2))
        #expect(selection(at: height + headerHeight) == 2)
        let top = height + 2 * headerHeight + 70
        #expect(selection(at: top - 1) == 2)
        #expect(selection(at: top) == 3)
        #expect(selection(at: top + height - 1) == 3)
        #expect(selection(at: top + height) == 4)
        // Also while its header is elsewhere.
        #expect(selection(at: top + 100) == 3)
        sections.select(3, animated: false)
        #expect(list.contentOffset.y == top)
      }
    }
    #endif
  }
}

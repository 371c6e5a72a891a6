import SightlineAppleViews
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct SectionTabsTests {
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

    @Test func `a chosen section is selected at once, with none on the way`() {
      withScreen { screen in
        let source = Sections()
        let table = makeTable(source, in: screen)
        let sections = SectionTabsController(of: table)
        screen.settle()
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
      withScreen { screen in
        let source = Sections()
        let table = makeTable(source, in: screen)
        let sections = SectionTabsController(of: table)
        screen.settle()
        UIAccessibility.isReduceMotionEnabled = true
        defer { UIAccessibility.isReduceMotionEnabled = false }
        sections.select(3)
        #expect(table.contentOffset.y == 1_500)
      }
    }
    #endif

    @Test func `a scroll to a section that stops on its way selects the section there`() {
      withScreen { screen in
        let source = Sections()
        let table = makeTable(source, in: screen)
        let sections = SectionTabsController(of: table)
        screen.settle()
        sections.select(4)
        while table.contentOffset.y < 600 { screen.run(for: 0.01) }
        table.setContentOffset(table.contentOffset, animated: false)
        #expect(table.contentOffset.y < 1_400)
        #expect(sections.selection == 4)
        screen.run(for: 1)
        #expect(sections.selection == Int(table.contentOffset.y / 500))
      }
    }

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

    @Test func `collection view sections begin with their headers`() {
      withScreen { screen in
        let list = CollectionList(Array(0..<100))
        screen.view.addSubview(list.collection)
        let sections = SectionTabsController(of: list.collection)
        screen.settle()
        #expect(sections.selection == 0)
      }
    }
  }
}

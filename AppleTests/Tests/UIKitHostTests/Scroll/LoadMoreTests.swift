import SightlineAppleViews
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct LoadMoreTests {
    /// Lets main actor tasks run, then frames pass.
    private func settle(_ screen: Screen) async {
      for _ in 0..<20 { await Task.yield() }
      screen.settle()
      for _ in 0..<20 { await Task.yield() }
    }

    @Test func `a list is measured only after scrolling or layout`() async {
      let screen = Screen()
      let scrollView = scrollingView(
        screen.view.bounds, content: CGSize(width: 320, height: 2_000),
        in: screen.view)
      var measured = 0
      var loads = 0
      let controller = LoadMoreController(
        of: scrollView, when: .share(0.7),
        list: { geometry in
          measured += 1
          return LoadMoreTrigger.List(itemCount: 20, lastVisibleItem: nil, geometry: geometry)
        },
        load: {
          loads += 1
          return false
        })
      await settle(screen)
      #expect(measured == 1)
      screen.view.backgroundColor = .red
      await settle(screen)
      #expect(measured == 1, "a turn without scrolling")
      scrollView.contentOffset.y = 919
      await settle(screen)
      #expect(measured == 2)
      #expect(loads == 0)
      scrollView.contentOffset.y = 920
      await settle(screen)
      #expect(loads == 1)
      #expect(controller.state == .finished)
      let before = measured
      scrollView.contentOffset.y = 1_000
      await settle(screen)
      #expect(measured == before, "no page is needed")
      screen.close()
    }

    @Test func `after an empty page that ends without a layout, the next one loads`() async {
      let screen = Screen()
      let scrollView = scrollingView(
        screen.view.bounds, content: CGSize(width: 320, height: 900),
        in: screen.view)
      var isLaidOut = true
      var loads = 0
      let controller = LoadMoreController(
        of: scrollView, when: .share(0.5),
        list: { geometry in
          guard isLaidOut else { return nil }
          return LoadMoreTrigger.List(itemCount: 20, lastVisibleItem: nil, geometry: geometry)
        },
        load: {
          loads += 1
          isLaidOut = false
          return true
        })
      for _ in 0..<3 { await settle(screen) }
      #expect(loads == 1)
      #expect(controller.state == .stalled)
      isLaidOut = true
      screen.run(for: 0.5)
      await settle(screen)
      #expect(loads == 2)
      screen.close()
    }

    #if !canImport(Darwin)
    private func expectLoad(
      _ controller: LoadMoreController, _ list: UIScrollView, beyond offset: CGFloat,
      in screen: Screen
    ) async {
      list.contentOffset.y = offset
      await settle(screen)
      #expect(controller.state == .ready)
      list.contentOffset.y = offset + 1
      await settle(screen)
      #expect(controller.state == .finished)
    }

    @Test func `the items of all sections count`() async {
      let screen = Screen()
      let rows = SizedTable([10, 10, 0, 10, 10].map { Array(0..<$0) })
      (rows.table.rowHeight, rows.table.estimatedRowHeight) = (50, 0)
      screen.view.addSubview(rows.table)
      let ofRows = LoadMoreController(of: rows.table, when: .itemFromEnd(12)) { false }
      // The 29th row.
      await expectLoad(ofRows, rows.table, beyond: 28 * 50 - 480, in: screen)
      rows.table.removeFromSuperview()

      let grid = SidewaysCollection([30, 30, 30].map { Array(0..<$0) })
      grid.collection.sidewaysSections = []
      screen.view.addSubview(grid.collection)
      let ofGrid = LoadMoreController(of: grid.collection, when: .itemFromEnd(31)) { false }
      // The last line of the second section: nine lines of 80 points after its header.
      await expectLoad(ofGrid, grid.collection, beyond: 810 + 20 + 9 * 80 - 480, in: screen)
      screen.close()
    }
    #endif
  }
}

import SightlineAppleViews
import Testing
import UIKit

#if !canImport(Darwin)
import VirtualTime
#endif

extension UIKitHost {
  @MainActor
  @Suite struct LoadMoreTests {
    /// A list whose page loads the test ends.
    @MainActor
    private final class Pages {
      let list: TableList
      var waiting: [CheckedContinuation<Bool, any Error>] = []
      private(set) lazy var controller = LoadMoreController(of: list.table) { [weak self] in
        try await withCheckedThrowingContinuation {
          self?.waiting.append($0)
          self?.wake()
        }
      }
      private let screen: Screen
      private var waiter: CheckedContinuation<Void, Never>?

      init(count: Int, in screen: Screen) {
        self.screen = screen
        list = TableList(Array(0..<count))
        screen.view.addSubview(list.table)
        controller.stateChanged = { [weak self] state in if state != .loading { self?.wake() } }
      }

      /// Lets frames pass, and waits for a requested load to begin.
      func settle() async {
        screen.settle()
        guard controller.state == .loading, waiting.isEmpty else { return }
        await withCheckedContinuation { waiter = $0 }
      }

      /// Ends the running load, and waits until the controller has handled the end.
      func load(_ count: Int, hasMore: Bool) async {
        add(count)
        await end(.success(hasMore))
      }

      func add(_ count: Int) {
        list.items += list.items.count..<(list.items.count + count)
        list.reloadData()
      }

      func end(_ result: Result<Bool, any Error>) async {
        await withCheckedContinuation {
          waiter = $0
          waiting.removeFirst().resume(with: result)
        }
        await settle()
      }

      private func wake() {
        waiter?.resume()
        waiter = nil
      }
    }

    @Test func `the next page is loaded near the end, one at a time`() async {
      let screen = Screen()
      let pages = Pages(count: 30, in: screen)
      await pages.settle()
      #expect(pages.waiting.count == 0)
      pages.list.view.contentOffset.y = 30 * 48 - 480
      await pages.settle()
      #expect(pages.waiting.count == 1)
      #expect(pages.controller.state == .loading)
      pages.list.view.contentOffset.y -= 1
      await pages.settle()
      #expect(pages.waiting.count == 1)
      await pages.load(30, hasMore: true)
      #expect(pages.controller.state == .ready)
      #expect(pages.waiting.count == 0)
      screen.close()
    }

    @Test func `short pages load until the screen is full`() async {
      let screen = Screen()
      let pages = Pages(count: 2, in: screen)
      await pages.settle()
      for _ in 0..<4 {
        #expect(pages.waiting.count == 1)
        if pages.waiting.isEmpty { break }
        await pages.load(3, hasMore: true)
      }
      #expect(pages.list.items.count == 14)
      #expect(pages.waiting.count == 0)
      screen.close()
    }

    @Test func `a failed load is retried only on request`() async {
      struct Failure: Error {}
      let screen = Screen()
      let pages = Pages(count: 5, in: screen)
      await pages.settle()
      await pages.end(.failure(Failure()))
      #expect(pages.controller.state == .failed)
      await pages.settle()
      #expect(pages.waiting.count == 0)
      pages.controller.retry()
      await pages.settle()
      #expect(pages.waiting.count == 1)
      await pages.load(20, hasMore: false)
      #expect(pages.controller.state == .finished)
      screen.close()
    }

    @Test func `empty pages load one at a time, after a back-off or on request`() async {
      let screen = Screen()
      let pages = Pages(count: 30, in: screen)
      pages.list.view.contentOffset.y = 30 * 48 - 480
      await pages.settle()
      for backOff in [0.5, 1, 2] {
        await pages.load(0, hasMore: true)
        // Neither a scroll nor a pull shortens it.
        pages.list.view.contentOffset.y -= 1
        screen.run(for: backOff - 0.2)
        #expect(pages.controller.state == .stalled)
        #expect(pages.waiting.count == 0)
        screen.run(for: 0.2)
        await pages.settle()
        #expect(pages.waiting.count == 1)
      }
      await pages.load(0, hasMore: true)
      pages.controller.retry()
      await pages.settle()
      #expect(pages.waiting.count == 1)
      await pages.load(30, hasMore: true)
      #expect(pages.controller.state == .ready)
      screen.close()
    }

    @Test func `a pull at the top of a short list loads nothing`() async {
      let screen = Screen()
      let pages = Pages(count: 5, in: screen)
      await pages.settle()
      await pages.load(0, hasMore: true)
      for offset in [-20, -80, -40, 0] as [CGFloat] {
        pages.list.view.contentOffset.y = offset
        await pages.settle()
      }
      #expect(pages.waiting.count == 0)
      screen.close()
    }

    @Test func `pages without items load until the last, but not away from the end`() async {
      let screen = Screen()
      let pages = Pages(count: 30, in: screen)
      pages.list.view.contentOffset.y = 30 * 48 - 480
      await pages.settle()
      await pages.load(0, hasMore: true)
      pages.list.view.contentOffset.y = 0
      screen.run(for: 5)
      #expect(pages.controller.state == .ready && pages.waiting.count == 0)
      pages.list.view.contentOffset.y = 30 * 48 - 480
      await pages.settle()
      #expect(pages.waiting.count == 1)
      await pages.load(0, hasMore: false)
      screen.run(for: 20)
      #expect(pages.controller.state == .finished && pages.waiting.count == 0)
      screen.close()
    }

    @Test func `a page applied after its load is awaited`() async {
      let screen = Screen()
      let pages = Pages(count: 5, in: screen)
      await pages.settle()
      // As with a snapshot applied on another queue.
      await pages.load(0, hasMore: true)
      #expect(pages.controller.state == .stalled)
      pages.add(2)
      await pages.settle()
      #expect(pages.waiting.count == 1, "there is room on the screen")
      await pages.load(0, hasMore: true)
      pages.add(30)
      await pages.settle()
      #expect(pages.controller.state == .ready)
      #expect(pages.waiting.count == 0)
      screen.close()
    }

    @Test func `a filter that ends a stall is awaited`() async {
      let screen = Screen()
      let pages = Pages(count: 5, in: screen)
      await pages.settle()
      await pages.load(0, hasMore: true)
      #expect(pages.controller.state == .stalled)
      // Reported before the list shows it.
      pages.controller.changed(itemCount: 3)
      #expect(pages.controller.state == .settling(itemCount: 3))
      await pages.settle()
      #expect(pages.waiting.count == 0)
      pages.list.items.removeLast(2)
      pages.list.reloadData()
      await pages.settle()
      #expect(pages.waiting.count == 1)
      await pages.load(0, hasMore: false)
      screen.close()
    }

    /// Lets main actor tasks run, then frames pass.
    private func settle(_ screen: Screen) async {
      for _ in 0..<20 { await Task.yield() }
      screen.settle()
      for _ in 0..<20 { await Task.yield() }
    }

    @Test func `a list is measured only after scrolling or layout`() async {
      let screen = Screen()
      let scrollView = UIScrollView(frame: screen.view.bounds)
      scrollView.contentInsetAdjustmentBehavior = .never
      scrollView.contentSize = CGSize(width: 320, height: 2_000)
      screen.view.addSubview(scrollView)
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
      let scrollView = UIScrollView(frame: screen.view.bounds)
      scrollView.contentInsetAdjustmentBehavior = .never
      scrollView.contentSize = CGSize(width: 320, height: 900)
      screen.view.addSubview(scrollView)
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
    @Test func `a list that starts over loads without another event`() async {
      let screen = Screen()
      let pages = Pages(count: 5, in: screen)
      await pages.settle()
      await pages.load(1, hasMore: false)
      screen.run(for: 3)
      pages.controller.reset()
      VirtualRunLoop.main.run(for: 20_000_000)
      #expect(pages.controller.state == .loading)
      await pages.settle()
      await pages.load(20, hasMore: false)
      screen.close()
    }

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

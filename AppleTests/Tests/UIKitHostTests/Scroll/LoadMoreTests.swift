import SightlineUIKit
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct LoadMoreTests {
    /// A list whose pages come when the test says so.
    @MainActor
    private final class Pages {
      let list: TableList
      var waiting: [CheckedContinuation<Bool, any Error>] = []
      private(set) lazy var controller = LoadMoreController(of: list.table) { [weak self] in
        try await withCheckedThrowingContinuation { self?.waiting.append($0) }
      }

      init(count: Int, in screen: Screen) {
        list = TableList(Array(0..<count))
        screen.view.addSubview(list.table)
        _ = controller
      }

      func load(_ count: Int, hasMore: Bool) {
        list.items += list.items.count..<(list.items.count + count)
        list.reloadData()
        waiting.removeFirst().resume(returning: hasMore)
      }
    }

    /// Lets tasks of the main actor run, then frames pass.
    private func settle(_ screen: Screen) async {
      for _ in 0..<20 { await Task.yield() }
      screen.settle()
      for _ in 0..<20 { await Task.yield() }
    }

    @Test func `the next page is loaded near the end, one at a time`() async {
      let screen = Screen()
      let pages = Pages(count: 30, in: screen)
      await settle(screen)
      #expect(pages.waiting.count == 0)
      pages.list.view.contentOffset.y = 30 * 48 - 480
      await settle(screen)
      #expect(pages.waiting.count == 1)
      #expect(pages.controller.state == .loading)
      pages.list.view.contentOffset.y -= 1
      await settle(screen)
      #expect(pages.waiting.count == 1)
      pages.load(30, hasMore: true)
      await settle(screen)
      #expect(pages.controller.state == .ready)
      #expect(pages.waiting.count == 0)
      screen.close()
    }

    @Test func `short pages go on until the screen is full`() async {
      let screen = Screen()
      let pages = Pages(count: 2, in: screen)
      await settle(screen)
      for _ in 0..<4 {
        #expect(pages.waiting.count == 1)
        if pages.waiting.isEmpty { break }
        pages.load(3, hasMore: true)
        await settle(screen)
      }
      #expect(pages.list.items.count == 14)
      #expect(pages.waiting.count == 0)
      screen.close()
    }

    @Test func `a load that fails is tried again on request only`() async {
      struct Failure: Error {}
      let screen = Screen()
      let pages = Pages(count: 5, in: screen)
      await settle(screen)
      pages.waiting.removeFirst().resume(throwing: Failure())
      await settle(screen)
      #expect(pages.controller.state == .failed)
      await settle(screen)
      #expect(pages.waiting.count == 0)
      pages.controller.retry()
      await settle(screen)
      #expect(pages.waiting.count == 1)
      pages.load(20, hasMore: false)
      await settle(screen)
      #expect(pages.controller.state == .finished)
      screen.close()
    }

    @Test func `a list is measured only where it was scrolled or laid out anew`() async {
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
      #expect(measured == 1, "a turn in which nothing was scrolled")
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
      #expect(measured == before, "nothing more is wanted")
      screen.close()
    }
  }
}

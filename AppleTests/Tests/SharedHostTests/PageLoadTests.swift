import SightlineAppleViews
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

#if !canImport(Darwin)
import VirtualTime
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct PageLoadTests {
    enum Kind: CaseIterable, Sendable { case table, collection }

    /// A list whose page loads the test ends.
    @MainActor
    private final class Pages {
      let list: any ItemList
      let controller: LoadMoreController
      private let ending = Ending()
      private let screen: Screen

      /// The loads in progress, and the test that waits for a change of them.
      @MainActor
      private final class Ending {
        var waiting: [CheckedContinuation<Bool, any Error>] = []
        var waiter: CheckedContinuation<Void, Never>?

        func wake() {
          waiter?.resume()
          waiter = nil
        }
      }

      var waiting: [CheckedContinuation<Bool, any Error>] { ending.waiting }

      init(_ kind: Kind = .table, count: Int, in screen: Screen) {
        self.screen = screen
        let load: @MainActor () async throws -> Bool = { [ending] in
          try await withCheckedThrowingContinuation {
            ending.waiting.append($0)
            ending.wake()
          }
        }
        switch kind {
        case .table:
          let table = TableList(Array(0..<count))
          (list, controller) = (table, LoadMoreController(of: table.table, load: load))
        case .collection:
          let items = CollectionList(Array(0..<count))
          (list, controller) = (items, LoadMoreController(of: items.collection, load: load))
        }
        screen.view.addSubview(list.view)
        controller.stateChanged = { [ending] in if $0 != .loading { ending.wake() } }
      }

      /// Lets frames pass, and waits for a requested load to begin.
      func settle() async {
        screen.settle()
        guard controller.state == .loading, waiting.isEmpty else { return }
        await withCheckedContinuation { ending.waiter = $0 }
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
          ending.waiter = $0
          ending.waiting.removeFirst().resume(with: result)
        }
        await settle()
      }
    }

    @Test(arguments: Kind.allCases)
    func `the next page is loaded near the end, one at a time`(kind: Kind) async {
      let screen = Screen()
      let pages = Pages(kind, count: 30, in: screen)
      await pages.settle()
      #expect(pages.waiting.count == 0)
      pages.list.scroll(to: 30 * 48 - 480)
      await pages.settle()
      #expect(pages.waiting.count == 1)
      #expect(pages.controller.state == .loading)
      pages.list.scroll(to: 30 * 48 - 481)
      await pages.settle()
      #expect(pages.waiting.count == 1)
      await pages.load(30, hasMore: true)
      #expect(pages.controller.state == .ready)
      #expect(pages.waiting.count == 0)
      screen.close()
    }

    @Test(arguments: Kind.allCases)
    func `short pages load until the screen is full`(kind: Kind) async {
      let screen = Screen()
      let pages = Pages(kind, count: 2, in: screen)
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

    @Test(arguments: Kind.allCases)
    func `empty pages load one at a time, after a back-off or on request`(kind: Kind) async {
      let screen = Screen()
      let pages = Pages(kind, count: 30, in: screen)
      pages.list.scroll(to: 30 * 48 - 480)
      await pages.settle()
      for backOff in [0.5, 1, 2] {
        await pages.load(0, hasMore: true)
        // Neither a scroll nor a pull shortens it.
        pages.list.scroll(to: 30 * 48 - 481)
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
        pages.list.scroll(to: offset)
        await pages.settle()
      }
      #expect(pages.waiting.count == 0)
      screen.close()
    }

    @Test func `pages without items load until the last, but not away from the end`() async {
      let screen = Screen()
      let pages = Pages(count: 30, in: screen)
      pages.list.scroll(to: 30 * 48 - 480)
      await pages.settle()
      await pages.load(0, hasMore: true)
      pages.list.scroll(to: 0)
      screen.run(for: 5)
      #expect(pages.controller.state == .ready && pages.waiting.count == 0)
      pages.list.scroll(to: 30 * 48 - 480)
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
    #endif
  }
}

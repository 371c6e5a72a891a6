import AppKit
import SightlineAppleViews
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct LoadMoreTests {
    enum Kind: CaseIterable, Sendable { case table, collection }

    /// A list whose page loads the test ends.
    @MainActor
    private final class Pages {
      let list: any ItemList
      var waiting: [CheckedContinuation<Bool, any Error>] = []
      private(set) var controller: LoadMoreController?
      private let screen: Screen
      private var waiter: CheckedContinuation<Void, Never>?

      init(_ kind: Kind, count: Int, in screen: Screen) {
        self.screen = screen
        let load: @MainActor () async throws -> Bool
        let table = TableList(Array(0..<count))
        let collection = CollectionList(Array(0..<count))
        list = kind == .table ? table : collection
        screen.view.addSubview(list.view)
        load = { [unowned self] in
          try await withCheckedThrowingContinuation {
            self.waiting.append($0)
            self.wake()
          }
        }
        controller =
          kind == .table
          ? LoadMoreController(of: table.table, load: load)
          : LoadMoreController(of: collection.collection, load: load)
        controller?.stateChanged = { [weak self] state in if state != .loading { self?.wake() } }
      }

      /// Lets frames pass, and waits for a requested load to begin.
      func settle() async {
        screen.settle()
        guard controller?.state == .loading, waiting.isEmpty else { return }
        await withCheckedContinuation { waiter = $0 }
      }

      /// Ends the running load, and waits until the controller has handled the end.
      func load(_ count: Int, hasMore: Bool) async {
        list.items += list.items.count..<(list.items.count + count)
        list.reloadData()
        await withCheckedContinuation {
          waiter = $0
          waiting.removeFirst().resume(returning: hasMore)
        }
        await settle()
      }

      private func wake() {
        waiter?.resume()
        waiter = nil
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
      #expect(pages.controller?.state == .loading)
      pages.list.scroll(to: 30 * 48 - 481)
      await pages.settle()
      #expect(pages.waiting.count == 1)
      await pages.load(30, hasMore: true)
      #expect(pages.controller?.state == .ready)
      #expect(pages.waiting.count == 0)
      screen.close()
    }

    @Test(arguments: Kind.allCases)
    func `an empty page is followed by another after a back-off`(kind: Kind) async {
      let screen = Screen()
      let pages = Pages(kind, count: 30, in: screen)
      pages.list.scroll(to: 30 * 48 - 480)
      await pages.settle()
      await pages.load(0, hasMore: true)
      pages.list.scroll(to: 30 * 48 - 481)
      await pages.settle()
      #expect(pages.controller?.state == .stalled)
      #expect(pages.waiting.count == 0)
      screen.run(for: 0.5)
      await pages.settle()
      #expect(pages.waiting.count == 1)
      await pages.load(30, hasMore: true)
      #expect(pages.controller?.state == .ready)
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
  }
}

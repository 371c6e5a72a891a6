import AppKit
import SightlineAppKit
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct LoadMoreTests {
    enum Kind: CaseIterable, Sendable { case table, collection }

    /// A list whose pages come when the test says so.
    @MainActor
    private final class Pages {
      let list: any ItemList
      var waiting: [CheckedContinuation<Bool, any Error>] = []
      private(set) var controller: LoadMoreController?

      init(_ kind: Kind, count: Int, in screen: Screen) {
        let load: @MainActor () async throws -> Bool
        let table = TableList(Array(0..<count))
        let collection = CollectionList(Array(0..<count))
        list = kind == .table ? table : collection
        screen.view.addSubview(list.view)
        load = { [unowned self] in
          try await withCheckedThrowingContinuation { self.waiting.append($0) }
        }
        controller =
          kind == .table
          ? LoadMoreController(of: table.table, load: load)
          : LoadMoreController(of: collection.collection, load: load)
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

    @Test(arguments: Kind.allCases)
    func `the next page is loaded near the end, one at a time`(kind: Kind) async {
      let screen = Screen()
      let pages = Pages(kind, count: 30, in: screen)
      await settle(screen)
      #expect(pages.waiting.count == 0)
      pages.list.scroll(to: 30 * 48 - 480)
      await settle(screen)
      #expect(pages.waiting.count == 1)
      #expect(pages.controller?.state == .loading)
      pages.list.scroll(to: 30 * 48 - 481)
      await settle(screen)
      #expect(pages.waiting.count == 1)
      pages.load(30, hasMore: true)
      await settle(screen)
      #expect(pages.controller?.state == .ready)
      #expect(pages.waiting.count == 0)
      screen.close()
    }

    @Test(arguments: Kind.allCases)
    func `short pages go on until the screen is full`(kind: Kind) async {
      let screen = Screen()
      let pages = Pages(kind, count: 2, in: screen)
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
  }
}

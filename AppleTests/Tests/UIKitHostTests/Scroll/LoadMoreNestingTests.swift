#if !canImport(Darwin)
// Over the double only: the number of pages depends on the double's layout.
import SightlineAppleViews
import Testing
import UIKit

extension UIKitHost {
  /// Lists in lists, sideways lists and lists in pages: each loads at its own end.
  @MainActor
  @Suite struct LoadMoreNestingTests {
    private final class Count {
      var loads = 0
    }

    private func settle(_ screen: Screen) async {
      for _ in 0..<20 { await Task.yield() }
      screen.settle()
      for _ in 0..<20 { await Task.yield() }
    }

    private func plainScroll(_ frame: CGRect, _ content: CGSize) -> UIScrollView {
      let scrollView = UIScrollView(frame: frame)
      scrollView.contentInsetAdjustmentBehavior = .never
      scrollView.contentSize = content
      return scrollView
    }

    private func table(_ count: Int, _ frame: CGRect) -> SizedTable {
      let rows = SizedTable([Array(0..<count)])
      (rows.table.rowHeight, rows.table.estimatedRowHeight) = (80, 0)
      rows.table.frame = frame
      return rows
    }

    @Test(arguments: [LoadMoreTrigger.Condition.itemFromEnd(3), .share(0.7)])
    func `a table as tall as its content loads when the outer scroll reaches its end`(
      condition: LoadMoreTrigger.Condition
    ) async {
      let screen = Screen(width: 390, height: 800)
      let outer = plainScroll(screen.view.bounds, CGSize(width: 390, height: 2_000))
      screen.view.addSubview(outer)
      let rows = table(20, CGRect(x: 0, y: 300, width: 390, height: 1_600))
      outer.addSubview(rows.table)
      let count = Count()
      let controller = LoadMoreController(of: rows.table, when: condition) {
        count.loads += 1
        return true
      }
      // The third row from the end begins at 300 + 17 · 80, 70 % end at 300 + 1,120.
      let first: CGFloat = condition == .share(0.7) ? 619 : 860
      for offset in [0, 100, 400, first] {
        outer.contentOffset.y = offset
        await settle(screen)
        #expect(count.loads == 0, "at \(offset)")
      }
      outer.contentOffset.y = first + 1
      await settle(screen)
      #expect(count.loads == 1)
      withExtendedLifetime(controller) {}
      screen.close()
    }

    @Test func `of five pages the one that shows loads`() async {
      let screen = Screen(width: 390, height: 800)
      let pager = plainScroll(screen.view.bounds, CGSize(width: 5 * 390, height: 800))
      screen.view.addSubview(pager)
      let pages = (0..<5).map { page in
        table(8, CGRect(x: CGFloat(page) * 390, y: 0, width: 390, height: 800))
      }
      var loads = [0, 0, 0, 0, 0]
      let controllers = pages.enumerated().map { page, rows in
        pager.addSubview(rows.table)
        return LoadMoreController(of: rows.table) {
          loads[page] += 1
          return false
        }
      }
      await settle(screen)
      #expect(loads == [1, 0, 0, 0, 0])
      pager.contentOffset.x = 390 * 3
      await settle(screen)
      #expect(loads == [1, 0, 0, 1, 0])
      withExtendedLifetime(controllers) {}
      screen.close()
    }

    @Test(arguments: [UISemanticContentAttribute.forceLeftToRight, .forceRightToLeft])
    func `a share of a sideways list is reached sideways`(
      direction: UISemanticContentAttribute
    ) async {
      let screen = Screen(width: 390, height: 800)
      let row = plainScroll(
        CGRect(x: 0, y: 0, width: 390, height: 120), CGSize(width: 2_400, height: 120))
      row.semanticContentAttribute = direction
      screen.view.addSubview(row)
      let count = Count()
      let isMirrored = direction == .forceRightToLeft
      row.contentOffset.x = isMirrored ? 2_010 : 0
      let controller = LoadMoreController(
        of: row, when: .share(0.7),
        list: { LoadMoreTrigger.List(itemCount: 20, lastVisibleItem: nil, geometry: $0) },
        load: {
          count.loads += 1
          return true
        })
      for x in [0, 600, 1_289] as [CGFloat] {
        row.contentOffset.x = isMirrored ? 2_010 - x : x
        await settle(screen)
        #expect(count.loads == 0, "at \(x)")
      }
      row.contentOffset.x = isMirrored ? 720 : 1_290
      await settle(screen)
      #expect(count.loads == 1)
      withExtendedLifetime(controller) {}
      screen.close()
    }

    @Test(arguments: [false, true])
    func `a section that scrolls sideways loads at its own end`(isNamed: Bool) async throws {
      let screen = Screen(width: 390, height: 800)
      let grid = SidewaysCollection([[], Array(0..<20)])
      let layout = grid.collection.collectionViewLayout as? UICollectionViewFlowLayout
      layout?.itemSize = CGSize(width: 120, height: 120)
      grid.sections = isNamed ? [[0], Array(0..<20), [0]] : [Array(0..<20)]
      grid.collection.sidewaysSections = [isNamed ? 1 : 0]
      grid.collection.frame = screen.view.bounds
      screen.view.addSubview(grid.collection)
      grid.reloadData()
      let count = Count()
      let load: @MainActor () async throws -> Bool = {
        count.loads += 1
        return true
      }
      let controller =
        isNamed
        ? LoadMoreController(ofSection: 1, in: grid.collection, load: load)
        : LoadMoreController(of: grid.collection, load: load)
      await settle(screen)
      let row = try #require(grid.collection.scrollView(ofSection: isNamed ? 1 : 0))
      let end = row.contentSize.width - 390
      for share in [0.2, 0.5] {
        row.contentOffset.x = end * share
        await settle(screen)
        #expect(count.loads == 0)
      }
      row.contentOffset.x = end
      await settle(screen)
      #expect(count.loads == 1)
      withExtendedLifetime(controller) {}
      screen.close()
    }

    @Test func `a list of sideways sections loads at the last one`() async {
      let screen = Screen(width: 390, height: 400)
      let grid = SidewaysCollection((0..<6).map { _ in Array(0..<20) })
      grid.collection.sidewaysSections = [0, 1, 2, 3, 4, 5]
      grid.collection.frame = screen.view.bounds
      screen.view.addSubview(grid.collection)
      let count = Count()
      let controller = LoadMoreController(of: grid.collection) {
        count.loads += 1
        return true
      }
      await settle(screen)
      #expect(count.loads == 0)
      grid.collection.contentOffset.y = grid.collection.contentSize.height - 400
      await settle(screen)
      #expect(count.loads == 1)
      withExtendedLifetime(controller) {}
      screen.close()
    }

    @Test func `a nested shelf loads its own end, and the list of shelves at the last shelf`() async
    {
      let screen = Screen(width: 390, height: 800)
      let outer = plainScroll(screen.view.bounds, CGSize(width: 390, height: 20 * 120))
      screen.view.addSubview(outer)
      let shelves = (0..<20).map { shelf in
        plainScroll(
          CGRect(x: 0, y: CGFloat(shelf) * 120, width: 390, height: 120),
          CGSize(width: 2_400, height: 120))
      }
      for shelf in shelves { outer.addSubview(shelf) }
      let cards = (0..<20).map { box(CGFloat($0) * 120, 0, 120, 120, in: shelves[2]) }
      let (inner, whole) = (Count(), Count())
      let list: @MainActor (ScrollMetrics) -> LoadMoreTrigger.List? = { _ in
        LoadMoreTrigger.List(itemCount: 20, lastVisibleItem: nil)
      }
      let controllers = [
        LoadMoreController(
          of: shelves[2], list: list, itemView: { cards[$0] },
          load: {
            inner.loads += 1
            return false
          }),
        LoadMoreController(
          of: outer, when: .lastItem, list: list, itemView: { shelves[$0] },
          load: {
            whole.loads += 1
            return false
          }),
      ]
      await settle(screen)
      #expect(inner.loads == 0 && whole.loads == 0)
      shelves[2].contentOffset.x = 2_010
      await settle(screen)
      #expect(inner.loads == 1 && whole.loads == 0)
      outer.contentOffset.y = 1_600
      await settle(screen)
      #expect(inner.loads == 1 && whole.loads == 1)
      withExtendedLifetime(controllers) {}
      screen.close()
    }

    @Test func `an app in the background loads nothing`() async {
      let screen = Screen(width: 390, height: 800, isShown: false)
      let rows = table(3, screen.view.bounds)
      screen.view.addSubview(rows.table)
      let count = Count()
      let controller = LoadMoreController(of: rows.table) {
        count.loads += 1
        return true
      }
      await settle(screen)
      #expect(count.loads == 0)
      screen.window.isHidden = false
      await settle(screen)
      #expect(count.loads == 1)
      withExtendedLifetime(controller) {}
      screen.close()
    }

    @Test func `a list at whose start older items load counts them from the end`() async {
      let screen = Screen(width: 390, height: 800)
      let chat = plainScroll(screen.view.bounds, CGSize(width: 390, height: 4_000))
      screen.view.addSubview(chat)
      let messages = (0..<50).map { box(0, CGFloat($0) * 80, 390, 80, in: chat) }
      chat.contentOffset.y = 3_200
      let count = Count()
      let controller = LoadMoreController(
        of: chat, list: { _ in LoadMoreTrigger.List(itemCount: 50, lastVisibleItem: nil) },
        itemView: { messages[49 - $0] },
        load: {
          count.loads += 1
          return false
        })
      await settle(screen)
      #expect(count.loads == 0)
      chat.contentOffset.y = 239
      await settle(screen)
      #expect(count.loads == 1)
      withExtendedLifetime(controller) {}
      screen.close()
    }
  }
}
#endif

import Testing

#if canImport(UIKit)
import SightlineUIKit
import UIKit
#else
import AppKit
import SightlineAppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct RecycledCellsTests {
    enum Kind: CaseIterable, Sendable { case table, collection }

    /// A list on a screen, what was reported and what is visible by these reports.
    @MainActor
    private final class Stage {
      let list: any ItemList
      let log = Log()
      private(set) var visible: Set<Int> = []
      let screen: Screen

      init(_ kind: Kind, count: Int = 100, in screen: Screen) {
        self.screen = screen
        let items = Array(0..<count)
        screen.window.visibilitySession = VisibilitySession()
        list = kind == .table ? TableList(items) : CollectionList(items)
        list.visibility.changed { [weak self] id, state in
          guard let self else { return }
          log.add("\(state == .visible ? "+" : "-")\(id)")
          if state == .visible { visible.insert(id) } else { visible.remove(id) }
        }
        screen.view.addSubview(list.view)
        screen.settle()
      }

      func scroll(to y: CGFloat) {
        list.scroll(to: y)
        screen.settle()
      }
    }

    private func onStage(
      _ kind: Kind, _ variant: Variant, count: Int = 100, _ body: (Stage) -> Void
    ) {
      withScreen(as: variant) { screen in body(Stage(kind, count: count, in: screen)) }
    }

    @Test(
      "the items on screen are visible, whatever cells show them", arguments: Kind.allCases,
      Variant.lists)
    func scrolling(kind: Kind, variant: Variant) {
      onStage(kind, variant) { stage in
        #expect(stage.visible == stage.list.expected)
        var numbers = SeededGenerator(seed: 7)
        for scroll in 0..<60 {
          stage.scroll(to: CGFloat(Int.random(in: 0...(100 * 48 - 480), using: &numbers)))
          #expect(stage.visible == stage.list.expected, "seed 7, scroll \(scroll)")
        }
      }
    }

    @Test("a step reports only what came and what left", arguments: Kind.allCases, Variant.lists)
    func step(kind: Kind, variant: Variant) {
      onStage(kind, variant) { stage in
        #expect(stage.log.take().count == 10)
        stage.scroll(to: 48)
        #expect(Set(stage.log.take()) == ["-0", "+10"])
        stage.scroll(to: 0)
        #expect(Set(stage.log.take()) == ["+0", "-10"])
      }
    }

    @Test("reloading the data reports nothing", arguments: Kind.allCases, Variant.lists)
    func reloadData(kind: Kind, variant: Variant) {
      onStage(kind, variant) { stage in
        _ = stage.log.take()
        for _ in 0..<5 {
          stage.list.reloadData()
          stage.screen.settle()
        }
        #expect(stage.log.take() == [])
        #expect(stage.visible == stage.list.expected)
      }
    }

    @Test("reloading one item reports nothing", arguments: Kind.allCases, Variant.lists)
    func reload(kind: Kind, variant: Variant) {
      onStage(kind, variant) { stage in
        _ = stage.log.take()
        stage.list.reload(at: 3)
        stage.screen.settle()
        #expect(stage.log.take() == [])
        #expect(stage.visible == stage.list.expected)
      }
    }

    @Test("other data report what left and what came", arguments: Kind.allCases, Variant.lists)
    func otherData(kind: Kind, variant: Variant) {
      onStage(kind, variant) { stage in
        _ = stage.log.take()
        stage.list.items = Array(5..<105)
        stage.list.reloadData()
        stage.screen.settle()
        let log = stage.log.take()
        #expect(log.count == 10)
        #expect(Set(log) == Set((0..<5).map { "-\($0)" } + (10..<15).map { "+\($0)" }))
        #expect(stage.visible == stage.list.expected)
      }
    }

    @Test("two items that change places have not left", arguments: Kind.allCases, Variant.lists)
    func swap(kind: Kind, variant: Variant) {
      onStage(kind, variant) { stage in
        _ = stage.log.take()
        stage.list.items.swapAt(1, 2)
        stage.list.rebind(at: 1, to: 2)
        stage.list.rebind(at: 2, to: 1)
        stage.screen.settle()
        #expect(stage.log.take() == [])
        #expect(stage.visible == stage.list.expected)
      }
    }

    @Test(
      "inserting, deleting and moving report what left and what came",
      arguments: Kind.allCases, Variant.lists)
    func changes(kind: Kind, variant: Variant) {
      onStage(kind, variant) { stage in
        _ = stage.log.take()
        stage.list.insert(200, at: 1)
        stage.screen.settle()
        #expect(Set(stage.log.take()) == ["+200", "-9"])
        stage.list.delete(at: 0)
        stage.screen.settle()
        #expect(Set(stage.log.take()) == ["-0", "+9"])
        stage.list.move(from: 0, to: 5)
        stage.screen.settle()
        #expect(stage.log.take() == [])
        stage.list.move(from: 0, to: 50)
        stage.screen.settle()
        #expect(Set(stage.log.take()) == ["-1", "+10"])
        #expect(stage.visible == stage.list.expected)
      }
    }

    @Test("random changes end with what the formula says", arguments: Kind.allCases, Variant.lists)
    func randomChanges(kind: Kind, variant: Variant) {
      onStage(kind, variant, count: 40) { stage in
        var numbers = SeededGenerator(seed: 11)
        for change in 0..<60 {
          let list = stage.list
          let index = Int.random(in: 0..<list.items.count, using: &numbers)
          let other = Int.random(in: 0..<list.items.count, using: &numbers)
          switch Int.random(in: 0..<6, using: &numbers) {
          case 0: list.insert(1_000 + change, at: index)
          case 1: list.delete(at: index)
          case 2: list.move(from: index, to: other)
          case 3: list.reload(at: index)
          case 4: list.reloadData()
          default:
            let limit = CGFloat(max(0, list.items.count * 48 - 480))
            list.scroll(to: min(limit, CGFloat(index) * 24))
          }
          stage.screen.settle()
          #expect(stage.visible == list.expected, "seed 11, change \(change)")
        }
      }
    }

    @Test("an impression belongs to the item, not to its cell", arguments: Kind.allCases)
    func impressions(kind: Kind) {
      withScreen { screen in
        let stage = Stage(kind, in: screen)
        var seen: [Int] = []
        stage.list.visibility.impression(.feed) { id, _ in seen.append(id) }
        screen.settle()
        stage.scroll(to: 480)
        stage.scroll(to: 0)
        stage.list.reloadData()
        screen.settle()
        #expect(seen.sorted() == Array(0..<20))
      }
    }

    @Test func `items count in their window's session`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let card = box(0, 0, 320, 100, in: screen.view)
        var seen: [String] = []
        card.visibility.impression(of: "card") { _ in seen.append("card") }
        screen.settle()
        let items = ItemVisibility<Int>()
        items.impression { id, _ in seen.append("item \(id)") }
        items.bind(box(0, 100, 320, 100, in: screen.view), to: 1)
        screen.settle()
        #expect(seen == ["card", "item 1"])
      }
    }

    @Test(
      "a list that is removed loses its items, and shows them again", arguments: Kind.allCases,
      Variant.lists)
    func removal(kind: Kind, variant: Variant) {
      onStage(kind, variant) { stage in
        stage.list.view.removeFromSuperview()
        stage.screen.settle()
        #expect(stage.visible == [])
        stage.screen.view.addSubview(stage.list.view)
        stage.screen.settle()
        #expect(stage.visible == stage.list.expected)
      }
    }

    @Test func `two observers of one cell both hear of it`() {
      withScreen { screen in
        let log = Log()
        let (one, other) = (ItemVisibility<Int>(), ItemVisibility<Int>())
        one.changed { log.add("one \($0) \($1)") }
        other.changed { log.add("other \($0) \($1)") }
        let cell = box(0, 0, 320, 100)
        one.bind(cell, to: 1)
        other.bind(cell, to: 1)
        screen.view.addSubview(cell)
        screen.settle()
        #expect(Set(log.take()) == ["one 1 visible", "other 1 visible"])
      }
    }

    @Test func `a list is not kept`() {
      withScreen { screen in
        weak var list: PlatformView?
        weak var visibility: ItemVisibility<Int>?
        do {
          let stage = Stage(.table, in: screen)
          stage.scroll(to: 100)
          stage.list.view.removeFromSuperview()
          (list, visibility) = (stage.list.view, stage.list.visibility)
        }
        screen.settle()
        #expect(list == nil)
        #expect(visibility == nil)
      }
    }
  }
}

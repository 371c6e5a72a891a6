import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct RecycledCellsTests {
    enum Kind: CaseIterable, Sendable { case table, collection }

    /// A list on a screen, its reports, and the items visible according to these.
    @MainActor
    private final class ListFixture {
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
      _ kind: Kind, _ variant: Variant, count: Int = 100, _ body: (ListFixture) -> Void
    ) {
      withScreen(as: variant) { screen in body(ListFixture(kind, count: count, in: screen)) }
    }

    @Test(
      arguments: Kind.allCases,
      Variant.lists)
    func `items on screen are visible in any cell`(kind: Kind, variant: Variant) {
      onStage(kind, variant) { fixture in
        #expect(fixture.visible == fixture.list.expected)
        var numbers = SeededGenerator(seed: 7)
        for scroll in 0..<60 {
          fixture.scroll(to: CGFloat(Int.random(in: 0...(100 * 48 - 480), using: &numbers)))
          #expect(fixture.visible == fixture.list.expected, "seed 7, scroll \(scroll)")
        }
      }
    }

    @Test(arguments: Kind.allCases, Variant.lists)
    func `a step reports only items entering and leaving`(kind: Kind, variant: Variant) {
      onStage(kind, variant) { fixture in
        #expect(fixture.log.take().count == 10)
        fixture.scroll(to: 48)
        #expect(Set(fixture.log.take()) == ["-0", "+10"])
        fixture.scroll(to: 0)
        #expect(Set(fixture.log.take()) == ["+0", "-10"])
      }
    }

    @Test(arguments: Kind.allCases, Variant.lists)
    func `reloading the data reports nothing`(kind: Kind, variant: Variant) {
      onStage(kind, variant) { fixture in
        _ = fixture.log.take()
        for _ in 0..<5 {
          fixture.list.reloadData()
          fixture.screen.settle()
        }
        #expect(fixture.log.take() == [])
        #expect(fixture.visible == fixture.list.expected)
      }
    }

    @Test(arguments: Kind.allCases, Variant.lists)
    func `reloading one item reports nothing`(kind: Kind, variant: Variant) {
      onStage(kind, variant) { fixture in
        _ = fixture.log.take()
        fixture.list.reload(at: 3)
        fixture.screen.settle()
        #expect(fixture.log.take() == [])
        #expect(fixture.visible == fixture.list.expected)
      }
    }

    @Test(arguments: Kind.allCases, Variant.lists)
    func `new data reports items leaving and entering`(kind: Kind, variant: Variant) {
      onStage(kind, variant) { fixture in
        _ = fixture.log.take()
        fixture.list.items = Array(5..<105)
        fixture.list.reloadData()
        fixture.screen.settle()
        let log = fixture.log.take()
        #expect(log.count == 10)
        #expect(Set(log) == Set((0..<5).map { "-\($0)" } + (10..<15).map { "+\($0)" }))
        #expect(fixture.visible == fixture.list.expected)
      }
    }

    @Test(arguments: Kind.allCases, Variant.lists)
    func `two items swapping places do not leave`(kind: Kind, variant: Variant) {
      onStage(kind, variant) { fixture in
        _ = fixture.log.take()
        fixture.list.items.swapAt(1, 2)
        fixture.list.rebind(at: 1, to: 2)
        fixture.list.rebind(at: 2, to: 1)
        fixture.screen.settle()
        #expect(fixture.log.take() == [])
        #expect(fixture.visible == fixture.list.expected)
      }
    }

    @Test(arguments: Kind.allCases, Variant.lists)
    func `inserting, deleting and moving report items leaving and entering`(
      kind: Kind, variant: Variant
    ) {
      onStage(kind, variant) { fixture in
        _ = fixture.log.take()
        fixture.list.insert(200, at: 1)
        fixture.screen.settle()
        #expect(Set(fixture.log.take()) == ["+200", "-9"])
        fixture.list.delete(at: 0)
        fixture.screen.settle()
        #expect(Set(fixture.log.take()) == ["-0", "+9"])
        fixture.list.move(from: 0, to: 5)
        fixture.screen.settle()
        #expect(fixture.log.take() == [])
        fixture.list.move(from: 0, to: 50)
        fixture.screen.settle()
        #expect(Set(fixture.log.take()) == ["-1", "+10"])
        #expect(fixture.visible == fixture.list.expected)
      }
    }

    @Test(arguments: Kind.allCases, Variant.lists)
    func `random changes match the formula`(kind: Kind, variant: Variant) {
      onStage(kind, variant, count: 40) { fixture in
        var numbers = SeededGenerator(seed: 11)
        for change in 0..<60 {
          let list = fixture.list
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
          fixture.screen.settle()
          #expect(fixture.visible == list.expected, "seed 11, change \(change)")
        }
      }
    }

    @Test(arguments: Kind.allCases)
    func `an impression belongs to the item, not to its cell`(kind: Kind) {
      withScreen { screen in
        let fixture = ListFixture(kind, in: screen)
        var seen: [Int] = []
        fixture.list.visibility.impression(.feed) { id, _ in seen.append(id) }
        screen.settle()
        fixture.scroll(to: 480)
        fixture.scroll(to: 0)
        fixture.list.reloadData()
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
      arguments: Kind.allCases,
      Variant.lists)
    func `a removed list's items leave, and enter again on its return`(
      kind: Kind, variant: Variant
    ) {
      onStage(kind, variant) { fixture in
        fixture.list.view.removeFromSuperview()
        fixture.screen.settle()
        #expect(fixture.visible == [])
        fixture.screen.view.addSubview(fixture.list.view)
        fixture.screen.settle()
        #expect(fixture.visible == fixture.list.expected)
      }
    }

    @Test func `a cell that its owner empties leaves with its list, and returns with it`() {
      withScreen { screen in
        let (log, items) = (Log(), ItemVisibility<Int>())
        items.changed(.fully) { id, state in log.add("\(state) \(id)") }
        let list = box(0, 0, 320, 480, in: screen.view)
        let cell = box(0, 0, 320, 100, in: list)
        items.bind(cell, to: 1)
        screen.settle()
        for subview in cell.subviews { subview.removeFromSuperview() }
        screen.settle()
        list.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["visible 1", "invisible 1"])
        screen.view.addSubview(list)
        screen.settle()
        #expect(log.take() == ["visible 1"])
      }
    }

    @Test func `two observers of one cell are both notified`() {
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

    @Test func `a hidden cell does not take an item from a visible one`() {
      withScreen { screen in
        let log = Log()
        let items = ItemVisibility<Int>()
        items.changed { log.add("\($1) \($0)") }
        let (cell, twin) = (box(0, 0, 320, 100), box(0, 100, 320, 100))
        twin.isHidden = true
        for view in [cell, twin] {
          items.bind(view, to: 1)
          screen.view.addSubview(view)
        }
        screen.settle()
        #expect(log.take() == ["visible 1"])
        (cell.isHidden, twin.isHidden) = (true, false)
        screen.settle()
        #expect(log.take() == [])
        twin.isHidden = true
        screen.settle()
        #expect(log.take() == ["invisible 1"])
      }
    }

    @Test func `a list is not retained`() {
      withScreen { screen in
        weak var list: PlatformView?
        weak var visibility: ItemVisibility<Int>?
        do {
          let fixture = ListFixture(.table, in: screen)
          fixture.scroll(to: 100)
          fixture.list.view.removeFromSuperview()
          (list, visibility) = (fixture.list.view, fixture.list.visibility)
        }
        screen.settle()
        #expect(list == nil)
        #expect(visibility == nil)
      }
    }
  }
}

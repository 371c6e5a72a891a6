#if !canImport(Darwin)
import SightlineApple
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  /// Lists with several random changes in one turn, whose cells fade beside their successors, are
  /// prefetched, recycled with the scroll view they are in, or have estimated heights. Over the
  /// double only, where the cells in the tree are known.
  @MainActor
  @Suite struct RandomListsTests {
    private enum Kind { case table, collection }

    /// A possible treatment of cells that fade or wait.
    struct Treatment: Sendable {
      var isFadingOpaque = false
      var hidesPrefetched = false
      var hasTwins = false

      static let all = [
        Treatment(), Treatment(isFadingOpaque: true), Treatment(hidesPrefetched: true),
        Treatment(isFadingOpaque: true, hidesPrefetched: true, hasTwins: true),
      ]

      @MainActor
      func use() {
        Undocumented.fadingCellsStayOpaque = isFadingOpaque
        Undocumented.hidesPrefetchedCells = hidesPrefetched
        Undocumented.measuresWithTwins = hasTwins
      }
    }

    @MainActor
    private final class World {
      let screen: Screen
      let list: any SectionedList
      var numbers: SeededGenerator
      private(set) var visible: Set<Int> = []
      private var reported: [Int] = []
      private var nextItem = 1_000
      /// The items that were visible in every turn since the change, and in any.
      private var always: Set<Int> = []
      private var ever: Set<Int> = []

      init(_ kind: Kind, seed: UInt64, in screen: Screen) {
        self.screen = screen
        numbers = SeededGenerator(seed: seed)
        let sections = [Array(0..<12), Array(100..<125), Array(200..<230)]
        list = kind == .table ? SizedTable(sections) : SidewaysCollection(sections)
        list.cells.visibility.changed(.anyPixel) { [weak self] item, state in
          self?.reported.append(item)
          if state == .visible { self?.visible.insert(item) } else { self?.visible.remove(item) }
        }
        screen.view.addSubview(list.list)
        settle()
      }

      var expected: Set<Int> { list.cells.visible(in: screen.window) }

      /// Lets 0.4 s pass, in which fading cells go.
      private func settle() {
        // Right before the pass of each turn.
        let observer = VirtualRunLoop.main.addObserver(order: CATransaction.order) {
          let now = self.expected
          self.always.formIntersection(now)
          self.ever.formUnion(now)
        }
        defer { observer.invalidate() }
        for _ in 0..<24 { screen.run(for: 1.0 / 60) }
      }

      private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

      func takeTurn() {
        reported = []
        (always, ever) = (expected, expected)
        for _ in 0..<number(1..<4) { change() }
        settle()
      }

      private func change() {
        let section = number(0..<list.sections.count)
        let count = list.sections[section].count
        let path = IndexPath(item: number(0..<max(1, count)), section: section)
        switch number(0..<11) {
        case 0, 1:
          list.performUpdates { [self] in
            list.sections[section].insert(nextItem, at: path.item)
            list.insert(at: path)
          }
          nextItem += 1
        case 2, 3:
          guard count > 5 else { return }
          list.performUpdates { [self] in
            list.sections[section].remove(at: path.item)
            list.delete(at: path)
          }
        case 4: list.reload(path)
        case 5:
          let other = IndexPath(item: number(0..<count), section: section)
          list.sections[section].swapAt(path.item, other.item)
          list.reconfigure(path)
          list.reconfigure(other)
        case 6:
          let newPath = IndexPath(item: number(0..<count), section: section)
          list.performUpdates { [self] in
            let item = list.sections[section].remove(at: path.item)
            list.sections[section].insert(item, at: newPath.item)
            list.move(from: path, to: newPath)
          }
        case 7:
          if number(0..<3) == 0 { list.sections[section].shuffle(using: &numbers) }
          list.reloadData()
        case 8: list.scrollSideways(to: CGFloat(number(0..<2_000)))
        default:
          let limit = max(1, Int(list.list.contentSize.height) - 480)
          let place = CGPoint(x: 0, y: CGFloat(number(0..<limit)))
          list.list.setContentOffset(place, animated: number(0..<3) == 0)
        }
      }

      /// Returns the mistake after a turn; `nil` if there was no mistake.
      var mistake: String? {
        if visible != expected {
          return "not reported: \(expected.subtracting(visible)),"
            + " too much: \(visible.subtracting(expected))"
        }
        if let item = reported.first(where: { always.contains($0) }) {
          return "\(item) was visible all the time: \(reported)"
        }
        if let item = reported.first(where: { !ever.contains($0) }) {
          return "\(item) was never visible: \(reported)"
        }
        return nil
      }
    }

    @Test(arguments: Treatment.all, [UInt64(1), 2])
    func `each row of a table is reported as its cells show it`(
      treatment: Treatment, seed: UInt64
    ) { expectNoMistake(.table, treatment, seed) }

    @Test(arguments: Treatment.all, [UInt64(1), 2])
    func `each item of a collection view is reported as its cells show it`(
      treatment: Treatment, seed: UInt64
    ) { expectNoMistake(.collection, treatment, seed) }

    private func expectNoMistake(_ kind: Kind, _ treatment: Treatment, _ seed: UInt64) {
      var variant = Variant.lists[Int(seed)]
      variant.commitsBeforeSleeping = seed == 1 || treatment.hasTwins
      variant.irregularity = seed == 1 ? nil : seed
      withScreen(as: variant) { screen in
        treatment.use()
        screen.window.visibilitySession = VisibilitySession()
        let world = World(kind, seed: seed, in: screen)
        #expect(world.mistake == nil, "seed \(seed), at first")
        var seen = 0
        for turn in 0..<20 {
          world.takeTurn()
          let mistake = world.mistake
          #expect(mistake == nil, "seed \(seed), turn \(turn)")
          if mistake != nil { return }
          seen += world.visible.count
        }
        #expect(seen > 100, "seed \(seed)")
      }
    }
  }
}
#endif

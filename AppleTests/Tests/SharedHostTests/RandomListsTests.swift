#if !canImport(Darwin)
// Over the double only, where the test advances time.
import QuartzCore
import SightlineApple
import SightlineTestSupport
import Testing
import VirtualTime

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  /// Lists with several random changes in one turn, in two windows. On UIKit, their cells fade
  /// beside their successors, are prefetched, recycled with the scroll view they are in, or have
  /// estimated heights. Over the doubles only, where the cells in the tree are known.
  @MainActor
  @Suite struct RandomListsTests {
    /// A possible treatment of cells that fade or wait, on UIKit.
    struct Treatment: Sendable {
      var isFadingOpaque = false
      var hidesPrefetched = false
      var hasTwins = false

      #if canImport(UIKit)
      static let all = [
        Treatment(), Treatment(isFadingOpaque: true), Treatment(hidesPrefetched: true),
        Treatment(isFadingOpaque: true, hidesPrefetched: true, hasTwins: true),
      ]
      #else
      static let all = [Treatment()]
      #endif

      @MainActor
      func use() {
        Undocumented.fadingCellsStayOpaque = isFadingOpaque
        Undocumented.hidesPrefetchedCells = hidesPrefetched
        Undocumented.measuresWithTwins = hasTwins
      }
    }

    @MainActor
    private final class World {
      let screens: [Screen]
      let list: any SectionedList
      var numbers: SeededGenerator
      private(set) var visible: Set<Int> = []
      private var reported: [Int] = []
      private var nextItem = 1_000
      /// The items that were visible in one window in every turn since the change, and in any.
      private var always: [Int: Int] = [:]
      private var ever: Set<Int> = []
      /// Whether the next report causes a change.
      private var changesOnReport = false

      init(isTable: Bool, seed: UInt64, in screens: [Screen]) {
        self.screens = screens
        numbers = SeededGenerator(seed: seed)
        list = sectionedList(
          [Array(0..<12), Array(100..<125), Array(200..<230)], isTable: isTable)
        list.cells.visibility.changed(.anyPixel) { [weak self] in self?.note($0, $1) }
        for screen in screens { screen.view.clipsToBounds = true }
        screens[0].view.addSubview(list.list)
        settle()
      }

      private func note(_ item: Int, _ state: VisibilityState) {
        reported.append(item)
        if state == .visible { visible.insert(item) } else { visible.remove(item) }
        if changesOnReport {
          changesOnReport = false
          change()
        }
      }

      /// The visible items, with the window of each.
      private var shown: [Int: Int] {
        var result: [Int: Int] = [:]
        for (index, screen) in screens.enumerated() {
          for item in list.cells.visible(in: screen) { result[item] = index }
        }
        return result
      }
      var expected: Set<Int> { Set(shown.keys) }

      /// Lets 0.4 s pass, long enough for fading cells to be removed.
      private func settle() {
        // Right before the pass of each turn.
        let observer = VirtualRunLoop.main.addObserver(order: CATransaction.order) {
          let now = self.shown
          self.always = self.always.filter { now[$0.key] == $0.value }
          self.ever.formUnion(now.keys)
        }
        defer { observer.invalidate() }
        for _ in 0..<24 { screens[0].run(for: 1.0 / 60) }
      }

      private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

      func takeTurn() {
        reported = []
        (always, ever) = (shown, expected)
        if number(0..<2) == 0 { show() }
        for _ in 0..<number(1..<4) { change() }
        settle()
      }

      private func change() {
        let section = number(0..<list.sections.count)
        let count = list.sections[section].count
        let path = IndexPath(item: number(0..<max(1, count)), section: section)
        switch number(0..<18) {
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
        case 8: list.disturb(number(0..<2_000))
        case 9: list.list.frame.size.height = CGFloat(number(20..<480))
        case 10: list.list.isHidden = number(0..<4) == 0
        case 11, 12: moveList()
        case 13: changesOnReport = true
        case 14:
          let screen = screens[number(0..<2)]
          if number(0..<3) == 0 { screen.hide() } else { screen.show() }
        default:
          let metrics = ScrollMetrics(list.list)
          let end = Int(metrics.contentSize.height - metrics.containerSize.height)
          list.list.scroll(
            fromTop: CGFloat(number(0..<max(1, end))), animated: number(0..<3) == 0)
        }
      }

      private func show() {
        list.list.isHidden = false
        for screen in screens { screen.show() }
        if list.list.superview == nil { screens[0].view.addSubview(list.list) }
      }

      /// Takes the list out of its window, or into another one.
      private func moveList() {
        let view = list.list
        if number(0..<3) == 0 { view.removeFromSuperview() }
        if number(0..<5) != 0 { screens[number(0..<2)].view.addSubview(view) }
      }

      /// Returns the mistake after a turn; `nil` if there was no mistake.
      var mistake: String? {
        if visible != expected {
          return "not reported: \(expected.subtracting(visible)),"
            + " too much: \(visible.subtracting(expected))"
        }
        if let item = reported.first(where: { always[$0] != nil }) {
          return "\(item) was visible all the time: \(reported)"
        }
        if let item = reported.first(where: { !ever.contains($0) }) {
          return "\(item) was never visible: \(reported)"
        }
        return nil
      }
    }

    @Test(arguments: Treatment.all, 1...max(2, UInt64(RandomWorlds.count / 15)))
    func `each row of a table is reported as its cells show it`(
      treatment: Treatment, seed: UInt64
    ) { expectNoMistake(isTable: true, treatment, seed) }

    @Test(arguments: Treatment.all, 1...max(2, UInt64(RandomWorlds.count / 15)))
    func `each item of a collection view is reported as its cells show it`(
      treatment: Treatment, seed: UInt64
    ) { expectNoMistake(isTable: false, treatment, seed) }

    private func expectNoMistake(isTable: Bool, _ treatment: Treatment, _ seed: UInt64) {
      var variant = Variant.lists[Int(seed % 4)]
      variant.commitsBeforeSleeping = seed % 2 == 1 || treatment.hasTwins
      variant.irregularity = seed % 2 == 1 ? nil : seed
      withScreen(as: variant) { screen in
        treatment.use()
        let screens = [screen, Screen(height: 300)]
        defer { screens[1].close() }
        let session = VisibilitySession()
        for screen in screens { screen.window.visibilitySession = session }
        let world = World(isTable: isTable, seed: seed, in: screens)
        #expect(world.mistake == nil, "seed \(seed), at first")
        var seen = 0
        for turn in 0..<20 {
          world.takeTurn()
          let mistake = world.mistake
          #expect(mistake == nil, "seed \(seed), turn \(turn)")
          if mistake != nil { return }
          seen += world.visible.count
        }
        #expect(seen > 20, "seed \(seed)")
      }
    }
  }
}
#endif

import SightlineCore
import SightlineSwiftUI
import SightlineTestSupport
import SwiftUI
import Testing
import UIKit
import VirtualTime

extension SwiftUIHost {
  /// Lists whose state changes several times in one turn, read beside the views on screen.
  @MainActor
  @Suite
  struct RandomViewsTests {
    private struct Row: Identifiable {
      var id: Int
      var height: CGFloat
      var opacity = 1.0
      /// Incremented to recreate the row's views.
      var version = 0
    }

    /// The state of the screen.
    private struct Screen {
      var rows: [Row] = []
      var isList = false
      /// Incremented to recreate the list's views.
      var version = 0
      var isShown = true
      var hasSheet = false
    }

    private static let rule = VisibilityRule.fraction(0.5)
    private static let dwell = 0.5

    /// The rows in a list or a stack, partly covered by a sheet.
    private struct Content: View {
      let screen: Screen
      let world: World

      var body: some View {
        ZStack(alignment: .bottom) {
          if screen.isShown {
            container.id(screen.version)
              .onVisibleItemsChange(of: Int.self, when: RandomViewsTests.rule) {
                world.items = $0
              }
          }
          if screen.hasSheet { Mark("sheet").frame(height: 200).visibilityCover() }
        }
      }

      @ViewBuilder private var container: some View {
        if screen.isList {
          List { rows }
        } else {
          ScrollView { VStack(spacing: 0) { rows } }
        }
      }

      private var rows: some View {
        ForEach(screen.rows) { row in
          Mark("row \(row.id)").frame(height: row.height)
            .onVisibilityChange(of: row.id, when: RandomViewsTests.rule) { [id = row.id] in
              world.changed(id, isVisible: $0)
            }
            .onImpression(of: world.name(row.id), world.policy) { [id = row.id] _ in
              world.seen[id, default: 0] += 1
            }
            .visibilityItem(row.id)
            .opacity(row.opacity)
            .id(row.version)
        }
      }
    }

    @MainActor
    private final class World {
      let policy = ImpressionPolicy(
        rule: RandomViewsTests.rule, dwell: .seconds(RandomViewsTests.dwell))
      var items: Set<Int> = []
      var seen: [Int: Int] = [:]
      private(set) var visible: Set<Int> = []
      private(set) var mistakes: [String] = []
      private var numbers: SeededGenerator
      private let seed: UInt64
      private let setter = Setter<Screen>()
      private var screen = Screen()
      private var nextID = 0
      /// The times for which the visible rows have been visible.
      private var times: [Int: Double] = [:]
      private var mustBeSeen: Set<Int> = []
      private var mayBeSeen: Set<Int> = []

      init(seed: UInt64) {
        (self.seed, numbers) = (seed, SeededGenerator(seed: seed))
        for _ in 0..<20 { screen.rows.append(makeRow()) }
      }

      var view: some View {
        Changing(screen, setter) { Content(screen: $0.wrappedValue, world: self) }
      }

      func name(_ id: Int) -> String { "\(seed) \(id)" }

      func changed(_ id: Int, isVisible: Bool) {
        let isNew = isVisible ? visible.insert(id).inserted : visible.remove(id) != nil
        if !isNew { mistakes.append("\(id) reported \(isVisible) twice") }
      }

      private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

      private func makeRow() -> Row {
        nextID += 1
        return Row(id: nextID, height: CGFloat(number(44..<160)))
      }

      // MARK: Turns

      func takeTurn(_ hosted: Hosted) {
        VirtualRunLoop.main.post { [self] in
          for _ in 0..<number(1..<4) { change(hosted) }
          setter.binding?.wrappedValue = screen
        }
        VirtualRunLoop.main.runUntilAsleep()
        for _ in 0..<[6, 18, 42][number(0..<3)] {
          let now = expected(hosted)
          times = times.filter { now.contains($0.key) }
          for id in now {
            times[id, default: -Hosted.frame] += Hosted.frame
            if times[id] ?? 0 > RandomViewsTests.dwell + 0.1 { mustBeSeen.insert(id) }
          }
          mayBeSeen.formUnion(now)
          hosted.run(for: Hosted.frame)
        }
      }

      private func change(_ hosted: Hosted) {
        let place = number(0..<max(1, screen.rows.count))
        switch number(0..<14) {
        case 0: screen.rows.insert(makeRow(), at: min(place, screen.rows.count))
        case 1: if screen.rows.count > 3 { screen.rows.remove(at: place) }
        case 2: screen.rows.swapAt(place, number(0..<screen.rows.count))
        case 3: screen.rows[place].height = CGFloat(number(44..<160))
        case 4: screen.rows[place].opacity = screen.rows[place].opacity == 0 ? 1 : 0
        case 5: screen.rows[place].version += 1
        case 6: screen.version += 1
        case 7: screen.isList.toggle()
        case 8: screen.isShown.toggle()
        case 9: screen.hasSheet.toggle()
        case 10: screen.rows.shuffle(using: &numbers)
        default:
          guard let view = hosted.scrollViews.first else { return }
          let limit = max(1, Int(view.contentSize.height - view.bounds.height))
          view.setContentOffset(
            CGPoint(x: 0, y: number(0..<limit)), animated: number(0..<3) == 0)
        }
      }

      // MARK: What shows

      /// Returns the rows that are at least half visible.
      func expected(_ hosted: Hosted) -> Set<Int> {
        let sheet = hosted.frame(of: "sheet")
        var result: Set<Int> = []
        for view in hosted.views(where: { ($0 as? MarkView)?.name.hasPrefix("row ") == true }) {
          guard let mark = view as? MarkView, let id = Int(mark.name.dropFirst(4)) else { continue }
          let whole = hosted.frame(view)
          let ancestors = sequence(first: view as UIView) { $0.superview }
          guard let part = hosted.shownFrame(view),
            ancestors.allSatisfy({ !$0.isHidden && $0.alpha >= 0.01 })
          else { continue }
          let covered = sheet.map { $0.intersection(part) } ?? .null
          let area =
            part.width * part.height - (covered.isNull ? 0 : covered.width * covered.height)
          if area / (whole.width * whole.height) >= 0.5 - 1e-6 { result.insert(id) }
        }
        return result
      }

      /// Returns the mistakes after a turn.
      func check(_ hosted: Hosted) -> [String] {
        // A scroll in progress is reported a frame later.
        for _ in 0..<24 where visible != expected(hosted) { hosted.run(for: Hosted.frame) }
        let now = expected(hosted)
        if visible != now { mistakes.append("visible \(visible) instead of \(now)") }
        if items != now { mistakes.append("items \(items) instead of \(now)") }
        for (id, count) in seen where count > 1 || !mayBeSeen.contains(id) {
          mistakes.append("\(id) seen \(count) times")
        }
        for id in mustBeSeen where seen[id] == nil { mistakes.append("\(id) not seen") }
        return mistakes
      }
    }

    @Test(arguments: 1...UInt64(6))
    func `rows and items are reported as they show`(seed: UInt64) {
      let world = World(seed: seed)
      withViews(world.view) { hosted in
        for turn in 0..<40 {
          world.takeTurn(hosted)
          let mistakes = world.check(hosted)
          #expect(mistakes.isEmpty, "turn \(turn)")
          if !mistakes.isEmpty { return }
        }
      }
    }
  }
}

import SightlineSwiftUIViews
import SightlineTestSupport
import SwiftUI
import Testing
import UIKit
import ViewWorlds

extension SwiftUIHost {
  /// A grid while an app changes its items, its columns and its width at once.
  @MainActor
  @Suite
  struct RandomGridTests {
    private struct State: Equatable {
      var items = Array(0..<5)
      var minimum: CGFloat = 100
      var spacing: CGFloat = 10
      var width: CGFloat = 390
      var isForward = true
    }

    private struct Item: View {
      let number: Int
      let made: (Int) -> Void

      var body: some View {
        Mark("item \(number)").frame(height: height(of: number)).onAppear { made(number) }
      }
    }

    private static func height(of item: Int) -> CGFloat { CGFloat(20 + 10 * (item % 4)) }

    @MainActor
    private final class World: HostedWorld, ViewWorld {
      private var random: SeededGenerator
      private let setter = Setter<State>()
      private var next = 5
      private var made: [Int: Int] = [:]

      init(seed: UInt64) { random = SeededGenerator(seed: seed) }

      var view: some View {
        Changing(State(), setter) { state in
          let now = state.wrappedValue
          ScrollView {
            AdaptiveGrid(minimumItemWidth: now.minimum, spacing: now.spacing) {
              ForEach(now.items, id: \.self) { [self] in
                Item(number: $0) { [self] in made[$0, default: 0] += 1 }
              }
            }
            .frame(width: now.width)
          }
          .environment(\.layoutDirection, now.isForward ? .leftToRight : .rightToLeft)
        }
      }

      func act() -> String {
        if let pause = random.pause() { pass(pause) }
        guard var state = setter.value else { return "" }
        for _ in 0..<1 + random.index(3) { change(&state) }
        setter.set(state)
        return "\(state)"
      }

      private func change(_ state: inout State) {
        switch random.index(8) {
        case 0: state.minimum = CGFloat(30 + random.index(120))
        case 1: state.spacing = CGFloat(random.index(3) * 6)
        case 2...3: state.width = random.oneIn(4) ? 5 : CGFloat(100 + random.index(290))
        case 4: state.isForward.toggle()
        case 5: state.items.shuffle(using: &random)
        case 6: if !state.items.isEmpty { state.items.remove(at: random.index(state.items.count)) }
        default:
          next += 1
          state.items.insert(next, at: random.index(state.items.count + 1))
        }
      }

      func mistake() -> String? {
        pass(0)
        guard let state = setter.value else { return "no state" }
        let gap = state.spacing
        let count = max(1, Int(((state.width + gap) / (state.minimum + gap)).rounded(.down)))
        let width = (state.width - gap * CGFloat(count - 1)) / CGFloat(count)
        var top: CGFloat = 0
        for start in stride(from: 0, to: state.items.count, by: count) {
          let row = state.items[start..<min(start + count, state.items.count)]
          let height = row.map(RandomGridTests.height).max() ?? 0
          for (column, item) in row.enumerated() {
            if made[item] != 1 { return "\(item) was made \(made[item] ?? 0) times" }
            let marks = hosted.marks(of: "item \(item)")
            guard marks.count == 1 else { return "\(item) is there \(marks.count) times" }
            let frame = hosted.frame(marks[0])
            let x = CGFloat(column) * (width + gap)
            let left = (390 - state.width) / 2 + (state.isForward ? x : state.width - x - width)
            if !isNear(frame.minX, left) || !isNear(frame.width, width)
              || !isNear(frame.midY, top + height / 2)
            {
              return "\(item) at \(frame), not at \(left), \(width) wide"
            }
          }
          top += height + gap
        }
        return random.oneIn(4) ? unrest : nil
      }
    }

    @Test(arguments: viewSeeds)
    func `items share the width in as many columns as fit, and keep their state`(seed: UInt64) {
      let world = World(seed: seed)
      world.run(world.view, seed: seed)
    }
  }
}

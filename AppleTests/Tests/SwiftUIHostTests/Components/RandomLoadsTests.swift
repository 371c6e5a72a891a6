import SightlineSwiftUIViews
import SightlineTestSupport
import SwiftUI
import Testing
import UIKit
import ViewWorlds
import VirtualTime

extension SwiftUIHost {
  /// A list that loads pages while a user scrolls it and an app changes it.
  @MainActor
  @Suite
  struct RandomLoadsTests {
    private struct State: Equatable {
      /// The search and the number of its results.
      var query = 0
      var count = 8
      var isShare = false
      var isShown = true
      var height: CGFloat = 600

      var condition: LoadMoreTrigger.Condition { isShare ? .share(0.9) : .itemFromEnd(3) }
    }

    @MainActor
    private final class World: HostedWorld, ViewWorld {
      private var random: SeededGenerator
      private let setter = Setter<State>()
      let loads = PendingLoads()
      /// The last result, until something else happens that begins a load.
      private var last: PendingLoads.End?

      init(seed: UInt64) { random = SeededGenerator(seed: seed) }

      var view: some View {
        Changing(State(), setter) { [loads] state in
          let now = state.wrappedValue
          VStack(spacing: 0) {
            if now.isShown {
              ScrollView {
                VStack(spacing: 0) {
                  ForEach(0..<now.count, id: \.self) {
                    Color.clear.frame(height: 100).reachEndItem($0)
                  }
                }
                .onReachEnd(itemCount: now.count, id: now.query, when: now.condition) {
                  try await loads.load()
                }
              }
              .frame(height: now.height)
            }
          }
        }
      }

      func act() -> String {
        guard let old = setter.value else { return "" }
        var new = old
        switch random.index(12) {
        case 0...2:
          guard let list = hosted.scrollViews.first else { return "no list" }
          let offset = CGFloat(random.index(1 + max(0, Int(list.contentSize.height - old.height))))
          list.contentOffset.y = offset
          return "scroll to \(offset)"
        case 3...7: return endLoad()
        case 8...9:
          for _ in 0..<1 + random.index(2) { change(&new) }
        case 10: new.isShown.toggle()
        default:
          // Other data.
          new.query += 1
          new.count = random.index(20)
        }
        if new.query != old.query || new.count == 0 {
          last = nil
        } else if new.count != old.count || new.isShown && !old.isShown {
          if last?.hasMore != false { last = nil }
        }
        if !new.isShown || new.isShare != old.isShare && last?.isEmpty == true { last = nil }
        setter.set(new)
        let list = hosted.scrollViews.first
        let end = max(0, CGFloat(new.count) * 100 - new.height)
        if let list { list.contentOffset.y = min(list.contentOffset.y, end) }
        return "\(new)"
      }

      private func change(_ state: inout State) {
        switch random.index(3) {
        // Items added during a load look like its own.
        case 0: state.count = max(0, state.count + random.index(loads.count == 0 ? 13 : 7) - 6)
        case 1: state.isShare.toggle()
        default: state.height = CGFloat(400 + 100 * random.index(3))
        }
      }

      private func endLoad() -> String {
        guard let state = setter.value else { return "no state" }
        let end = loads.end(&random) {
          setter.binding?.wrappedValue.count = state.count + $0
        }
        guard let end else { return "no load" }
        last = end
        return "\(end)"
      }

      func mistake() -> String? {
        guard let state = setter.value else { return "no state" }
        guard let list = hosted.scrollViews.first else {
          return loads.count == 0 ? nil : "loads without a list"
        }
        if loads.count > 1 { return "\(loads.count) loads" }
        let bottom = list.contentOffset.y + list.bounds.height
        let isAtEnd =
          state.isShare
          ? bottom >= 90 * CGFloat(state.count)
          : bottom > CGFloat(max(0, state.count - 3)) * 100
        let mayLoad = last.map { $0.hasMore && !$0.isFailed } ?? true
        // After an empty page, the next one waits for the back-off.
        let mustLoad = mayLoad && last?.isEmpty != true
        if state.count == 0 { return loads.count == 0 ? nil : "loads without items" }
        if isAtEnd, mustLoad, loads.count == 0 { return "nothing loads at \(bottom) of \(state)" }
        if !mayLoad, loads.count > 0 { return "loads after \(last as Any)" }
        return nil
      }
    }

    @Test(arguments: viewSeeds)
    func `one page at a time is loaded when the end shows`(seed: UInt64) async {
      let world = World(seed: seed)
      let hosted = Hosted(world.view)
      world.shown = hosted
      await world.run(seed: seed, steps: 40, world.loads)
      hosted.close()
    }
  }
}

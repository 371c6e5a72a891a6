#if !canImport(Darwin)
import SightlineAppleViews
import SightlineTestSupport
import Testing
import UIKit
import ViewWorlds

extension UIKitHost {
  /// A table that loads pages while a user scrolls it and an app changes it.
  @MainActor
  @Suite struct RandomLoadsTests {
    @MainActor
    private final class World: ViewWorld {
      private var random: SightlineTestSupport.SeededGenerator
      private let screen: Screen
      private let list = TableList(Array(0..<12))
      let loads = PendingLoads()
      private let controller: LoadMoreController
      private var states: [LoadMoreTrigger.State] = []
      /// Whether the controller should wait for a request, another count, or a scroll.
      private var waits: (isFailed: Bool, isFinished: Bool, isStalled: Bool) = (false, false, false)
      /// The number of items without those of the last load.
      private var askedCount = 0

      init(seed: UInt64, in screen: Screen) {
        self.screen = screen
        random = SightlineTestSupport.SeededGenerator(seed: seed)
        screen.view.addSubview(list.table)
        controller = LoadMoreController(of: list.table) { [loads] in try await loads.load() }
        controller.stateChanged = { [unowned self] in states.append($0) }
      }

      func act() -> String {
        states = [controller.state]
        switch random.index(12) {
        case 0...2:
          let offset = CGFloat(random.index(1 + max(0, list.items.count * 48 - 480)))
          if offset != list.table.contentOffset.y { waits.isStalled = false }
          list.table.contentOffset.y = offset
          return "scroll to \(offset)"
        case 3...7: return endLoad()
        case 8:
          change(by: random.index(13) - 6)
          controller.changed(itemCount: list.items.count)
          // Other counts were not laid out.
          if list.table.window == nil, list.items.count == askedCount { waits.isStalled = true }
          return "\(list.items.count) rows"
        case 9:
          waits = (false, false, false)
          change(by: -random.index(list.items.count + 1))
          controller.reset()
          return "\(list.items.count) other rows"
        case 10:
          (waits.isFailed, waits.isStalled) = (false, false)
          controller.retry()
          return "retry"
        default:
          if list.table.superview == nil {
            screen.view.addSubview(list.table)
          } else {
            list.table.removeFromSuperview()
          }
          return "shown \(list.table.window != nil)"
        }
      }

      private func endLoad() -> String {
        guard let end = loads.end(&random, adding: { change(by: $0) }) else { return "no load" }
        waits = (end.isFailed, !end.hasMore, end.isEmpty)
        askedCount = list.items.count - end.count
        return "\(end)"
      }

      private func change(by count: Int) {
        if controller.state == .stalled, count != 0 { waits.isStalled = false }
        let old = list.items.count
        list.items = Array(0..<max(0, old + count))
        list.reloadData()
        let end = max(0, list.items.count * 48 - 480)
        list.table.contentOffset.y = min(list.table.contentOffset.y, CGFloat(end))
      }

      func mistake() -> String? {
        let (state, table) = (controller.state, list.table)
        if zip(states, states.dropFirst()).contains(where: { $0 == $1 }) { return "\(states)" }
        if states.last != state { return "\(state) was not reported: \(states)" }
        let isLoading = state == .loading
        if loads.count != (isLoading ? 1 : 0) { return "\(loads.count) loads while \(state)" }
        if (state == .failed) != waits.isFailed { return "\(state), failed: \(waits.isFailed)" }
        if (state == .finished) != waits.isFinished { return "\(state), \(waits)" }
        let bottom = table.contentOffset.y + 480
        let isAtEnd = !list.items.isEmpty && bottom > CGFloat(max(0, list.items.count - 3) * 48)
        if state == .ready, isAtEnd, table.window != nil { return "nothing loads at the end" }
        if state == .stalled, !waits.isStalled, isAtEnd, table.window != nil {
          return "it is stalled"
        }
        return nil
      }
    }

    @Test(arguments: viewSeeds)
    func `one page at a time is loaded when the end shows`(seed: UInt64) async {
      let screen = Screen()
      let world = World(seed: seed, in: screen)
      await world.run(seed: seed, steps: 60, world.loads)
      screen.close()
    }
  }
}
#endif

#if !canImport(Darwin)
// Over the double only: touches, over hours of virtual time.
import SightlineAppleViews
import SightlineTestSupport
import Testing
import ViewWorlds

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  /// A list that loads pages while a user scrolls it and an app changes it.
  @MainActor
  @Suite struct RandomLoadsTests {
    @MainActor
    private final class World: ViewWorld {
      private var random: SightlineTestSupport.SeededGenerator
      private let screen: Screen
      private let list: any ItemList
      let loads = PendingLoads()
      private let controller: LoadMoreController
      private var states: [LoadMoreTrigger.State] = []
      /// Whether the controller should wait for a request, another count, or a scroll.
      private var waits: (isFailed: Bool, isFinished: Bool, isStalled: Bool) = (false, false, false)
      /// The number of items without those of the last load.
      private var askedCount = 0
      private var isRetry = false

      init(seed: UInt64, in screen: Screen) {
        self.screen = screen
        random = SightlineTestSupport.SeededGenerator(seed: seed)
        let (table, collection) = (TableList(Array(0..<12)), CollectionList(Array(0..<12)))
        let load: @MainActor () async throws -> Bool = { [loads] in try await loads.load() }
        let isTable = seed % 2 == 0
        list = isTable ? table : collection
        screen.view.addSubview(list.view)
        controller =
          isTable
          ? LoadMoreController(of: table.table, load: load)
          : LoadMoreController(of: collection.collection, load: load)
        controller.stateChanged = { [unowned self] in states.append($0) }
      }

      func act() -> String {
        states = [controller.state]
        isRetry = false
        switch random.index(12) {
        case 0...2:
          list.scroll(to: CGFloat(random.index(1 + max(0, list.items.count * 48 - 480))))
          return "scroll to \(offset)"
        case 3...7: return endLoad()
        case 8:
          change(by: random.index(13) - 6)
          controller.changed(itemCount: list.items.count)
          // Other counts were not laid out.
          if list.view.window == nil, list.items.count == askedCount { waits.isStalled = true }
          return "\(list.items.count) rows"
        case 9:
          waits = (false, false, false)
          change(by: -random.index(list.items.count + 1))
          controller.reset()
          return "\(list.items.count) other rows"
        case 10:
          (waits.isFailed, waits.isStalled) = (false, false)
          isRetry = true
          controller.retry()
          return "retry"
        default:
          if list.view.superview == nil {
            screen.view.addSubview(list.view)
          } else {
            list.view.removeFromSuperview()
          }
          return "shown \(list.view.window != nil)"
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
        list.scroll(to: min(offset, CGFloat(end)))
      }

      private var offset: CGFloat { CGFloat(ScrollMetrics(list.view).contentOffset.y) }

      func mistake() -> String? {
        let (state, view) = (controller.state, list.view)
        if zip(states, states.dropFirst()).contains(where: { $0 == $1 }) { return "\(states)" }
        if states.last != state { return "\(state) was not reported: \(states)" }
        let isLoading = state == .loading
        if loads.count != (isLoading ? 1 : 0) { return "\(loads.count) loads while \(state)" }
        if (state == .failed) != waits.isFailed { return "\(state), failed: \(waits.isFailed)" }
        if (state == .finished) != waits.isFinished { return "\(state), \(waits)" }
        let bottom = offset + 480
        let isAtEnd = !list.items.isEmpty && bottom > CGFloat(max(0, list.items.count - 3) * 48)
        if isLoading, states.count > 1, !isAtEnd, !isRetry { return "it loads far from the end" }
        if state == .ready, isAtEnd, view.window != nil { return "nothing loads at the end" }
        if state == .stalled, !waits.isStalled, isAtEnd, view.window != nil {
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

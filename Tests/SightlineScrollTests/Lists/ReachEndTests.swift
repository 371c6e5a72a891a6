import SightlineCore
import SightlineScroll
import Testing

/// The end of a declarative list, in SwiftUI's order of measurements, updates and tasks.
@Suite struct ReachEndTests {
  private var end = ReachEnd()
  private var trigger = LoadMoreTrigger(.itemFromEnd(1))

  private static func geometry(offset: Double, content: Double) -> ScrollMetrics {
    ScrollMetrics(
      contentOffset: LayoutPoint(x: 0, y: offset),
      contentSize: LayoutSize(width: 100, height: content),
      containerSize: LayoutSize(width: 100, height: 100))
  }

  private static func isLoading(_ trigger: LoadMoreTrigger) -> Bool { trigger.state == .loading }

  /// Runs the task for the trigger's current number.
  private mutating func begin() -> Int? {
    end.beginLoad(trigger.loadNumber, trigger) ? trigger.loadNumber : nil
  }

  @Test mutating func `the last item starts one load even if its view is recreated`() {
    end.itemChanged(9, isVisible: true)
    let (hasChanged, changesAgain) = (
      end.check(&trigger, itemCount: 10), end.check(&trigger, itemCount: 10)
    )
    #expect(hasChanged && !changesAgain)
    let (number, again) = (begin(), begin())
    #expect(number == 1 && again == nil)
  }

  @Test mutating func `a task starts no load but its own`() {
    // The toolkit has not run the first task when the end appears, and cancels it for the next one.
    end.itemChanged(9, isVisible: true)
    _ = end.check(&trigger, itemCount: 10)
    let (early, due) = (end.beginLoad(0, trigger), end.beginLoad(1, trigger))
    #expect(!early && due)
  }

  @Test mutating func `no load starts without a request`() {
    #expect(begin() == nil)
    end.itemChanged(8, isVisible: true)
    end.itemChanged(9, isVisible: true)
    end.itemChanged(9, isVisible: false)
    _ = end.check(&trigger, itemCount: 10)
    #expect(!end.check(&trigger, itemCount: 10), "a scroll that changes nothing")
    #expect(trigger.state == .ready)
  }

  @Test mutating func `a page is complete with the update that follows it`() {
    end.itemChanged(9, isVisible: true)
    _ = end.check(&trigger, itemCount: 10)
    let number = begin() ?? 0
    end.loaded(number, hasMore: true)
    // A scroll before the update changes nothing.
    #expect(!end.check(&trigger, itemCount: 10))
    #expect(trigger.state == .loading)
    end.itemChanged(9, isVisible: false)
    #expect(end.updated(&trigger, itemCount: 20))
    #expect(trigger.state == .ready, "the update shows the page, and none of its last items")
    #expect(!end.updated(&trigger, itemCount: 20))
  }

  @Test mutating func `a scroll without effect does not change the trigger`() {
    trigger = LoadMoreTrigger(.share(0.7))
    func changes(at offset: Double) -> Bool {
      end.measured(Self.geometry(offset: offset, content: 1_000), itemCount: 10)
      return end.check(&trigger, itemCount: 10)
    }
    _ = changes(at: 0)
    #expect(!changes(at: 1))
    #expect(changes(at: 800))
    #expect(!changes(at: 801), "while it loads")
    end.loaded(begin() ?? 0, hasMore: true)
    #expect(end.updated(&trigger, itemCount: 10))
    #expect(trigger.state == .stalled)
    #expect(!changes(at: 801) && !end.updated(&trigger, itemCount: 10))
    #expect(changes(at: 0), "it waits for the end again")
    #expect(trigger.state == .ready)
    #expect(!changes(at: 1))
    #expect(changes(at: 801))
    #expect(trigger.state == .loading)
  }

  @Test mutating func `the last page ends loading`() {
    end.itemChanged(0, isVisible: true)
    _ = end.check(&trigger, itemCount: 1)
    let number = begin() ?? 0
    end.loaded(number, hasMore: false)
    #expect(end.updated(&trigger, itemCount: 1))
    #expect(trigger.state == .finished)
  }

  @Test mutating func `an emptied list may load again`() {
    end.itemChanged(0, isVisible: true)
    _ = end.check(&trigger, itemCount: 1)
    end.loaded(begin() ?? 0, hasMore: false)
    _ = end.updated(&trigger, itemCount: 1)
    #expect(!end.updated(&trigger, itemCount: 1))
    #expect(end.updated(&trigger, itemCount: 0))
    #expect(trigger.state == .ready)
    #expect(end.updated(&trigger, itemCount: 1))
    #expect(Self.isLoading(trigger), "the second page of the next search")
    // The list is emptied again before that page arrives.
    let number = begin() ?? 0
    #expect(end.updated(&trigger, itemCount: 0))
    #expect(trigger.loadNumber != number && trigger.state == .ready)
  }

  @Test mutating func `an emptied list does not load by the geometry of its former items`() {
    trigger = LoadMoreTrigger(.share(0.7))
    end.measured(Self.geometry(offset: 100, content: 200), itemCount: 10)
    #expect(!end.updated(&trigger, itemCount: 0))
    #expect(trigger.state == .ready)
  }

  @Test mutating func `an abandoned load that ends late does not hide the end of the next one`() {
    end.itemChanged(9, isVisible: true)
    _ = end.check(&trigger, itemCount: 10)
    let first = begin() ?? 0
    trigger.reset()
    _ = end.check(&trigger, itemCount: 10)
    end.loaded(begin() ?? 0, hasMore: false)
    end.loaded(first, hasMore: true)
    #expect(end.updated(&trigger, itemCount: 10))
    #expect(trigger.state == .finished)
  }

  @Test mutating func `removing some items does not restart a finished list`() {
    end.itemChanged(1, isVisible: true)
    _ = end.check(&trigger, itemCount: 2)
    end.loaded(begin() ?? 0, hasMore: false)
    _ = end.updated(&trigger, itemCount: 2)
    end.itemChanged(0, isVisible: true)
    _ = end.updated(&trigger, itemCount: 1)
    #expect(trigger.state == .finished)
  }

  @Test mutating func `a new condition applies from the next update`() {
    end.itemChanged(7, isVisible: true)
    _ = end.updated(&trigger, itemCount: 10)
    #expect(trigger.state == .ready)
    trigger.condition = .itemFromEnd(3)
    #expect(end.updated(&trigger, itemCount: 10))
    #expect(Self.isLoading(trigger))
  }

  @Test mutating func `a share ignores a layout from before another condition`() {
    trigger.condition = .share(0.7)
    end.measured(Self.geometry(offset: 0, content: 800), itemCount: 8)
    _ = end.updated(&trigger, itemCount: 8)
    trigger.condition = .itemFromEnd(3)
    end.itemChanged(9, isVisible: true)
    #expect(end.updated(&trigger, itemCount: 10))
    trigger.condition = .share(0.7)
    #expect(!end.updated(&trigger, itemCount: 10))
    end.loaded(begin() ?? 0, hasMore: true)
    _ = end.updated(&trigger, itemCount: 10)
    #expect(trigger.state == .stalled, "the load brought no items")
  }

  @Test mutating func `a share uses the item count of its measurement`() {
    trigger = LoadMoreTrigger(.share(0.7))
    #expect(!end.check(&trigger, itemCount: 10), "nothing was measured yet")
    end.measured(Self.geometry(offset: 40, content: 200), itemCount: 10)
    #expect(end.check(&trigger, itemCount: 10))
    let number = begin() ?? 0
    end.loaded(number, hasMore: true)
    // The geometry is still that of 10 items, without the page.
    #expect(end.updated(&trigger, itemCount: 20))
    #expect(trigger.state == .settling(itemCount: 20))
    end.measured(Self.geometry(offset: 40, content: 400), itemCount: 20)
    #expect(end.check(&trigger, itemCount: 20))
    #expect(trigger.state == .ready)
  }

  @Test mutating func `the layout of other items starts no load after a reset`() {
    trigger = LoadMoreTrigger(.share(0.9))
    end.measured(Self.geometry(offset: 0, content: 100), itemCount: 3)
    _ = end.updated(&trigger, itemCount: 0)
    let emptied = trigger.state
    _ = end.updated(&trigger, itemCount: 30)
    let filled = trigger.state
    #expect(emptied == .ready && filled == .ready)
    end.measured(Self.geometry(offset: 0, content: 100), itemCount: 30)
    _ = end.check(&trigger, itemCount: 30)
    #expect(Self.isLoading(trigger))
  }

  @Test mutating func `a throwing load fails, a cancelled one restarts`() {
    end.itemChanged(9, isVisible: true)
    _ = end.check(&trigger, itemCount: 10)
    let first = begin() ?? 0
    #expect(end.failed(first, isCancelled: true, &trigger))
    #expect(trigger.state == .loading)
    let second = begin() ?? 0
    #expect(second == 2)
    #expect(!end.failed(first, isCancelled: false, &trigger), "the first is heard no longer")
    #expect(end.failed(second, isCancelled: false, &trigger))
    #expect(trigger.state == .failed)
  }

  @Test mutating func `a load abandoned by a reset is ignored`() {
    end.itemChanged(9, isVisible: true)
    _ = end.check(&trigger, itemCount: 10)
    let first = begin() ?? 0
    trigger.reset()
    #expect(trigger.loadNumber != first, "SwiftUI cancels the task of another number")
    #expect(begin() == nil)
    _ = end.check(&trigger, itemCount: 10)
    let second = begin() ?? 0
    #expect(second > first)
    end.loaded(first, hasMore: false)
    #expect(!end.updated(&trigger, itemCount: 10))
    #expect(Self.isLoading(trigger))
  }
}

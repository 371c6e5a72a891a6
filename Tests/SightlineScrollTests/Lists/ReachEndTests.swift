import SightlineCore
import SightlineScroll
import Testing

/// A declarative list at its end, in the order in which SwiftUI measures, updates and runs tasks.
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

  @Test mutating func `the last item begins one load, however often it is made anew`() {
    end.itemChanged(9, isVisible: true)
    let (hasChanged, changesAgain) = (
      end.check(&trigger, itemCount: 10), end.check(&trigger, itemCount: 10)
    )
    #expect(hasChanged && !changesAgain)
    let (number, again) = (end.beginLoad(trigger), end.beginLoad(trigger))
    #expect(number == 1 && again == nil)
  }

  @Test mutating func `no load begins for what nobody asked`() {
    #expect(end.beginLoad(trigger) == nil)
    end.itemChanged(8, isVisible: true)
    end.itemChanged(9, isVisible: true)
    end.itemChanged(9, isVisible: false)
    _ = end.check(&trigger, itemCount: 10)
    #expect(!end.check(&trigger, itemCount: 10), "a scroll that changes nothing")
    #expect(trigger.state == .ready)
  }

  @Test mutating func `a page counts with the items of the update after it`() {
    end.itemChanged(9, isVisible: true)
    _ = end.check(&trigger, itemCount: 10)
    let number = end.beginLoad(trigger) ?? 0
    end.loaded(number, hasMore: true)
    // A scroll before the update says nothing new.
    #expect(!end.check(&trigger, itemCount: 10))
    #expect(trigger.state == .loading)
    end.itemChanged(9, isVisible: false)
    #expect(end.updated(&trigger, itemCount: 20))
    #expect(trigger.state == .ready, "the update shows the page, and none of its last items")
    #expect(!end.updated(&trigger, itemCount: 20))
  }

  @Test mutating func `the last page ends it`() {
    end.itemChanged(0, isVisible: true)
    _ = end.check(&trigger, itemCount: 1)
    let number = end.beginLoad(trigger) ?? 0
    end.loaded(number, hasMore: false)
    #expect(end.updated(&trigger, itemCount: 1))
    #expect(trigger.state == .finished)
  }

  @Test mutating func `a share goes by the items that the geometry was measured with`() {
    trigger = LoadMoreTrigger(.share(0.7))
    #expect(!end.check(&trigger, itemCount: 10), "nothing was measured yet")
    end.measured(Self.geometry(offset: 40, content: 200), itemCount: 10)
    #expect(end.check(&trigger, itemCount: 10))
    let number = end.beginLoad(trigger) ?? 0
    end.loaded(number, hasMore: true)
    // The geometry is still that of 10 items: it says nothing of the page.
    #expect(end.updated(&trigger, itemCount: 20))
    #expect(trigger.state == .settling(itemCount: 20))
    end.measured(Self.geometry(offset: 40, content: 400), itemCount: 20)
    #expect(end.check(&trigger, itemCount: 20))
    #expect(trigger.state == .ready)
  }

  @Test mutating func `a load that throws has failed, one whose view went begins anew`() {
    end.itemChanged(9, isVisible: true)
    _ = end.check(&trigger, itemCount: 10)
    let first = end.beginLoad(trigger) ?? 0
    #expect(end.failed(first, isCancelled: true, &trigger))
    #expect(trigger.state == .loading)
    let second = end.beginLoad(trigger) ?? 0
    #expect(second == 2)
    #expect(!end.failed(first, isCancelled: false, &trigger), "the first is heard no longer")
    #expect(end.failed(second, isCancelled: false, &trigger))
    #expect(trigger.state == .failed)
  }

  @Test mutating func `a load that was forgotten by a reset is not heard`() {
    end.itemChanged(9, isVisible: true)
    _ = end.check(&trigger, itemCount: 10)
    let first = end.beginLoad(trigger) ?? 0
    trigger.reset()
    _ = end.check(&trigger, itemCount: 10)
    let second = end.beginLoad(trigger) ?? 0
    #expect(second == first + 1)
    end.loaded(first, hasMore: false)
    #expect(!end.updated(&trigger, itemCount: 10))
    #expect(Self.isLoading(trigger))
  }
}

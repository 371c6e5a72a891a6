import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct LoadMoreTriggerTests {
  private typealias List = LoadMoreTrigger.List

  /// A list of 10 pt rows at an offset in a container of 100 pt.
  private static func list(of count: Int, at offset: Double = 0) -> List {
    let last = min(count - 1, Int((offset + 99) / 10))
    return List(
      itemCount: count, lastVisibleItem: last < 0 ? nil : last,
      geometry: ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: offset),
        contentSize: LayoutSize(width: 10, height: Double(count) * 10),
        containerSize: LayoutSize(width: 10, height: 100)))
  }

  @Test func `it asks when the n-th item from the end shows`() {
    withEvery(-1...5, 1..<30, 0..<30) { place, count, last in
      guard last < count else { return }
      var trigger = LoadMoreTrigger(.itemFromEnd(place))
      let expected = count - last <= max(1, place)
      let asks = trigger.check(List(itemCount: count, lastVisibleItem: last))
      #expect(asks == expected)
    }
  }

  @Test func `indices that a list does not have are left out of what shows`() {
    #expect(List(itemCount: 3, visibleItems: [-1, 0]).lastVisibleItem == 0)
    #expect(List(itemCount: 3, visibleItems: [2, 1, 3]).lastVisibleItem == 2)
    #expect(List(itemCount: 3, visibleItems: [-1, 3]).lastVisibleItem == nil)
  }

  @Test func `it asks when a share of the content has been seen`() {
    withEvery([0.5, 0.7, 1], stride(from: 0.0, through: 100, by: 5)) { share, offset in
      var trigger = LoadMoreTrigger(.share(share))
      let asks = trigger.check(Self.list(of: 20, at: offset))
      #expect(asks == ((offset + 100) / 200 >= share - 1e-9))
    }
  }

  @Test func `one load at a time, and once a page`() {
    var trigger = LoadMoreTrigger()
    var (count, loads) = (30, 0)
    for offset in stride(from: 0.0, through: 900, by: 1) {
      if trigger.check(Self.list(of: count, at: offset)) { loads += 1 }
      #expect(trigger.check(Self.list(of: count, at: offset)) == false)
      // Each page takes 20 frames, 20 points, to come.
      if trigger.state == .loading && Int(offset) % 20 == 0 {
        count += 30
        trigger.loaded(itemCount: count, hasMore: true)
      }
    }
    #expect(loads == (count - 30) / 30 + (trigger.state == .loading ? 1 : 0))
    #expect((3...4).contains(loads))
  }

  @Test func `a list laid out before the page came says nothing about it`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.check(Self.list(of: 10)) == true)
    trigger.loaded(itemCount: 20, hasMore: true)
    #expect(trigger.check(Self.list(of: 10)) == false)
    #expect(trigger.state == .settling(itemCount: 20))
    #expect(trigger.check(Self.list(of: 20)) == false)
    #expect(trigger.state == .ready)
    #expect(trigger.check(Self.list(of: 20, at: 100)) == true)
  }

  @Test func `pages shorter than the screen are loaded until it is full`() {
    withEvery([LoadMoreTrigger.Condition.lastItem, .itemFromEnd(3), .share(0.7)], 1...9) {
      condition, page in
      var trigger = LoadMoreTrigger(condition)
      var (count, loads) = (page, 0)
      while trigger.check(Self.list(of: count)) {
        loads += 1
        count += page
        trigger.loaded(itemCount: count, hasMore: true)
        guard loads < 100 else { break }
      }
      #expect(count >= 10 && loads < 20)
    }
  }

  @Test func `an empty page with more to come asks for the next one`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.check(Self.list(of: 10)) == true)
    trigger.loaded(itemCount: 10, hasMore: true)
    #expect(trigger.check(Self.list(of: 10)) == true)
  }

  @Test func `after the last page it asks no more, until it begins anew`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.check(Self.list(of: 10)) == true)
    trigger.loaded(itemCount: 10, hasMore: false)
    #expect(trigger.check(Self.list(of: 10)) == false)
    #expect(trigger.state == .finished)
    trigger.reset()
    #expect(trigger.check(Self.list(of: 10)) == true)
  }

  @Test func `a failed load is tried again when asked, and only then`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.check(Self.list(of: 10)) == true)
    trigger.failed()
    for _ in 0..<100 { #expect(trigger.check(Self.list(of: 10)) == false) }
    #expect(trigger.retry() == true)
    #expect(trigger.retry() == false)
    #expect(trigger.check(Self.list(of: 10)) == false)
    trigger.loaded(itemCount: 30, hasMore: true)
    #expect(trigger.check(Self.list(of: 30)) == false)
    #expect(trigger.check(Self.list(of: 30, at: 200)) == true)
  }

  @Test func `each load has a number of its own, a retry too`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.loadNumber == 0)
    #expect(trigger.check(Self.list(of: 10)) == true)
    #expect(trigger.check(Self.list(of: 10)) == false)
    #expect(trigger.loadNumber == 1)
    trigger.failed()
    #expect(trigger.loadNumber == 1)
    #expect(trigger.retry() == true)
    #expect(trigger.retry() == false)
    #expect(trigger.loadNumber == 2)
    trigger.reset()
    #expect(trigger.loadNumber == 2)
    #expect(trigger.check(Self.list(of: 10)) == true)
    #expect(trigger.loadNumber == 3)
  }

  @Test func `a load that was given up is asked for again, and only while it is under way`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.restart() == false)
    #expect(trigger.check(Self.list(of: 10)) == true)
    #expect(trigger.restart() == true)
    #expect(trigger.state == .loading)
    #expect(trigger.loadNumber == 2)
    #expect(trigger.check(Self.list(of: 10)) == false)
    trigger.failed()
    #expect(trigger.restart() == false)
    trigger.retry()
    trigger.loaded(itemCount: 20, hasMore: false)
    #expect(trigger.restart() == false)
    #expect(trigger.state == .finished)
    #expect(trigger.loadNumber == 3)
  }

  @Test func `of the items that show, the last one of the list counts`() {
    #expect(List(itemCount: 9, visibleItems: [3, 8, 4]).lastVisibleItem == 8)
    // Rows that were deleted, and are not laid out anew yet.
    #expect(List(itemCount: 5, visibleItems: [3, 8, 4, 5]).lastVisibleItem == 4)
    #expect(List(itemCount: 5, visibleItems: [7, -1]).lastVisibleItem == nil)
    #expect(List(itemCount: 0, visibleItems: [0]).lastVisibleItem == nil)
    #expect(List(itemCount: 5, visibleItems: []).lastVisibleItem == nil)
  }

  @Test func `the condition's first item is the first one that makes it ask`() {
    withEvery([Int.min, -1, 0, 1, 3, 20, Int.max], 0...12) { place, count in
      let condition = LoadMoreTrigger.Condition.itemFromEnd(place)
      let asking = (0..<count).first { item in
        var trigger = LoadMoreTrigger(condition)
        return trigger.check(List(itemCount: count, lastVisibleItem: item))
      }
      #expect(condition.firstItem(of: count) == asking)
    }
    #expect(LoadMoreTrigger.Condition.share(0.7).firstItem(of: 9) == nil)
  }

  @Test func `ends of loads that it did not ask for are nothing`() {
    var trigger = LoadMoreTrigger(.lastItem)
    trigger.loaded(itemCount: 5, hasMore: false)
    trigger.failed()
    #expect(trigger.retry() == false)
    #expect(trigger.state == .ready)
  }

  @Test func `an empty list never loads more`() {
    withEvery([LoadMoreTrigger.Condition.lastItem, .itemFromEnd(50), .share(0)], [0, -3]) {
      condition, count in
      var trigger = LoadMoreTrigger(condition)
      #expect(trigger.check(List(itemCount: count, lastVisibleItem: 7, seenShare: 1)) == false)
      #expect(
        trigger.check(List(itemCount: 9, lastVisibleItem: nil, seenShare: -.infinity)) == false)
    }
  }

  @Test func `data that shrinks is taken for what is there`() {
    var trigger = LoadMoreTrigger(.itemFromEnd(3))
    #expect(trigger.check(Self.list(of: 100)) == false)
    // A filter leaves what fits on the screen.
    #expect(trigger.check(Self.list(of: 4)) == true)
    // It shrinks on, below the index that is said to be visible, while the page comes.
    #expect(trigger.check(List(itemCount: 2, lastVisibleItem: 3)) == false)
    trigger.loaded(itemCount: 3, hasMore: true)
    #expect(trigger.check(List(itemCount: 3, lastVisibleItem: 3)) == true)
  }

  @Test func `data that changes again before it is laid out does not hold it up`() {
    withEvery([0, 1, 9, 11, 15, 20, 21, 40], [false, true]) { count, tells in
      var trigger = LoadMoreTrigger(.lastItem)
      #expect(trigger.check(Self.list(of: 10)) == true)
      trigger.loaded(itemCount: 20, hasMore: true)
      #expect(trigger.check(Self.list(of: 10)) == false)
      if tells { trigger.changed(itemCount: count) }
      #expect(trigger.check(Self.list(of: count)) == (1...10).contains(count))
    }
    var back = LoadMoreTrigger(.lastItem)
    #expect(back.check(Self.list(of: 10)) == true)
    back.loaded(itemCount: 20, hasMore: true)
    back.changed(itemCount: 10)
    #expect(back.check(Self.list(of: 10)) == true)
  }

  @Test func `shares out of range count as the nearest within`() {
    withEvery([7.0, .nan, .infinity], [99.0, 100]) { share, offset in
      var trigger = LoadMoreTrigger(.share(share))
      let asks = trigger.check(Self.list(of: 20, at: offset))
      #expect(asks == (offset == 100))
    }
    var none = LoadMoreTrigger(.share(-1))
    #expect(none.check(List(itemCount: 1, lastVisibleItem: 0)) == true)
    var bad = LoadMoreTrigger(.share(0.5))
    #expect(bad.check(List(itemCount: 1, lastVisibleItem: 0, seenShare: .nan)) == false)
  }
}

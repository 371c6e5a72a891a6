import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct LoadMoreTriggerTests {
  private typealias List = LoadMoreTrigger.List

  /// Returns a list of 10 pt rows at an offset in a container of 100 pt.
  private static func list(of count: Int, at offset: Double = 0) -> List {
    let last = min(count - 1, Int((offset + 99) / 10))
    return List(
      itemCount: count, lastVisibleItem: last < 0 ? nil : last,
      geometry: ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: offset),
        contentSize: LayoutSize(width: 10, height: Double(count) * 10),
        containerSize: LayoutSize(width: 10, height: 100)))
  }

  @Test func `loading starts when the nth item from the end appears`() {
    withEvery(-1...5, 1..<30, 0..<30) { place, count, last in
      guard last < count else { return }
      var trigger = LoadMoreTrigger(.itemFromEnd(place))
      let expected = count - last <= max(1, place)
      let asks = trigger.check(List(itemCount: count, lastVisibleItem: last))
      #expect(asks == expected)
    }
  }

  @Test func `out-of-range visible indices are ignored`() {
    #expect(List(itemCount: 3, visibleItems: [-1, 0]).lastVisibleItem == 0)
    #expect(List(itemCount: 3, visibleItems: [2, 1, 3]).lastVisibleItem == 2)
    #expect(List(itemCount: 3, visibleItems: [-1, 3]).lastVisibleItem == nil)
  }

  @Test func `loading starts when a share of the content has been seen`() {
    withEvery([0.5, 0.7, 1], stride(from: 0.0, through: 100, by: 5)) { share, offset in
      var trigger = LoadMoreTrigger(.share(share))
      let asks = trigger.check(Self.list(of: 20, at: offset))
      #expect(asks == ((offset + 100) / 200 >= share - 1e-9))
    }
  }

  @Test func `loads run one at a time, once per page`() {
    var trigger = LoadMoreTrigger()
    var (count, loads) = (30, 0)
    for offset in stride(from: 0.0, through: 900, by: 1) {
      if trigger.check(Self.list(of: count, at: offset)) { loads += 1 }
      #expect(trigger.check(Self.list(of: count, at: offset)) == false)
      // Each page takes 20 frames, or 20 points, to arrive.
      if trigger.state == .loading && Int(offset) % 20 == 0 {
        count += 30
        trigger.loaded(itemCount: count, hasMore: true)
      }
    }
    #expect(loads == (count - 30) / 30 + (trigger.state == .loading ? 1 : 0))
    #expect((3...4).contains(loads))
  }

  @Test func `a layout from before the page arrived does not settle it`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.check(Self.list(of: 10)) == true)
    trigger.loaded(itemCount: 20, hasMore: true)
    #expect(trigger.check(Self.list(of: 10)) == false)
    #expect(trigger.state == .settling(itemCount: 20))
    #expect(trigger.check(Self.list(of: 20)) == false)
    #expect(trigger.state == .ready)
    #expect(trigger.check(Self.list(of: 20, at: 100)) == true)
  }

  @Test func `short pages load until the screen is full`() {
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

  /// Returns a trigger at the end of 20 items, after a load without items.
  private static func stalled(_ condition: LoadMoreTrigger.Condition) -> LoadMoreTrigger {
    var trigger = LoadMoreTrigger(condition)
    #expect(trigger.check(list(of: 20, at: 100)) == true)
    // Layout and scroll during the load.
    #expect(trigger.check(list(of: 20, at: 90)) == false)
    trigger.loaded(itemCount: 20, hasMore: true)
    #expect(trigger.state == .stalled)
    for _ in 0..<100 { #expect(trigger.check(list(of: 20, at: 90)) == false) }
    return trigger
  }

  @Test(arguments: [LoadMoreTrigger.Condition.itemFromEnd(3), .share(0.7)])
  func `empty pages continue after a doubling back-off`(condition: LoadMoreTrigger.Condition) {
    var trigger = Self.stalled(condition)
    for seconds in [0.5, 1, 2, 4, 8, 8, 8] {
      #expect(trigger.backOff == .seconds(seconds))
      // No scroll and no pull shortens it.
      for offset in [91.0, 80, -60, 90] {
        #expect(trigger.check(Self.list(of: 20, at: offset)) == false)
      }
      trigger.resume()
      #expect(trigger.backOff == nil)
      #expect(trigger.check(Self.list(of: 20, at: 0)) == false, "only at the end")
      #expect(trigger.check(Self.list(of: 20, at: 91)) == true)
      trigger.resume()
      #expect(trigger.check(Self.list(of: 20, at: 91)) == false, "one at a time")
      trigger.loaded(itemCount: 20, hasMore: true)
    }
    // Something shows.
    trigger.resume()
    #expect(trigger.check(Self.list(of: 20, at: 91)) == true)
    trigger.loaded(itemCount: 40, hasMore: true)
    #expect(trigger.check(Self.list(of: 40, at: 91)) == false)
    #expect(trigger.check(Self.list(of: 40, at: 300)) == true)
    trigger.loaded(itemCount: 40, hasMore: true)
    #expect(trigger.backOff == LoadMoreTrigger.firstBackOff)
    trigger.resume()
    #expect(trigger.check(Self.list(of: 40, at: 300)) == true)
    trigger.loaded(itemCount: 40, hasMore: false)
    trigger.resume()
    #expect(trigger.backOff == nil && trigger.state == .finished)
  }

  @Test func `a page whose items are filtered out before layout continues after a back-off`() {
    var trigger = LoadMoreTrigger(.lastItem)
    for seconds in [0.5, 1, 2] {
      #expect(trigger.check(Self.list(of: 10)) == true)
      trigger.loaded(itemCount: 20, hasMore: true)
      #expect(trigger.check(Self.list(of: 10)) == false)
      #expect(trigger.backOff == .seconds(seconds))
      trigger.resume()
    }
  }

  @Test func `an empty page is followed by another load when the count changes`() {
    var trigger = Self.stalled(.lastItem)
    // The new item is laid out later, and there is still room on the screen.
    #expect(trigger.check(Self.list(of: 21, at: 110)) == true)
    trigger = Self.stalled(.lastItem)
    #expect(trigger.check(Self.list(of: 100, at: 90)) == false)
    #expect(trigger.state == .ready)
  }

  @Test func `an empty page is followed by another load on request`() {
    var trigger = Self.stalled(.lastItem)
    #expect(trigger.retry() == true)
    #expect(trigger.state == .loading)
    trigger.loaded(itemCount: 20, hasMore: true)
    #expect(trigger.state == .stalled)
    trigger.reset()
    #expect(trigger.check(Self.list(of: 20, at: 100)) == true)
  }

  @Test func `content without a height counts as entirely seen, even if pulled away`() {
    func share(_ height: Double, at offset: Double) -> Double {
      let geometry = ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: offset),
        contentSize: LayoutSize(width: 300, height: height),
        containerSize: LayoutSize(width: 300, height: 600))
      return List(itemCount: 0, lastVisibleItem: nil, geometry: geometry).seenShare
    }
    for offset in [-700.0, 0, 100] { #expect(share(0, at: offset) == 1) }
    #expect(share(400, at: -700) == 0)
    #expect(share(300, at: 0) == 1 && share(1_200, at: 0) == 0.5)
  }

  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `a share applies along the scrolled axis`(direction: ReadingDirection) {
    func loads(at x: Double, _ share: Double) -> Bool {
      var trigger = LoadMoreTrigger(.share(share))
      let geometry = ScrollMetrics(
        contentOffset: LayoutPoint(x: direction == .rightToLeft ? 2_010 - x : x, y: 0),
        contentSize: LayoutSize(width: 2_400, height: 120),
        containerSize: LayoutSize(width: 390, height: 120))
      return trigger.check(
        List(itemCount: 20, lastVisibleItem: nil, geometry: geometry, direction: direction))
    }
    for x in stride(from: -50.0, through: 2_010, by: 10) {
      #expect(loads(at: x, 0.7) == (x >= 1_290))
    }
    #expect(!loads(at: 1_289.9, 0.7))
    // The pixel nearest to the end.
    #expect(loads(at: 2_009.6, 1) && !loads(at: 2_009, 1))
  }

  @Test func `the part beyond a share begins a pixel before it`() {
    func region(
      _ share: Double, _ width: Double, _ height: Double, _ direction: ReadingDirection
    ) -> LayoutRect? {
      LoadMoreTrigger.Condition.share(share).region(
        of: ScrollMetrics(
          contentSize: LayoutSize(width: width, height: height),
          containerSize: LayoutSize(width: 390, height: 120)), direction: direction)
    }
    for direction in [ReadingDirection.leftToRight, .rightToLeft] {
      #expect(
        region(0.5, 390, 1_000, direction) == LayoutRect(x: 0, y: 499.5, width: 390, height: 500.5))
      // Content that fits, of a list that scrolls with its surroundings.
      #expect(
        region(1, 100, 110, direction) == LayoutRect(x: 0, y: 109.5, width: 100, height: 0.5))
      #expect(region(0, 390, 1_000, direction)?.height == 1_000)
    }
    #expect(
      region(0.7, 2_400, 120, .leftToRight)
        == LayoutRect(x: 1_679.5, y: 0, width: 720.5, height: 120))
    #expect(
      region(0.7, 2_400, 120, .rightToLeft) == LayoutRect(x: 0, y: 0, width: 720.5, height: 120))
    #expect(
      LoadMoreTrigger.Condition.lastItem.region(
        of: ScrollMetrics(contentSize: .zero, containerSize: .zero)) == nil)
  }

  @Test func `the next load and a retry count the items on screen, not those of an earlier layout`()
  {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.check(Self.list(of: 20, at: 100)) == true)
    // A filter set and removed during an empty load looks like a page.
    #expect(trigger.check(Self.list(of: 12)) == false)
    trigger.loaded(itemCount: 20, hasMore: true)
    #expect(trigger.check(Self.list(of: 20, at: 100)) == true)
    trigger.loaded(itemCount: 20, hasMore: true)
    #expect(trigger.check(Self.list(of: 20, at: 100)) == false)
    #expect(trigger.retry() == true)
    trigger.loaded(itemCount: 20, hasMore: true)
    #expect(trigger.state == .stalled)
  }

  @Test func `after an empty page, a layout from before its end does not change the count`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.check(Self.list(of: 20, at: 100)) == true)
    // A row with a spinner is counted until the list is laid out again.
    #expect(trigger.check(Self.list(of: 21, at: 110)) == false)
    trigger.loaded(itemCount: 20, hasMore: true)
    for count in [21, 20] { #expect(trigger.check(Self.list(of: count, at: 110)) == false) }
    #expect(trigger.state == .stalled)
    #expect(trigger.check(Self.list(of: 21, at: 110)) == true)
  }

  @Test func `a page that makes up for items removed from the layout is not empty`() {
    var trigger = LoadMoreTrigger()
    #expect(trigger.check(Self.list(of: 10)) == true)
    #expect(trigger.check(Self.list(of: 7)) == false)
    trigger.loaded(itemCount: 10, hasMore: true)
    #expect(trigger.check(Self.list(of: 10)) == true)
  }

  @Test func `a page with as many items as a filter removed is not empty`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.check(Self.list(of: 20, at: 100)) == true)
    trigger.changed(itemCount: 15)
    trigger.loaded(itemCount: 20, hasMore: true)
    #expect(trigger.state == .settling(itemCount: 20))
    var empty = LoadMoreTrigger(.lastItem)
    #expect(empty.check(Self.list(of: 20, at: 100)) == true)
    empty.changed(itemCount: -1)
    empty.loaded(itemCount: 0, hasMore: true)
    #expect(empty.state == .stalled)
  }

  @Test func `a page laid out before its load ends is not empty`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.check(Self.list(of: 10)) == true)
    #expect(trigger.check(Self.list(of: 12)) == false)
    trigger.loaded(itemCount: 12, hasMore: true)
    #expect(trigger.state == .settling(itemCount: 12))
    #expect(trigger.check(Self.list(of: 12, at: 20)) == true)
  }

  @Test func `after the last page nothing loads until a reset`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.check(Self.list(of: 10)) == true)
    trigger.loaded(itemCount: 10, hasMore: false)
    #expect(trigger.check(Self.list(of: 10)) == false)
    #expect(trigger.state == .finished)
    trigger.reset()
    #expect(trigger.check(Self.list(of: 10)) == true)
  }

  @Test func `a failed load is retried on request and only then`() {
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

  @Test func `items that replace others after a failed load count`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.check(Self.list(of: 10)) == true)
    trigger.failed()
    trigger.changed(itemCount: 5)
    #expect(trigger.retry() == true)
    trigger.loaded(itemCount: 10, hasMore: true)
    #expect(trigger.state == .settling(itemCount: 10))
  }

  @Test func `each load has its own number, including retries`() {
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
    #expect(trigger.loadNumber == 3, "the running load is abandoned")
    trigger.reset()
    #expect(trigger.loadNumber == 3)
    #expect(trigger.check(Self.list(of: 10)) == true)
    #expect(trigger.loadNumber == 4)
  }

  @Test func `the last visible item in list order counts`() {
    #expect(List(itemCount: 9, visibleItems: [3, 8, 4]).lastVisibleItem == 8)
    // Rows that were deleted, before the next layout.
    #expect(List(itemCount: 5, visibleItems: [3, 8, 4, 5]).lastVisibleItem == 4)
    #expect(List(itemCount: 5, visibleItems: [7, -1]).lastVisibleItem == nil)
    #expect(List(itemCount: 0, visibleItems: [0]).lastVisibleItem == nil)
    #expect(List(itemCount: 5, visibleItems: []).lastVisibleItem == nil)
  }

  @Test func `loading starts exactly at the condition's first item`() {
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

  @Test func `unrequested load completions are ignored`() {
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

  @Test func `a negative count is treated as an empty list`() {
    var trigger = LoadMoreTrigger(.lastItem)
    #expect(trigger.check(Self.list(of: 10)) == true)
    trigger.loaded(itemCount: -5, hasMore: true)
    #expect(trigger.state == .settling(itemCount: 0))
    trigger.changed(itemCount: 20)
    trigger.changed(itemCount: -1)
    #expect(trigger.state == .settling(itemCount: 0))
  }

  @Test func `shrinking data is accepted`() {
    var trigger = LoadMoreTrigger(.itemFromEnd(3))
    #expect(trigger.check(Self.list(of: 100)) == false)
    // A filter leaves only as many items as fit on the screen.
    #expect(trigger.check(Self.list(of: 4)) == true)
    // It shrinks further during the load, below the last visible index reported.
    #expect(trigger.check(List(itemCount: 2, lastVisibleItem: 3)) == false)
    trigger.loaded(itemCount: 3, hasMore: true)
    #expect(trigger.check(List(itemCount: 3, lastVisibleItem: 3)) == true)
  }

  @Test func `data changing again before layout does not block loading`() {
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
    // Its items are filtered out again, so the load counts as empty.
    back.changed(itemCount: 10)
    #expect(back.check(Self.list(of: 10)) == false)
    #expect(back.state == .stalled)
    back.changed(itemCount: 11)
    #expect(back.check(Self.list(of: 11)) == false)
    #expect(back.check(Self.list(of: 11, at: 10)) == true)
  }

  @Test func `a share is reached within a billionth`() {
    for (seen, asks) in [(0.5, true), (0.5 - 1e-9, true), (0.5 - 2e-9, false)] {
      var trigger = LoadMoreTrigger(.share(0.5))
      #expect(trigger.check(List(itemCount: 1, lastVisibleItem: nil, seenShare: seen)) == asks)
    }
  }

  @Test func `a trigger with a NaN share equals itself`() {
    var trigger = LoadMoreTrigger(.share(.nan))
    #expect(trigger.condition == .share(1))
    trigger.condition = .lastItem
    trigger.condition = .share(.nan)
    #expect(trigger == LoadMoreTrigger(.share(1)))
  }

  @Test func `shares out of range are clamped`() {
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

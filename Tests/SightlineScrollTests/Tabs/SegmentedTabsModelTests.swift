import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

@Suite struct SegmentedTabsModelTests {
  @Test(arguments: 0..<UInt64(RandomWorlds.count))
  func `a row agrees with its buttons after every operation`(seed: UInt64) {
    SegmentedWorld.run(seed: seed, steps: 60)
  }
}

private struct SegmentedWorld: ModelWorld {
  private var random: SeededGenerator
  private let isCoarse: Bool
  private var now = MonotonicTime.zero
  private var tabs: SegmentedTabs
  /// The model: the selection, and a slide in indices.
  private var selection: Int?
  private var (from, to) = (0.0, 0.0)
  private var (start, length) = (MonotonicTime.zero, Duration.zero)
  private var width: Double
  private var answers = (false, false)

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isCoarse = seed.isMultiple(of: 2)
    // The edges of so many buttons are exact.
    let (count, first) = ([0, 1, 2, 4, 4, 8][random.index(6)], random.index(11) - 2)
    width = 400
    tabs = SegmentedTabs(
      count: count, width: width, selection: first,
      metrics: SegmentedTabs.Metrics(
        leadingMargin: 16, trailingMargin: random.oneIn(2) ? 0 : 30,
        spacing: random.oneIn(3) ? 0 : 8),
      direction: random.oneIn(2) ? .leftToRight : .rightToLeft)
    if count > 0 { selection = min(max(0, first), count - 1) }
    to = Double(selection ?? 0)
  }

  mutating func act() -> String {
    now = random.time(after: now, isCoarse: isCoarse)
    answers = (false, false)
    switch random.index(6) {
    case 0:
      let new = [0, -9, .nan, .infinity, 20, 390, 844][random.index(7)]
      width = new.isFinite ? max(0, new) : 0
      tabs.resize(to: new)
      return "width \(new)"
    case 1:
      tabs.motion = random.oneIn(2) ? .full : .reduced
      return "\(tabs.motion)"
    default:
      let index = random.index(tabs.count + 2) - 1
      answers.0 = tabs.select(index, at: now)
      answers.1 = (0..<tabs.count).contains(index) && index != selection
      if answers.1 {
        (from, to, start, selection) = (place(now), Double(index), now, index)
        length = tabs.motion == .full ? .milliseconds(160) : .zero
      }
      return "select \(index)"
    }
  }

  private func isSliding(_ time: MonotonicTime) -> Bool {
    length > .zero && time - start < length
  }

  private func place(_ time: MonotonicTime) -> Double {
    guard isSliding(time) else { return to }
    return from + (to - from) * Easing.easeInOut.value(at: max(0, (time - start) / length))
  }

  /// The left and right edges of a button or, between two, of the capsule.
  private func edges(_ index: Double) -> (left: Double, right: Double) {
    let metrics = tabs.metrics
    let room = width - metrics.leadingMargin - metrics.trailingMargin
    let button = max(0, (room - metrics.spacing * Double(tabs.count - 1)) / Double(tabs.count))
    let start = metrics.leadingMargin + index * (button + metrics.spacing)
    return tabs.direction == .leftToRight
      ? (start, start + button) : (width - start - button, width - start)
  }

  private func agrees(_ span: TabSpan?, _ index: Double?) -> Bool {
    guard let span, let index else { return span == nil && index == nil }
    let (left, right) = edges(index)
    return isClose(span.x, left) && isClose(span.maxX, right)
  }

  /// The button at a position, by its distance to all of them.
  private func button(_ x: Double) -> Int? {
    let inside = (0..<tabs.count).filter { index in
      let (left, right) = edges(Double(index))
      let half = tabs.metrics.spacing / 2
      let (first, last) = tabs.direction == .leftToRight ? (0, tabs.count - 1) : (tabs.count - 1, 0)
      return right > left && x >= left - (index == first ? 0 : half)
        && x <= right + (index == last ? 0 : half)
    }
    // In the middle of a gap, the next button counts.
    return inside.last
  }

  mutating func difference() -> String? {
    let end = start + length
    for time in [now, now + .seconds(-1), end, end + .nanoseconds(-1)] {
      let difference = firstDifference([
        ("answer", answers.0, answers.1), ("selection", tabs.selection, selection),
        ("width", tabs.width, width), ("isSliding", tabs.isSliding(at: time), isSliding(time)),
        ("capsule", agrees(tabs.capsule(at: time), selection.map { _ in place(time) }), true),
      ])
      if let difference { return "\(difference) \(time - now) later\n\(self)" }
    }
    for index in -1...tabs.count {
      let exists = (0..<tabs.count).contains(index)
      if !agrees(tabs.span(of: index), exists ? Double(index) : nil) { return "button \(index)" }
    }
    let (left, right) = edges(Double(random.index(max(1, tabs.count))))
    let edge = random.oneIn(2) ? left : right
    let x = random.oneIn(9) ? .nan : edge + [0, 4, -4, 0.25, -0.25, 5, -5, 60][random.index(8)]
    if tabs.index(at: x) != button(x) {
      return "\(tabs.index(at: x) ?? -1), not \(button(x) ?? -1) at \(x)\n\(self)"
    }
    return nil
  }
}

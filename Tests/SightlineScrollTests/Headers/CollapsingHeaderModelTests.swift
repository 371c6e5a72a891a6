import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

@Suite struct CollapsingHeaderModelTests {
  @Test(arguments: 0..<UInt64(RandomWorlds.count))
  func `a header agrees with its rules after every operation`(seed: UInt64) {
    HeaderWorld.run(seed: seed, steps: 100)
  }
}

/// A model of a header: the last distance, and a change from one share to another.
private struct PlainHeader {
  var style = CollapsingHeader.Style()
  var distance: Double?
  var isCollapsed = false
  var (from, to) = (0.0, 0.0)
  var (start, length) = (MonotonicTime.zero, Duration.zero)
  /// The latest time.
  var clock = MonotonicTime(nanoseconds: .min)

  func isMoving(_ time: MonotonicTime) -> Bool {
    length > .zero && max(time, clock) - start < length
  }

  func share(_ time: MonotonicTime) -> Double {
    guard isMoving(time) else { return to }
    let passed = (max(time, clock) - start) / length
    return from + (to - from) * style.easing.value(at: max(0, passed))
  }

  /// Decides whether to be collapsed. Returns whether that is a change.
  private mutating func decide() -> Bool {
    guard let distance else { return false }
    let before = isCollapsed
    if distance > style.threshold - 0.5 {
      isCollapsed = true
    } else if distance < style.threshold - style.hysteresis + 0.5 {
      isCollapsed = false
    }
    return isCollapsed != before
  }

  mutating func scroll(_ new: Double, _ time: MonotonicTime, _ motion: MotionPreference) -> Bool {
    clock = max(clock, time)
    guard new.isFinite else { return false }
    let isFirst = distance == nil
    distance = new
    let share = share(clock)
    guard decide() else { return false }
    (from, to, start) = (share, isCollapsed ? 1 : 0, clock)
    length = isFirst || motion == .reduced ? .zero : style.duration
    return true
  }

  mutating func setStyle(_ style: CollapsingHeader.Style) {
    if style == self.style { return }
    self.style = style
    _ = decide()
    (to, length) = (isCollapsed ? 1 : 0, .zero)
  }
}

private struct HeaderWorld: ModelWorld {
  private var random: SeededGenerator
  private let isCoarse: Bool
  private var now = MonotonicTime.zero
  private var header = CollapsingHeader()
  private var model = PlainHeader()
  private var answers: (AnyHashable?, AnyHashable?) = (nil, nil)

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isCoarse = seed.isMultiple(of: 2)
  }

  mutating func act() -> String {
    now = random.time(after: now, isCoarse: isCoarse)
    answers = (nil, nil)
    if random.oneIn(8) {
      let style = style()
      header.setStyle(style)
      model.setStyle(style)
      return "\(style)"
    }
    let style = header.style
    let limits = [style.threshold, style.threshold - style.hysteresis]
    let distance =
      random.oneIn(9)
      ? [Double.nan, .infinity, -.infinity][random.index(3)]
      : limits[random.index(2)] + [0, 0, -0.5, 0.5, 300, -300][random.index(6)]
    let motion: MotionPreference = random.oneIn(4) ? .reduced : .full
    if random.oneIn(2) {
      answers = (
        header.scroll(to: distance, at: now, motion: motion), model.scroll(distance, now, motion)
      )
    } else {
      let geometry = ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: distance.orZero - 32), contentSize: .zero,
        containerSize: .zero, contentInsets: LayoutInsets(top: 32))
      answers.0 = header.scroll(in: geometry, at: now, motion: motion)
      if model.scroll(distance.orZero, now, motion) {
        answers.1 = model.isMoving(now) ? model.style.duration : Duration.zero
      }
    }
    return "scroll to \(distance), \(motion)"
  }

  private mutating func style() -> CollapsingHeader.Style {
    if random.oneIn(3) { return header.style }
    return CollapsingHeader.Style(
      expandedHeight: random.oneIn(2) ? 82 : 120, collapsedHeight: random.oneIn(2) ? 53 : 0,
      threshold: [142, 100, 0, -20][random.index(4)],
      hysteresis: [8, 8, 0, 60][random.index(4)], expandedPadding: 6, collapsedPadding: 4,
      duration: .milliseconds([80, 200, 0][random.index(3)]),
      easing: random.oneIn(2) ? .easeInOut : .linear)
  }

  mutating func difference() -> String? {
    let end = model.start + model.length
    let later = now + .milliseconds(random.index(300))
    for time in [now, now + .seconds(-1), later, end, end + .nanoseconds(-1)] {
      let (layout, share) = (header.layout(at: time), model.share(time))
      let style = model.style
      let height = style.expandedHeight + (style.collapsedHeight - style.expandedHeight) * share
      let padding = style.expandedPadding + (style.collapsedPadding - style.expandedPadding) * share
      let difference = firstDifference([
        ("answer", answers.0, answers.1), ("style", header.style, style),
        ("isCollapsed", header.isCollapsed, model.isCollapsed),
        ("isAnimating", header.isAnimating(at: time), model.isMoving(time)),
        ("label", layout.showsLabel, !model.isCollapsed),
        ("inset", header.contentInset, style.expandedHeight),
        ("collapse", isClose(layout.collapse, share), true),
        ("height", isClose(layout.height, height), true),
        ("padding", isClose(layout.padding, padding), true),
      ])
      if let difference { return "\(difference) \(time - now) later\n\(header)\n\(model)" }
    }
    return nil
  }
}

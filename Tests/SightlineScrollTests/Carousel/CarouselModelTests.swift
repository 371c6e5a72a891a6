import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

/// A carousel and a model of it under random operations, several at a time. After each one they
/// agree now, before, later, and at the ends of movements.
@Suite struct CarouselModelTests {
  @Test(arguments: 0..<UInt64(RandomWorlds.count))
  func `a carousel agrees with an endless strip after every operation`(seed: UInt64) {
    CarouselWorld.run(seed: seed, steps: 80)
  }
}

private struct CarouselWorld: ModelWorld {
  private var random: SeededGenerator
  /// Whether numbers are round, so that places and times often coincide.
  private let isCoarse: Bool
  private var carousel: Carousel
  private var strip: CarouselStrip
  private var now = MonotonicTime.zero

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isCoarse = seed.isMultiple(of: 2)
    let layout = Self.layout(&random, isCoarse, [])
    let (mode, item) = (Self.mode(&random), random.index(9) - 2)
    let motion: MotionPreference = random.oneIn(5) ? .reduced : .full
    carousel = Carousel(layout: layout, mode: mode, startingAt: item, motion: motion, at: now)
    strip = CarouselStrip(layout, mode, at: item, motion, now)
  }

  /// Lengths are multiples of 1/64, so that sums are exact.
  private static func length(_ random: inout SeededGenerator, _ isCoarse: Bool) -> Double {
    isCoarse ? Double(30 + 30 * random.index(9)) : Double(1000 + random.index(17_000)) / 64
  }

  /// Some widths are given, others random.
  private static func layout(
    _ random: inout SeededGenerator, _ isCoarse: Bool, _ widths: [Double?]
  ) -> Carousel.Layout {
    var widths = widths
    if widths.isEmpty {
      widths = Array(repeating: nil, count: [0, 1, 2, 2, 3, 4, 6, 9][random.index(8)])
    }
    // Items without width have gaps between them.
    let hasGaps = widths.contains(0) || !random.oneIn(3)
    let odd = [0, -5, Double.nan, .infinity]
    return Carousel.Layout(
      widths: widths.map {
        $0 ?? (hasGaps && random.oneIn(12) ? odd[random.index(4)] : length(&random, isCoarse))
      },
      spacing: hasGaps ? [0.5, 2, 10, 30][random.index(4)] : random.oneIn(2) ? 0 : -1,
      viewportWidth: random.oneIn(15) ? .nan : length(&random, isCoarse) * 2,
      direction: random.oneIn(2) ? .leftToRight : .rightToLeft,
      alignment: random.oneIn(2) ? .leading : .center,
      narrowContent: random.oneIn(3) ? .rests : .repeats)
  }

  private static func mode(_ random: inout SeededGenerator) -> Carousel.Mode {
    if random.oneIn(2) {
      return .continuous(speed: [24, 120, -96, 0, .nan, .infinity][random.index(6)])
    }
    return .paged(every: .milliseconds([250, 500, 750, 2000, 5000, 0, -1000][random.index(7)]))
  }

  // MARK: Operations

  mutating func act() -> String {
    if !random.oneIn(3) {
      now =
        now
        + (isCoarse
          ? .milliseconds(250 * random.index(13)) : .nanoseconds(random.index(2_000_000_000)))
    }
    switch random.index(12) {
    case 0: return suspend()
    case 1: return setMode()
    case 2:
      let motion: MotionPreference = random.oneIn(3) ? .reduced : .full
      carousel.setMotion(motion, at: now)
      strip.setMotion(motion, now)
      return "\(motion)"
    case 3...4:
      let items = random.index(11) - 5
      carousel.step(by: items, at: now)
      strip.step(items, now)
      return "step by \(items)"
    case 5...6: return update()
    default: return drag()
    }
  }

  private mutating func suspend() -> String {
    let suspensions = Carousel.Suspensions(rawValue: [0, 0, 1, 16, 18][random.index(5)])
    carousel.suspend(suspensions, at: now)
    strip.suspend(suspensions, now)
    return "suspend \(suspensions)"
  }

  private mutating func setMode() -> String {
    let mode = Self.mode(&random)
    carousel.setMode(mode, at: now)
    strip.setMode(mode, now)
    return "\(mode)"
  }

  private mutating func drag() -> String {
    let event: DragEvent =
      switch random.index(8) {
      case 0...1: .began
      case 2...3: .moved(toPage() ?? random.number(-2...2))
      case 4: .moved(Double(random.index(80_000) - 40_000) / 64)
      case 5:
        random.oneIn(3) ? .moved([.nan, .infinity, 0][random.index(3)]) : .cancelled
      default:
        .ended(
          velocity: [0, 399, -399, 400, -400, 1200, -2000, .nan, -.infinity][random.index(9)])
      }
    carousel.drag(event, at: now)
    strip.drag(event, now)
    return "\(event)"
  }

  /// A distance to a page or slightly or a third of its width past it, if numbers are exact.
  private mutating func toPage() -> Double? {
    let part = [0, 0, 1, -1][random.index(4)] * (isCoarse ? 1.0 / 3 : 0.5)
    let past = part == 0 ? [0, 0.75, -0.75][random.index(3)] : 0
    guard strip.turns, let start = strip.held?.from, (start * 64).rounded() == start * 64
    else { return nil }
    let card = strip.card + random.index(5) - 2
    let distance = strip.place(card) + part * strip.width(card) + past - start
    return strip.layout.direction == .leftToRight ? -distance : distance
  }

  private mutating func update() -> String {
    let old = carousel.layout.widths
    var newIndex: [Int?] = Array(old.indices)
    var widths: [Double?] = old
    switch random.index(4) {
    case 0: break
    case 1: widths = old.map { random.oneIn(3) ? nil : $0 }
    default:
      // Existing items in another order, without some, and with new ones.
      var order: [Int?] = old.indices.filter { _ in !random.oneIn(4) }
      if random.oneIn(2) { order.shuffle(using: &random) }
      for _ in 0..<random.index(3) {
        order.insert(nil, at: random.index(order.count + 1))
      }
      // One may also replace others.
      let others = [nil, 99, order.isEmpty ? nil : 0]
      newIndex = old.indices.map { order.firstIndex(of: $0) ?? others[random.index(3)] }
      widths = order.map { $0.map { old[$0] } }
    }
    var layout = Self.layout(&random, isCoarse, widths)
    if random.oneIn(2) && !layout.widths.contains(0) {
      // The same gaps, and often the same ring.
      let before = carousel.layout
      layout = Carousel.Layout(
        widths: layout.widths, spacing: before.spacing,
        viewportWidth: random.oneIn(2) ? before.viewportWidth : layout.viewportWidth,
        direction: random.oneIn(2) ? before.direction : layout.direction,
        alignment: random.oneIn(2) ? before.alignment : layout.alignment,
        narrowContent: random.oneIn(2) ? before.narrowContent : layout.narrowContent)
    }
    if random.oneIn(9) { (layout, newIndex) = (carousel.layout, Array(old.indices)) }
    carousel.update(layout, at: now) { newIndex[$0] }
    strip.update(layout, now, newIndex: newIndex)
    return "\(layout), \(newIndex)"
  }

  // MARK: Comparison

  mutating func difference() -> String? {
    let end = strip.glide.start + .nanoseconds(strip.glide.length)
    let next = strip.state(end).next ?? now
    let later = now + .nanoseconds(random.index(6_000_000_000))
    var times = [now, now + .seconds(-1), later]
    for time in [end, next, next + .milliseconds(350)] {
      times += [time, time + .microseconds(-1)]
    }
    for time in times {
      if let difference = difference(time) {
        return "\((time - now)) later: \(difference)\n\(carousel)\n\(strip)"
      }
    }
    return nil
  }

  private mutating func difference(_ time: MonotonicTime) -> String? {
    let state = strip.state(time)
    let item = strip.count == 0 ? nil : strip.item(state.card)
    let difference = firstDifference([
      ("mode", "\(carousel.mode)", "\(strip.mode)"), ("motion", carousel.motion, strip.motion),
      ("layout", carousel.layout, strip.layout),
      ("suspensions", carousel.suspensions, strip.suspensions),
      ("isHeld", carousel.isHeld, strip.held != nil), ("canTurn", carousel.canTurn, strip.turns),
      ("isAdvancing", carousel.isAdvancing, strip.advances),
      ("item", carousel.currentItem(at: time), item),
      ("gliding", carousel.isGliding(at: time), strip.isGliding(time)),
      ("next", carousel.nextFrame(after: time), state.next),
    ])
    if let difference { return difference }
    let offset = carousel.offset(at: time)
    let rounds = strip.turns ? (state.position - offset) / strip.length : 0
    let rest = strip.turns ? rounds.rounded() * strip.length : 0
    if !isClose(offset + rest, state.position) {
      return "offset \(offset), not \(state.position)"
    }
    if strip.turns && !(offset >= 0 && offset < strip.length) { return "offset \(offset)" }

    if carousel.placement(of: -1, at: time) != nil { return "item -1" }
    if carousel.placement(of: strip.count, at: time) != nil { return "item \(strip.count)" }
    var all = (0..<strip.count).map { carousel.placement(of: $0, at: time) }
    var model = strip.places(time)
    // New items may have any lap.
    for index in 0..<strip.count where strip.laps[index] == nil {
      strip.laps[index] = (all[index]?.lap ?? 0) - model[index].lap
      model[index].lap = all[index]?.lap ?? 0
    }
    let overscan = [0, 0, 30, 1e9, -3][random.index(5)]
    let near = strip.placements(time, overscan)
    let actual = carousel.placements(at: time, overscan: overscan)
    if (near + actual).allSatisfy({ isClear($0, overscan) }) {
      let seen = Set(near.map(\.index))
      model += near + near + model.filter { !seen.contains($0.index) }
      all += actual
      all += carousel.placementsOfAll(at: time, overscan: overscan)
    } else {
      model += near.filter { isClear($0, overscan) }
      all += actual.filter { isClear($0, overscan) }
    }
    guard all.count == model.count else { return "\(all), not \(model)" }
    for (actual, expected) in zip(all, model) {
      let isSame =
        actual?.index == expected.index && isClose(actual?.x ?? 0, expected.x)
        && actual?.width == expected.width && actual?.lap == expected.lap
        && actual?.isCopy == expected.isCopy
      if !isSame {
        return
          "\(String(describing: actual)), not \(expected), overscan \(overscan)"
      }
    }
    return nil
  }

  /// Whether an item is not at an edge of the viewport, where rounding decides whether it is in it.
  private func isClear(_ item: Carousel.Placement, _ overscan: Double) -> Bool {
    let overscan = min(max(0, overscan), strip.length)
    let end = strip.layout.viewportWidth + overscan
    return !strip.turns || item.x < end - 1e-6 && item.x + item.width > 1e-6 - overscan
  }
}

import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

/// A pager and a model of it under random operations, several at a time. After each one they agree
/// now, before, later, and at the ends of movements.
@Suite struct ItemTabPagerModelTests {
  @Test(arguments: 0..<UInt64(RandomWorlds.count))
  func `a pager agrees with a row of pages after every operation`(seed: UInt64) {
    PagerWorld.run(seed: seed, steps: 150)
  }
}

private struct PagerWorld: ModelWorld {
  var random: SeededGenerator
  /// Whether numbers are round, so that places and times often coincide.
  let isCoarse: Bool
  var pager = ItemTabPager<Int>()
  var row = PagedRow()
  var now = MonotonicTime.zero
  /// The app's state.
  var items = Array(1..<6)
  var choice = 0
  var width = 0.0
  var direction = ReadingDirection.leftToRight
  /// The results of the last operation in the pager and in the model.
  var answers: (Int?, Int?) = (nil, nil)

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isCoarse = seed.isMultiple(of: 2)
  }

  mutating func act() -> String {
    let pause = isCoarse ? 175_000_000 * random.index(5) : random.index(900_000_000)
    if !random.oneIn(3) { now = now + .nanoseconds(pause) }
    answers = (nil, nil)
    defer { choice = answers.0 ?? choice }
    switch random.index(16) {
    case 0:
      let motion: MotionPreference = random.oneIn(3) ? .reduced : .full
      (pager.motion, row.motion) = (motion, motion)
      return "\(motion)"
    case 1...2:
      let (width, item) = (length(), items.randomElement(using: &random) ?? 0)
      answers = (pager.measured(width, of: item, at: now), row.measure(width, item))
      return "label \(item) measures \(width)"
    case 3...5: return update()
    case 6...8:
      let event = event(from: row.strip.grip, to: [0, row.tabs.maximumOffset, row.strip.to])
      pager.dragStrip(event, at: now)
      row.dragStrip(event, now)
      return "strip \(event)"
    default:
      let page = Double(random.index(items.count + 1))
      let event = event(from: row.pages.grip, to: [row.place(page), row.place(page + 0.5)])
      answers = (pager.dragPages(event, at: now), row.dragPages(event, now))
      return "pages \(event)"
    }
  }

  /// A multiple of 1/64, so that sums are exact; sometimes a point, or unusable.
  private mutating func length() -> Double {
    if random.oneIn(8) { return [1, 0, -5, .nan, .infinity][random.index(5)] }
    return isCoarse ? Double(60 + 60 * random.index(6)) : Double(3000 + random.index(20_000)) / 64
  }

  /// An update by the app, often of the selection only.
  private mutating func update() -> String {
    if random.oneIn(3) {
      for _ in 0..<random.index(3) { changeItems() }
      if random.oneIn(3) { width = length() }
      if random.oneIn(5) { direction = random.oneIn(2) ? .rightToLeft : .leftToRight }
    }
    if random.oneIn(2) { choice = random.oneIn(9) ? 99 : items.randomElement(using: &random) ?? 99 }
    answers.0 = pager.update(
      items, selection: choice, viewportWidth: width, direction: direction, at: now)
    answers.1 = row.update(items, choice, width, direction, now)
    return "\(items), \(choice), \(width), \(direction)"
  }

  private mutating func changeItems() {
    let new = random.index(12)
    switch random.index(12) {
    case 0: items = []
    case 1...2: items.shuffle(using: &random)
    case 3...4: items = items.filter { _ in !random.oneIn(3) }
    default: if !items.contains(new) { items.insert(new, at: random.index(items.count + 1)) }
    }
  }

  /// An event of a drag, often to a place or just past it if numbers are exact.
  private mutating func event(from grip: Double?, to places: [Double]) -> DragEvent {
    let past = [0, 0, 0.5, -0.5, 0.75, -0.75][random.index(6)]
    let isExact = grip.map { ($0 * 64).rounded() == $0 * 64 } ?? false
    let speeds = [0, 1, -399, 400, -400, 1200, -900, Double.nan, .infinity]
    return switch random.index(9) {
    case 0...2: .began
    case 3...4 where isExact: .moved((grip ?? 0) - places[random.index(places.count)] - past)
    case 3...5: .moved(Double(random.index(60_000) - 30_000) / 64)
    case 6: .cancelled
    default: .ended(velocity: speeds[random.index(9)])
    }
  }

  mutating func difference() -> String? {
    let ends = [row.pages.end, row.strip.end].flatMap { [$0, $0 + .microseconds(-1)] }
    for time in ends + [now, now + .seconds(-1), now + .milliseconds(random.index(2000))] {
      let (pages, strip, scene) = (row.pages.position(time), row.strip.position(time), pager.scene)
      let isMoving = row.pages.isMoving(time) || row.strip.isMoving(time)
      let (line, place) = (pager.underline(at: time), row.tabs.underline(at: row.progress(pages)))
      let moves = DragDirection.allCases.flatMap {
        [pager.canMovePages($0, at: time), pager.canMoveStrip($0, at: time)]
      }
      let (end, stripEnd) = (row.end - 0.5, row.tabs.maximumOffset - 0.5)
      let agreements = [
        ("answer", answers.0 == answers.1), ("items", pager.items == row.items),
        ("selection", pager.selection == row.selection), ("tabs", scene.tabs == row.tabs.tabs),
        ("isDragging", pager.isDragging == row.isDragging),
        ("next frame", pager.nextFrame(after: time) == (isMoving ? time : nil)),
        ("built", scene.pages.map(\.item) == row.items.filter(row.built.contains)),
        ("shown", scene.pages.allSatisfy { $0.isShown == row.shown.contains($0.item) }),
        ("places", scene.pages.allSatisfy { isClose($0.x, row.place(of: $0.item)) }),
        ("moves", moves == [pages < end, strip < stripEnd, pages > 0.5, strip > 0.5]),
        ("pages", isClose(pager.pageOffset(at: time), pages)),
        ("strip", isClose(pager.tabsOffset(at: time), strip)),
        ("underline", isClose(line?.x ?? -1, place?.x ?? -1)),
        ("its width", isClose(line?.width ?? -1, place?.width ?? -1)),
      ]
      for (name, agrees) in agreements where !agrees {
        return "\(name) \(time - now) later\n\(answers)\n\(pager)\n\(row)"
      }
    }
    return nil
  }
}

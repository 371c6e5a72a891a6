import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

@Suite struct LoadMoreTriggerModelTests {
  @Test(arguments: 0..<UInt64(RandomWorlds.count))
  func `a trigger agrees with its rules after every operation`(seed: UInt64) {
    TriggerWorld.run(seed: seed, steps: 150)
  }
}

/// A layout of a list, with a geometry or without, upright or sideways.
private struct PlainLayout: Equatable {
  var count: Int
  var last: Int?
  var share: Double
  var geometry: ScrollMetrics?
  var direction: ReadingDirection

  var list: LoadMoreTrigger.List {
    if let geometry {
      return LoadMoreTrigger.List(
        itemCount: count, lastVisibleItem: last, geometry: geometry, direction: direction)
    }
    return LoadMoreTrigger.List(itemCount: count, lastVisibleItem: last, seenShare: share)
  }

  func meets(_ condition: LoadMoreTrigger.Condition) -> Bool {
    switch condition {
    case .itemFromEnd(let place): count > 0 && last.map { count - $0 <= max(1, place) } ?? false
    case .share(let wanted):
      count > 0 && share >= (wanted.isNaN ? 1 : min(max(wanted, 0), 1)) - 1e-9
    }
  }
}

/// A model of a trigger: the item counts of the data and of the layouts.
private struct PlainTrigger {
  var condition: LoadMoreTrigger.Condition
  var state = LoadMoreTrigger.State.ready
  var number = 0
  /// The count in the last layout.
  var laidOut = 0
  /// The count without the items of the last load.
  var before = 0
  /// The number of back-offs in a row.
  var backOffs = 0

  var backOff: Double? {
    switch state {
    case .settling, .stalled: [0.5, 1, 2, 4, 8][min(4, backOffs)]
    default: nil
    }
  }

  mutating func check(_ layout: PlainLayout) -> Bool {
    let isNew = layout.count != laidOut
    switch state {
    case .settling(let count):
      if layout.count == count || isNew { state = .ready }
    case .stalled: if isNew && layout.count != before { state = .ready }
    case .loading: before = min(before, layout.count)
    default: break
    }
    laidOut = layout.count
    if laidOut != before, state != .stalled, backOff == nil { backOffs = 0 }
    return state == .ready && layout.meets(condition) && load()
  }

  private mutating func load() -> Bool {
    (state, before) = (.loading, laidOut)
    number += 1
    return true
  }

  mutating func changed(_ count: Int) {
    let count = max(0, count)
    switch state {
    case .loading: before = count
    case .settling, .stalled: state = count == before ? .stalled : .settling(itemCount: count)
    case .failed: laidOut = count
    default: break
    }
  }

  mutating func loaded(_ count: Int, _ hasMore: Bool) {
    guard state == .loading else { return }
    state = .stalled
    if hasMore { changed(count) } else { state = .finished }
  }

  mutating func failed() { if state == .loading { state = .failed } }

  mutating func retry() -> Bool { (state == .failed || state == .stalled) && load() }

  mutating func resume() {
    if backOff != nil { (state, backOffs) = (.ready, backOffs + 1) }
  }

  mutating func reset() {
    if state == .loading { number += 1 }
    (state, backOffs) = (.ready, 0)
  }
}

private struct TriggerWorld: ModelWorld {
  private var random: SeededGenerator
  private var trigger: LoadMoreTrigger
  private var model: PlainTrigger
  private let hasGeometry: Bool
  private let isSideways: Bool
  private let direction: ReadingDirection
  private var count = 10
  private var offset = 0.0
  private var footer = 0.0
  private var answers = (false, false)

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    hasGeometry = seed.isMultiple(of: 2)
    isSideways = random.oneIn(2)
    direction = random.oneIn(2) ? .leftToRight : .rightToLeft
    let condition = Self.condition(&random)
    trigger = LoadMoreTrigger(condition)
    model = PlainTrigger(condition: condition)
  }

  private static func condition(_ random: inout SeededGenerator) -> LoadMoreTrigger.Condition {
    random.oneIn(2)
      ? .itemFromEnd([-1, 0, 1, 3, 50][random.index(5)])
      : .share([0, 0.5, 0.7, 1, 7, -1, .nan][random.index(7)])
  }

  mutating func act() -> String {
    answers = (false, false)
    let newCount = [10, 12, 12, 15, 20, 0, -3][random.index(7)]
    switch random.index(20) {
    case 0:
      let condition = Self.condition(&random)
      (trigger.condition, model.condition) = (condition, condition)
      return "\(condition)"
    case 1...4:
      let hasMore = !random.oneIn(4)
      trigger.loaded(itemCount: newCount, hasMore: hasMore)
      model.loaded(newCount, hasMore)
      return "loaded \(newCount), \(hasMore)"
    case 5...6:
      trigger.changed(itemCount: newCount)
      model.changed(newCount)
      return "changed to \(newCount)"
    case 7:
      trigger.failed()
      model.failed()
      return "failed"
    case 8:
      answers = (trigger.retry(), model.retry())
      return "retry"
    case 9:
      trigger.resume()
      model.resume()
      return "resume"
    case 10:
      trigger.reset()
      model.reset()
      return "reset"
    default:
      if random.oneIn(2) { count = newCount }
      if random.oneIn(3) { offset = Double(random.index(12) * 10) }
      if random.oneIn(6) { footer = random.oneIn(2) ? 0 : 40 }
      let layout = layout()
      answers = (trigger.check(layout.list), model.check(layout))
      return "check \(layout)"
    }
  }

  /// Returns rows of 10 points in a container of 100.
  private mutating func layout() -> PlainLayout {
    let extent = Double(max(0, count)) * 10 + footer
    // At the end, and if the content fits, all of it has been seen.
    let isAtEnd = offset + 0.5 > max(0, extent - 100)
    let share = isAtEnd || extent == 0 ? 1 : min(1, (offset + 100) / extent)
    let last = random.oneIn(9) ? nil : min(count - 1, Int((offset + 99) / 10))
    let isMirrored = isSideways && direction == .rightToLeft
    func size(_ extent: Double) -> LayoutSize {
      isSideways ? LayoutSize(width: extent, height: 9) : LayoutSize(width: 9, height: extent)
    }
    let along = isMirrored ? max(0, extent - 100) - offset : offset
    return PlainLayout(
      count: count, last: last.flatMap { $0 < 0 ? nil : $0 }, share: share,
      geometry: hasGeometry
        ? ScrollMetrics(
          contentOffset: isSideways ? LayoutPoint(x: along, y: 0) : LayoutPoint(x: 0, y: along),
          contentSize: size(extent), containerSize: size(100)) : nil,
      direction: direction)
  }

  func difference() -> String? {
    firstDifference([
      ("answer", answers.0, answers.1), ("state", trigger.state, model.state),
      ("number", trigger.loadNumber, model.number),
      ("back-off", trigger.backOff, model.backOff.map { Duration.seconds($0) }),
    ]).map { "\($0)\n\(trigger)\n\(model)" }
  }
}

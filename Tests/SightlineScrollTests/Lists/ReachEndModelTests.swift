import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct ReachEndModelTests {
  @Test(arguments: 0..<UInt64(RandomWorlds.count))
  func `the end of a list agrees with all reports about it after every operation`(seed: UInt64) {
    EndWorld.run(seed: seed, steps: 120)
  }
}

/// A model of a declarative list: everything reported about it so far.
private struct PlainEnd {
  var trigger: LoadMoreTrigger
  var visible: [Int: Bool] = [:]
  var measurements: [(geometry: ScrollMetrics, count: Int)] = []
  var begun: [Int] = []
  var results: [Int: Bool] = [:]

  /// Performs a change of the trigger. Returns whether it has changed.
  private mutating func change(_ body: (inout LoadMoreTrigger) -> Void) -> Bool {
    let before = trigger
    body(&trigger)
    return trigger != before
  }

  private func list(_ count: Int, for trigger: LoadMoreTrigger) -> LoadMoreTrigger.List? {
    if case .share = trigger.condition {
      // That of other items can end a wait, and starts no load.
      guard let last = measurements.last, last.count == count || trigger.state != .ready
      else { return nil }
      return LoadMoreTrigger.List(
        itemCount: last.count, lastVisibleItem: nil, geometry: last.geometry)
    }
    let last = (0..<count).last { visible[$0] ?? false }
    return LoadMoreTrigger.List(itemCount: count, lastVisibleItem: last)
  }

  mutating func check(_ count: Int) -> Bool {
    let model = self
    return change { if let list = model.list(count, for: $0) { _ = $0.check(list) } }
  }

  mutating func updated(_ count: Int) -> Bool {
    let model = self
    return change {
      if let result = model.results[$0.loadNumber] {
        $0.loaded(itemCount: count, hasMore: result)
      }
      if count == 0 {
        $0.reset()
      } else if let list = model.list(count, for: $0) {
        _ = $0.check(list)
      }
    }
  }

  mutating func begin(_ number: Int) -> Bool {
    guard trigger.state == .loading, trigger.loadNumber == number, !begun.contains(number)
    else { return false }
    begun.append(number)
    return true
  }

  mutating func failed(_ number: Int, _ isCancelled: Bool) -> Bool {
    change {
      guard number == $0.loadNumber else { return }
      if isCancelled { $0.restart() } else { $0.failed() }
    }
  }
}

private struct EndWorld: ModelWorld {
  private var random: SeededGenerator
  private var end = ReachEnd()
  private var trigger: LoadMoreTrigger
  private var model: PlainEnd
  private var count = 10
  private var answers = (false, false)

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    trigger = LoadMoreTrigger(seed.isMultiple(of: 2) ? .share(0.7) : .itemFromEnd(3))
    model = PlainEnd(trigger: trigger)
  }

  mutating func act() -> String {
    answers = (false, false)
    switch random.index(20) {
    case 0:
      model.trigger.reset()
      trigger.reset()
      return "reset"
    case 1:
      model.trigger.retry()
      trigger.retry()
      return "retry"
    case 2...5:
      let (item, isVisible) = (random.index(24), random.oneIn(2))
      end.itemChanged(item, isVisible: isVisible)
      model.visible[item] = isVisible
      return "item \(item) \(isVisible)"
    case 6...8:
      let geometry = ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: Double(random.index(12) * 10)),
        contentSize: LayoutSize(width: 10, height: Double(count * 10)),
        containerSize: LayoutSize(width: 10, height: 100))
      end.measured(geometry, itemCount: count)
      model.measurements.append((geometry, count))
      return "measured \(count) at \(geometry.contentOffset.y)"
    case 9...10:
      answers = (end.check(&trigger, itemCount: count), model.check(count))
      return "check"
    case 11...12:
      let number = model.trigger.loadNumber - random.index(2)
      answers = (end.beginLoad(number, trigger), model.begin(number))
      return "begin \(number)"
    case 13...14:
      // A cancelled load may still end, and later than the next one.
      guard let number = model.begun.suffix(2).randomElement(using: &random) else { return "none" }
      let hasMore = !random.oneIn(5)
      end.loaded(number, hasMore: hasMore)
      model.results[number] = hasMore
      return "loaded \(number), \(hasMore)"
    case 15:
      guard let number = model.begun.suffix(2).randomElement(using: &random) else { return "none" }
      let isCancelled = random.oneIn(2)
      answers.0 = end.failed(number, isCancelled: isCancelled, &trigger)
      answers.1 = model.failed(number, isCancelled)
      return "failed \(number), \(isCancelled)"
    default:
      if random.oneIn(2) { count = [10, 20, 12, 5, 0][random.index(5)] }
      answers = (end.updated(&trigger, itemCount: count), model.updated(count))
      return "updated to \(count)"
    }
  }

  func difference() -> String? {
    firstDifference([
      ("answer", answers.0, answers.1), ("trigger", trigger, model.trigger),
    ]).map { "\($0)\n\(end)\n\(model)" }
  }
}

import SightlineCore
import SightlineTestSupport
import Testing

/// Random scrolling in three windows that share their impressions after each pass, as hosts do.
@Suite struct SharedRecordsTests {
  private static let height = 100.0

  private struct Window {
    let engine = VisibilityEngine(
      scene: VisibilityScene(size: LayoutSize(width: height, height: 2 * height)))
    let list: ContainerID
    var visit = 0

    init(items: Range<UInt64>, _ policy: ImpressionPolicy) {
      list = engine.add(
        .scrollView(frame: LayoutRect(x: 0, y: 0, width: height, height: 2 * height)),
        to: engine.root)
      for item in items {
        let frame = LayoutRect(x: 0, y: Double(item) * height, width: height, height: height)
        engine.watch(
          engine.add(SceneTarget(frame: frame), to: list), for: policy, of: ItemIdentity(item))
      }
    }
  }

  /// An impression with the periods in which it was counted.
  private struct Counted {
    var window: Int
    var visit: Int
    var session: Int
    var day: Int
    var time: MonotonicTime
    var count: Int
  }

  private func play(
    _ repetition: ImpressionRepetition, seed: UInt64
  ) -> [ItemIdentity: [Counted]] {
    let policy = ImpressionPolicy(rule: .fully, repetition: repetition)
    var random = SeededGenerator(seed: seed)
    var windows = (0..<3).map { _ in Window(items: 0..<5, policy) }
    var (session, day) = (0, 0)
    var counted: [ItemIdentity: [Counted]] = [:]
    for step in 0..<300 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        session += 1
        for index in windows.indices { windows[index].engine.edit(.beginSession) }
      case 1:
        day += 1
        for index in windows.indices { windows[index].engine.edit(.beginDay(day)) }
      case 2:
        let index = Int.random(in: 0..<3, using: &random)
        windows[index].engine.edit(.beginScreenVisit)
        windows[index].visit += 1
      default:
        let index = Int.random(in: 0..<3, using: &random)
        let row = Double(Int.random(in: 0..<6, using: &random))
        windows[index].engine.edit(
          .scroll(windows[index].list, to: LayoutPoint(x: 0, y: row * Self.height)))
      }
      for index in windows.indices {
        windows[index].engine.pass(at: .zero + .seconds(step))
        for impression in windows[index].engine.impressions {
          counted[impression.identity, default: []].append(
            Counted(
              window: index, visit: windows[index].visit, session: session, day: day,
              time: impression.time, count: impression.count))
          let shared = windows[index].engine.record(of: impression.identity, for: policy)
          for other in windows.indices where other != index {
            if let shared { windows[other].engine.adopt(shared) }
          }
        }
      }
    }
    return counted
  }

  private func most(_ impressions: [Counted], by period: (Counted) -> [Int]) -> Int {
    Dictionary(grouping: impressions, by: period).values.map(\.count).max() ?? 0
  }

  @Test(arguments: [
    ImpressionRepetition.once, .oncePerSession, .oncePerScreenVisit, .perDay(2),
    .afterCoolDown(.seconds(7)),
  ])
  func `each repetition holds across windows`(repetition: ImpressionRepetition) {
    for seed in 0..<20 {
      let counted = play(repetition, seed: UInt64(seed))
      #expect(counted.count == 5, "seed \(seed)")
      for impressions in counted.values {
        #expect(impressions.map(\.count) == Array(1...impressions.count), "seed \(seed)")
        switch repetition {
        case .once: #expect(impressions.count == 1)
        case .oncePerSession: #expect(most(impressions) { [$0.session] } == 1, "seed \(seed)")
        case .oncePerScreenVisit:
          #expect(most(impressions) { [$0.window, $0.visit] } == 1, "seed \(seed)")
        case .perDay(let limit): #expect(most(impressions) { [$0.day] } == limit, "seed \(seed)")
        case .afterCoolDown(let pause):
          let pauses = zip(impressions.dropFirst(), impressions).map { $0.time - $1.time }
          #expect(pauses.min() ?? pause >= pause, "seed \(seed)")
        case .afterLeaving: break
        }
      }
    }
  }

  /// A log may hold more impressions of earlier sessions and visits.
  @Test(arguments: [ImpressionRepetition.oncePerSession, .oncePerScreenVisit])
  func `a greater count from before does not undo the impression of this period`(
    repetition: ImpressionRepetition
  ) {
    let policy = ImpressionPolicy(rule: .fully, dwell: .zero, repetition: repetition)
    var window = Window(items: 0..<1, policy)
    window.engine.pass(at: .zero)
    #expect(window.engine.impressions.count == 1)
    var record = ImpressionRecord(
      identity: ItemIdentity(0), policy: policy, count: 5, lastImpression: nil, day: 0,
      countOnDay: 0)
    window.engine.adopt(record)
    for (row, time) in [(3.0, 1), (0, 2)] {
      window.engine.edit(.scroll(window.list, to: LayoutPoint(x: 0, y: row * Self.height)))
      window.engine.pass(at: .zero + .seconds(time))
      #expect(window.engine.impressions.isEmpty)
    }
    #expect(window.engine.impressionCount(of: ItemIdentity(0), for: policy) == 5)
    record.count = 9
    window.engine.edit(.beginSession)
    window.engine.edit(.beginScreenVisit)
    window.engine.adopt(record)
    for (row, time) in [(3.0, 3), (0, 4)] {
      window.engine.edit(.scroll(window.list, to: LayoutPoint(x: 0, y: row * Self.height)))
      window.engine.pass(at: .zero + .seconds(time))
    }
    #expect(window.engine.impressions.count == 1)
  }

  @Test func `an item shown again in another window is forgotten later`() {
    let once = ImpressionPolicy(rule: .fully)
    var closed = Window(items: 0..<0, once).engine
    closed.impressionCapacity = 2
    func shared(_ item: UInt64, at second: Double) -> ImpressionRecord {
      var record = ImpressionRecord(
        identity: ItemIdentity(item), policy: once, count: 1, lastImpression: .zero, day: 0,
        countOnDay: 1)
      record.lastSeen = MonotonicTime(seconds: second)
      return record
    }
    for (item, second) in [(1, 0.0), (2, 1), (1, 100), (3, 101)] {
      closed.adopt(shared(UInt64(item), at: second))
    }
    #expect(closed.impressionRecords.map(\.identity) == [ItemIdentity(1), ItemIdentity(3)])
  }
}

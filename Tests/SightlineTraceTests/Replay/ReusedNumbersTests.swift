import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineTrace

/// Recordings reuse the numbers of removed nodes and ended watches. Identities must not depend on
/// them.
@Suite struct ReusedNumbersTests {
  private static let list = """
    {"k":"meta","v":1}
    {"k":"step","s":0,"ms":0}
    {"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200]}
    {"k":"node","id":1,"p":0,"frame":[0,0,100,100]}
    {"k":"view","s":0,"v":0,"root":0}
    {"k":"watch","s":0,"w":0,"id":1,"v":0,"name":"Article A","rule":{"thr":[1]}}
    {"k":"step","s":1,"ms":3000}
    {"k":"d","s":1,"rm":[1]}
    {"k":"d","s":1,"add":[{"id":1,"p":0,"frame":[0,0,100,100]}]}
    {"k":"watch","s":1,"w":0,"id":1,"v":0,"name":"Article B","rule":{"thr":[1]}}
    {"k":"step","s":2,"ms":4500}

    """

  private func items(
    _ text: String, _ watching: TraceReplayer.Watching
  ) throws -> [ReplayItem] {
    var replayer = TraceReplayer(
      TraceReader(bytes: Array(text.utf8), file: "test"), watching: watching, keepsItems: true)
    while try replayer.next() != nil {}
    return replayer.items
  }

  @Test func `each numbered node is an item`() throws {
    let items = try items(Self.list, .init(policy: .mrcDisplay))
    #expect(items.map(\.name) == ["Article A", "Article B"])
    #expect(items.map(\.impressions) == [1, 1])
    #expect(items.map(\.exposure?.total) == [.seconds(3), .seconds(1.5)])
    let own: UInt64 = 1 << 63 | 1
    #expect(items.map(\.identity.rawValue) == [own, 1 << 32 | own])
    #expect(items.map(\.node) == [1, 1] && items.map(\.incarnation) == [0, 1])
    let (events, _) = try TraceReplayerTests.replay(Self.list, .init(policy: .mrcDisplay))
    #expect(events.map(\.name) == ["Article A", "Article B"])
    #expect(events.map(\.incarnation) == [0, 1])
    let (crossings, _) = try TraceReplayerTests.replay(Self.list, .init(rule: .anyPixel))
    #expect(crossings.map(\.incarnation) == [0, 0, 1])
    #expect(try TraceReplayerTests.replay(Self.list).events.map(\.incarnation) == [0, 0, 1])
  }

  @Test func `an app's item stays one across nodes`() throws {
    let text = Self.list.replacing(
      #""rule":{"thr":[1]}"#, with: #""rule":{"thr":[1]},"see":{"id":7}"#)
    let items = try items(text, .init(policy: .mrcVideo))
    #expect(items.map(\.identity.rawValue) == [7] && items.map(\.name) == ["Article B"])
    #expect(items.map(\.exposure?.total) == [.seconds(4.5)])
  }

  @Test func `an element returning to a page is the same item`() throws {
    let text =
      TraceReplayerTests.list + """

        {"k":"d","s":2,"rm":[2]}
        {"k":"step","s":3,"ms":6000}
        {"k":"d","s":3,"add":[{"id":2,"p":0,"frame":[0,100,100,100]}]}
        {"k":"step","s":4,"ms":9000}
        """
    let items = try items(text, .init(policy: .mrcDisplay))
    #expect(items.map(\.identity.rawValue) == [1, 2, 3])
    #expect(items.map(\.incarnation) == [0, 0, 0])
    #expect(items[1].exposure?.total == .seconds(8))
  }

  // MARK: Random worlds

  @Test func `recycled rows replay to the engine's events, item by item`() throws {
    var reused = 0
    for seed in 0..<UInt64(RandomWorlds.count) {
      try withTemporaryFile { path in
        var world = RowWorld(seed: seed)
        try world.record(to: path)
        reused += world.reusedNumbers
        try compareEvents(TraceReader(path: path), world, seed)
        try compareItems(TraceReader(path: path), world, seed)
      }
    }
    #expect(reused > RandomWorlds.count, "numbers are hardly reused")
  }

  private func compareEvents(
    _ reader: consuming TraceReader, _ world: RowWorld, _ seed: UInt64
  ) throws {
    var replayer = TraceReplayer(reader)
    var events: [ReplayEvent] = []
    while let next = try replayer.next() { events += next }
    #expect(events.count == world.events.count, "seed \(seed)")
    for (replayed, live) in zip(events, world.events) {
      #expect(RowWorld.Event(replayed) == live, "seed \(seed), step \(live.step)")
    }
  }

  private func compareItems(
    _ reader: consuming TraceReader, _ world: RowWorld, _ seed: UInt64
  ) throws {
    let policy = ImpressionPolicy(rule: .anyPixel)
    var replayer = TraceReplayer(reader, watching: .init(policy: policy), keepsItems: true)
    while try replayer.next() != nil {}
    var found: [RowWorld.Item: Duration] = [:]
    for item in replayer.items where item.impressions > 0 {
      let key = world.item(item)
      #expect(found[key] == nil && item.impressions == 1, "seed \(seed): \(key) twice")
      found[key] = item.exposure?.total
    }
    #expect(found == world.timeInView, "seed \(seed)")
  }
}

/// A list whose rows are added, removed and recycled several times between two passes, so node and
/// watch numbers are reused as often as possible.
struct RowWorld {
  /// The parts of an event common to the engine and a replay.
  struct Event: Equatable {
    var step: Int
    var node: Int
    var watch: Int?
    var name: String?
    var kind: ReplayEvent.Kind

    init(
      _ step: Int, _ target: TargetID, _ watch: WatchID, _ name: String?, _ kind: ReplayEvent.Kind
    ) {
      (self.step, node, self.watch) = (step, target.node, Int(watch.index))
      (self.name, self.kind) = (name, kind)
    }

    init(_ event: ReplayEvent) {
      (step, node, watch, name) = (event.step, event.node, event.watch, event.name)
      kind = event.kind
    }

    /// Compares everything but handles, which differ in a replay.
    static func == (a: Self, b: Self) -> Bool {
      guard a.step == b.step, a.node == b.node, a.watch == b.watch, a.name == b.name else {
        return false
      }
      return switch (a.kind, b.kind) {
      case (.change(let a), .change(let b)):
        a.kind == b.kind && a.threshold == b.threshold && a.fraction == b.fraction
          && a.reason == b.reason && a.time == b.time
      case (.impression(let a), .impression(let b)):
        a.identity == b.identity && a.time == b.time && a.count == b.count
          && a.exposure == b.exposure
      default: false
      }
    }
  }

  /// The subject counted when a recording is replayed under another policy.
  enum Item: Hashable {
    case identity(ItemIdentity)
    case target(TargetID)
  }

  private struct Row {
    var target: TargetID
    var rules: [WatchID] = []
    var impressions: [(watch: WatchID, identity: ItemIdentity)] = []
  }

  private let engine = VisibilityEngine(
    scene: VisibilityScene(size: LayoutSize(width: 100, height: 400)))
  private var random: SeededGenerator
  private let list: ContainerID
  private var rows: [Row] = []
  private var names: [WatchID: String] = [:]
  private var owners: [String: TargetID] = [:]
  private var numbers: [Int: TargetID] = [:]
  private(set) var reusedNumbers = 0
  private(set) var events: [Event] = []
  /// The time in view of each watched subject; with impression watches, by identity.
  private(set) var timeInView: [Item: Duration] = [:]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    engine.verifiesPasses = false
    list = engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 0, width: 100, height: 400)), to: engine.scene.root)
    for _ in 0..<12 { add() }
  }

  /// Returns the subject of an item counted by a replay.
  func item(_ item: ReplayItem) -> Item {
    guard item.standsForNode, let target = owners[item.name ?? ""] else {
      return .identity(item.identity)
    }
    return .target(target)
  }

  static func record(seed: UInt64, steps: Int = 60, to path: String) throws {
    var world = RowWorld(seed: seed)
    try world.record(steps: steps, to: path)
  }

  mutating func record(steps: Int = 60, to path: String) throws {
    let recorder = try TraceRecording(to: path, recording: engine)
    var before: (time: MonotonicTime, items: Set<Item>)?
    var now = MonotonicTime.zero
    for step in 0..<steps {
      now = now + .milliseconds(1 + random.index(400))
      for _ in 0..<random.index(6) { operate() }
      engine.pass(at: now)
      for change in engine.changes {
        events.append(
          Event(step, change.target, change.watch, names[change.watch], .change(change)))
      }
      for impression in engine.impressions {
        events.append(
          Event(
            step, impression.target, impression.watch, names[impression.watch],
            .impression(impression)))
      }
      let names = names
      try recorder.recordPass(engine) { watch, _ in names[watch] }
      if let before {
        for item in before.items { timeInView[item, default: .zero] += now - before.time }
      }
      before = (now, itemsInView)
      for item in itemsInView { timeInView[item, default: .zero] += .zero }
    }
    try recorder.close(engine)
  }

  /// The subjects in view after a pass, as defined by `TraceReplayer.Watching`.
  private var itemsInView: Set<Item> {
    var items: Set<Item> = []
    for row in rows where engine.state(of: row.target).fraction > 0 {
      for watch in row.impressions { items.insert(.identity(watch.identity)) }
      if row.impressions.isEmpty && !row.rules.isEmpty { items.insert(.target(row.target)) }
    }
    return items
  }

  private mutating func operate() {
    switch random.index(12) {
    case 0...2: if rows.count < 20 { add() }
    case 3...5:
      guard let index = rows.indices.randomElement(using: &random) else { return }
      engine.edit(.remove(rows.remove(at: index).target))
      if random.oneIn(2) { add() }
    case 6, 7:
      guard let index = rows.indices.randomElement(using: &random) else { return }
      recycle(index)
    case 8: if let index = rows.indices.randomElement(using: &random) { watch(index) }
    case 9:
      if random.oneIn(3) { engine.edit(.beginSession) } else { engine.edit(.beginScreenVisit) }
    default:
      engine.edit(.scroll(list, to: LayoutPoint(x: 0, y: Double(random.index(800)))))
    }
  }

  private mutating func add() {
    let frame = LayoutRect(x: 0, y: Double(random.index(1_000)), width: 100, height: 60)
    let target = engine.add(SceneTarget(frame: frame), to: list)
    if let previous = numbers.updateValue(target, forKey: target.node), previous != target {
      reusedNumbers += 1
    }
    rows.append(Row(target: target))
    for _ in 0..<random.index(3) { watch(rows.count - 1) }
    // An unwatched row may be removed at once, which frees its number within the turn.
    if rows[rows.count - 1].rules.isEmpty, rows[rows.count - 1].impressions.isEmpty,
      random.oneIn(2)
    {
      engine.edit(.remove(rows.removeLast().target))
    }
  }

  private mutating func watch(_ index: Int) {
    let target = rows[index].target
    let watch: WatchID
    if random.oneIn(2) {
      watch = engine.watch(target, random.oneIn(2) ? .anyPixel : .fully)
      rows[index].rules.append(watch)
    } else {
      // Identities move between rows.
      let identity = ItemIdentity(UInt64(random.index(6)))
      let policy = ImpressionPolicy(
        rule: .fraction(0.5), dwell: .milliseconds(200 * random.index(3)),
        repetition: random.oneIn(2) ? .oncePerSession : .afterLeaving)
      watch = engine.watch(target, for: policy, of: identity)
      rows[index].impressions.append((watch, identity))
    }
    let name = "watch \(owners.count)"
    names[watch] = name
    owners[name] = target
  }

  /// Shows another item in the same row: ends its watches and begins others.
  private mutating func recycle(_ index: Int) {
    for watch in rows[index].rules + rows[index].impressions.map(\.watch) {
      engine.edit(.unwatch(watch))
    }
    (rows[index].rules, rows[index].impressions) = ([], [])
    for _ in 0..<random.index(3) { watch(index) }
  }
}

extension TargetID {
  fileprivate var node: Int { SceneItemID.target(self).node }
}

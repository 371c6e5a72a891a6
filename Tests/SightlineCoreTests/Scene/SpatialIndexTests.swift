import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Compares the spatial index with a scan of all items, and checks the cost of searches.
@Suite struct SpatialIndexTests {
  /// A scroll view with many watched targets and their frames.
  struct Crowd {
    let engine: VisibilityEngine
    let feed: ContainerID
    var frames: [TargetID: LayoutRect] = [:]
    var order: [TargetID] = []
    var random: SeededGenerator
    var now = 0
    static let window = LayoutRect(x: 0, y: 0, width: 400, height: 600)

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      var scene = VisibilityScene(size: Crowd.window.size)
      feed = scene.add(.scrollView(frame: Crowd.window), to: scene.root)
      engine = VisibilityEngine(scene: scene)
      engine.verifiesPasses = false
    }

    var index: SpatialIndex {
      engine.scene.indexes[engine.scene.index(of: Slot(of: feed), isPinned: false)]
    }

    var countedHoles: Int { index.items.count { $0 == .hole } }

    mutating func frame() -> LayoutRect {
      LayoutRect(
        x: random.number(0...360), y: random.number(0...40_000).rounded(),
        width: random.number(1...40), height: random.number(1...80))
    }

    mutating func add(_ frame: LayoutRect) {
      let target = engine.add(SceneTarget(frame: frame), to: feed)
      engine.watch(target, .anyPixel)
      frames[target] = frame
      order.append(target)
    }

    mutating func addOne() {
      let frame = frame()
      add(frame)
    }

    mutating func removeOne() {
      guard !order.isEmpty else { return }
      let target = order.remove(at: random.index(order.count))
      engine.edit(.remove(target))
      frames[target] = nil
    }

    mutating func moveOne() {
      guard !order.isEmpty else { return }
      let target = order[random.index(order.count)]
      let frame = frame()
      engine.edit(.frame(frame, of: target))
      frames[target] = frame
    }

    mutating func scroll(to y: Double) {
      engine.edit(.scroll(feed, to: LayoutPoint(x: 0, y: y)))
      now += 16
      engine.pass(at: .milliseconds(now))
    }

    /// Returns the targets that a search finds and those actually in view.
    func findings(at y: Double) -> (found: Set<TargetID>, there: Set<TargetID>) {
      var found: Set<TargetID> = []
      for active in engine.tables.watching.viewports[.window].active {
        let target = engine.tables.watching.record(of: active.watch).target
        found.insert(engine.scene.targets.handle(of: target))
      }
      let view = Crowd.window.offset(by: LayoutPoint(x: 0, y: y))
      let there = frames.filter { ($0.value.intersection(view)?.area ?? 0) > 0 }
      return (found, Set(there.keys))
    }
  }

  @Test(arguments: [1, 2, 15, 16, 17, 40, 256, 257, 300, 1000])
  func `a search finds the same items as a linear scan`(count: Int) {
    var crowd = Crowd(seed: UInt64(count))
    for _ in 0..<count { crowd.addOne() }
    for _ in 0..<120 {
      for _ in 0..<crowd.random.index(5) {
        switch crowd.random.index(3) {
        case 0: crowd.removeOne()
        case 1: crowd.moveOne()
        default: crowd.addOne()
        }
      }
      let y = crowd.random.number(-700...40_500).rounded()
      crowd.scroll(to: y)
      let (found, there) = crowd.findings(at: y)
      #expect(found == there, "\(count) items, \(y)")
      #expect(crowd.index.holes == crowd.countedHoles, "\(count) items")
    }
  }

  @Test func `an item moved many times before a pass is refitted once`() {
    var crowd = Crowd(seed: 1)
    for _ in 0..<1_000 { crowd.addOne() }
    crowd.engine.pass(at: .zero)
    let (moving, frame) = (crowd.order[500], LayoutRect(x: 0, y: 0, width: 1, height: 1))
    for x in 0..<10 {
      crowd.engine.edit(.frame(frame.offset(by: LayoutPoint(x: Double(x), y: 0)), of: moving))
    }
    #expect(crowd.index.dirtyLeafCount == 1)
  }

  @Test func `items are found again after the index empties and refills`() {
    var crowd = Crowd(seed: 3)
    for round in 0..<4 {
      for i in 0..<600 { crowd.add(.square(y: Double(i * 110))) }
      crowd.scroll(to: 1100)
      #expect(crowd.findings(at: 1100).found.count == 6, "round \(round)")
      while !crowd.order.isEmpty { crowd.removeOne() }
      crowd.scroll(to: 1100)
      #expect(crowd.findings(at: 1100).found.isEmpty)
      #expect(crowd.index.items.count <= 2 * SpatialIndex.fanOut)
    }
  }

  @Test(arguments: [(480, 160), (480, 176), (300, 144), (5_000, 2_000)])
  func `items removed together are found again after they return`(count: Int, kept: Int) {
    var crowd = Crowd(seed: 5)
    let rows = (0..<count).map { LayoutRect.square(y: Double($0) * 60, side: 60) }
    for row in rows { crowd.add(row) }
    crowd.scroll(to: 0)
    while crowd.order.count > kept { crowd.engine.edit(.remove(crowd.order.removeLast())) }
    crowd.scroll(to: 0)
    for row in rows[kept...] { crowd.add(row) }
    for y in stride(from: 0, to: Double(count) * 60, by: 600) {
      crowd.scroll(to: y)
      #expect(crowd.findings(at: y).found.count == min(10, count - Int(y) / 60), "\(y)")
    }
  }

  @Test func `holes are closed before they outnumber the items`() {
    var crowd = Crowd(seed: 4)
    for i in 0..<2000 { crowd.add(.square(y: Double(i * 110))) }
    crowd.scroll(to: 0)
    for _ in 0..<1900 {
      crowd.removeOne()
      crowd.scroll(to: Double(crowd.random.index(200_000)))
    }
    #expect(crowd.index.holes <= crowd.index.items.count / 2 + SpatialIndex.fanOut)
    #expect(crowd.index.items.count <= 2 * 100 + 2 * SpatialIndex.fanOut)
  }

  @Test func `items added in random order are sorted once searches justify it`() {
    let count = 4096
    var crowd = Crowd(seed: 5)
    let places = (0..<count).map { Double($0 * 110) }.shuffled(using: &crowd.random)
    for y in places { crowd.add(.square(y: y)) }
    crowd.scroll(to: 0)
    let before = boxesTested(in: crowd.index, at: 200_000)
    for i in 0..<2000 { crowd.scroll(to: Double(i * 200)) }
    let tests = (0..<100).map { boxesTested(in: crowd.index, at: Double($0 * 4000)) }
    #expect(before >= count, "a search in random order tests every item")
    // A window of six items: at most two leaves, on three levels of sixteen each, twice.
    #expect((tests.max() ?? 0) <= 160, "\(tests)")
    // The row is now sorted by y.
    let heights = crowd.index.items.compactMap { item in
      if case .target(let target) = item.content {
        crowd.engine.scene.targets[target].frame.minY
      } else {
        nil as Double?
      }
    }
    #expect(heights == heights.sorted())
  }

  @Test func `sorting closes holes, and later holes are counted`() {
    var crowd = Crowd(seed: 7)
    let places = (0..<1024).map { Double($0 * 110) }.shuffled(using: &crowd.random)
    for y in places { crowd.add(.square(y: y)) }
    crowd.scroll(to: 0)
    for _ in 0..<200 { crowd.removeOne() }
    #expect(crowd.index.holes == 200)
    for i in 0..<1000 { crowd.scroll(to: Double(i * 100)) }
    #expect(crowd.index.holes == 0 && crowd.index.items.count == 824)
    for _ in 0..<30 { crowd.removeOne() }
    crowd.scroll(to: 0)
    #expect(crowd.index.holes == 30 && crowd.countedHoles == 30)
  }

  @Test func `items added in order are cheap to search from the start`() {
    var crowd = Crowd(seed: 6)
    for i in 0..<4096 { crowd.add(.square(y: Double(i * 110))) }
    crowd.scroll(to: 0)
    let tests = (0..<100).map { boxesTested(in: crowd.index, at: Double($0 * 4000)) }
    #expect((tests.max() ?? 0) <= 160, "\(tests)")
    #expect(crowd.index.debt == 0)
  }

  /// Returns the number of boxes and items tested by a search of a window's height.
  private func boxesTested(in index: SpatialIndex, at y: Double) -> Int {
    let view = Box(Crowd.window.offset(by: LayoutPoint(x: 0, y: y)))
    guard index.levels > 0 else { return index.items.count }
    var nodes = Array(0..<index.count(atLevel: index.levels - 1))
    var tested = 0
    for level in (0..<index.levels).reversed() {
      tested += nodes.count
      let below = level == 0 ? index.items.count : index.count(atLevel: level - 1)
      nodes = nodes.filter { index.boxes[index.start(ofLevel: level) + $0].touches(view) }
        .flatMap { node in
          let first = node << SpatialIndex.shift
          return first..<min(first + SpatialIndex.fanOut, below)
        }
    }
    return tested + nodes.count
  }
}

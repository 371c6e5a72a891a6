import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineTrace

@Suite struct NodeTreeTests {
  @Test(arguments: UInt64(1)...20)
  func `a tree has the children, parents and heights of a dictionary`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var tree = NodeTree()
    // The root's number is not that of the first slot.
    var children: [Int: Set<Int>] = [:]
    var parents: [Int: Int] = [:]
    var seen: Set<Int> = []
    var most = 0

    func insert(_ id: Int, under parent: Int?) {
      tree.insert(
        TraceNode(id: id, parent: parent, frame: .zero),
        under: parent.flatMap { tree.place(of: $0) } ?? -1)
      children[id] = []
      seen.insert(id)
      if let parent { note(id, under: parent) }
    }
    func move(_ id: Int, under parent: Int) {
      guard let place = tree.place(of: id), let above = tree.place(of: parent) else {
        Issue.record("a live node has no place")
        return
      }
      tree.move(place, under: above)
      detach(id)
      note(id, under: parent)
    }
    func note(_ id: Int, under parent: Int) {
      children[parent]?.insert(id)
      parents[id] = parent
    }
    func detach(_ id: Int) {
      if let parent = parents.removeValue(forKey: id) { children[parent]?.remove(id) }
    }
    func height(_ id: Int) -> Int { (children[id] ?? []).map { 1 + height($0) }.max() ?? 0 }
    func holds(_ id: Int, _ other: Int) -> Bool {
      id == other || (children[id] ?? []).contains { holds($0, other) }
    }

    insert(7, under: nil)
    insert(0, under: nil)
    move(7, under: 0)
    for _ in 0..<150 {
      let live = children.keys.sorted()
      let (id, other) = (random.index(12), live[random.index(live.count)])
      if children[id] == nil {
        insert(id, under: other)
      } else if id == 0 {
        continue
      } else if children[id] == [], random.oneIn(3), let place = tree.place(of: id) {
        tree.remove(place)
        detach(id)
        children[id] = nil
      } else if !holds(id, other) {
        move(id, under: other)
      }
      check()
      most = max(most, tree.count)
      #expect(tree.slots.count == most, "removed nodes' slots are reused, seed \(seed)")
    }

    func check() {
      #expect(tree.count == children.count, "seed \(seed)")
      for id in 0..<12 {
        #expect(tree.hasSeen(id) == seen.contains(id), "seed \(seed)")
        #expect((tree.place(of: id) != nil) == (children[id] != nil), "seed \(seed)")
        guard let place = tree.place(of: id) else { continue }
        let slot = tree.slots[place]
        #expect(slot.node.id == id, "seed \(seed)")
        #expect((slot.parent < 0 ? nil : tree.slots[slot.parent].node.id) == parents[id])
        let listed = slot.children.map { tree.slots[$0].node.id }
        #expect(listed.count == children[id]?.count, "seed \(seed)")
        #expect(Set(listed) == children[id], "seed \(seed)")
        for limit in 0..<6 {
          let found = tree.height(below: place, limit: limit)
          // Above the limit, any number above it.
          #expect(min(found, limit + 1) == min(height(id), limit + 1), "seed \(seed)")
        }
      }
    }
  }
}

@Suite struct TraceCensusTests {
  private func limit(_ body: () throws -> Void) -> Int? {
    do {
      try body()
      return nil
    } catch {
      guard case .tooMany(_, let limit)? = error as? TraceError.Problem else { return 0 }
      return limit
    }
  }

  @Test func `the number of watches in force is limited`() {
    var census = TraceCensus()
    let most = TraceLimits.elements
    #expect(limit { for _ in 0..<most { try census.beginWatch(thresholds: 1, nil) } } == nil)
    #expect(limit { try census.beginWatch(thresholds: 1, nil) } == most)
    census.endWatch(thresholds: 1)
    #expect(limit { try census.beginWatch(thresholds: 1, nil) } == nil)
    #expect(limit { try census.beginWatch(thresholds: 1, nil) } == most)
  }

  @Test func `the number of distinct identities is limited`() {
    var census = TraceCensus()
    func watch(_ identity: Int) throws {
      try census.beginWatch(thresholds: 1, ItemIdentity(UInt64(identity)))
      census.endWatch(thresholds: 1)
    }
    #expect(limit { for identity in 0..<TraceLimits.numbers { try watch(identity) } } == nil)
    #expect(limit { for identity in 0..<9 { try watch(identity) } } == nil, "already counted")
    #expect(limit { try watch(TraceLimits.numbers) } == TraceLimits.numbers)
    let seen = ItemIdentity(UInt64(TraceLimits.numbers + 1))
    #expect(limit { try census.keep(.feed, of: seen) } == TraceLimits.numbers)
  }

  @Test func `watches share the thresholds`() {
    var census = TraceCensus()
    let most = TraceLimits.thresholds
    #expect(limit { try census.beginWatch(thresholds: most, nil) } == nil)
    #expect(limit { try census.beginWatch(thresholds: 1, nil) } == most)
  }
}

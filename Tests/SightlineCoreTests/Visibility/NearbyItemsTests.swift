import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Compares cached searches with those of the index.
@Suite struct NearbyItemsTests {
  @Test func `an incremental search matches the index despite changes in between`() {
    for seed in 0..<UInt64(20) {
      var random = SeededGenerator(seed: seed)
      var scene = VisibilityScene(size: LayoutSize(width: 400, height: 600))
      var targets: [TargetID] = []
      for row in 0..<200 {
        let frame = LayoutRect(x: 0, y: Double(row) * 30, width: 400, height: 25)
        targets.append(scene.add(SceneTarget(frame: frame), to: scene.root))
      }
      let index = scene.index(of: scene.rootSlot, isPinned: false)
      var nearby = NearbyItems()
      var (found, expected) = (SearchResults(), SearchResults())
      var y = 0.0
      for step in 0..<300 {
        if random.oneIn(6) {
          let i = random.index(targets.count)
          switch random.index(3) {
          case 0:
            scene.setFrame(
              LayoutRect(x: 0, y: random.number(0...6000), width: 300, height: 40), of: targets[i])
          case 1:
            scene.remove(targets.remove(at: i))
          default:
            let frame = LayoutRect(x: 0, y: random.number(0...6000), width: 200, height: 40)
            targets.append(scene.add(SceneTarget(frame: frame), to: scene.root))
          }
        }
        y = random.oneIn(9) ? random.number(-200...6000) : y + random.number(-40...60)
        let clip = Box(minX: 0, minY: y, maxX: 400, maxY: y + random.number(100...600))
        scene.refreshIndexes(of: scene.rootSlot)
        _ = nearby.find(inIndex: index, meeting: clip, &scene, into: &found)
        _ = scene.find(.targets, inIndex: index, meeting: clip, limit: .max, into: &expected)
        #expect(
          Set(found.targets.indices.map { found.targets[$0] })
            == Set(expected.targets.indices.map { expected.targets[$0] }), "seed \(seed), \(step)")
      }
    }
  }

  @Test func `a small move of the clip costs less than an index search`() {
    var scene = VisibilityScene(size: LayoutSize(width: 400, height: 600))
    for row in 0..<10_000 {
      let frame = LayoutRect(x: 0, y: Double(row) * 100, width: 400, height: 90)
      _ = scene.add(SceneTarget(frame: frame), to: scene.root)
    }
    scene.refreshIndexes(of: scene.rootSlot)
    let index = scene.index(of: scene.rootSlot, isPinned: false)
    var nearby = NearbyItems()
    var found = SearchResults()
    var tested: [Int] = []
    for frame in 0..<8 {
      let y = 50_000 + Double(frame) * 30
      tested.append(
        nearby.find(
          inIndex: index, meeting: Box(minX: 0, minY: y, maxX: 400, maxY: y + 600), &scene,
          into: &found))
    }
    // The first two searches fetch; then 250 pt on each side of 600, or about 12 rows, are cached.
    #expect(tested[1] > 40 && tested[2...].allSatisfy { $0 <= 14 }, "\(tested)")
  }
}

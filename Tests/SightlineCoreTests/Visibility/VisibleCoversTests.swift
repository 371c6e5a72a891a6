import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Covers stay gathered as long as none has changed.
@Suite struct VisibleCoversTests {
  @Test func `covers are gathered again after they move, fade, get pinned or are removed`() {
    for seed in 0..<UInt64(40) {
      var random = SeededGenerator(seed: seed)
      var scene = VisibilityScene(size: LayoutSize(width: 400, height: 600))
      let feed = scene.add(
        .scrollView(frame: LayoutRect(x: 0, y: 0, width: 400, height: 600)), to: scene.root)
      let inner = scene.add(
        SceneContainer(frame: LayoutRect(x: 0, y: 100, width: 400, height: 900)), to: feed)
      var covers: [CoverID] = []
      var gathered = VisibleCovers()
      var search = TreeSearch()
      var clips = ClipStack()
      for step in 0..<200 {
        let container = [scene.root, feed, inner][random.index(3)]
        let frame = LayoutRect(
          x: random.number(0...300), y: random.number(0...800), width: 50, height: 50)
        let appearance = SceneAppearance(isPinned: random.oneIn(3))
        switch random.index(6) {
        case 0:
          covers.append(scene.add(SceneCover(frame: frame, appearance: appearance), to: container))
        case 1:
          if let cover = covers.last {
            scene.set(SceneCover(frame: frame, appearance: appearance), for: cover)
          }
        case 2: if covers.count > 5 { scene.remove(covers.removeFirst()) }
        case 3: scene.setContentOffset(LayoutPoint(x: 0, y: random.number(0...300)), of: container)
        case 4:
          let opacity = random.oneIn(2) ? 1.0 : 0.5
          scene.setAppearance(
            SceneAppearance(opacity: opacity, isPinned: random.oneIn(2)), of: inner)
        default: if let cover = covers.last { scene.move(cover, to: container) }
        }
        gathered.gather(&scene, by: &search, &clips)
        var anew = VisibleCovers()
        anew.gather(&scene, by: &search, &clips)
        #expect(
          gathered.boxes == anew.boxes, "seed \(seed), step \(step)")
      }
    }
  }
}

extension VisibleCovers {
  fileprivate var boxes: [Box] { positions.map { self[$0].bounds } }
}

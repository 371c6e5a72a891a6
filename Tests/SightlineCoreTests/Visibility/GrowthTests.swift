import SightlineCore
import Testing

/// A pass measures the targets on screen, however many exist.
@Suite struct GrowthTests {
  private static let counts = [100, 1_000, 10_000]

  /// A window of 400 × 600 points with a scroll view, scrolled frame by frame.
  private struct Feed {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 400, height: 600)))
    let list: ContainerID
    private(set) var frames = 0

    init() {
      list = engine.add(
        .scrollView(frame: LayoutRect(x: 0, y: 0, width: 400, height: 600)), to: engine.root)
    }

    func row(_ index: Int, in container: ContainerID? = nil) {
      let frame = LayoutRect(x: 0, y: Double(index) * 60, width: 400, height: 60)
      engine.watch(engine.add(SceneTarget(frame: frame), to: container ?? list), .fully)
    }

    /// Scrolls by a point and returns the number of targets measured.
    mutating func measured() -> Int {
      frames += 1
      engine.edit(.scroll(list, to: LayoutPoint(x: 0, y: Double(frames))))
      engine.pass(at: .milliseconds(16 * frames))
      return engine.evaluatedTargets
    }
  }

  @Test(arguments: counts) func `a scrolled list measures the rows on screen`(count: Int) {
    var feed = Feed()
    for index in 0..<count { feed.row(index) }
    for _ in 0..<20 { #expect((10...12).contains(feed.measured())) }
  }

  @Test(arguments: counts) func `rows added in any order are measured on screen only`(count: Int) {
    var feed = Feed()
    // 7,919 is a prime, so each row is added once.
    for index in 0..<count { feed.row(index * 7_919 % count) }
    for _ in 0..<20 { #expect((10...12).contains(feed.measured())) }
  }

  @Test(arguments: counts) func `a scrolled feed of carousels measures the cards on screen`(
    count: Int
  ) {
    var feed = Feed()
    for index in 0..<count / 10 {
      let carousel = feed.engine.add(
        .scrollView(frame: LayoutRect(x: 0, y: Double(index) * 120, width: 400, height: 120)),
        to: feed.list)
      for row in 0..<10 { feed.row(row, in: carousel) }
    }
    for _ in 0..<20 { #expect((10...18).contains(feed.measured())) }
  }

  @Test(arguments: counts) func `covers of a list add no measurements`(count: Int) {
    var feed = Feed()
    for index in 0..<count { feed.row(index) }
    for y in [0.0, 200, 400, 500] {
      _ = feed.engine.add(
        SceneCover(frame: LayoutRect(x: 0, y: y, width: 400, height: 50)), to: feed.engine.root)
    }
    for _ in 0..<20 { #expect((10...12).contains(feed.measured())) }
  }

  @Test func `a pass without changes measures nothing`() {
    var feed = Feed()
    for index in 0..<100 { feed.row(index) }
    _ = feed.measured()
    feed.engine.pass(at: .milliseconds(1_000))
    #expect(feed.engine.evaluatedTargets == 0)
  }
}

import CAllocations
import SightlineCore
import Testing

#if DEBUG
private let isOptimised = false
#else
private let isOptimised = true
#endif

/// Steady passes allocate nothing, counted per thread in this process.
///
/// Unoptimised code makes allocations that the optimiser removes, so these tests run in release
/// builds; `make test` counts the same with the optimised `sightline bench`.
@Suite(.enabled(if: isOptimised && sightline_allocation_count() >= 0))
struct AllocationTests {
  /// Scrolls back and forth until all buffers have their final size, then counts.
  private func allocationsOfSteadyPasses(
    _ engine: VisibilityEngine, scrolling container: ContainerID, horizontally: Bool = false
  ) -> Int64 {
    var time: Int64 = 0
    func run(_ engine: VisibilityEngine) {
      for frame in 0..<200 {
        let offset = Double(abs(frame % 100 - 50)) * 37
        engine.edit(
          .scroll(
            container,
            to: horizontally ? LayoutPoint(x: offset, y: 0) : LayoutPoint(x: 0, y: offset)))
        time += 16_666_667
        engine.pass(at: MonotonicTime(nanoseconds: time))
      }
    }
    run(engine)
    let before = sightline_allocation_count()
    run(engine)
    return sightline_allocation_count() - before
  }

  private func list(_ count: Int) -> VisibilityEngine {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 390, height: 844)))
    engine.verifiesPasses = false
    for row in 0..<count {
      let target = engine.add(
        SceneTarget(frame: LayoutRect(x: 0, y: Double(row) * 332, width: 390, height: 300)),
        to: engine.root)
      engine.watch(target, .thresholds([0, 0.5, 1]))
      engine.watch(target, for: .mrcVideo, of: ItemIdentity(UInt64(row)))
    }
    return engine
  }

  @Test func `the counter counts`() {
    let before = sightline_allocation_count()
    let array = ContiguousArray(repeating: before, count: 100)
    #expect(array.count == 100)
    #expect(sightline_allocation_count() > before)
  }

  @Test func `scrolling a list allocates nothing`() {
    var engine = list(1_000)
    let root = engine.scene.root
    #expect(allocationsOfSteadyPasses(engine, scrolling: root) <= 0)
  }

  @Test func `scrolling past the ledger's capacity allocates nothing`() {
    var engine = list(1_000)
    engine.impressionCapacity = 4
    let root = engine.scene.root
    #expect(allocationsOfSteadyPasses(engine, scrolling: root) <= 0)
    #expect(engine.forgottenImpressionCount > 100)
  }

  @Test func `scrolling faster than a policy's limit allocates nothing`() {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 390, height: 844)))
    engine.verifiesPasses = false
    for row in 0..<100 {
      let target = engine.add(
        SceneTarget(frame: LayoutRect(x: 0, y: Double(row) * 332, width: 390, height: 300)),
        to: engine.root)
      engine.watch(
        target, for: ImpressionPolicy(rule: .anyPixel, dwell: .seconds(1), scrollSpeedLimit: 500),
        of: ItemIdentity(UInt64(row)))
    }
    let root = engine.scene.root
    #expect(allocationsOfSteadyPasses(engine, scrolling: root) <= 0)
  }

  @Test func `scrolling under upright and rotated covers allocates nothing`() {
    var engine = list(100)
    let root = engine.scene.root
    for index in 0..<3 {
      _ = engine.add(
        SceneCover(
          frame: LayoutRect(x: 50, y: Double(index) * 200 + 100, width: 200, height: 80),
          appearance: SceneAppearance(
            transform: index == 1 ? .rotation(cosine: 0.8, sine: 0.6) : .identity, isPinned: true)),
        to: root)
    }
    #expect(allocationsOfSteadyPasses(engine, scrolling: root) <= 0)
  }

  @Test func `scrolling carousels in a feed allocates nothing`() {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 390, height: 844)))
    engine.verifiesPasses = false
    var carousels: [ContainerID] = []
    for row in 0..<50 {
      let carousel = engine.add(
        .scrollView(frame: LayoutRect(x: 0, y: Double(row) * 332, width: 390, height: 300)),
        to: engine.root)
      carousels.append(carousel)
      for card in 0..<50 {
        let target = engine.add(
          SceneTarget(frame: LayoutRect(x: Double(card) * 150, y: 0, width: 140, height: 300)),
          to: carousel)
        engine.watch(target, .fraction(0.5))
      }
    }
    let root = engine.scene.root
    #expect(allocationsOfSteadyPasses(engine, scrolling: root) <= 0)
    engine.edit(.scroll(root, to: .zero))
    #expect(
      allocationsOfSteadyPasses(engine, scrolling: carousels[0], horizontally: true) <= 0)
  }
}

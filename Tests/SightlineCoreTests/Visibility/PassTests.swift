import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The buffers of a pass. Their cost is measured in optimised builds; any build can check that they
/// are kept.
@Suite struct PassTests {
  @Test(arguments: [false, true]) func `a smaller pass keeps the memory of an earlier one`(
    isNested: Bool
  ) {
    for seed in 0..<UInt64(10) {
      var world = RandomWorld(seed: seed, traits: RandomWorld.Traits(isNested: isNested))
      for _ in 0..<150 {
        world.operate()
        _ = world.passAndCheck()
      }
      var kept = 0
      for frame in 0..<60 {
        // By then, the buffers have the size needed to scroll there and back.
        if frame == 40 {
          kept = memory(of: world.engine.pass)
        }
        let offset = LayoutPoint(x: 0, y: Double(abs(frame % 20 - 10)) * 100)
        world.engine.edit(.scroll(world.engine.scene.root, to: offset))
        world.now = world.now.advanced(by: 16_000_000)
        world.engine.pass(at: world.now)
        let memory = memory(of: world.engine.pass)
        if frame >= 40 { #expect(memory >= kept, "seed \(seed), frame \(frame)") }
      }
      #expect(kept > 0)
    }
  }

  @Test func `fewer covers over a target keep the memory allocated for many`() {
    for transform in [LayoutTransform.identity, .turned(halfTangent: 0.1)] {
      var stage = Stage()
      stage.engine.watch(
        stage.target("A", .square(y: 0, side: 200), SceneAppearance(transform: transform)), .fully)
      // Further down, fewer lie side by side.
      for i in 0..<60 {
        stage.cover(
          LayoutRect(x: 100 + Double(i), y: Double(i * i) / 8, width: 1.5, height: 40),
          in: stage.root)
      }
      var kept = 0
      for frame in 0..<60 {
        _ = stage.scroll(to: -Double(abs(frame % 20 - 10)) * 40, at: nil)
        let memory = memory(of: stage.engine.pass)
        if frame > 40 { #expect(memory >= kept, "frame \(frame)") }
        kept = memory
      }
      #expect(kept > 0)
    }
  }

  /// Returns the total capacity of all arrays in a value; the total, since some are swapped.
  private func memory(of value: Any) -> Int {
    if let buffer = value as? any Buffer { return buffer.capacity }
    return Mirror(reflecting: value).children.reduce(0) { $0 + memory(of: $1.value) }
  }
}

private protocol Buffer {
  var capacity: Int { get }
}

extension ContiguousArray: Buffer {}

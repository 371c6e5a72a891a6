import SightlineCore
import SightlineTestSupport
import Testing

/// Compares the fast path with the reference path, in random scenes under random operations.
@Suite struct FastPathTests {
  /// The operations per world: 135,000 in 5 × 30 worlds.
  static let operations = 900

  private func run(
    _ name: String, _ traits: RandomWorld.Traits, operations: Int = operations
  ) {
    for seed in 0..<UInt64(RandomWorlds.count) {
      var world = RandomWorld(seed: seed, traits: traits)
      while world.operations < operations {
        for _ in 0..<(1 + world.random.index(4)) { world.operate() }
        if let problem = world.passAndCheck() {
          Issue.record(
            "\(name), seed \(seed), after \(world.operations) operations: \(problem)")
          return
        }
      }
    }
  }

  @Test func `upright scenes with covers agree with the reference path after every pass`() {
    run("upright", RandomWorld.Traits(hasRotations: false))
  }

  @Test func `rotated scenes without covers agree with the reference path after every pass`() {
    run("rotated", RandomWorld.Traits(hasCovers: false))
  }

  @Test func `rotated scenes with covers agree with the reference path after every pass`() {
    run("everything", RandomWorld.Traits())
  }

  @Test func `scenes with many covers agree with the reference path after every pass`() {
    run("crowded", RandomWorld.Traits(hasRotations: false, isCrowded: true), operations: 300)
  }

  @Test func `nested scenes without clips agree with the reference path after every pass`() {
    run("nested", RandomWorld.Traits(hasCovers: false, hasRotations: false, isNested: true))
  }
}

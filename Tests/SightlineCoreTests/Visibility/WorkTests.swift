import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The exact number of steps for recorded inputs. Nothing else detects a change that only costs
/// speed; an intended change updates the figures.
@Suite struct WorkTests {
  @Test(arguments: GrowthTests.inputs)
  func `an input takes the recorded number of steps`(_ input: GrowthTests.Input) {
    var world = GrowthTests.World()
    input.run(input.sizes[0] / 2, &world)
    #expect(world.engine.work == WorkTests.steps[input.name])
  }

  @Test func `random worlds take the recorded number of steps`() {
    let worlds: [(RandomWorld.Traits, steps: Int)] = [
      (RandomWorld.Traits(hasRotations: false), 34_134),
      (RandomWorld.Traits(hasCovers: false), 9_584),
      (RandomWorld.Traits(), 7_506),
      (RandomWorld.Traits(hasCovers: false, hasRotations: false, isNested: true), 28_910),
    ]
    for (traits, steps) in worlds {
      var world = RandomWorld(seed: 1, traits: traits)
      while world.operations < 900 {
        for _ in 0..<(1 + world.random.index(4)) { world.operate() }
        #expect(world.passAndCheck() == nil)
      }
      #expect(world.engine.work == steps, "\(traits)")
    }
  }

  private static let steps = [
    "targets in view, scrolled": 6_429,
    "targets that exist, in random order": 3_509,
    "targets on one spot, toggling": 10_675,
    "turned targets on one spot, toggling": 2_127,
    "moves in one pass": 6_784,
    "removals in one pass": 3_576,
    "removals with a pass for each": 25_215,
    "additions with a pass for each": 22_972,
    "watches ended after their targets": 2_576,
    "identities": 14_627,
    "covers crossing": 252_236,
    "covers stacked": 7_736,
    "covers side by side, turned": 42_359,
    "covers crossing, turned": 2_058,
    "covers crossing, one of them turned": 1_484,
    "targets with a cover each": 34_527,
    "opaque cards in a stack": 7_703,
    "opaque cards in a stack, the first on top": 7_703,
    "a turned target that leaves under crossing covers": 101,
    "watches on one target": 13_543,
    "watches on one target, ended backwards and begun again": 14_511,
    "watches on one target that is removed": 6_022,
    "thresholds": 6_051,
    "viewports on one target": 36_046,
    "viewports with distinct margins and scroll margins": 16_525,
    "a viewport for each target": 381_818,
    "a viewport with scroll margins for each container": 13_105,
    "containers side by side": 13_392,
    "containers nested": 820,
    "containers nested and turned": 455,
    "containers that do not clip, nested": 1_473,
    "an answer under crossing covers": 251_629,
    "an answer about a turned target under crossing covers": 1_259,
  ]
}

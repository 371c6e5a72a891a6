import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// Two windows with mirrors that read only what may have changed, against mirrors that have just been
/// made; and what their session counts.
@MainActor
@Suite struct MirrorFuzzTests {
  @Test(arguments: UInt64(0)..<12)
  func whatIsMirroredIsWhatANewMirrorWouldHold(seed: UInt64) {
    var world = MirroredWorld(seed: seed)
    for step in 0..<100 {
      world.change()
      if step % 3 == 0 { world.change() }
      world.frame(step)
      if step % 5 == 0 {
        #expect(world.matchesNewMirrors(), "seed \(seed), step \(step)")
      }
      if !world.sides.allSatisfy({ $0.window.mirror.matchesToolkit }) {
        Issue.record("seed \(seed), step \(step): a reading is not the toolkit's")
        return
      }
    }
    #expect(world.log.problems == [], "seed \(seed)")
    #expect(world.log.count > 0, "seed \(seed)")
  }
}

import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// Two windows with mirrors that read only possible changes, compared with new mirrors; and the
/// counts of their session.
@MainActor
@Suite struct MirrorFuzzTests {
  @Test(arguments: UInt64(0)..<12)
  func `the mirror equals a new mirror`(seed: UInt64) {
    var world = MirroredWorld(seed: seed)
    for step in 0..<100 {
      world.change()
      if step % 3 == 0 { world.change() }
      world.frame()
      if step % 5 == 0 {
        #expect(world.matchesNewMirrors(), "seed \(seed), step \(step)")
      }
      if !world.isMirrored {
        Issue.record("seed \(seed), step \(step): a reading differs from the toolkit's state")
        return
      }
    }
    #expect(world.log.problems == [], "seed \(seed)")
    #expect(world.log.count > 0, "seed \(seed)")
  }
}

/// The same for a toolkit that reports no changes: in every frame, visible views are correct as far
/// as there was a sign of the change, and everything is correct once the app rests.
@MainActor
@Suite struct PollingReaderFuzzTests {
  @Test(arguments: UInt64(0)..<4)
  func `the mirror at rest equals a new mirror`(seed: UInt64) {
    var world = MirroredWorld(seed: seed, reportsChanges: false)
    for step in 0..<60 {
      world.change()
      if step % 3 == 0 { world.change() }
      world.frame()
      guard world.isMirrored else {
        Issue.record("seed \(seed), step \(step): a reading differs from the toolkit's state")
        return
      }
      if step % 5 == 0 {
        world.frame(readingEverything: true)
        #expect(world.sides.allSatisfy { $0.window.mirror.isSettled })
        #expect(world.matchesNewMirrors(), "seed \(seed), step \(step)")
        #expect(world.isMirrored, "seed \(seed), step \(step)")
      }
    }
    #expect(world.log.problems == [], "seed \(seed)")
    #expect(world.log.count > 0, "seed \(seed)")
  }
}

/// The number of views read in random worlds. Reading more than needed has no other effect.
@MainActor
@Suite struct MirrorReadsTests {
  @Test(arguments: [(true, 14_510), (false, 27_959)])
  func `random worlds read about the recorded number of views`(reportsChanges: Bool, reads: Int) {
    var sum = 0
    for seed in UInt64(0)..<4 {
      var world = MirroredWorld(seed: seed, reportsChanges: reportsChanges)
      for step in 0..<80 {
        world.change()
        // Otherwise nothing changes, and the mirror comes to rest.
        if step % 20 < 10 { world.change() }
        world.frame(readingEverything: step % 20 == 19)
      }
      sum += world.reads
    }
    // A few reads depend on the order of hashed views.
    #expect(abs(sum - reads) <= 10)
  }
}

extension MirroredWorld {
  /// Whether every reading that must be up to date equals the toolkit's.
  fileprivate var isMirrored: Bool { sides.allSatisfy { $0.window.mirror.firstMismatch == nil } }
}

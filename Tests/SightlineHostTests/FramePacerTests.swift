import SightlineCore
import SightlineHost
import Testing

@Suite struct FramePacerTests {
  private let frame = Duration.milliseconds(16)

  private func at(_ milliseconds: Double) -> MonotonicTime {
    MonotonicTime(seconds: milliseconds / 1000)
  }

  @Test func `the first turn has a pass`() {
    var pacer = FramePacer(frameDuration: frame)
    #expect(pacer.turnEnded(at: at(0)) == .pass)
    #expect(!pacer.isWaiting)
  }

  @Test func `a second turn in a frame waits for the display`() {
    var pacer = FramePacer(frameDuration: frame)
    _ = pacer.turnEnded(at: at(0))
    #expect(pacer.turnEnded(at: at(2)) == .wait)
    #expect(pacer.isWaiting)
    #expect(pacer.turnEnded(at: at(3)) == .wait)
    pacer.displayFired(frameDuration: frame)
    // Due, even if the display is early.
    #expect(pacer.turnEnded(at: at(5)) == .pass)
    #expect(!pacer.isWaiting)
  }

  @Test func `turns one frame apart need no display link`() {
    var pacer = FramePacer(frameDuration: frame)
    for turn in 0..<100 {
      // A turn may come a little early or late.
      let early = Double(turn % 5) * 1.5
      #expect(pacer.turnEnded(at: at(Double(turn) * 16 + 6 - early)) == .pass)
    }
    #expect(!pacer.isWaiting)
  }

  @Test func `busy turns have one pass per frame`() {
    var pacer = FramePacer(frameDuration: frame)
    var passes = 0
    for time in 0..<1_600 {
      // The display fires in whole frames.
      if pacer.isWaiting, time % 16 == 0 { pacer.displayFired(frameDuration: frame) }
      if pacer.turnEnded(at: at(Double(time))) == .pass { passes += 1 }
    }
    #expect((100...104).contains(passes))
  }

  @Test func `early turns rarely have a pass`() {
    var pacer = FramePacer(frameDuration: frame)
    #expect(pacer.turnEnded(at: at(0)) == .pass)
    #expect(pacer.turnEnded(at: at(9)) == .pass)
    #expect(pacer.turnEnded(at: at(18)) == .wait)
    #expect(pacer.turnEnded(at: at(32)) == .pass)
  }

  @Test func `a quiet link makes no turn due`() {
    var pacer = FramePacer(frameDuration: frame)
    _ = pacer.turnEnded(at: at(0))
    pacer.displayFired(frameDuration: .milliseconds(8))
    #expect(pacer.turnEnded(at: at(1)) == .wait)
    #expect(pacer.frameDuration == .milliseconds(8))
  }

  @Test func `a faster display has more passes`() {
    var pacer = FramePacer(frameDuration: frame)
    #expect(pacer.turnEnded(at: at(0)) == .pass)
    #expect(pacer.turnEnded(at: at(2)) == .wait)
    pacer.displayFired(frameDuration: .milliseconds(8))
    // The second one is half a frame early.
    for time in [16.0, 20, 28] { #expect(pacer.turnEnded(at: at(time)) == .pass) }
    #expect(pacer.turnEnded(at: at(30)) == .wait)
  }

  @Test func `time running backwards does not block passes`() {
    var pacer = FramePacer(frameDuration: frame)
    _ = pacer.turnEnded(at: at(100))
    #expect(pacer.turnEnded(at: at(50)) == .pass)
  }

  @Test func `a zero-length frame counts as the default`() {
    var pacer = FramePacer(frameDuration: .zero)
    #expect(pacer.frameDuration == FramePacer.defaultFrameDuration)
    pacer.displayFired(frameDuration: .zero)
    #expect(pacer.frameDuration == FramePacer.defaultFrameDuration)
  }
}

import SightlineCore
import SightlineHost
import Testing

@Suite struct FramePacerTests {
  private let frame = Duration.milliseconds(16)

  private func at(_ milliseconds: Double) -> MonotonicTime {
    MonotonicTime(seconds: milliseconds / 1000)
  }

  @Test func theFirstTurnIsRead() {
    var pacer = FramePacer(frameDuration: frame)
    #expect(pacer.turnEnded(at: at(0)) == .read)
    #expect(!pacer.isWaiting)
  }

  @Test func aSecondTurnInAFrameWaitsForTheDisplay() {
    var pacer = FramePacer(frameDuration: frame)
    _ = pacer.turnEnded(at: at(0))
    #expect(pacer.turnEnded(at: at(2)) == .wait)
    #expect(pacer.isWaiting)
    #expect(pacer.turnEnded(at: at(3)) == .wait)
    pacer.displayFired(frameDuration: frame)
    // Due, however early the display is.
    #expect(pacer.turnEnded(at: at(5)) == .read)
    #expect(!pacer.isWaiting)
  }

  @Test func turnsOneFrameApartNeedNoDisplayLink() {
    var pacer = FramePacer(frameDuration: frame)
    for turn in 0..<100 {
      // A turn may come a little early or late.
      let early = Double(turn % 5) * 1.5
      #expect(pacer.turnEnded(at: at(Double(turn) * 16 + 6 - early)) == .read)
    }
    #expect(!pacer.isWaiting)
  }

  @Test func busyTurnsAreReadOnceAFrame() {
    var pacer = FramePacer(frameDuration: frame)
    var readings = 0
    for time in 0..<1_600 {
      // The display fires in whole frames.
      if pacer.isWaiting, time % 16 == 0 { pacer.displayFired(frameDuration: frame) }
      if pacer.turnEnded(at: at(Double(time))) == .read { readings += 1 }
    }
    #expect((100...104).contains(readings))
  }

  @Test func aTurnThatComesEarlyIsReadNowAndThenOnly() {
    var pacer = FramePacer(frameDuration: frame)
    #expect(pacer.turnEnded(at: at(0)) == .read)
    #expect(pacer.turnEnded(at: at(9)) == .read)
    #expect(pacer.turnEnded(at: at(18)) == .wait)
    #expect(pacer.turnEnded(at: at(32)) == .read)
  }

  @Test func aQuietLinkMakesNoTurnDue() {
    var pacer = FramePacer(frameDuration: frame)
    _ = pacer.turnEnded(at: at(0))
    pacer.displayFired(frameDuration: .milliseconds(8))
    #expect(pacer.turnEnded(at: at(1)) == .wait)
    #expect(pacer.frameDuration == .milliseconds(8))
  }

  @Test func timeThatRunsBackwardsBlocksNothing() {
    var pacer = FramePacer(frameDuration: frame)
    _ = pacer.turnEnded(at: at(100))
    #expect(pacer.turnEnded(at: at(50)) == .read)
  }

  @Test func aFrameWithoutLengthCountsAsTheDefault() {
    var pacer = FramePacer(frameDuration: .zero)
    #expect(pacer.frameDuration == FramePacer.defaultFrameDuration)
    pacer.displayFired(frameDuration: .zero)
    #expect(pacer.frameDuration == FramePacer.defaultFrameDuration)
  }
}

#if Log
import SightlineLog
import Testing

@Suite struct OpenExposuresTests {
  private func time(_ seconds: Double) -> MonotonicTime { MonotonicTime(seconds: seconds) }

  @Test func `an ended exposure is one event with its length, share and impressions`() throws {
    var exposures = OpenExposures()
    exposures.begin(1, under: .feed, fraction: 0.7, at: time(1))
    exposures.update(1, under: .feed, fraction: 0.9)
    exposures.update(1, under: .feed, fraction: 0.8)
    exposures.countImpression(of: 1, under: .feed)
    #expect(exposures.count == 1)
    let ended = exposures.end(1, under: .feed, at: time(3.5), now: time(4), screen: "Home")
    let entry = try #require(ended)
    #expect(entry.kind == .exposure)
    #expect(entry.total == .seconds(2.5))
    #expect(entry.age == .seconds(0.5))
    #expect(entry.greatestFraction == 0.9)
    #expect((entry.count, entry.exposures) == (1, 1))
    #expect(entry.screen == "Home")
    #expect(exposures.count == 0)
    #expect(exposures.end(1, under: .feed, at: time(5)) == nil)
  }

  @Test func `two views of an item give one exposure, two policies give two`() {
    var exposures = OpenExposures()
    exposures.begin(1, under: .feed, fraction: 0.7, at: time(1))
    exposures.begin(1, under: .feed, fraction: 1, at: time(2))
    exposures.begin(1, under: .mrcVideo, fraction: 0.5, at: time(2))
    #expect(exposures.end(1, under: .feed, at: time(3)) == nil)
    let last = exposures.end(1, under: .feed, at: time(4))
    #expect(last?.total == .seconds(3))
    #expect(last?.greatestFraction == 1)
    #expect(exposures.end(1, under: .mrcVideo, at: time(4))?.total == .seconds(2))
  }

  @Test func `invisible items are not affected`() {
    var exposures = OpenExposures()
    exposures.update(1, under: .feed, fraction: 1)
    exposures.countImpression(of: 1, under: .feed)
    #expect(exposures.count == 0)
  }
}
#endif

import SightlineCore
import SightlineScroll
import Testing

@Suite struct PageTrackTests {
  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `offset and progress are inverse`(direction: ReadingDirection) {
    let track = PageTrack(count: 5, pageWidth: 390, direction: direction)
    for step in -4...24 {
      let progress = Double(step) / 4
      #expect(abs(track.progress(at: track.offset(at: progress)) - progress) < 1e-12)
    }
    #expect(track.offset(at: 0) == (direction == .leftToRight ? 0 : 1560))
  }

  @Test func `a single page can be pulled`() {
    for direction in [ReadingDirection.leftToRight, .rightToLeft] {
      let track = PageTrack(count: 1, pageWidth: 100, direction: direction)
      let pulled = direction == .leftToRight ? 25.0 : -25
      #expect(track.offset(at: 0.25) == pulled)
      #expect(track.progress(at: pulled) == 0.25)
    }
  }

  @Test func `the current page stays when exactly in the middle`() {
    let track = PageTrack(count: 4, pageWidth: 100)
    #expect(track.page(nearestTo: 1.5, current: 1) == 1)
    #expect(track.page(nearestTo: 1.5, current: 2) == 2)
    #expect(track.page(nearestTo: 1.5) == 2)
    #expect(track.page(nearestTo: 1.501, current: 1) == 2)
    #expect(track.page(nearestTo: 9) == 3)
  }

  @Test func `no pages, zero width and NaN are handled`() {
    #expect(PageTrack(count: -1, pageWidth: 100).page(nearestTo: 0) == nil)
    #expect(PageTrack(count: 0, pageWidth: 100, direction: .rightToLeft).offset(at: 2) == 0)
    #expect(PageTrack(count: 0, pageWidth: 100).progress(at: 50) == 0)
    #expect(PageTrack(count: 3, pageWidth: .nan).progress(at: 50) == 0)
    #expect(PageTrack(count: 3, pageWidth: 100).progress(at: .nan) == 0)
  }
}

import SightlineCore
import SightlineScroll
import Testing

@Suite struct TabStripTests {
  @Test func `the centred tab is in the middle, as far as the ends allow`() {
    let strip = TabStrip(widths: Array(repeating: 100, count: 10), viewportWidth: 300)
    #expect(strip.centringOffset(of: 0) == 0)
    #expect(strip.centringOffset(of: 4) == 300)
    #expect(strip.centringOffset(of: 9) == 700)
    #expect(strip.centringOffset(at: 4.5) == 350)
    #expect(strip.centringOffset(of: 10) == 0)
  }

  @Test func `in right-to-left layout the first tab is at the right end`() {
    let strip = TabStrip(
      widths: [100, 50], spacing: 10, margin: 5, viewportWidth: 120, direction: .rightToLeft)
    #expect(strip.contentWidth == 170)
    #expect(strip.tabs == [TabSpan(x: 65, width: 100), TabSpan(x: 5, width: 50)])
    #expect(strip.centringOffset(of: 0) == 50)
    let wide = TabStrip(widths: [100], viewportWidth: 300, direction: .rightToLeft)
    #expect(wide.tabs == [TabSpan(x: 200, width: 100)])
  }

  @Test func `a strip without tabs or width does not scroll`() {
    for strip in [
      TabStrip(widths: [], spacing: 500, viewportWidth: 300),
      TabStrip(widths: [.nan, -3], viewportWidth: .nan),
    ] {
      #expect(strip.maximumOffset == 0)
      #expect(strip.centringOffset(of: 0) == 0 && strip.centringOffset(at: 0.5) == 0)
      #expect(strip.clamped(.nan) == 0)
    }
  }
}

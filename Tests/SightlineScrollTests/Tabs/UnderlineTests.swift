import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct UnderlineTests {
  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `at 1,000 points over 2 to 20 tabs of random widths the underline is exact to 1e-9`(
    direction: ReadingDirection
  ) throws {
    let seed: UInt64 = 4
    var random = SeededGenerator(seed: seed)
    for count in 2...20 {
      let widths = (0..<count).map { _ in random.number(24...240) }
      let strip = TabStrip(
        widths: widths, spacing: 12, margin: 52, viewportWidth: 390, direction: direction)
      for sample in 0..<1000 {
        let progress = Double(sample) / 999 * Double(count - 1)
        // Reference: the sum of all tabs' values, weighted by proximity.
        var (x, width) = (0.0, 0.0)
        for (index, tab) in strip.tabs.enumerated() {
          let weight = max(0, 1 - abs(Double(index) - progress))
          x += tab.x * weight
          width += tab.width * weight
        }
        let span = try #require(strip.underline(at: progress))
        #expect(
          abs(span.x - x) < 1e-9 && abs(span.width - width) < 1e-9,
          "seed \(seed), \(count) tabs, progress \(progress)")
      }
      for index in 0..<count { #expect(strip.underline(at: Double(index)) == strip.tabs[index]) }
    }
  }

  @Test func `beyond the ends the underline stays at the end`() {
    let strip = TabStrip(widths: [50, 80, 60], viewportWidth: 100)
    #expect(strip.underline(at: -0.4) == strip.tabs[0])
    #expect(strip.underline(at: 2.4) == strip.tabs[2])
    #expect(strip.underline(at: .infinity) == strip.tabs[2])
    #expect(strip.underline(at: .nan) == strip.tabs[0])
  }

  @Test func `no tabs have no underline, one tab is always underlined`() {
    #expect(TabStrip(tabs: [], contentWidth: 0, viewportWidth: 100).underline(at: 0) == nil)
    let tab = TabSpan(x: 4, width: 30)
    let one = TabStrip(tabs: [tab], contentWidth: 34, viewportWidth: 100)
    #expect(one.underline(at: 0.5) == tab)
  }

  @Test func `an unmeasurable tab has no width`() {
    #expect(TabSpan(x: .nan, width: .infinity) == TabSpan(x: 0, width: 0))
    #expect(TabSpan(x: 3, width: -2) == TabSpan(x: 3, width: 0))
  }
}

import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct ViewProgressTests {
  /// Returns the progress of a subject at `start` in a viewport of 100 points at an offset.
  private static func progress(
    start: Double = 500, extent: Double, at offset: Double, margins: LayoutInsets = .zero
  ) -> ViewProgress {
    ViewProgress(
      of: LayoutRect(x: 0, y: start, width: 10, height: extent),
      in: ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: offset),
        contentSize: LayoutSize(width: 10, height: 2000),
        containerSize: LayoutSize(width: 10, height: 100)),
      margins: margins)
  }

  /// Returns the start and end of each range for a subject at 500, as defined by the CSS
  /// specification.
  private static func offsets(extent: Double) -> [ViewProgress.Range: (Double, Double)] {
    let contain = extent <= 100 ? (400 + extent, 500.0) : (500.0, 400 + extent)
    return [
      .cover: (400, 500 + extent), .contain: contain, .entry: (400, contain.0),
      .exit: (contain.1, 500 + extent), .entryCrossing: (400, 400 + extent),
      .exitCrossing: (500, 500 + extent),
    ]
  }

  @Test func `each range runs from 0 to 1 between its offsets, for small and large subjects`() {
    withEvery([1.0, 30, 99, 100, 101, 250], stride(from: 380.0, through: 780, by: 1)) {
      extent, offset in
      let progress = Self.progress(extent: extent, at: offset)
      for (range, (first, last)) in Self.offsets(extent: extent) {
        let raw = first == last ? (offset < first ? 0 : 1) : (offset - first) / (last - first)
        #expect(isClose(progress.unclampedValue(in: range), raw), "\(range), \(extent)")
        #expect(isClose(progress.value(in: range), max(0, min(1, raw))), "\(range), \(extent)")
      }
    }
  }

  @Test func `entry, contain and exit together make up cover`() {
    withEvery([0.0, 40, 100, 180], stride(from: 300.0, through: 800, by: 7)) { extent, offset in
      let progress = Self.progress(extent: extent, at: offset)
      if progress.value(in: .contain) > 0 { #expect(progress.value(in: .entry) == 1) }
      if progress.value(in: .exit) > 0 { #expect(progress.value(in: .contain) == 1) }
      #expect((progress.value(in: .cover) == 0) == (offset <= 400))
      #expect((progress.value(in: .cover) == 1) == (offset >= 500 + extent))
    }
  }

  @Test func `margins move the viewport's edges`() {
    // A bar of 20 points above and one of 30 below leave 50.
    let bars = LayoutInsets(top: -20, bottom: -30)
    func value(_ range: ViewProgress.Range, at offset: Double) -> Double {
      Self.progress(extent: 10, at: offset, margins: bars).unclampedValue(in: range)
    }
    #expect(value(.cover, at: 430) == 0 && value(.cover, at: 490) == 1)
    #expect(value(.contain, at: 440) == 0 && value(.contain, at: 480) == 1)
    let bad = Self.progress(extent: 10, at: 433, margins: LayoutInsets(.nan))
    #expect(bad == Self.progress(extent: 10, at: 433))
  }

  @Test func `a viewport shrunk below zero is a line at its start edge`() {
    for (offset, expected) in [(420.0, 0.0), (430, 1)] {
      let progress = Self.progress(
        extent: 10, at: offset, margins: LayoutInsets(top: -80, bottom: -80))
      #expect(progress.unclampedValue(in: .cover) == expected)
    }
  }

  @Test func `the x axis behaves the same and is mirrored in right-to-left layout`() {
    let width = 2000.0
    withEvery([30.0, 100, 250], stride(from: 300.0, through: 900, by: 13)) { extent, offset in
      let vertical = Self.progress(
        extent: extent, at: offset, margins: LayoutInsets(top: -7, bottom: 3))
      func along(
        _ direction: ReadingDirection, x: Double, at offset: Double, _ margins: LayoutInsets
      )
        -> ViewProgress
      {
        ViewProgress(
          of: LayoutRect(x: x, y: 0, width: extent, height: 10),
          in: ScrollMetrics(
            contentOffset: LayoutPoint(x: offset, y: 0),
            contentSize: LayoutSize(width: width, height: 10),
            containerSize: LayoutSize(width: 100, height: 10)),
          margins: margins, along: .horizontal, direction: direction)
      }
      let plain = along(.leftToRight, x: 500, at: offset, LayoutInsets(left: -7, right: 3))
      let mirrored = along(
        .rightToLeft, x: width - 500 - extent, at: width - 100 - offset,
        LayoutInsets(left: 3, right: -7))
      for range in ViewProgress.Range.allCases {
        let expected = vertical.unclampedValue(in: range)
        #expect(isClose(plain.unclampedValue(in: range), expected))
        #expect(isClose(mirrored.unclampedValue(in: range), expected))
      }
    }
  }

  @Test func `a nonfinite subject has not entered`() {
    withEvery([Double.nan, .infinity, -.infinity], ViewProgress.Range.allCases) { bad, range in
      for progress in [
        Self.progress(start: bad, extent: 10, at: 500), Self.progress(extent: bad, at: 500),
      ] {
        #expect(progress.value(in: range) == 0)
      }
    }
  }

  @Test func `a zero-extent container gives progress in 0 to 1`() {
    withEvery([0.0, 50], stride(from: 400.0, through: 600, by: 10), ViewProgress.Range.allCases) {
      extent, offset, range in
      let progress = ViewProgress(
        of: LayoutRect(x: 0, y: 500, width: 10, height: extent),
        in: ScrollMetrics(
          contentOffset: LayoutPoint(x: 0, y: offset), contentSize: .zero, containerSize: .zero))
      #expect((0...1).contains(progress.value(in: range)))
    }
  }
}

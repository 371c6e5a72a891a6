import SightlineScroll
import Testing

/// The documented defaults. Other tests refer to them by name.
@Suite struct DefaultTests {
  @Test func `durations`() {
    #expect(SegmentedTabs.slideDuration == .milliseconds(160))
    #expect(FlightPath.duration == .seconds(1))
    #expect(Carousel.flipDuration == .milliseconds(350))
    #expect(TabPager.tapGuard == .milliseconds(350))
    #expect(ScrollPhaseDetector.wheelQuietTime == .milliseconds(60))
    #expect(DragRecognizer.velocityWindow == .milliseconds(100))
    #expect(Carousel.Mode.continuous == .continuous(speed: 25))
    #expect(Carousel.Mode.paged == .paged(every: .seconds(5)))
  }

  @Test func `lengths and shares`() {
    #expect(
      SegmentedTabs.Metrics.dateTabs
        == SegmentedTabs.Metrics(leadingMargin: 16, trailingMargin: 16, spacing: 8))
    #expect(AdaptiveColumns.defaultMaximumCount == 10_000)
    #expect(LoadMoreTrigger.defaultCondition == .itemFromEnd(3))
    #expect(LoadMoreTrigger.Condition.lastItem == .itemFromEnd(1))
    #expect(FlightPath.bulge == 0.25)
    #expect(Carousel.flipShare == 1.0 / 3)
    #expect(TabPager.flickSpeed == 400)
    #expect(CollapsingHeader.Style.defaultHysteresis == 8)
    #expect(StretchyHeader.defaultParallaxRate == 0.35)
    #expect(StretchyHeader.defaultTitleSize == 34)
    #expect(StretchyHeader.defaultCompactTitleSize == 17)
    #expect(DragRecognizer.slop == 10)
  }
}

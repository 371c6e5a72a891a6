import SightlineSwiftUI
import SwiftUI
import Testing
import UIKit

@testable import GalleryPreviews

extension SwiftUIHost {
  /// The gallery's previews of each component in Xcode.
  @MainActor
  @Suite
  struct PreviewTests {
    @Test(arguments: [
      Setting(),
      Setting(direction: .rightToLeft, textSize: .accessibility3, displayScale: 3),
    ])
    func `every preview is laid out, runs and comes to rest when removed`(setting: Setting) {
      func show(_ previews: some View) {
        withViews(VStack { previews }, in: setting) { hosted in
          hosted.run(for: 0.1)
          #expect(!hosted.root.subviews.isEmpty)
        }
      }
      show(AdaptiveGridExample().background(Mark("grid")))
      show(EndlessCarouselExample())
      show(CollapsingHeaderExample())
      show(SegmentedRowExample().background(Mark("tabs")))
      show(FlyingHeartExample())
      show(PagedTabsExample())
      show(ReachEndExample())
      show(SectionTabsExample())
      show(ListTabsExample().frame(height: 300))
      show(ParallaxHeaderExample())
      show(VisibilityExamples.visibility)
      show(VisibilityExamples.thresholds)
      show(VisibilityExamples.impressions)
      show(VisibilityExamples.exposures)
      show(VisibilityExamples.visibleItems)
      show(VisibilityExamples.scroll)
      show(VisibilityExamples.viewportBetweenBars)
      show(VisibilityExamples.covers)
      show(VisibilityExamples.notObserved)
    }
  }
}

import SwiftUI
import Testing
import UIKit

@testable import SightlineSwiftUI
@testable import SightlineSwiftUIViews

extension SwiftUIHost {
  /// The previews of each component in Xcode.
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
      show(AdaptiveGrid_Previews.previews.background(Mark("grid")))
      show(EndlessCarousel_Previews.previews)
      show(CollapsingHeader_Previews.previews)
      show(SegmentedRow_Previews.previews.background(Mark("tabs")))
      show(FlyingHeart_Previews.previews)
      show(PagedTabs_Previews.previews)
      show(ReachEnd_Previews.previews)
      show(SectionTabs_Previews.previews)
      show(ListTabs_Previews.previews.frame(height: 300))
      show(ParallaxHeader_Previews.previews)
      show(Visibility_Previews.previews)
    }
  }
}

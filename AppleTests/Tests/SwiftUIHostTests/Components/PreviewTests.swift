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
    /// The elements, and the platform views from the back to the front, with their frames.
    private func picture(_ hosted: Hosted) -> String {
      func numbers(_ frame: CGRect) -> String {
        [frame.minX, frame.minY, frame.width, frame.height]
          .map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " ")
      }
      func lines(_ node: AccessibilityNode) -> [String] {
        let line = "\(node.label), \(node.value), \(node.traits), \(numbers(node.frame))"
        return [line] + node.children.flatMap(lines)
      }
      let elements = hosted.accessibility.flatMap(lines)
      let views = hosted.views { _ in true }.map { view in
        "\(numbers(hosted.frame(view))), \(view.alpha), \(view.clipsToBounds)"
      }
      let hash = (elements + views).joined(separator: "\n").utf8.reduce(
        0xcbf2_9ce4_8422_2325 as UInt64
      ) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01b3
      }
      return "\(elements.count) elements, \(views.count) views, \(String(hash, radix: 36))"
    }

    @Test(arguments: [
      Setting(),
      Setting(direction: .rightToLeft, textSize: .accessibility3, displayScale: 3),
    ])
    func `every preview is laid out as recorded, runs and comes to rest when removed`(
      setting: Setting
    ) {
      var pictures: [String] = []
      func show(_ previews: some View) {
        withViews(VStack { previews }, in: setting) { hosted in
          hosted.run(for: 0.1)
          #expect(!hosted.root.subviews.isEmpty)
          pictures.append(picture(hosted))
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
      show(ParallaxHeader_Previews.previews)
      show(Visibility_Previews.previews)
      #expect(pictures == Self.pictures[setting])
    }

    private static let pictures: [Setting: [String]] = [:]
  }
}

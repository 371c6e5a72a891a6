#if !canImport(Darwin)
// Over the double only: package API, which an app's test bundle cannot access.
import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  /// The views that Sightline adds to an app's.
  @MainActor
  @Suite struct PassiveViewTests {
    @Test func `added views take no touches, are hidden from accessibility and see-through`() {
      for view in [ProbeView(), ScreenProbe(), SentinelView(), InspectorView()] {
        #expect(!view.isUserInteractionEnabled)
        #expect(view.accessibilityElementsHidden && !view.isAccessibilityElement)
        #expect(!view.isOpaque && (view.backgroundColor?.cgColor.alpha ?? 0) == 0)
      }
      #expect(ProbeView().autoresizingMask == [.flexibleWidth, .flexibleHeight])
    }

    @Test func `a sentinel is hidden, behind the view's own subviews`() {
      withScreen { screen in
        let card = box(0, 0, 320, 100)
        let content = box(0, 0, 10, 10, in: card)
        card.visibility.changed { _ in }
        #expect(card.subviews.count == 2 && card.subviews.last === content)
        #expect(card.subviews.first?.isHidden == true)
        let effect = UIVisualEffectView(frame: .zero)
        effect.visibility.changed { _ in }
        #expect(effect.subviews.count == 1 && effect.subviews.first === effect.contentView)
        #expect(effect.contentView.subviews.first is SentinelView)
      }
    }
  }
}
#endif

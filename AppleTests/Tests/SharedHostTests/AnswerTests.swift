import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct AnswerTests {
    @Test func `a view answers with its fraction and reason in its viewport`() {
      withScreen { screen in
        let list = box(0, 0, 320, 300, in: screen.view)
        let card = box(0, 250, 320, 100, in: list)
        #expect(card.visibility.current == nil, "it is not observed")
        card.visibility.changed { _ in }
        screen.settle()
        #expect(card.visibility.current?.fraction == 1)
        #expect(card.visibility.current?.reason == nil)
        list.visibility.viewportMargins = .zero
        screen.settle()
        #expect(card.visibility.current?.fraction == 0.5)
        card.frame.origin.y = 350
        screen.settle()
        #expect(card.visibility.current?.fraction == 0)
        #expect(card.visibility.current?.reason == .outOfViewport)
        card.removeFromSuperview()
        #expect(card.visibility.current == nil, "it is in no window")
      }
    }

    @Test func `an item's count and dwell are available in every view of its window`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let card = box(0, 0, 320, 100, in: screen.view)
        let policy = ImpressionPolicy(rule: .fraction(0.5), dwell: .seconds(2))
        #expect(card.visibility.impressionCount(of: "ad", policy) == 0)
        #expect(card.visibility.dwellProgress(of: "ad", policy) == 0)
        card.visibility.impression(of: "ad", policy) { _ in }
        screen.run(for: 1)
        #expect(card.visibility.impressionCount(of: "ad", policy) == 0)
        #expect(abs(card.visibility.dwellProgress(of: "ad", policy) - 0.5) < 0.05)
        screen.run(for: 1.1)
        let other = box(0, 100, 320, 100, in: screen.view)
        #expect(other.visibility.impressionCount(of: "ad", policy) == 1)
        #expect(other.visibility.dwellProgress(of: "ad", policy) == 1)
        #expect(other.visibility.impressionCount(of: "another", policy) == 0)
      }
    }

    @Test func `a crossing says whether its threshold was reached`() {
      withScreen { screen in
        var crossings: [Bool] = []
        let card = box(0, 0, 320, 100, in: screen.view)
        card.visibility.crossed(.fraction(0.5)) { crossings.append($0.isVisible) }
        screen.settle()
        card.frame.origin.y = 460
        screen.settle()
        #expect(crossings == [true, false])
      }
    }
  }
}

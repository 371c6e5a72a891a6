import SightlineCore
import Testing

@testable import SightlineTrace

@Suite struct BrowserAnswerTests {
  private static let answer = BrowserModel.Answer(
    isIntersecting: true, reached: 1, ratio: 0.5,
    intersection: LayoutRect(x: 10, y: 20, width: 30, height: 40),
    bounds: LayoutRect(x: 10, y: 20, width: 30, height: 80),
    root: LayoutRect(x: 0, y: 0, width: 100, height: 60))

  private func problem(
    ratio: Double = 0.5, intersection: LayoutRect = answer.intersection,
    bounds: LayoutRect = answer.bounds, root: LayoutRect = answer.root
  ) -> String? {
    Self.answer.problem(ratio: ratio, intersection: intersection, bounds: bounds, root: root)
  }

  @Test func `every edge of every rect is compared in both directions`() {
    #expect(problem() == nil)
    for by in [-0.03, 0.03] {
      for (left, top, right, bottom) in [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)] {
        func moved(_ rect: LayoutRect) -> LayoutRect {
          let (dx, dy) = (by * Double(left), by * Double(top))
          return LayoutRect(
            x: rect.minX + dx, y: rect.minY + dy, width: rect.width - dx + by * Double(right),
            height: rect.height - dy + by * Double(bottom))
        }
        let place = "edge \(left)\(top)\(right)\(bottom) by \(by)"
        let intersection = problem(intersection: moved(Self.answer.intersection))
        #expect(intersection?.hasPrefix("intersection: ") == true, "\(place)")
        let bounds = problem(bounds: moved(Self.answer.bounds))
        #expect(bounds?.hasPrefix("bounds: ") == true, "\(place)")
        let root = problem(root: moved(Self.answer.root))
        #expect(root?.hasPrefix("the viewport: ") == true, "\(place)")
      }
    }
  }

  @Test func `ratios are compared in both directions`() {
    #expect(problem(ratio: 0.5001) == nil && problem(ratio: 0.4999) == nil)
    #expect(problem(ratio: 0.5003) != nil && problem(ratio: 0.4997) != nil)
  }
}

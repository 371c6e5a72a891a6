import SightlineCore
import SightlineTestSupport
import Testing

@Suite struct RectTests {
  private static let origins: [Double] = [-3, 0, 2]
  private static let extents: [Double] = [-4, 0, 1, 5]

  @Test func `a negative extent moves the origin`() {
    withEvery(RectTests.origins, RectTests.extents, RectTests.extents) { origin, width, height in
      let rect = LayoutRect(x: origin, y: -origin, width: width, height: height)
      #expect(rect.width == abs(width) && rect.height == abs(height))
      #expect(rect.minX == min(origin, origin + width))
      #expect(rect.maxX == max(origin, origin + width))
      #expect(rect.minY == min(-origin, -origin + height))
      #expect(rect.maxY == max(-origin, -origin + height))
      let same = LayoutRect(
        origin: LayoutPoint(x: origin, y: -origin), size: LayoutSize(width: width, height: height))
      #expect(rect == same)
    }
  }

  @Test func `the intersection combines both axes and is nil only for separate rects`() {
    let spans: [(Double, Double)] = [(0, 4), (1, 2), (4, 7), (5, 5), (6, 9), (4, 4)]
    withEvery(spans, spans, spans) { x, y, other in
      let a = LayoutRect(x: x.0, y: y.0, width: x.1 - x.0, height: y.1 - y.0)
      let b = LayoutRect(x: other.0, y: 3, width: other.1 - other.0, height: 2)
      let (left, right) = (max(x.0, other.0), min(x.1, other.1))
      let (top, bottom) = (max(y.0, 3), min(y.1, 5))
      let expected =
        left <= right && top <= bottom
        ? LayoutRect(x: left, y: top, width: right - left, height: bottom - top) : nil
      #expect(a.intersection(b) == expected)
      #expect(b.intersection(a) == expected)
    }
  }

  @Test func `rects that only touch have a zero-area intersection`() throws {
    let a = LayoutRect(x: 0, y: 0, width: 10, height: 10)
    let edge = try #require(a.intersection(LayoutRect(x: 10, y: 2, width: 5, height: 5)))
    #expect(edge == LayoutRect(x: 10, y: 2, width: 0, height: 5))
    #expect(edge.area == 0 && edge.isEmpty)
    #expect(!LayoutRect(x: 0, y: 0, width: 0.5, height: 0.25).isEmpty)
    let corner = try #require(a.intersection(LayoutRect(x: 10, y: 10, width: 5, height: 5)))
    #expect(corner == LayoutRect(x: 10, y: 10, width: 0, height: 0))
  }

  @Test func `a rect contains its own edges and corners`() {
    let rect = LayoutRect(x: -1, y: 2, width: 4, height: 6)
    withEvery([-2.0, -1, 0, 3, 4], [1.0, 2, 5, 8, 9]) { x, y in
      let expected = (-1...3).contains(x) && (2...8).contains(y)
      #expect(rect.contains(LayoutPoint(x: x, y: y)) == expected)
      #expect(rect.contains(LayoutRect(x: x, y: y, width: 0, height: 0)) == expected)
    }
    #expect(rect.contains(rect))
    #expect(!rect.contains(LayoutRect(x: -1, y: 2, width: 4.5, height: 6)))
  }

  @Test func `growing moves each side outwards by its inset`() {
    let rect = LayoutRect(x: 10, y: 20, width: 30, height: 40)
    #expect(
      rect.grown(by: LayoutInsets(top: 1, left: 2, bottom: 3, right: 4))
        == LayoutRect(x: 8, y: 19, width: 36, height: 44))
    #expect(
      rect.grown(by: LayoutInsets(top: -5, left: -6, bottom: -7, right: -8))
        == LayoutRect(x: 16, y: 25, width: 16, height: 28))
    #expect(rect.grown(by: .zero) == rect)
  }

  @Test func `a rect shrunk past its opposite side becomes a line at the top or left inset`() {
    let rect = LayoutRect(x: 10, y: 20, width: 30, height: 40)
    #expect(
      rect.grown(by: LayoutInsets(top: -25, bottom: -25))
        == LayoutRect(x: 10, y: 45, width: 30, height: 0))
    #expect(
      rect.grown(by: LayoutInsets(top: -60)) == LayoutRect(x: 10, y: 80, width: 30, height: 0))
    #expect(
      rect.grown(by: LayoutInsets(left: -20, right: -20))
        == LayoutRect(x: 30, y: 20, width: 0, height: 40))
  }

  @Test func `non-finite values are kept and detected`() {
    withEvery([Double.nan, .infinity, -.infinity], 0..<4) { bad, place in
      var numbers = [1.0, 2, 3, 4]
      numbers[place] = bad
      let rect = LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      #expect(!rect.isFinite)
    }
    #expect(LayoutRect(x: 1, y: 2, width: 3, height: 4).isFinite)
  }

  @Test func `the description has the four values`() {
    #expect(LayoutRect(x: 1, y: 2, width: 3, height: 4).description == "[1.0, 2.0, 3.0, 4.0]")
  }

  @Test func `a rect is empty if either extent is zero`() {
    withEvery([0.0, 5], [0.0, 5]) { width, height in
      let rect = LayoutRect(x: 1, y: 2, width: width, height: height)
      #expect(rect.isEmpty == (width == 0 || height == 0))
    }
  }
}

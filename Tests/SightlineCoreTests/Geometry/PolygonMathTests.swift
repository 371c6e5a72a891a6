import Testing

@testable import SightlineCore

@Suite struct PolygonMathTests {
  @Test(arguments: [1e-3, 0.1, 1, 1000])
  func `a square of any size is cut along an edge, on its inner side`(side: Double) {
    let square = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map {
      LayoutPoint(x: $0.0 * side, y: $0.1 * side)
    }
    let low = LayoutPoint(x: side / 4, y: 0)
    let high = LayoutPoint(x: side / 4, y: side)
    for (start, end, share) in [(low, high, 0.25), (high, low, 0.75)] {
      var part = ScratchBuffer<LayoutPoint>()
      square.withUnsafeBufferPointer {
        PolygonMath.clip($0, edgeFrom: start, to: end, into: &part)
      }
      let area = abs(part.withElements(PolygonMath.area))
      #expect(abs(area / (side * side) - share) < 1e-9)
      #expect(part.count == 4)
    }
  }
}

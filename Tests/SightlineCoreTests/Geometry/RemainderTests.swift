import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The area that covers leave, against counting the cells of a grid.
@Suite struct RemainderTests {
  private static let extent = 16

  private func randomRect(_ random: inout SeededGenerator) -> LayoutRect {
    LayoutRect(
      x: Double(random.index(RemainderTests.extent)),
      y: Double(random.index(RemainderTests.extent)),
      width: Double(random.index(RemainderTests.extent / 2)),
      height: Double(random.index(RemainderTests.extent / 2)))
  }

  /// The cells of 1 × 1 pt that lie in the rect and in none of the others.
  private func cells(of rect: LayoutRect, minus others: [LayoutRect]) -> Int {
    var count = 0
    withEvery(0..<2 * RemainderTests.extent, 0..<2 * RemainderTests.extent) { x, y in
      let middle = LayoutPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
      if rect.contains(middle) && !others.contains(where: { $0.contains(middle) }) { count += 1 }
    }
    return count
  }

  @Test(arguments: 0..<60) func `the area left of a rect is the count of its free cells`(
    seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    let rect = randomRect(&random)
    let others = (0..<random.index(12)).map { _ in randomRect(&random) }
    let expected = Double(cells(of: rect, minus: others))
    #expect(rect.area(minus: others) == expected)
    let polygons = others.map { ConvexPolygon($0) }
    #expect(isClose(ConvexPolygon(rect).area(minus: polygons), expected))
  }

  @Test(arguments: 0..<40) func `the sweep under many rects counts the free cells too`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let rect = LayoutRect(x: 2, y: 3, width: 12, height: 11)
    let others = (0..<13 + random.index(60)).map { _ in
      LayoutRect(
        x: Double(random.index(16)), y: Double(random.index(16)), width: Double(random.index(4)),
        height: Double(random.index(4)))
    }
    let expected = Double(cells(of: rect, minus: others))
    #expect(rect.area(minus: others) == expected, "seed \(seed)")
  }

  @Test(arguments: 0..<60) func `the box around what is left is that of the free cells`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let rect = Box(minX: 2, minY: 3, maxX: 14, maxY: 14)
    var remainder = RectRemainder()
    remainder.start(with: rect)
    let others = (0..<random.index(90)).map { _ in
      LayoutRect(
        x: Double(random.index(16)), y: Double(random.index(16)), width: Double(random.index(6)),
        height: Double(random.index(6)))
    }
    for other in others { remainder.subtract(Box(other)) }
    var free = Box.nothing
    withEvery(2..<14, 3..<14) { x, y in
      let cell = Box(minX: Double(x), minY: Double(y), maxX: Double(x + 1), maxY: Double(y + 1))
      if !others.contains(where: { Box($0).contains(cell) }) { free = free.union(cell) }
    }
    _ = remainder.area()
    #expect(remainder.bounds == free, "seed \(seed)")
  }

  @Test func `many rects that tile a rect leave nothing of it, whatever their edges`() {
    let rect = LayoutRect(x: 0.1, y: 0.2, width: 33.3, height: 77.7)
    var tiles: [LayoutRect] = []
    for i in 0..<40 {
      let (left, right) = (
        rect.minX + rect.width * Double(i) / 40, rect.minX + rect.width * Double(i + 1) / 40
      )
      tiles.append(LayoutRect(x: left, y: 0, width: right - left + 1e-9, height: 100))
    }
    #expect(rect.area(minus: tiles) == 0)
    #expect(abs(rect.area(minus: Array(tiles.dropLast())) - rect.area / 40) < 1e-6)
  }

  @Test(arguments: 0..<40) func `dividing leaves what cutting one by one does`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let target = ConvexPolygon(
      LayoutRect(x: 0, y: 0, width: 100, height: 100),
      transformedBy: seed % 2 == 0 ? .identity : .turned(halfTangent: 0.3))
    var cutting = PolygonRemainder()
    var dividing = PolygonDivision()
    target.corners.withUnsafeBufferPointer {
      cutting.start(with: $0)
      dividing.start(with: $0, boundsIn: .identity)
    }
    for _ in 0..<7 + random.index(30) {
      let isBox = random.index(3) == 0
      let cover = ConvexPolygon(
        LayoutRect(
          x: Double(random.index(100)), y: Double(random.index(100)) - 50,
          width: Double(1 + random.index(40)), height: Double(1 + random.index(90))),
        transformedBy: isBox ? .identity : .turned(halfTangent: Double(random.index(9)) / 9))
      cover.corners.withUnsafeBufferPointer {
        cutting.subtract($0)
        dividing.subtract($0, bounds: PolygonMath.bounds($0), isBox: isBox)
      }
    }
    let area = dividing.area()
    #expect(abs(area - cutting.area) < 1e-8, "seed \(seed): \(area), not \(cutting.area)")
    let (bounds, expected) = (dividing.bounds, cutting.bounds(transformedBy: .identity))
    let distance = max(
      abs(bounds.minX - expected.minX), abs(bounds.minY - expected.minY),
      abs(bounds.maxX - expected.maxX), abs(bounds.maxY - expected.maxY))
    #expect(bounds == expected || distance < 1e-3, "seed \(seed): \(bounds), not \(expected)")
  }

  @Test func `nine places of a cover over a rect each leave what they should`() {
    let rect = LayoutRect(x: 0, y: 0, width: 30, height: 30)
    let positions: [(start: Double, covered: Double)] = [(-10, 10), (5, 20), (20, 10), (40, 0)]
    withEvery(positions, positions) { x, y in
      let cover = LayoutRect(x: x.start, y: y.start, width: 20, height: 20)
      let expected = 900 - x.covered * y.covered
      #expect(rect.area(minus: [cover]) == expected)
      #expect(ConvexPolygon(rect).area(minus: [ConvexPolygon(cover)]) == expected)
    }
  }

  @Test func `covers that overlap one another are not taken off twice`() {
    let rect = LayoutRect(x: 0, y: 0, width: 100, height: 100)
    let covers = [
      LayoutRect(x: 0, y: 0, width: 60, height: 100),
      LayoutRect(x: 40, y: 0, width: 30, height: 100),
    ]
    #expect(rect.area(minus: covers) == 3000)
    #expect(rect.area(minus: covers + covers) == 3000)
  }

  @Test func `nothing is left under a cover of the same size, and all of it without one`() {
    let rect = LayoutRect(x: 0.1, y: 0.2, width: 33.3, height: 77.7)
    #expect(rect.area(minus: [rect]) == 0)
    #expect(isClose(rect.area(minus: []), rect.area))
    #expect(isClose(rect.area(minus: [LayoutRect(x: 0, y: 0, width: 0, height: 50)]), rect.area))
  }
}

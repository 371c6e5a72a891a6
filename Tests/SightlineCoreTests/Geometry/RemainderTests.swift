import Foundation
import SightlineTestSupport
import Testing

@testable import SightlineCore
@testable import SightlineOracle

/// The area left by covers, compared with a count of grid cells.
@Suite struct RemainderTests {
  private static let extent = 16

  private func randomRect(_ random: inout SeededGenerator) -> LayoutRect {
    LayoutRect(
      x: Double(random.index(RemainderTests.extent)),
      y: Double(random.index(RemainderTests.extent)),
      width: Double(random.index(RemainderTests.extent / 2)),
      height: Double(random.index(RemainderTests.extent / 2)))
  }

  /// Returns the number of 1 × 1 pt cells in the rect and in none of the others.
  private func cells(of rect: LayoutRect, minus others: [LayoutRect]) -> Int {
    var count = 0
    withEvery(0..<2 * RemainderTests.extent, 0..<2 * RemainderTests.extent) { x, y in
      let middle = LayoutPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
      if rect.contains(middle) && !others.contains(where: { $0.contains(middle) }) { count += 1 }
    }
    return count
  }

  @Test(arguments: 0..<60) func `the uncovered area of a rect matches its count of free cells`(
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

  @Test(arguments: 0..<40) func `the area left by many rects matches the count of free cells`(
    seed: Int
  ) {
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

  @Test(arguments: 0..<60) func `the uncovered bounding box matches the free cells`(seed: Int) {
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

  @Test func `a sliver left by rounding does not extend the uncovered bounding box`() {
    var remainder = RectRemainder()
    remainder.start(with: Box(minX: 0, minY: 0, maxX: 10, maxY: 10))
    remainder.subtract(Box(minX: 0, minY: 0, maxX: 10 - 1e-9, maxY: 9))
    #expect(isClose(remainder.area(), 10))
    #expect(remainder.bounds == Box(minX: 0, minY: 9, maxX: 10, maxY: 10))
    remainder.start(with: Box(minX: 20, minY: 0, maxX: 30, maxY: 10))
    remainder.subtract(Box(minX: 20, minY: 0, maxX: 29, maxY: 10 - 1e-9))
    #expect(isClose(remainder.area(), 10))
    #expect(remainder.bounds == Box(minX: 29, minY: 0, maxX: 30, maxY: 10 - 1e-9))
  }

  @Test func `rounding does not depend on the size of a cover`() {
    let square = ConvexPolygon(LayoutRect(x: 0, y: 0, width: 10, height: 10))
    for size in [1e3, 1e9, 1e15] {
      let cover = LayoutRect(x: 5, y: -size, width: size, height: 2 * size)
      #expect(isClose(square.area(minus: [ConvexPolygon(cover)]), 50))
    }
  }

  @Test func `many rects tiling a rect cover it completely`() {
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

  /// Cuts out the covers one after another, like the oracle.
  private func pieces(of target: ConvexPolygon, minus covers: [ConvexPolygon]) -> [OraclePolygon] {
    covers.reduce([OraclePolygon(target)]) { pieces, cover in
      pieces.flatMap { $0.subtracting(OraclePolygon(cover)) }
    }
  }

  @Test(arguments: 0..<100) func `rotated covers match cutting them out one by one`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let target = ConvexPolygon(
      LayoutRect(x: 0, y: 0, width: 100, height: 100),
      transformedBy: seed % 2 == 0 ? .identity : .turned(halfTangent: 0.3))
    // Few angles and whole numbers: many edges coincide.
    let covers = (0..<random.index(30)).map { _ in
      ConvexPolygon(
        LayoutRect(
          x: Double(random.index(10)) * 10, y: Double(random.index(10)) * 10 - 50,
          width: Double(1 + random.index(4)) * 10, height: Double(1 + random.index(9)) * 10),
        transformedBy: random.oneIn(3) ? .identity : .turned(halfTangent: 0.3))
    }
    var remainder = PolygonRemainder()
    target.corners.withUnsafeBufferPointer { remainder.start(with: $0, boundsIn: .identity) }
    for cover in covers { cover.corners.withUnsafeBufferPointer { remainder.subtract($0) } }
    let expected = pieces(of: target, minus: covers).filter { $0.area > 1e-6 }
    let expectedArea = expected.reduce(0) { $0 + $1.area }
    #expect(isClose(target.area(minus: covers), expectedArea, within: 1e-9), "seed \(seed)")
    #expect(isClose(remainder.area(), expectedArea, within: 1e-9), "seed \(seed)")
    let bounds = expected.compactMap { $0.bounds() }.reduce(Box.nothing) {
      $0.union(Box(minX: $1.left, minY: $1.top, maxX: $1.right, maxY: $1.bottom))
    }
    let distance = max(
      abs(bounds.minX - remainder.bounds.minX), abs(bounds.minY - remainder.bounds.minY),
      abs(bounds.maxX - remainder.bounds.maxX), abs(bounds.maxY - remainder.bounds.maxY))
    #expect(bounds == remainder.bounds || distance < 1e-5, "seed \(seed)")
  }

  /// A fan of cards about a corner leaves an exactly known area of the square that the first card
  /// covers: nothing below the last card's upper edge is free.
  @Test(arguments: [2, 10, 30, 80, 200], [0.75, 0.057, 1e-3, 1e-6, 1e-9, 1e-12])
  func `a fan of cards around one corner covers as much as its first and last card`(
    count: Int, degrees: Double
  ) {
    let square = LayoutRect(x: 0, y: 0, width: 100, height: 100)
    let covers = (0..<count).map { i in
      let angle = min(89, Double(i) * degrees) * .pi / 180
      return ConvexPolygon(
        LayoutRect(x: 0, y: 0, width: 200, height: 200),
        transformedBy: .rotation(cosine: cos(angle), sine: sin(angle)))
    }
    #expect(ConvexPolygon(square).area(minus: covers) < 1e-6 * square.area)
    // Without the first card, a wedge is left above the second.
    let wedge = tan(min(89, degrees) * .pi / 180) * 100 * 100 / 2
    let left = ConvexPolygon(square).area(minus: Array(covers.dropFirst()))
    #expect(abs(left - wedge) < 1e-6 * square.area)
  }

  @Test func `identical covers of a thin turned strip count once`() {
    let turn = LayoutTransform.turned(halfTangent: 0.3)
    let strip = ConvexPolygon(
      LayoutRect(x: 500, y: 300, width: 1_000, height: 1e-4), transformedBy: turn)
    let cover = ConvexPolygon(
      LayoutRect(x: 500, y: 200, width: 500, height: 200), transformedBy: turn)
    for count in [1, 2, 20] {
      let left = strip.area(minus: Array(repeating: cover, count: count))
      #expect(isClose(left, 0.05, within: 1e-7))
    }
  }

  @Test func `a cover leaves the expected area in each of nine positions`() {
    let rect = LayoutRect(x: 0, y: 0, width: 30, height: 30)
    let positions: [(start: Double, covered: Double)] = [(-10, 10), (5, 20), (20, 10), (40, 0)]
    withEvery(positions, positions) { x, y in
      let cover = LayoutRect(x: x.start, y: y.start, width: 20, height: 20)
      let expected = 900 - x.covered * y.covered
      #expect(rect.area(minus: [cover]) == expected)
      #expect(isClose(ConvexPolygon(rect).area(minus: [ConvexPolygon(cover)]), expected))
    }
  }

  @Test func `overlapping covers are not subtracted twice`() {
    let rect = LayoutRect(x: 0, y: 0, width: 100, height: 100)
    let covers = [
      LayoutRect(x: 0, y: 0, width: 60, height: 100),
      LayoutRect(x: 40, y: 0, width: 30, height: 100),
    ]
    #expect(rect.area(minus: covers) == 3000)
    #expect(rect.area(minus: covers + covers) == 3000)
  }

  @Test func `a cover of the same size hides everything; no cover hides nothing`() {
    let rect = LayoutRect(x: 0.1, y: 0.2, width: 33.3, height: 77.7)
    #expect(rect.area(minus: [rect]) == 0)
    #expect(isClose(rect.area(minus: []), rect.area))
    #expect(isClose(rect.area(minus: [LayoutRect(x: 0, y: 0, width: 0, height: 50)]), rect.area))
  }
}

extension OraclePolygon {
  fileprivate init(_ polygon: ConvexPolygon) {
    self.init(OracleRect(left: 0, top: 0, right: 0, bottom: 0), .identity)
    corners = Array(polygon.corners)
  }
}

import SightlineCore
import SightlineTestSupport
import Testing

@Suite struct ConvexPolygonTests {
  /// A moved and rotated rect, with an independent test for whether it contains a point.
  struct TurnedRect {
    let rect: LayoutRect
    let transform: LayoutTransform
    var polygon: ConvexPolygon { ConvexPolygon(rect, transformedBy: transform) }

    init(_ random: inout SeededGenerator) {
      rect = LayoutRect(
        x: 0, y: 0, width: random.number(1...80), height: random.number(1...80))
      transform = LayoutTransform.turned(halfTangent: random.number(-1...1))
        .followed(by: .translation(x: random.number(0...70), y: random.number(0...70)))
    }

    func holds(_ point: LayoutPoint) -> Bool {
      transform.inverse.map { rect.contains($0.apply(to: point)) } ?? false
    }
  }

  /// Returns the area of the cells of a fine grid that satisfy a condition.
  private func sampled(_ isInside: (LayoutPoint) -> Bool) -> Double {
    let cells = 240
    let cell = 240.0 / Double(cells)
    var count = 0
    for i in 0..<cells {
      for j in 0..<cells {
        let point = LayoutPoint(x: (Double(i) + 0.5) * cell - 80, y: (Double(j) + 0.5) * cell - 80)
        if isInside(point) { count += 1 }
      }
    }
    return Double(count) * cell * cell
  }

  /// The error of a grid of 1 pt cells: less than half of the cells along an edge.
  private static let samplingError = 160.0

  @Test(arguments: 0..<30) func `the intersection's area matches a dense grid of points`(seed: Int)
  {
    var random = SeededGenerator(seed: UInt64(seed))
    let (a, b) = (TurnedRect(&random), TurnedRect(&random))
    let area = a.polygon.intersection(b.polygon).area
    let count = sampled { a.holds($0) && b.holds($0) }
    #expect(abs(area - count) < ConvexPolygonTests.samplingError * 0.5)
    #expect(isClose(area, b.polygon.intersection(a.polygon).area, within: 1e-7))
  }

  @Test func `two lines on one line share their common part, in any direction`() {
    let ranges = (0..<4).flatMap { start in (start..<4).map { Double(start)...Double($0) } }
    let turns: [LayoutTransform] = [
      .identity, LayoutTransform(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0),
    ]
    func line(_ range: ClosedRange<Double>, _ turn: LayoutTransform) -> ConvexPolygon {
      let (from, to) = (range.lowerBound, range.upperBound)
      let isTurned = turn != .identity
      return ConvexPolygon(
        LayoutRect(x: isTurned ? -to : from, y: 2, width: to - from, height: 0),
        transformedBy: turn)
    }
    withEvery(ranges, ranges) { a, b in
      withEvery(turns, turns) { turn, other in
        let common = line(a, turn).intersection(line(b, other))
        let start = max(a.lowerBound, b.lowerBound)
        let end = min(a.upperBound, b.upperBound)
        let bounds = common.bounds.map { [$0.minX, $0.maxX] }
        #expect(bounds.map { isClose($0[0], start, within: 1e-5) } ?? (start > end), "\(a), \(b)")
        #expect(bounds.map { isClose($0[1], end, within: 1e-5) } ?? (start > end), "\(a), \(b)")
      }
    }
  }

  @Test(arguments: 0..<20) func `the area minus covers matches a dense grid`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(1000 + seed))
    let target = TurnedRect(&random)
    let covers = (0..<(1 + random.index(4))).map { _ in TurnedRect(&random) }
    let area = target.polygon.area(minus: covers.map(\.polygon))
    let count = sampled { point in
      target.holds(point) && !covers.contains { $0.holds(point) }
    }
    #expect(abs(area - count) < ConvexPolygonTests.samplingError)
  }

  @Test(arguments: 0..<200) func `visible and covered areas add up to the whole`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(5000 + seed))
    let (target, cover) = (TurnedRect(&random), TurnedRect(&random))
    let left = target.polygon.area(minus: [cover.polygon])
    let hidden = target.polygon.intersection(cover.polygon).area
    #expect(abs(left + hidden - target.rect.area) < 1e-7)
    // Subtracting a cover twice, or in another order, makes no difference.
    let other = TurnedRect(&random)
    let once = target.polygon.area(minus: [cover.polygon, other.polygon])
    let again = target.polygon.area(minus: [other.polygon, cover.polygon, other.polygon])
    #expect(abs(once - again) < 1e-7)
  }

  @Test func `two squares rotated by 45 degrees intersect in a regular octagon`() {
    let square = LayoutRect(x: -1, y: -1, width: 2, height: 2)
    let common = ConvexPolygon(square).intersection(
      ConvexPolygon(square, transformedBy: .eighthTurn))
    // The octagon around a circle of radius 1: 8 tan(22.5°).
    #expect(isClose(common.area, 8 * (2.0.squareRoot() - 1)))
    #expect(common.corners.count == 8)
  }

  @Test func `corners run clockwise even under mirroring`() {
    let rect = LayoutRect(x: 2, y: 3, width: 10, height: 4)
    for transform in TransformTests.samples {
      let corners = ConvexPolygon(rect, transformedBy: transform).corners
      var twice = 0.0
      for i in corners.indices {
        let (p, q) = (corners[i], corners[(i + 1) % corners.count])
        twice += p.x * q.y - q.x * p.y
      }
      #expect(isClose(twice / 2, abs(transform.determinant) * rect.area))
    }
  }

  @Test func `a line or point has a location but no area`() {
    let square = ConvexPolygon(LayoutRect(x: 0, y: 0, width: 10, height: 10))
    let shapes = [
      LayoutRect(x: 5, y: -5, width: 0, height: 30), LayoutRect(x: 2, y: 10, width: 3, height: 0),
      LayoutRect(x: 10, y: 10, width: 0, height: 0), LayoutRect(x: 4, y: 4, width: 0, height: 0),
    ]
    for rect in shapes {
      for common in [
        square.intersection(ConvexPolygon(rect)), ConvexPolygon(rect).intersection(square),
      ] {
        #expect(common.area == 0 && !common.isEmpty)
        #expect(common.bounds == rect.intersection(LayoutRect(x: 0, y: 0, width: 10, height: 10)))
      }
    }
  }

  @Test func `a line or point outside has no intersection`() {
    let square = ConvexPolygon(LayoutRect(x: 0, y: 0, width: 10, height: 10))
    let shapes = [
      LayoutRect(x: 10.5, y: -5, width: 0, height: 30),
      LayoutRect(x: 2, y: -1, width: 3, height: 0),
      LayoutRect(x: 11, y: 10, width: 0, height: 0),
    ]
    for rect in shapes {
      #expect(square.intersection(ConvexPolygon(rect)).isEmpty)
      #expect(ConvexPolygon(rect).intersection(square).isEmpty)
      #expect(ConvexPolygon(rect).intersection(square).bounds == nil)
    }
  }

  @Test(arguments: [0.01, 1, 1_000])
  func `a line meets points within a millionth of a point`(length: Double) {
    let line = ConvexPolygon(LayoutRect(x: 0, y: 0, width: length, height: 0))
    for (distance, meets) in [(0.9e-6, true), (1.1e-6, false)] {
      for (x, y) in [
        (length / 2, distance), (length / 2, -distance), (-distance, 0), (length + distance, 0),
      ] {
        let point = ConvexPolygon(LayoutRect(x: x, y: y, width: 0, height: 0))
        #expect(line.intersection(point).isEmpty != meets, "(\(x), \(y))")
        #expect(point.intersection(line).isEmpty != meets, "(\(x), \(y))")
      }
    }
  }

  @Test func `a zero-area cover hides nothing`() {
    let square = ConvexPolygon(LayoutRect(x: 0, y: 0, width: 10, height: 10))
    let line = ConvexPolygon(LayoutRect(x: 5, y: 0, width: 0, height: 10))
    #expect(square.area(minus: [line, line]) == 100)
    #expect(square.area(minus: [square, line]) == 0)
  }

  @Test func `precision holds far from the origin`() {
    let far = 1e9
    let a = ConvexPolygon(LayoutRect(x: far, y: far, width: 10, height: 10))
    let b = ConvexPolygon(LayoutRect(x: far + 7.5, y: far - 5, width: 10, height: 10))
    #expect(a.intersection(b).area == 12.5)
  }

  @Test func `lines and points intersect where they meet`() {
    func polygon(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ConvexPolygon {
      ConvexPolygon(LayoutRect(x: x, y: y, width: width, height: height))
    }
    let level = polygon(0, 0, 10, 0)
    let upright = polygon(4, -5, 0, 10)
    let point = polygon(4, 0, 0, 0)
    for (a, b, common) in [
      (level, upright, LayoutRect(x: 4, y: 0, width: 0, height: 0)),
      (level, polygon(6, 0, 10, 0), LayoutRect(x: 6, y: 0, width: 4, height: 0)),
      (upright, polygon(4, -9, 0, 7), LayoutRect(x: 4, y: -5, width: 0, height: 3)),
      (level, point, LayoutRect(x: 4, y: 0, width: 0, height: 0)),
      (point, point, LayoutRect(x: 4, y: 0, width: 0, height: 0)),
    ] {
      for bounds in [a.intersection(b).bounds, b.intersection(a).bounds] {
        guard let bounds else {
          Issue.record("no intersection, expected \(common)")
          continue
        }
        #expect(isClose(bounds.minX, common.minX, within: 1e-5))
        #expect(isClose(bounds.maxX, common.maxX, within: 1e-5))
        #expect(isClose(bounds.minY, common.minY, within: 1e-5))
        #expect(isClose(bounds.maxY, common.maxY, within: 1e-5))
      }
    }
    for (a, b) in [
      (level, polygon(0, 1, 10, 0)), (level, polygon(0, -1, 10, 0)), (level, polygon(11, 0, 5, 0)),
      (upright, polygon(5, -5, 0, 10)), (upright, polygon(3, -5, 0, 10)),
      (point, polygon(5, 0, 0, 0)), (point, polygon(3, 0, 0, 0)), (point, polygon(4, 1, 0, 0)),
      (point, polygon(4, -1, 0, 0)), (level, polygon(5, 1, 0, 0)), (level, polygon(5, -1, 0, 0)),
    ] {
      #expect(a.intersection(b).isEmpty && b.intersection(a).isEmpty)
    }
  }
}

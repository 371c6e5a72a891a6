import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Margins by themselves, each side alone.
@Suite struct ViewportMarginsTests {
  private typealias Side = WritableKeyPath<LayoutInsets, Double>
  private static var sides: [Side] { [\.top, \.left, \.bottom, \.right] }

  private func margins(_ side: Side, points: Double = 0, fraction: Double = 0) -> ViewportMargins {
    var margins = ViewportMargins.zero
    margins.points[keyPath: side] = points
    margins.fractions[keyPath: side] = fraction
    return margins
  }

  @Test func `each side is raised alone, and never lowered`() {
    withEvery(Self.sides, [-20.0, 0, 30], [-0.5, 0, 0.25]) { side, points, fraction in
      let other = margins(side, points: points, fraction: fraction)
      var margins = ViewportMargins.zero
      margins.formUpperBound(with: other)
      #expect(margins == self.margins(side, points: max(0, points), fraction: max(0, fraction)))
      margins = ViewportMargins(points: LayoutInsets(-30), fractions: LayoutInsets(-1))
      margins.formUpperBound(with: other)
      var expected = ViewportMargins(points: .zero, fractions: .zero)
      expected.points[keyPath: side] = points
      expected.fractions[keyPath: side] = fraction
      #expect(margins == expected)
    }
  }

  @Test func `a side with a part that is not finite is not raised, the others are`() {
    for side in Self.sides {
      for bad in [Double.nan, .infinity, -.infinity] {
        withEvery([true, false], Self.sides.filter { $0 != side }) { isInPoints, otherSide in
          var other =
            isInPoints
            ? margins(side, points: bad, fraction: 0.5) : margins(side, points: 9, fraction: bad)
          other.points[keyPath: otherSide] = 7
          var result = ViewportMargins.zero
          result.formUpperBound(with: other)
          #expect(result == margins(otherSide, points: 7))
        }
      }
    }
  }

  @Test func `a side moves by its points and its fraction of the box's own extent`() {
    let box = Box(LayoutRect(x: 5, y: 6, width: 200, height: 1_000))
    for side in Self.sides {
      let extent: Double = side == \.top || side == \.bottom ? 1_000 : 200
      withEvery([-30.0, 0, 7], [-0.5, 0, 0.1]) { points, fraction in
        var expected = LayoutInsets.zero
        expected[keyPath: side] = points + fraction * extent
        #expect(margins(side, points: points, fraction: fraction).resolved(for: box) == expected)
      }
      for (points, fraction) in [(Double.nan, 0.5), (.infinity, 0), (5, -.infinity), (5, .nan)] {
        #expect(margins(side, points: points, fraction: fraction).resolved(for: box) == .zero)
      }
    }
  }

  @Test func `a finite margin moves at most by twice the farthest coordinate`() {
    let box = Box(LayoutRect(x: 0, y: 0, width: 200, height: 1_000))
    let farthest = 2 * Box.limit
    for side in Self.sides {
      for (points, resolved) in [
        (farthest, farthest), (farthest * 1.5, farthest), (-farthest, -farthest),
        (-farthest * 1.5, -farthest), (1e300, farthest), (-1e300, -farthest),
      ] {
        #expect(margins(side, points: points).resolved(for: box)[keyPath: side] == resolved)
        #expect(margins(side, fraction: points).resolved(for: box)[keyPath: side] == resolved)
      }
    }
  }

  @Test func `a box without an extent moves by points alone`() {
    let box = Box(LayoutRect(x: 0, y: 0, width: .nan, height: .nan))
    for side in Self.sides {
      #expect(margins(side, points: 5).resolved(for: box)[keyPath: side] == 5)
      #expect(margins(side, points: 5, fraction: 1).resolved(for: box)[keyPath: side] == 0)
    }
  }
}

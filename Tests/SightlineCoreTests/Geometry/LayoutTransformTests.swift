import SightlineTestSupport
import Testing

@testable import SightlineCore

@Suite struct TransformTests {
  /// Transforms of every kind: a translation, scalings, reflections, rotations, a skew, a collapse.
  static let samples: [LayoutTransform] = [
    .identity, .translation(x: 3, y: -4), .scale(x: 2, y: 0.5), .scale(x: -1, y: 1),
    .scale(x: -2, y: -3), .quarterTurn, .eighthTurn, .turned(halfTangent: -0.3),
    .turned(halfTangent: 2), .turned(halfTangent: -3),
    LayoutTransform(a: 1, b: 0.3, c: -0.2, d: 1, tx: 5, ty: -8), .scale(x: 0, y: 1),
  ]
  static let points = [
    LayoutPoint.zero, LayoutPoint(x: 1, y: 0), LayoutPoint(x: -7, y: 11),
    LayoutPoint(x: 0.5, y: 100),
  ]

  private func agree(_ a: LayoutPoint, _ b: LayoutPoint) -> Bool {
    isClose(a.x, b.x) && isClose(a.y, b.y)
  }

  @Test func `followed by applies one transform after the other`() {
    withEvery(TransformTests.samples, TransformTests.samples, TransformTests.points) { a, b, p in
      #expect(agree(a.followed(by: b).apply(to: p), b.apply(to: a.apply(to: p))))
    }
  }

  @Test func `the inverse undoes a transform; a collapsed one has no inverse`() {
    withEvery(TransformTests.samples, TransformTests.points) { transform, p in
      guard let inverse = transform.inverse else {
        #expect(transform.determinant == 0)
        return
      }
      #expect(agree(inverse.apply(to: transform.apply(to: p)), p))
    }
    #expect(LayoutTransform.scale(x: 0, y: 1).inverse == nil)
    #expect(LayoutTransform.scale(x: 1e-200, y: 1e-200).inverse == nil)
    // Its determinant is not 0, but the reciprocal overflows.
    #expect(LayoutTransform.scale(x: 1e-155, y: 1e-155).inverse == nil)
  }

  @Test func `a rotation by a quarter turns x into y, clockwise on screen`() {
    #expect(
      LayoutTransform.quarterTurn.apply(to: LayoutPoint(x: 1, y: 0)) == LayoutPoint(x: 0, y: 1))
    #expect(
      LayoutTransform.quarterTurn.apply(to: LayoutPoint(x: 0, y: 1)) == LayoutPoint(x: -1, y: 0))
  }

  @Test func `a transform about a point leaves the point in place`() {
    withEvery(TransformTests.samples, TransformTests.points) { transform, p in
      var still = transform
      (still.tx, still.ty) = (0, 0)
      #expect(agree(still.about(p).apply(to: p), p))
    }
  }

  @Test func `the determinant is the factor by which areas grow`() {
    let rect = LayoutRect(x: -3, y: 5, width: 7, height: 2)
    for transform in TransformTests.samples {
      let area = ConvexPolygon(rect, transformedBy: transform).area
      #expect(isClose(area, abs(transform.determinant) * rect.area))
    }
  }

  @Test func `the bounding box is the smallest around the image`() {
    let rect = LayoutRect(x: -3, y: 5, width: 7, height: 2)
    for transform in TransformTests.samples {
      let corners = [
        LayoutPoint(x: rect.minX, y: rect.minY), LayoutPoint(x: rect.maxX, y: rect.minY),
        LayoutPoint(x: rect.maxX, y: rect.maxY), LayoutPoint(x: rect.minX, y: rect.maxY),
      ].map(transform.apply)
      let box = transform.boundingBox(of: Box(rect))
      #expect(isClose(box.minX, corners.map(\.x).min() ?? .nan))
      #expect(isClose(box.maxX, corners.map(\.x).max() ?? .nan))
      #expect(isClose(box.minY, corners.map(\.y).min() ?? .nan))
      #expect(isClose(box.maxY, corners.map(\.y).max() ?? .nan))
    }
  }

  @Test func `transforms are classified by kind`() {
    #expect(LayoutTransform.translation(x: 1, y: 2).isTranslation)
    #expect(!LayoutTransform.scale(x: 2, y: 1).isTranslation)
    #expect(LayoutTransform.scale(x: -1, y: 1).isAxisAligned)
    #expect(!LayoutTransform.eighthTurn.isAxisAligned && !LayoutTransform.quarterTurn.isAxisAligned)
    #expect(!LayoutTransform.scale(x: .nan, y: 1).isFinite && LayoutTransform.eighthTurn.isFinite)
  }
}

public import CoreGraphics

/// Maps the points of one plane to another, including perspective: a `CATransform3D` reduced to
/// points without depth. Core Animation flattens each layer into the plane of its superlayer.
public struct PlaneProjection: Hashable, Sendable {
  // The rows of a matrix; points are rows, (x, y, 1).
  private var x, y, one: SIMD3<Double>

  public static let identity = PlaneProjection(CATransform3DIdentity)

  public init(_ t: CATransform3D) {
    x = SIMD3(Double(t.m11), Double(t.m12), Double(t.m14))
    y = SIMD3(Double(t.m21), Double(t.m22), Double(t.m24))
    one = SIMD3(Double(t.m41), Double(t.m42), Double(t.m44))
  }

  private func apply(to row: SIMD3<Double>) -> SIMD3<Double> { row.x * x + row.y * y + row.z * one }

  func apply(to point: CGPoint) -> CGPoint {
    let result = apply(to: SIMD3(Double(point.x), Double(point.y), 1))
    return CGPoint(x: result.x / result.z, y: result.y / result.z)
  }

  /// Applies this projection first, then the other.
  public func concatenating(_ other: PlaneProjection) -> PlaneProjection {
    var result = other
    (result.x, result.y, result.one) = (
      other.apply(to: x), other.apply(to: y), other.apply(to: one)
    )
    return result
  }

  /// Returns itself if it cannot be inverted.
  public func inverted() -> PlaneProjection {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    // The columns of the inverse.
    let (first, second, third) = (cross(y, one), cross(one, x), cross(x, y))
    let determinant = (x * first).sum()
    if determinant == 0 { return self }
    var result = self
    result.x = SIMD3(first.x, second.x, third.x) / determinant
    result.y = SIMD3(first.y, second.y, third.y) / determinant
    result.one = SIMD3(first.z, second.z, third.z) / determinant
    return result
  }
}

extension CGPoint {
  public func applying(_ projection: PlaneProjection) -> CGPoint { projection.apply(to: self) }
}

extension CGRect {
  /// Returns the bounding box of the projected rectangle.
  public func applying(_ projection: PlaneProjection) -> CGRect {
    let corners = [
      CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY),
      CGPoint(x: maxX, y: maxY),
    ].map { $0.applying(projection) }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return CGRect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}

public import CoreGraphics

public struct CATransform3D: Hashable, Sendable {
  public var m11, m12, m13, m14: CGFloat
  public var m21, m22, m23, m24: CGFloat
  public var m31, m32, m33, m34: CGFloat
  public var m41, m42, m43, m44: CGFloat

  public init() { self = CATransform3DIdentity }

  init(_ transform: CGAffineTransform) {
    (m11, m12, m13, m14) = (transform.a, transform.b, 0, 0)
    (m21, m22, m23, m24) = (transform.c, transform.d, 0, 0)
    (m31, m32, m33, m34) = (0, 0, 1, 0)
    (m41, m42, m43, m44) = (transform.tx, transform.ty, 0, 1)
  }
}

public let CATransform3DIdentity = CATransform3D(.identity)

public func CATransform3DMakeAffineTransform(_ transform: CGAffineTransform) -> CATransform3D {
  CATransform3D(transform)
}

public func CATransform3DIsIdentity(_ transform: CATransform3D) -> Bool {
  transform == CATransform3DIdentity
}

/// Returns the affine part of the transform; meaningless if it is not affine.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}

public func CATransform3DMakeTranslation(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D
{
  var result = CATransform3DIdentity
  (result.m41, result.m42, result.m43) = (x, y, z)
  return result
}

public func CATransform3DMakeScale(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  var result = CATransform3DIdentity
  (result.m11, result.m22, result.m33) = (x, y, z)
  return result
}

public func CATransform3DMakeRotation(
  _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  let length = (x * x + y * y + z * z).squareRoot()
  guard length > 0 else { return CATransform3DIdentity }
  let (x, y, z) = (x / length, y / length, z / length)
  let (sine, cosine) = (CGFloat(sin(Double(angle))), CGFloat(cos(Double(angle))))
  let rest = 1 - cosine
  var result = CATransform3DIdentity
  (result.m11, result.m12, result.m13) = (
    cosine + x * x * rest, x * y * rest + z * sine, x * z * rest - y * sine
  )
  (result.m21, result.m22, result.m23) = (
    x * y * rest - z * sine, cosine + y * y * rest, y * z * rest + x * sine
  )
  (result.m31, result.m32, result.m33) = (
    x * z * rest + y * sine, y * z * rest - x * sine, cosine + z * z * rest
  )
  return result
}

/// Returns a transform that applies the first, then the second: points are rows.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  var result = CATransform3DIdentity
  func row(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat, _ w: CGFloat) -> [CGFloat] {
    [
      x * b.m11 + y * b.m21 + z * b.m31 + w * b.m41, x * b.m12 + y * b.m22 + z * b.m32 + w * b.m42,
      x * b.m13 + y * b.m23 + z * b.m33 + w * b.m43, x * b.m14 + y * b.m24 + z * b.m34 + w * b.m44,
    ]
  }
  let rows = [
    row(a.m11, a.m12, a.m13, a.m14), row(a.m21, a.m22, a.m23, a.m24),
    row(a.m31, a.m32, a.m33, a.m34), row(a.m41, a.m42, a.m43, a.m44),
  ]
  (result.m11, result.m12) = (rows[0][0], rows[0][1])
  (result.m13, result.m14) = (rows[0][2], rows[0][3])
  (result.m21, result.m22) = (rows[1][0], rows[1][1])
  (result.m23, result.m24) = (rows[1][2], rows[1][3])
  (result.m31, result.m32) = (rows[2][0], rows[2][1])
  (result.m33, result.m34) = (rows[2][2], rows[2][3])
  (result.m41, result.m42) = (rows[3][0], rows[3][1])
  (result.m43, result.m44) = (rows[3][2], rows[3][3])
  return result
}

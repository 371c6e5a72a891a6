/// An affine transform of the plane: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
///
/// Fields are in the order of CSS's `matrix(a, b, c, d, e, f)` and `CGAffineTransform`.
@frozen
public struct LayoutTransform: Hashable, Sendable {
  /// The factor of x in x'.
  public var a: Double
  /// The factor of x in y'.
  public var b: Double
  /// The factor of y in x'.
  public var c: Double
  /// The factor of y in y'.
  public var d: Double
  /// The horizontal translation in points.
  public var tx: Double
  /// The vertical translation in points.
  public var ty: Double

  /// Creates a transform from six numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The identity transform.
  public static let identity = LayoutTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Creates a translation by a vector in points.
  public static func translation(x: Double, y: Double) -> LayoutTransform {
    LayoutTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Creates a scaling about the origin.
  public static func scale(x: Double, y: Double) -> LayoutTransform {
    LayoutTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Creates a rotation about the origin from the cosine and sine of its angle (clockwise on
  /// screen, since y points down). It takes no angle because the standard library has no
  /// trigonometry.
  public static func rotation(cosine: Double, sine: Double) -> LayoutTransform {
    LayoutTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Returns this transform applied about a point instead of the origin.
  public func about(_ point: LayoutPoint) -> LayoutTransform {
    LayoutTransform.translation(x: -point.x, y: -point.y)
      .followed(by: self)
      .followed(by: .translation(x: point.x, y: point.y))
  }

  /// Returns the transform that applies this one first, then `next`.
  public func followed(by next: LayoutTransform) -> LayoutTransform {
    LayoutTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// Returns the image of a point.
  public func apply(to point: LayoutPoint) -> LayoutPoint {
    LayoutPoint(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The signed factor by which areas grow; negative for a mirror image, 0 for a collapse.
  public var determinant: Double { a * d - b * c }

  /// Whether all six numbers are finite.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// Whether all six numbers are finite and the factors are within `Box.limit`, beyond which areas
  /// would overflow.
  var isMeasurable: Bool {
    abs(a) <= Box.limit && abs(b) <= Box.limit && abs(c) <= Box.limit && abs(d) <= Box.limit
      && tx.isFinite && ty.isFinite
  }

  /// Whether the transform has no rotation or skew: axis-aligned rects stay axis-aligned, and x
  /// stays x.
  public var isAxisAligned: Bool { b == 0 && c == 0 }

  /// Whether the transform only translates.
  public var isTranslation: Bool { a == 1 && d == 1 && isAxisAligned }

  /// The transform without its translation.
  var linear: LayoutTransform { LayoutTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0) }

  /// The distances along x and y by which an edge moves by `length` in the image.
  @inline(__always)
  func distances(of length: Double) -> (x: Double, y: Double) {
    if isTranslation { return (length, length) }
    // A collapsed image has no edges.
    let area = abs(determinant)
    if !(area > 0) { return (.infinity, .infinity) }
    let scale = length / area
    return (scale * (c * c + d * d).squareRoot(), scale * (a * a + b * b).squareRoot())
  }

  /// The inverse transform, or `nil` if areas collapse to zero.
  public var inverse: LayoutTransform? {
    let determinant = determinant
    guard determinant != 0, (1 / determinant).isFinite else { return nil }
    let (ia, ib, ic, id) = (
      d / determinant, -b / determinant, -c / determinant, a / determinant
    )
    return LayoutTransform(
      a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
  }

  /// Returns the bounding box of a rect's image.
  public func boundingBox(of rect: LayoutRect) -> LayoutRect { boundingBox(of: Box(rect)).rect }

  /// Returns the bounding box of a box's image, exact if the transform is axis-aligned.
  package func boundingBox(of box: Box) -> Box {
    if isTranslation { return box.offset(x: tx, y: ty) }
    if isAxisAligned {
      let (x0, x1) = (a * box.minX + tx, a * box.maxX + tx)
      let (y0, y1) = (d * box.minY + ty, d * box.maxY + ty)
      return Box(minX: min(x0, x1), minY: min(y0, y1), maxX: max(x0, x1), maxY: max(y0, y1))
    }
    let p = apply(to: LayoutPoint(x: box.minX, y: box.minY))
    let q = apply(to: LayoutPoint(x: box.maxX, y: box.minY))
    let r = apply(to: LayoutPoint(x: box.maxX, y: box.maxY))
    let s = apply(to: LayoutPoint(x: box.minX, y: box.maxY))
    return Box(
      minX: min(min(p.x, q.x), min(r.x, s.x)), minY: min(min(p.y, q.y), min(r.y, s.y)),
      maxX: max(max(p.x, q.x), max(r.x, s.x)), maxY: max(max(p.y, q.y), max(r.y, s.y)))
  }
}

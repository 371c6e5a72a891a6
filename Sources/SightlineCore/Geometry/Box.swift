/// A rectangle stored as four edges, used on hot paths.
///
/// `LayoutRect` (origin and size) is the public form. Edges compare without addition. The
/// intersection of a box with one that contains it has the same edges, so a full share is exactly 1
/// and not 0.9999999999999999.
package struct Box: Equatable, Sendable {
  package var minX: Double
  package var minY: Double
  package var maxX: Double
  package var maxY: Double

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  package init(_ rect: LayoutRect) {
    self.init(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY)
  }

  /// The empty box, neutral in `union`.
  package static let nothing = Box(
    minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// The box of all points, neutral in `intersection`.
  package static let everything = Box(
    minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity)

  package var width: Double { maxX - minX }
  package var height: Double { maxY - minY }
  package var area: Double { width * height }
  /// Whether the area is positive and does not underflow to zero.
  package var hasArea: Bool { width > 0 && height > 0 && area > 0 }
  package var rect: LayoutRect { LayoutRect(x: minX, y: minY, width: width, height: height) }

  /// Whether the box contains no point. Lines and points are not inverted.
  package var isInverted: Bool { !(minX <= maxX && minY <= maxY) }

  /// The largest *measurable* coordinate: 2^50 points, where a `Double` still resolves 1/4 pt and
  /// products of two extents stay finite.
  package static let limit = 1_125_899_906_842_624.0

  /// Whether all edges are in order, finite and within `limit`. `nothing` is not measurable.
  package var isMeasurable: Bool {
    // Comparisons with NaN are false, so boxes with NaN are not measurable.
    minX >= -Box.limit && minY >= -Box.limit && maxX <= Box.limit && maxY <= Box.limit
      && minX <= maxX && minY <= maxY
  }

  /// The box with its edges clamped to `limit`. It must not contain NaN.
  package var withinLimit: Box {
    func clamped(_ edge: Double) -> Double { max(-Box.limit, min(Box.limit, edge)) }
    return Box(
      minX: clamped(minX), minY: clamped(minY), maxX: clamped(maxX), maxY: clamped(maxY))
  }

  /// Whether the boxes share at least an edge or a corner.
  package func touches(_ other: Box) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// Whether the boxes share an area.
  package func overlaps(_ other: Box) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  package func contains(_ other: Box) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  /// The intersection of two boxes; inverted if they are apart.
  package func intersection(_ other: Box) -> Box {
    Box(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// The smallest box that contains both. NaN in `other` is ignored.
  package func union(_ other: Box) -> Box {
    // `max` would take four instructions.
    Box(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: other.maxX > maxX ? other.maxX : maxX, maxY: other.maxY > maxY ? other.maxY : maxY)
  }

  package func offset(x: Double, y: Double) -> Box {
    Box(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }

  /// The box with its sides moved inwards by these distances along x and y, at most to the middle.
  package func inset(by distance: (x: Double, y: Double)) -> Box {
    let x = min(distance.x, width / 2)
    let y = min(distance.y, height / 2)
    return Box(minX: minX + x, minY: minY + y, maxX: maxX - x, maxY: maxY - y)
  }

  /// The box of the same size centred on the origin.
  package var centred: Box {
    Box(minX: -width / 2, minY: -height / 2, maxX: width / 2, maxY: height / 2)
  }

  /// The part that must be visible for the box to show as much as a viewport can: along an axis on
  /// which the box fits, its whole extent; otherwise the viewport's.
  ///
  /// - Parameters:
  ///   - inner: the box shrunk by the tolerance at the edges.
  ///   - viewport: the viewport's box, and the same shrunk by the tolerance.
  package func largestPart(inner: Box, in viewport: (outer: Box, inner: Box)) -> Box {
    let x = width <= viewport.outer.width ? inner : viewport.inner
    let y = height <= viewport.outer.height ? inner : viewport.inner
    return Box(minX: x.minX, minY: y.minY, maxX: x.maxX, maxY: y.maxY)
  }

  /// See `LayoutRect.grown(by:)`.
  package func grown(by insets: LayoutInsets) -> Box {
    let left = minX - insets.left
    let top = minY - insets.top
    return Box(
      minX: left, minY: top,
      maxX: max(left, maxX + insets.right), maxY: max(top, maxY + insets.bottom))
  }
}

extension LayoutPoint {
  /// Whether both coordinates are finite and within `Box.limit`.
  var isMeasurable: Bool { abs(x) <= Box.limit && abs(y) <= Box.limit }
}

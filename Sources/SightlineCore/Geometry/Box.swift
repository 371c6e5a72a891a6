/// A rectangle by its edges: what the hot paths compute with.
///
/// `LayoutRect` (origin and size) is the public form. Edges need no addition to compare, and the
/// extent of a box wholly inside another comes out of its own edges, so that "all of it" is exactly
/// 1 and not 0.9999999999999999.
package struct Box: Hashable, Sendable {
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

  /// Holds nothing: the neutral element of `union`.
  package static let nothing = Box(
    minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// Holds every point: the neutral element of `intersection`.
  package static let everything = Box(
    minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity)

  package var width: Double { maxX - minX }
  package var height: Double { maxY - minY }
  package var area: Double { width * height }
  /// Whether there is an area that a `Double` can hold.
  package var hasArea: Bool { width > 0 && height > 0 && area > 0 }
  package var rect: LayoutRect { LayoutRect(x: minX, y: minY, width: width, height: height) }

  /// Whether the box holds no point at all (a line or a point is not inverted).
  package var isInverted: Bool { !(minX <= maxX && minY <= maxY) }

  /// Coordinates beyond this are *not measurable*: 2^50 points, where a 1/4 pt is the smallest step
  /// a `Double` can still make, and products of two extents stay finite.
  package static let limit = 1_125_899_906_842_624.0

  /// Whether all edges are finite and within `limit`, in their order: `nothing` is not measurable.
  package var isMeasurable: Bool {
    // Comparisons with NaN are false, so this is false for them too.
    minX >= -Box.limit && minY >= -Box.limit && maxX <= Box.limit && maxY <= Box.limit
      && minX <= maxX && minY <= maxY
  }

  /// Each edge at most `limit` away from the origin. The box must not hold NaN.
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

  /// The common part; inverted where the boxes are apart.
  package func intersection(_ other: Box) -> Box {
    Box(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  package func union(_ other: Box) -> Box {
    Box(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  package func offset(x: Double, y: Double) -> Box {
    Box(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }

  /// Every side moved inwards by `distance`, at most to the middle.
  package func inset(by distance: Double) -> Box {
    let x = min(distance, width / 2)
    let y = min(distance, height / 2)
    return Box(minX: minX + x, minY: minY + y, maxX: maxX - x, maxY: maxY - y)
  }

  /// The box of the same size around the origin.
  package var centred: Box {
    Box(minX: -width / 2, minY: -height / 2, maxX: width / 2, maxY: height / 2)
  }

  /// What has to be visible of a box for as much of it to show as a viewport can: along an axis on
  /// which it fits all of it, along another one all of the viewport.
  ///
  /// - Parameters:
  ///   - inner: the box shrunk by the tolerance at the edges.
  ///   - viewport: the viewport's outer and inner box, likewise.
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

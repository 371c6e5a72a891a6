import SightlineCore

/// Where a browser puts a box: at an offset in the space of its nearest transformed ancestor.
///
/// Browsers paint a transformed box at whole pixels: its offset is rounded before the transform,
/// and the fraction is kept only along an axis that the transform leaves at scale 1 without a
/// rotation. This was found by comparison with Chromium's recorded rectangles, which it explains to
/// 1e-4 px.
struct BrowserPlace: Equatable {
  /// From the transformed ancestor's space to the window.
  private var space = LayoutTransform.identity
  /// The box's origin in that space.
  private var origin = LayoutPoint.zero

  /// From the box's own space to the window.
  var toWindow: LayoutTransform {
    LayoutTransform.translation(x: origin.x, y: origin.y).followed(by: space)
  }

  /// The place of a box inside this one.
  ///
  /// - Parameters:
  ///   - origin: the inner box's origin in this one's own space.
  ///   - transform: the inner box's transform about its own origin.
  func inner(at origin: LayoutPoint, _ transform: LayoutTransform) -> BrowserPlace {
    var place = self
    place.origin = self.origin + origin
    if transform == .identity { return place }
    let whole = LayoutPoint(x: snapped(place.origin.x), y: snapped(place.origin.y))
    place.space = transform.followed(by: .translation(x: whole.x, y: whole.y))
      .followed(by: space)
    place.origin = LayoutPoint(
      x: transform.isAxisAligned && transform.a == 1 ? place.origin.x - whole.x : 0,
      y: transform.isAxisAligned && transform.d == 1 ? place.origin.y - whole.y : 0)
    return place
  }

  private func snapped(_ value: Double) -> Double { (value + 0.5).rounded(.down) }

  /// From this box's own space to that of another; `nil` where that has collapsed.
  func transform(to other: BrowserPlace) -> LayoutTransform? {
    // Boxes without a transform between them keep every digit.
    if space == other.space {
      return .translation(x: origin.x - other.origin.x, y: origin.y - other.origin.y)
    }
    return other.toWindow.inverse.map { toWindow.followed(by: $0) }
  }
}

import SightlineCore

/// A browser's placement of a box: an offset in the space of its nearest transformed ancestor.
///
/// Browsers paint transformed boxes at whole pixels: the offset is rounded before the transform,
/// and its fraction is kept only along an axis that the transform leaves at scale 1 without
/// rotation. This was derived by comparison with Chromium's recorded rectangles, which it
/// reproduces to 1e-4 px.
struct BrowserPlace: Equatable {
  /// The transform from the transformed ancestor's space to the window.
  private var space = LayoutTransform.identity
  /// The box's origin in that space.
  private var origin = LayoutPoint.zero

  /// The transform from the box's coordinate space to the window.
  var toWindow: LayoutTransform {
    LayoutTransform.translation(x: origin.x, y: origin.y).followed(by: space)
  }

  /// Returns the place of a box inside this one.
  ///
  /// - Parameters:
  ///   - origin: the inner box's origin in this box's coordinate space.
  ///   - transform: the inner box's transform about its origin.
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

  /// Returns the transform from this box's coordinate space to another's, or `nil` if the other
  /// space is collapsed.
  func transform(to other: BrowserPlace) -> LayoutTransform? {
    // Without a transform in between, all digits are preserved.
    if space == other.space {
      return .translation(x: origin.x - other.origin.x, y: origin.y - other.origin.y)
    }
    return other.toWindow.inverse.map { toWindow.followed(by: $0) }
  }
}

/// Where a search stands: what is known about everything at this place of the tree.
///
/// All of it is in the space of the items about to be searched: a container's content space, or its
/// own space for what is pinned.
struct Context: Sendable {
  /// What can be visible at most; where `isAligned`, exactly the clip.
  var clip: Box
  /// To the root container's own space.
  var toRoot: LayoutTransform
  /// Whether images in the root are axis-aligned and keep an area, so that `clip` is exact.
  /// Otherwise the exact clip is a polygon in the root's space.
  var isAligned: Bool
  /// That polygon, in `PassScratch.clips`.
  var polygon: Range<Int>
  /// The product of the opacities so far.
  var opacity: Double
  /// Whether anything scrolls between this place and the viewport.
  var isScrolling = false
  /// The viewport's extent in the root's space, where `isAligned`.
  var viewport: LayoutSize

  /// The same place after a move by a vector: what was at `vector` is at the origin.
  mutating func translate(by vector: LayoutPoint) {
    if vector == .zero { return }
    clip = clip.offset(x: vector.x, y: vector.y)
    toRoot.tx -= toRoot.a * vector.x + toRoot.c * vector.y
    toRoot.ty -= toRoot.b * vector.x + toRoot.d * vector.y
  }
}

/// The viewport of a search, in the root container's space.
struct ViewportShape: Sendable {
  /// In the space of the viewport's container.
  let clip: Box
  let toRoot: LayoutTransform
  /// Whether it is upright in the root's space, so that the boxes below are exact.
  let isAligned: Bool

  /// Of the parallelogram that the clip is in the root's space.
  var area: Double { clip.area * abs(toRoot.determinant) }
  var bounds: Box { toRoot.boundingBox(of: clip) }
  /// Shrunk by the tolerance at the edges.
  var innerBounds: Box { toRoot.boundingBox(of: clip.inset(by: VisibilityRule.edgeTolerance)) }
}

extension LayoutTransform {
  /// Whether images are axis-aligned, keep an area and can be mapped back.
  var isAlignedAndInvertible: Bool { isAxisAligned && a != 0 && d != 0 && inverse != nil }
}

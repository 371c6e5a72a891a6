/// The state of a search at one place of the tree.
///
/// Geometry is in the space of the items about to be searched: a container's content space, or its
/// own space for pinned items.
struct Context: Sendable {
  /// A bounding box of the visible area; the exact clip if `isAligned`.
  var clip: Box
  /// To the root container's own space.
  var toRoot: LayoutTransform
  /// The product of the opacities so far.
  var opacity: Double
  /// Whether images in the root are axis-aligned and have an area, so that `clip` is exact.
  /// Otherwise the exact clip is `polygon`, in the root's space.
  var isAligned: Bool
  /// Whether a container between this place and the viewport is scrolling.
  var isScrolling = false
  /// In the search's `ClipStack`.
  var polygon = ClipStack.Polygon.none

  init(clip: Box, toRoot: LayoutTransform, opacity: Double, isAligned: Bool) {
    self.clip = clip
    self.toRoot = toRoot
    self.opacity = opacity
    self.isAligned = isAligned
  }

  /// The context of a viewport's own space.
  init(_ viewport: ViewportShape, opacity: Double, _ clips: inout ClipStack) {
    self.init(
      clip: viewport.clip, toRoot: viewport.toRoot, opacity: opacity,
      isAligned: viewport.isAligned)
    if isAligned { return }
    polygon = clips.push(clip, toRoot)
    clip = clips.cullingBox(of: polygon, toRoot)
  }

  /// Moves the origin to `vector`.
  @inline(__always)
  mutating func translate(by vector: LayoutPoint) {
    clip = clip.offset(x: vector.x, y: vector.y)
    toRoot.tx -= toRoot.a * vector.x + toRoot.c * vector.y
    toRoot.ty -= toRoot.b * vector.x + toRoot.d * vector.y
  }
}

/// The viewport that targets are measured against.
struct ViewportShape: Sendable {
  /// In the space of the viewport's container.
  let clip: Box
  let toRoot: LayoutTransform
  /// Whether the clip is upright in the root's space, so that the boxes below are exact.
  let isAligned: Bool
  /// The extent and area in the root's space; valid if `isAligned`.
  let upright: (width: Double, height: Double, area: Double)
  /// The greatest cut that is ignored, in the root's space: see `DevicePixel`.
  let cut: Double

  init(clip: Box, toRoot: LayoutTransform, pixelLength: Double) {
    self.clip = clip
    self.toRoot = toRoot
    cut = DevicePixel.greatestCut(pixelLength)
    isAligned = toRoot.isAlignedAndInvertible
    let (width, height) = (clip.width * abs(toRoot.a), clip.height * abs(toRoot.d))
    upright = (width, height, width * height)
  }

  /// The area of the clip's image in the root's space, a parallelogram.
  var area: Double { clip.area * abs(toRoot.determinant) }
  var bounds: Box { toRoot.boundingBox(of: clip) }
  /// The clip shrunk by the greatest cut that is ignored.
  var innerClip: Box { clip.inset(by: toRoot.distances(of: cut)) }
  var innerBounds: Box { toRoot.boundingBox(of: innerClip) }
}

/// The current placement of a viewport, with its ancestors' opacity and hiding.
struct ViewportPlacement: Sendable {
  var shape: ViewportShape
  var opacity: Double
  var isHidden: Bool
}

extension ContainerTable {
  /// Returns the placement of a viewport, or `nil` if its container is gone or not measurable.
  func placement(of viewport: VisibilityViewport, pixelLength: Double) -> ViewportPlacement? {
    guard let clip = clip(of: viewport), let place = placement(of: viewport.containerSlot)
    else { return nil }
    return ViewportPlacement(
      shape: ViewportShape(clip: clip, toRoot: place.toRoot, pixelLength: pixelLength),
      opacity: place.opacity, isHidden: place.isHidden)
  }
}

extension LayoutTransform {
  /// Whether images are axis-aligned, have an area and can be mapped back.
  @inline(__always)
  var isAlignedAndInvertible: Bool {
    // A translation is always invertible; skip the division.
    isTranslation || isAxisAligned && a != 0 && d != 0 && inverse != nil
  }
}

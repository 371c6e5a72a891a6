/// Measures the visible part of a target: upright boxes here, everything else as polygons
/// (`Measurer+Polygons`).
///
/// Apart from the viewport and the needs, it carries no state between measurements.
struct Measurer: ~Copyable {
  /// The covers over the target, as positions in `VisibleCovers`.
  var over = ScratchBuffer<Int>()
  private var rects = RectRemainder()
  var polygons = PolygonRemainder()
  var clipper = PolygonClipper()
  /// The viewport to measure against, and the measurements to make.
  private(set) var viewport = ViewportShape(
    clip: .nothing, toRoot: .identity, pixelLength: DevicePixel.defaultLength)
  private(set) var needs = MeasurementNeeds.all

  mutating func begin(in viewport: ViewportShape, _ needs: MeasurementNeeds) {
    self.viewport = viewport
    self.needs = needs
  }

  /// Measures a target that touches its context's clip.
  ///
  /// - Parameters:
  ///   - context: the context of the target's container's items.
  ///   - clips: the stack with the context's polygon.
  ///   - covers: the covers on screen; `nil` to ignore them.
  mutating func measure(
    _ target: MeasuredTarget, _ context: Context, _ clips: ClipStack,
    under covers: VisibleCovers?, _ containers: ContainerTable
  ) -> Measurement {
    guard target.isBox(in: context) else {
      return measurePolygon(target, context, clips, under: covers, containers)
    }
    guard let covers else { return Measurer.measureBox(target.frame, context, in: viewport, needs) }
    let onScreen = context.toRoot.boundingBox(of: target.frame.intersection(context.clip))
    covers.find(paintedAfter: target.paintPlace, over: onScreen, containers, into: &over)
    for i in over.indices where !covers[over[i]].isBox {
      return measurePolygon(target, context, clips, under: covers, containers)
    }
    var result = Measurer.measureBox(target.frame, context, in: viewport, needs)
    if !over.isEmpty {
      subtractBoxes(covers, from: onScreen, target.frame, context, &result)
    }
    return result
  }

  /// Measures an upright box in an upright clip.
  ///
  /// Static and without covers, so that most targets do not touch the measurer.
  static func measureBox(
    _ frame: Box, _ context: Context, in viewport: ViewportShape, _ needs: MeasurementNeeds
  ) -> Measurement {
    let visible = frame.intersection(context.clip)
    let (width, height) = (frame.width, frame.height)
    let (scaleX, scaleY) = (abs(context.toRoot.a), abs(context.toRoot.d))
    var result = Measurement()
    result.isIntersecting = true
    result.viewportArea = viewport.upright.area
    result.visibleArea = visible.width * scaleX * (visible.height * scaleY)
    result.fraction = visible.width / width * (visible.height / height)
    let cut = context.toRoot.distances(of: viewport.cut)
    result.isFull = context.clip.contains(frame.inset(by: cut))
    if needs.edges { result.edges = Measurement.Edges.seen(of: frame, in: visible, cut: cut) }
    if needs.filling {
      result.isFilling =
        viewport.isAligned
        && context.toRoot.boundingBox(of: visible).contains(viewport.innerBounds)
    }
    if needs.largestPart {
      result.largestArea =
        min(width * scaleX, viewport.upright.width)
        * min(height * scaleY, viewport.upright.height)
      result.isLargest = result.isFull || isLargestPartInside(frame, context, viewport)
    }
    return result
  }

  /// Whether as much of an upright box lies in the clip as the viewport can show.
  private static func isLargestPartInside(
    _ frame: Box, _ context: Context, _ viewport: ViewportShape
  ) -> Bool {
    let part = largestPart(of: frame, context, viewport)
    return context.toRoot.boundingBox(of: frame).contains(part)
      && context.toRoot.boundingBox(of: context.clip).contains(part)
  }

  /// See `Box.largestPart(inner:in:)`. In the root's space.
  private static func largestPart(
    of frame: Box, _ context: Context, _ viewport: ViewportShape
  ) -> Box {
    context.toRoot.boundingBox(of: frame).largestPart(
      inner: context.toRoot.boundingBox(
        of: frame.inset(by: context.toRoot.distances(of: viewport.cut))),
      in: (viewport.bounds, viewport.innerBounds))
  }

  /// Subtracts the upright covers in `over` from a measurement without covers.
  ///
  /// - Parameter onScreen: the clipped target, in the root's space.
  private mutating func subtractBoxes(
    _ covers: VisibleCovers, from onScreen: Box, _ frame: Box, _ context: Context,
    _ result: inout Measurement
  ) {
    let cut = context.toRoot.distances(of: viewport.cut)
    let inner = context.toRoot.boundingBox(of: frame.inset(by: cut))
    let filled = viewport.innerBounds
    let largest = result.isLargest ? Measurer.largestPart(of: frame, context, viewport) : nil
    rects.start(with: onScreen)
    for i in over.indices {
      let cover = covers[over[i]].bounds
      rects.subtract(cover)
      if cover.overlaps(inner) { result.isFull = false }
      if let largest, cover.overlaps(largest) { result.isLargest = false }
      if cover.overlaps(filled) { result.isFilling = false }
    }
    if onScreen.hasArea {
      let remaining = rects.area() / onScreen.area
      result.fraction *= remaining
      result.visibleArea *= remaining
    }
    if needs.edges {
      let left = rects.bounds
      let back = left.isInverted ? nil : context.toRoot.inverse
      result.edges =
        back.map { Measurement.Edges.seen(of: frame, in: $0.boundingBox(of: left), cut: cut) } ?? 0
    }
  }
}

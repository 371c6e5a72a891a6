/// The displacement of a target on screen in a pass, in the root's space.
struct Displacement: Sendable {
  var total = LayoutPoint.zero
  /// The part due to the reader's scrolling.
  var byReader = LayoutPoint.zero

  mutating func turn(_ transform: LayoutTransform) {
    if transform.isTranslation { return }
    total = transform.linear.apply(to: total)
    byReader = transform.linear.apply(to: byReader)
  }
}

extension VisibilityExit {
  /// Derives an exit from the boxes of a target and of the clip it left, in the root's space. The
  /// edge is the one the target moved towards, or else the one beyond which most of it lies.
  init(
    of target: Box, from clip: Box, _ displacement: Displacement, _ direction: ReadingDirection
  ) {
    let (total, byReader) = (displacement.total, displacement.byReader)
    let (left, right): (Edge, Edge) =
      direction == .leftToRight ? (.leading, .trailing) : (.trailing, .leading)
    // The side so far: the length beyond it, and the distances moved towards it.
    var best = (edge: Edge.top, cut: clip.minY - target.minY, moved: -total.y, reader: -byReader.y)
    func compare(_ edge: Edge, _ cut: Double, _ moved: Double, _ reader: Double) {
      let (isNearer, wasNearer) = (cut > 0 && moved > 0, best.cut > 0 && best.moved > 0)
      let isBetter =
        isNearer != wasNearer ? isNearer : isNearer ? moved > best.moved : cut > best.cut
      if isBetter { best = (edge, cut, moved, reader) }
    }
    compare(.bottom, target.maxY - clip.maxY, total.y, byReader.y)
    compare(left, clip.minX - target.minX, -total.x, -byReader.x)
    compare(right, target.maxX - clip.maxX, total.x, byReader.x)
    let isScroll = best.reader > 0 && best.reader >= best.moved - best.reader
    self.init(at: best.edge, by: isScroll ? .scroll : .change)
  }
}

/// The geometry of a target for measurement.
struct MeasuredTarget: Sendable {
  /// In the space of its container's items, before the transform.
  var frame: Box
  /// From its own space to that of the items; `nil` for a translation by the frame's origin.
  var transform: LayoutTransform?
  var paintPlace: PaintPlace

  /// In its own space.
  var extent: Box { Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height) }

  /// Whether it is measured as a box. One without an area has no fraction; a polygon still has a
  /// position.
  @inline(__always)
  func isBox(in context: Context) -> Bool { context.isAligned && transform == nil && frame.hasArea }

  /// From its own space to the root's, given the transform from that of the items.
  func toRoot(_ items: LayoutTransform) -> LayoutTransform {
    (transform ?? .translation(x: frame.minX, y: frame.minY)).followed(by: items)
  }
}

extension VisibilityScene {
  /// The geometry of a target for measurement.
  @inline(__always)
  func measuredTarget(_ target: TargetSlot) -> MeasuredTarget {
    let record = targets[target]
    var measured = MeasuredTarget(
      frame: record.frame, transform: nil,
      paintPlace: PaintPlace(container: record.container, zIndex: 0, order: record.order))
    if record.appearance != .plain {
      measured.paintPlace.zIndex = appearances[record.appearance].appearance.zIndex
      if appearances[record.appearance].hasTransform {
        measured.transform = appearances[record.appearance].transform
      }
    }
    return measured
  }
}

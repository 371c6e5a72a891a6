internal import SightlineCore

/// The part of a container's content that can show.
enum Showing {
  case nothing
  case everything
  /// A rectangle in the container's own content.
  case part(LayoutRect)

  var isNothing: Bool { if case .nothing = self { true } else { false } }

  /// Returns the part of a child node's content that can show, given this part of its parent's.
  ///
  /// Inlined, because a call would copy the node.
  @inline(__always)
  func inside(_ node: MirrorNode) -> Showing { inside(node.reading, node.viewportMargins) }

  private func inside(_ reading: ViewReading, _ viewportMargins: ViewportMargins?) -> Showing {
    if reading.appearance.isHidden || reading.isSetAside { return .nothing }
    let bounds = LayoutRect(origin: .zero, size: reading.frame.size)
    if let margins = viewportMargins {
      // A viewport's ancestors do not clip it.
      return .part(bounds.grown(by: margins, of: bounds.size).offset(by: reading.contentOffset))
    }
    guard reading.frame.isFinite else { return .everything }
    var part: LayoutRect?
    if case .part(let rect) = self {
      part = rect.offset(by: LayoutPoint(x: -reading.frame.minX, y: -reading.frame.minY))
      if reading.appearance.transform != .identity {
        // An unmeasurable transform rules nothing out.
        guard let inverse = reading.appearance.transform.inverse else { return .everything }
        part = part.map { inverse.boundingBox(of: $0) }
      }
    }
    let clip: LayoutRect? =
      switch reading.clip {
      case .none: nil
      case .bounds: bounds
      case .rect(let rect): rect
      }
    if let clip {
      guard let common = part.map({ $0.intersection(clip) }) ?? clip else { return .nothing }
      part = common
    }
    return part.map { .part($0.offset(by: reading.contentOffset)) } ?? .everything
  }
}

extension LayoutRect {
  /// Returns the rectangle grown by the margins of a viewport of this size. Negative margins do not
  /// shrink it.
  fileprivate func grown(by margins: ViewportMargins, of size: LayoutSize) -> LayoutRect {
    func side(_ points: Double, _ fraction: Double, _ extent: Double) -> Double {
      let reach = points + fraction * extent
      return reach.isFinite ? max(0, reach) : 0
    }
    let (points, fractions) = (margins.points, margins.fractions)
    return grown(
      by: LayoutInsets(
        top: side(points.top, fractions.top, size.height),
        left: side(points.left, fractions.left, size.width),
        bottom: side(points.bottom, fractions.bottom, size.height),
        right: side(points.right, fractions.right, size.width)))
  }
}

/// How a target left the viewport: at which edge, and what took it out.
///
/// A feed reader marks as read what the reader scrolled out at the top, and nothing else:
///
/// ```swift
/// if crossing.exit == VisibilityExit(at: .top, by: .scroll) { markAsRead(item) }
/// ```
public struct VisibilityExit: Hashable, Sendable {
  /// An edge of the viewport, or of the scroll view that the target left.
  public enum Edge: UInt8, Hashable, Sendable, CaseIterable {
    /// The upper edge.
    case top
    /// The lower edge.
    case bottom
    /// The edge at which reading begins: the left one, from right to left the right one.
    case leading
    /// The edge at which reading ends.
    case trailing
  }

  /// A cause of a leave.
  public enum Cause: UInt8, Hashable, Sendable, CaseIterable {
    /// A scroll of the reader's: a finger, its momentum, a wheel or a key.
    case scroll
    /// A change of the app's: a scroll by code, another layout, rows removed or put in, a keyboard.
    case change
  }

  /// The edge.
  public var edge: Edge
  /// The cause. If both took part, the one that moved the target further towards the edge.
  public var cause: Cause

  /// Creates an exit.
  public init(at edge: Edge, by cause: Cause) {
    self.edge = edge
    self.cause = cause
  }
}

extension VisibilityExit.Edge {
  /// The word in all notations.
  package var word: StaticString {
    switch self {
    case .top: "top"
    case .bottom: "bottom"
    case .leading: "leading"
    case .trailing: "trailing"
    }
  }
}

extension VisibilityExit.Cause {
  /// The word in all notations.
  package var word: StaticString { self == .scroll ? "scroll" : "change" }
}

/// The displacement of a target on screen in a pass, in the root's space.
struct Displacement: Sendable {
  var total = LayoutPoint.zero
  /// The part by scrolls of the reader's.
  var byReader = LayoutPoint.zero

  mutating func turn(_ transform: LayoutTransform) {
    if transform.isTranslation { return }
    total = transform.linear.apply(to: total)
    byReader = transform.linear.apply(to: byReader)
  }
}

extension VisibilityExit {
  /// Derives an exit from the places of a target and of the clip that it left, in the root's space.
  /// The edge is the one towards which the target moved, or else the one beyond which most of it
  /// lies.
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

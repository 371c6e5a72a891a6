internal import SightlineCore

/// A view that holds tracked views.
struct MirrorNode {
  /// -1 for the window and for a node that is free.
  var parent: Int
  /// Its place among the parent's children.
  var place = 0
  /// Whether its children must be read even if the toolkit sees no change.
  var isDirty = true
  /// Those of its child nodes that must be visited even if it has not changed itself: something in them,
  /// at any depth, is to be read as soon as it can show.
  var unread: ContiguousArray<Int> = []
  /// Whether it is listed in its parent's `unread`.
  var isListed = false
  /// When its contents were last looked through, as the mirror counts: what was not looked through the
  /// time before may be quite different.
  var lastVisit = 0
  /// Children that came since then: a target's leaf, or a node as its complement (`~`).
  var fresh: ContiguousArray<Int> = []
  /// How many more visits a child that moved says nothing about the others: see
  /// `ViewMirror.surveyContents(of:_:)`.
  var alarmPause = 0
  /// By how much the node reaches beyond its own clip, if it is a viewport; `nil` if it is none.
  var viewportMargins: ViewportMargins?
  /// Whether some of the views in it lie over others.
  var hasCovers = false
  var container: ContainerID
  var reading = ViewReading(frame: .zero)
  var children: ContiguousArray<Int> = []
  var targets: ContiguousArray<Int> = []

  init(parent: Int, container: ContainerID) {
    self.parent = parent
    self.container = container
  }

  var isEmpty: Bool { children.isEmpty && targets.isEmpty }
}

extension LayoutRect {
  /// Grown where the margins of a viewport of this size grow it, and nowhere shrunk.
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

/// A tracked view: 64 bytes.
struct MirrorLeaf {
  /// -1 for a leaf that is free.
  var node: Int32
  /// Its place among the node's targets.
  var place: Int32
  var target: TargetID
  /// The frame of its reading.
  var frame: LayoutRect
  /// Where the rest of the reading is, in `ViewMirror.leafDetails`; -1 where there is nothing but the frame.
  var details: Int32 = -1
  /// Told when the view is in no place of the window any more.
  weak var tracked: TrackedView?
}

/// A view that lies over its siblings.
struct MirrorCover {
  var view: ViewKey
  var cover: CoverID
}

/// What can show of a container's content.
enum Showing {
  case nothing
  case everything
  /// In the container's own content.
  case part(LayoutRect)

  /// What can show inside a container that this shows of its parent's content.
  func inside(_ node: MirrorNode) -> Showing {
    let reading = node.reading
    if reading.appearance.isHidden { return .nothing }
    if let margins = node.viewportMargins {
      // What lies above a viewport does not clip.
      let bounds = LayoutRect(origin: .zero, size: reading.frame.size)
      return .part(bounds.grown(by: margins, of: bounds.size).offset(by: reading.contentOffset))
    }
    guard reading.frame.isFinite else { return .everything }
    var part: LayoutRect?
    if case .part(let rect) = self {
      part = rect.offset(by: LayoutPoint(x: -reading.frame.minX, y: -reading.frame.minY))
      if reading.appearance.transform != .identity {
        // What is not measurable rules nothing out.
        guard let inverse = reading.appearance.transform.inverse else { return .everything }
        part = part.map { inverse.boundingBox(of: $0) }
      }
    }
    switch reading.clip {
    case .none: break
    case .bounds:
      let bounds = LayoutRect(origin: .zero, size: reading.frame.size)
      guard let common = part.map({ $0.intersection(bounds) }) ?? bounds else { return .nothing }
      part = common
    case .rect(let clip):
      guard let common = part.map({ $0.intersection(clip) }) ?? clip else { return .nothing }
      part = common
    }
    return part.map { .part($0.offset(by: reading.contentOffset)) } ?? .everything
  }
}

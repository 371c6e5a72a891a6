internal import SightlineCore

/// An ancestor of tracked views.
struct MirrorNode {
  var view: ViewKey
  /// The parent node; `.none` for the window and for free slots.
  var parent: Slot<MirrorNode>
  /// Its position among the parent's children.
  var position = 0
  var container: ContainerID
  var reading: ViewReading
  var children: ContiguousArray<Slot<MirrorNode>> = []
  var targets: ContiguousArray<Slot<MirrorLeaf>> = []
  /// The views in it that cover others.
  var covers: [MirrorCover] = []
  /// The margins by which a viewport reaches beyond its own clip; `nil` if the node is not a
  /// viewport.
  var viewportMargins: ViewportMargins?
  /// Whether the next visit reads all its children, even if the toolkit reports no change.
  var isDirty = true

  // For toolkits that report changes.

  /// The child nodes to visit even if this node has not changed. Something in them, at any depth,
  /// must be read as soon as it can show.
  var unread: ContiguousArray<Slot<MirrorNode>> = []
  /// Whether it is listed in its parent's `unread`.
  var isListed = false

  // For toolkits that do not.

  /// The mirror's `visit` count when the node's contents were last visited. Contents skipped by the
  /// previous frame are read in full.
  var lastVisit = 0
  /// Children added since the last visit.
  var fresh: ContiguousArray<MirrorChild> = []
  /// The number of visits during which a moving child is not taken as a sign of a layout; see
  /// `ViewMirror.pauseAfterFalseAlarm`.
  var alarmPause = 0
  /// Its position in `ViewMirror.hiddenRound`; -1 if it is not there.
  var roundPosition = -1

  init(
    _ view: ViewKey, in parent: Slot<MirrorNode>, _ reading: ViewReading, _ container: ContainerID
  ) {
    self.view = view
    self.parent = parent
    self.container = container
    self.reading = reading
  }

  var isEmpty: Bool { children.isEmpty && targets.isEmpty }
  var childCount: Int { children.count + targets.count }
}

/// A tracked view: 72 bytes.
struct MirrorLeaf {
  var view: ViewKey
  /// The node that contains the view; `.none` for free slots.
  var node: Slot<MirrorNode>
  /// Its position among the node's targets.
  var position: Int32
  var target: TargetID
  /// The frame in its reading.
  var frame: LayoutRect
  /// The rest of the reading, in `ViewMirror.leafDetails`; `.none` if the frame is the whole
  /// reading.
  var details: Slot<ViewReading> = .none
  /// Notified when the view is found to have left the window.
  weak var tracked: TrackedView?
}

/// A node's child.
enum MirrorChild {
  case node(Slot<MirrorNode>)
  case leaf(Slot<MirrorLeaf>)
}

/// A view that covers its siblings.
struct MirrorCover {
  var view: ViewKey
  var cover: CoverID
}

/// The part of a container's content that can show.
enum Showing {
  case nothing
  case everything
  /// A rectangle in the container's own content.
  case part(LayoutRect)

  var isNothing: Bool { if case .nothing = self { true } else { false } }

  /// Returns the part of a child node's content that can show, given this part of its parent's.
  func inside(_ node: MirrorNode) -> Showing {
    let reading = node.reading
    if reading.appearance.isHidden { return .nothing }
    let bounds = LayoutRect(origin: .zero, size: reading.frame.size)
    if let margins = node.viewportMargins {
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

internal import SightlineCore

/// A view that holds tracked views.
struct MirrorNode {
  /// -1 for the window and for a node that is free.
  var parent: Int
  /// Its place among the parent's children.
  var place = 0
  /// How many nodes lie above it.
  var depth = 0
  /// Whether its children must be read even if the toolkit sees no change.
  var isDirty = true
  /// Those of its child nodes that must be visited even if it has not changed itself: something in them,
  /// at any depth, is to be read as soon as it can show.
  var unread: ContiguousArray<Int> = []
  /// Whether it is listed in its parent's `unread`.
  var isListed = false
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

/// A tracked view.
struct MirrorLeaf {
  var node: Int
  /// Its place among the node's targets.
  var place: Int
  var target: TargetID
  var reading: ViewReading
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
  func inside(_ reading: ViewReading) -> Showing {
    if reading.appearance.isHidden { return .nothing }
    // What is not measurable or transformed rules nothing out: rare, and not worth the arithmetic.
    guard reading.frame.isFinite, reading.appearance.transform == .identity else {
      return .everything
    }
    var part: LayoutRect?
    if case .part(let rect) = self {
      part = rect.offset(by: LayoutPoint(x: -reading.frame.minX, y: -reading.frame.minY))
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

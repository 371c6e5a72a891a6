internal import SightlineCore

/// A view that holds tracked views.
struct MirrorNode {
  var view: ViewKey
  /// `.none` for the window and for a place that is free.
  var parent: Slot<MirrorNode>
  /// Its position among the parent's children.
  var position = 0
  var container: ContainerID
  var reading: ViewReading
  var children: ContiguousArray<Slot<MirrorNode>> = []
  var targets: ContiguousArray<Slot<MirrorLeaf>> = []
  /// The views in it that lie over others.
  var covers: [MirrorCover] = []
  /// By how much the node reaches beyond its own clip, if it is a viewport; `nil` if it is none.
  var viewportMargins: ViewportMargins?
  /// Whether its children are read in full by the next visit, whatever the toolkit reports.
  var isDirty = true

  // Where the toolkit reports changes.

  /// The child nodes to visit even if this one has not changed: something in them, at any depth, is
  /// to be read as soon as it can show.
  var unread: ContiguousArray<Slot<MirrorNode>> = []
  /// Whether it is listed in its parent's `unread`.
  var isListed = false

  // Where it does not.

  /// The frame, as the mirror counts them, that visited its contents last. Contents that the frame
  /// before skipped are all read.
  var lastVisit = 0
  /// Children added since then.
  var fresh: ContiguousArray<MirrorChild> = []
  /// For how many more visits a child that moved is no sign of a layout: see
  /// `ViewMirror.pauseAfterFalseAlarm`.
  var alarmPause = 0

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
  /// `.none` for a place that is free.
  var node: Slot<MirrorNode>
  /// Its position among the node's targets.
  var position: Int32
  var target: TargetID
  /// The frame of its reading.
  var frame: LayoutRect
  /// The rest of the reading in `ViewMirror.leafDetails`; `.none` where the frame is all there is
  /// to it.
  var details: Slot<ViewReading> = .none
  /// Notified when the view is found to have left the window.
  weak var tracked: TrackedView?
}

/// A node's child.
enum MirrorChild {
  case node(Slot<MirrorNode>)
  case leaf(Slot<MirrorLeaf>)
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

  var isNothing: Bool { if case .nothing = self { true } else { false } }

  /// What can show inside a container that this shows of its parent's content.
  func inside(_ node: MirrorNode) -> Showing {
    let reading = node.reading
    if reading.appearance.isHidden { return .nothing }
    let bounds = LayoutRect(origin: .zero, size: reading.frame.size)
    if let margins = node.viewportMargins {
      // What lies above a viewport does not clip.
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

extension SlotTable {
  /// - Complexity: O(1). Reading a property copies no record.
  subscript(slot: Slot<Record>) -> Record {
    @inline(__always) _read { yield records[slot.index] }
    @inline(__always) _modify { yield &records[slot.index] }
  }
}

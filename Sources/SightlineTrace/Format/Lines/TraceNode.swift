import SightlineCore

/// A node of a recorded scene: a target, a container or a cover, or several of them at once.
struct TraceNode: TraceRecord {
  /// What a cover does to those it hides.
  enum Cover: Sendable {
    /// It takes away what is drawn before it.
    case opaque
    /// It lies on top but belongs to what it covers, and takes nothing away.
    case friendly
  }

  /// The root's number.
  static let rootID = 0

  var id = TraceNode.rootID
  /// The number of the node around it; `nil` for the root.
  var parent: Int?
  /// Where it is, in points, in its parent's content.
  ///
  /// A number that could not be measured is NaN here and `null` in the file.
  var frame = LayoutRect.zero
  /// By what it clips its descendants, in points, in its own coordinates; `nil` if it does not.
  var clip: LayoutRect?
  /// How far its content is scrolled, in points; `nil` if it does not scroll.
  var scroll: LayoutPoint?
  /// Its transform about its own origin.
  var transform: LayoutTransform?
  /// Whether its parent's scrolling does not move it.
  var isFixed = false
  /// Its own opacity, 0...1.
  var opacity = 1.0
  /// Whether it is not drawn.
  var isHidden = false
  /// Whether it has no box at all: not displayed, or detached.
  var isGone = false
  /// Its place in the paint order among its siblings; those with the same are painted as listed.
  var z = 0
  /// What it does to those it lies on; `nil` if it is not a cover.
  var cover: Cover?
  /// Whether it is a container even without children.
  var isContainer = false
  /// Whether it is a target even before it is watched; its place among the others is then its place
  /// in the order of registration.
  var isTarget = false
  /// Whether ``scroll`` only shifts the content of a container that is no scrolling one.
  var isShift = false

  static let format = LineFormat<TraceNode>(
    "node",
    [
      .required("id", \.id, .id),
      .required("p", \.parent, .parent),
      .required("frame", \.frame, .tuple(hasHoles: true)),
      .optional("clip", \.clip, .tuple(hasHoles: true), takesNull: true),
      .optional("scroll", \.scroll, .tuple(hasHoles: true), takesNull: true),
      .optional("tf", \.transform, .tuple(hasHoles: true), takesNull: true),
      .optional("fixed", \.isFixed, .bool, default: false, takesNull: true),
      .optional("opacity", \.opacity, .fraction, default: 1, takesNull: true),
      .optional("hidden", \.isHidden, .bool, default: false, takesNull: true),
      .optional("gone", \.isGone, .bool, default: false, takesNull: true),
      .optional("z", \.z, .integer(Int(Int32.min)...Int(Int32.max)), default: 0, takesNull: true),
      .optional("cover", \.cover, coverForm, takesNull: true),
      .optional("box", \.isContainer, .bool, default: false, takesNull: true),
      .optional("target", \.isTarget, .bool, default: false, takesNull: true),
      .optional("shift", \.isShift, .bool, default: false, takesNull: true),
    ])

  private static let coverForm = ChoiceForm<Cover>(
    choices: [("opaque", .opaque), ("friendly", .friendly)])
}

extension TraceNode {
  /// A visible node that neither clips, scrolls nor covers.
  init(_ id: Int, in parent: Int?, frame: LayoutRect) {
    self.init(id: id, parent: parent, frame: frame)
  }
}

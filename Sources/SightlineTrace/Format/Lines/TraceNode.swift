import SightlineCore

/// A node of a recorded scene: any combination of target, container and cover.
struct TraceNode: TraceRecord {
  /// The effect of a cover on nodes behind it.
  enum Cover: Sendable {
    /// It obscures everything drawn before it.
    case opaque
    /// It lies on top but belongs to the nodes it covers, and obscures nothing.
    case friendly
  }

  static let rootID = 0

  var id = TraceNode.rootID
  /// The parent's number; `nil` for the root.
  var parent: Int?
  /// The frame, in points, in the parent's content.
  ///
  /// Unmeasurable numbers are NaN here and `null` in the file.
  var frame = LayoutRect.zero
  /// The clip of the descendants, in points, in the node's coordinates; `nil` if it doesn't clip.
  var clip: LayoutRect?
  /// The scroll offset of the content, in points; `nil` if it doesn't scroll.
  var scroll: LayoutPoint?
  /// The transform about the node's origin.
  var transform: LayoutTransform?
  /// Whether the node stays fixed when its parent scrolls.
  var isFixed = false
  /// The node's opacity, 0...1, excluding its ancestors'.
  var opacity = 1.0
  /// Whether the node isn't drawn.
  var isHidden = false
  /// Whether the node has no box: not displayed, or detached.
  var isGone = false
  /// The paint order among siblings. Equal values are painted in list order.
  var z = 0
  /// The effect on covered nodes; `nil` if the node isn't a cover.
  var cover: Cover?
  /// Whether the node is a container even without children.
  var isContainer = false
  /// Whether the node is a target even before being watched. Its place among the targets is then
  /// its place in the order of registration.
  var isTarget = false
  /// Whether the dwell of the node's impressions does not count.
  var isIdle = false
  /// Whether ``scroll`` only shifts the content of a non-scrolling container.
  var isShift = false
  /// Whether the app, not the reader, changes ``scroll`` from now on.
  var isScrolledByApp = false

  static let format = LineFormat<TraceNode>(
    "node",
    [
      .required("id", \.id, .id),
      .required("p", \.parent, parentForm),
      .required("frame", \.frame, .tuple(hasHoles: true)),
      .optional("clip", \.clip, .tuple(hasHoles: true)),
      .optional("scroll", \.scroll, .tuple(hasHoles: true)),
      .optional("tf", \.transform, .tuple(hasHoles: true)),
      .optional("fixed", \.isFixed, .bool, default: false),
      .optional("opacity", \.opacity, .fraction, default: 1),
      .optional("hidden", \.isHidden, .bool, default: false),
      .optional("gone", \.isGone, .bool, default: false),
      .optional("z", \.z, .integer(Int(Int32.min)...Int(Int32.max)), default: 0),
      .optional("cover", \.cover, coverForm),
      .optional("box", \.isContainer, .bool, default: false),
      .optional("target", \.isTarget, .bool, default: false),
      .optional("idle", \.isIdle, .bool, default: false),
      .optional("shift", \.isShift, .bool, default: false),
      .optional("auto", \.isScrolledByApp, .bool, default: false),
    ])

  /// -1 stands for no parent.
  private static let parentForm = ValueForm<Int?> { json throws(Problem) in
    let id = try json.integer(in: -1...TraceLimits.id)
    return id == -1 ? nil : id
  } write: { value, encoder in
    encoder.raw("\(value ?? -1)")
  }

  private static let coverForm = ValueForm<Cover>.choice(
    [("opaque", .opaque), ("friendly", .friendly)])
}

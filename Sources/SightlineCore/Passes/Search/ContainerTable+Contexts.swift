/// The options of a walk down the tree.
struct Clipping: Sendable {
  enum Clips { case none, ofScrolling, all }

  /// The containers whose clips to apply.
  var clips = Clips.all
  /// Whether to skip the contents of hidden containers.
  var skipsHidden = true
  /// The growth of the clips of scrolling containers.
  var scrollMargins = ViewportMargins.zero
  /// Whether `scrollMargins` are not all zero.
  var hasScrollMargins = false
  /// The time by which containers may have settled after scrolling.
  var now = MonotonicTime.never

  init(
    clips: Clips = .all, skipsHidden: Bool = true, scrollMargins: ViewportMargins = .zero,
    at now: MonotonicTime = .never
  ) {
    self.now = now
    self.clips = clips
    self.skipsHidden = skipsHidden
    self.scrollMargins = scrollMargins
    hasScrollMargins = scrollMargins != .zero
  }
}

// Derives contexts along the tree.
extension ContainerTable {
  /// The placement of a container: the transform from its own space to the root's, with the
  /// ancestors' opacity and hiding; `nil` if not measurable.
  func placement(
    of container: ContainerSlot
  ) -> (toRoot: LayoutTransform, opacity: Double, isHidden: Bool)? {
    var toRoot = LayoutTransform.identity
    var opacity = 1.0
    var isHidden = false
    var next = container
    while true {
      // Read field by field: a record is large.
      guard self[next].isMeasurable else { return nil }
      opacity *= self[next].container.appearance.effectiveOpacity
      isHidden = isHidden || self[next].container.appearance.isHidden
      let parent = self[next].parent
      if parent == .none { return toRoot.isMeasurable ? (toRoot, opacity, isHidden) : nil }
      toRoot = toRoot.followed(by: self[next].transform)
      if !self[next].container.appearance.isPinned {
        let offset = self[parent].container.contentOffset
        toRoot.tx -= offset.x
        toRoot.ty -= offset.y
      }
      next = parent
    }
  }

  /// A viewport's clip in its container's own space, grown by its margins; `nil` if its container
  /// is gone or not measurable.
  func clip(of viewport: VisibilityViewport, withScrollMargins: Bool = true) -> Box? {
    guard contains(viewport.container) else { return nil }
    let container = viewport.containerSlot
    guard self[container].isMeasurable else { return nil }
    var clip = self[container].clip
    if !self[container].clips {
      let frame = self[container].container.frame
      clip = Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height)
    }
    if viewport.margins != .zero {
      clip = clip.grown(by: viewport.margins.resolved(for: clip)).withinLimit
    }
    if withScrollMargins && viewport.scrollMargins != .zero && self[container].container.scrolls {
      clip = clip.grown(by: viewport.scrollMargins.resolved(for: clip)).withinLimit
    }
    return clip
  }

  /// The context of the root's own space for gathering covers; `nil` if none can be visible.
  func contextOfCovers(in root: ContainerSlot) -> Context? {
    guard self[root].coverCount > 0, self[root].isMeasurable,
      !self[root].container.appearance.isHidden
    else { return nil }
    let everywhere = Box(minX: -Box.limit, minY: -Box.limit, maxX: Box.limit, maxY: Box.limit)
    return Context(
      clip: self[root].clips ? self[root].clip : everywhere, toRoot: .identity,
      opacity: self[root].container.appearance.effectiveOpacity, isAligned: true)
  }

  /// Moves a context from a container's own space to its content.
  @inline(__always)
  func scroll(
    _ context: inout Context, intoContentOf container: ContainerSlot, at now: MonotonicTime
  ) {
    let offset = self[container].container.contentOffset
    if offset != .zero { context.translate(by: offset) }
    if !self[container].motion.isSettled(at: now) { context.isScrolling = true }
  }

  /// The context of a child container's own space; `nil` if nothing in it can be visible, or it is
  /// not measurable.
  @inline(__always)
  func context(
    inside container: ContainerSlot, from outer: Context, _ clipping: Clipping,
    _ clips: inout ClipStack
  ) -> Context? {
    guard self[container].isMeasurable,
      !(clipping.skipsHidden && self[container].container.appearance.isHidden)
    else { return nil }
    var clip: Box?
    if self[container].clips, applies(clipping.clips, to: container) {
      var own = self[container].clip
      if clipping.hasScrollMargins && self[container].container.scrolls {
        own = own.grown(by: clipping.scrollMargins.resolved(for: own))
      }
      clip = own
    }
    let transform = self[container].transform
    var context = outer
    context.opacity *= self[container].container.appearance.effectiveOpacity
    guard transform.isTranslation && outer.isAligned else {
      return ContainerTable.turn(&context, transform, clip, &clips) ? context : nil
    }
    context.translate(by: LayoutPoint(x: -transform.tx, y: -transform.ty))
    if let clip { context.clip = context.clip.intersection(clip) }
    return context.clip.isInverted ? nil : context
  }

  private func applies(_ clips: Clipping.Clips, to container: ContainerSlot) -> Bool {
    clips == .all || clips == .ofScrolling && self[container].container.scrolls
  }

  /// Moves a context into a scaled or rotated space; `false` if nothing is left of the clip.
  private static func turn(
    _ context: inout Context, _ transform: LayoutTransform, _ clip: Box?, _ clips: inout ClipStack
  ) -> Bool {
    let outer = context
    context.toRoot = transform.followed(by: outer.toRoot)
    guard context.toRoot.isMeasurable else { return false }
    context.isAligned = outer.isAligned && context.toRoot.isAlignedAndInvertible
    if context.isAligned, let inverse = transform.inverse {
      context.clip = inverse.boundingBox(of: outer.clip).intersection(clip ?? .everything)
      return !context.clip.isInverted
    }
    context.isAligned = false
    context.polygon = clips.push(clip, context.toRoot, in: outer)
    if context.polygon.isEmpty { return false }
    context.clip = clips.cullingBox(of: context.polygon, context.toRoot)
    return true
  }
}

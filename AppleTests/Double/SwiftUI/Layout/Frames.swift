import QuartzCore

/// A frame of a fixed size, or between a minimum and a maximum.
nonisolated private struct FrameModifier: ElementModifier {
  var width, height: CGFloat?
  var minWidth, maxWidth, minHeight, maxHeight: CGFloat?
  let alignment: Alignment

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    var frame = self
    // The animated part of the frame.
    if width != nil || height != nil {
      let shown = node.stored(index) { Animator() }
        .shown([Double(width ?? 0), Double(height ?? 0)], inputs, in: node.host)
      frame.width = width.map { _ in CGFloat(shown[0]) }
      frame.height = height.map { _ in CGFloat(shown[1]) }
    }
    let direction = inputs.environment.layoutDirection
    return WrapperElement(
      content,
      size: { proposal in
        let size = content.size(frame.offer(proposal))
        return CGSize(
          width: Self.length(
            frame.width, frame.minWidth, frame.maxWidth, proposal.width, size.width),
          height: Self.length(
            frame.height, frame.minHeight, frame.maxHeight, proposal.height, size.height))
      },
      place: { placement in
        let offer = frame.offer(placement.proposal)
        let size = content.size(offer)
        content.place(
          at: frame.alignment.origin(of: size, in: placement.frame.size), size: size, for: offer,
          in: placement.frame, direction, placement.context)
      })
  }

  private func offer(_ proposal: ProposedViewSize) -> ProposedViewSize {
    func offer(
      _ fixed: CGFloat?, _ low: CGFloat?, _ high: CGFloat?, _ proposed: CGFloat?
    ) -> CGFloat? {
      if let fixed { return fixed }
      return proposed.map { max(low ?? -.infinity, min(high ?? .infinity, $0)) }
    }
    return ProposedViewSize(
      width: offer(width, minWidth, maxWidth, proposal.width),
      height: offer(height, minHeight, maxHeight, proposal.height))
  }

  /// Returns the length of a frame. Without a limit on one side, the content's length is the limit.
  private static func length(
    _ fixed: CGFloat?, _ least: CGFloat?, _ most: CGFloat?, _ proposed: CGFloat?,
    _ content: CGFloat
  ) -> CGFloat {
    if let fixed { return fixed }
    if least == nil && most == nil { return content }
    let low = least ?? min(content, most ?? .infinity)
    let high = most ?? max(content, least ?? 0)
    guard let proposed else { return max(low, min(high, content)) }
    return max(low, min(high, proposed))
  }
}

nonisolated private struct PaddingModifier: ElementModifier {
  let insets: EdgeInsets

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let insets = insets
    let (across, down) = (insets.leading + insets.trailing, insets.top + insets.bottom)
    func offer(_ proposal: ProposedViewSize) -> ProposedViewSize {
      ProposedViewSize(
        width: proposal.width.map { max(0, $0 - across) },
        height: proposal.height.map { max(0, $0 - down) })
    }
    let direction = inputs.environment.layoutDirection
    return WrapperElement(
      content,
      size: { proposal in
        let size = content.size(offer(proposal))
        return CGSize(width: size.width + across, height: size.height + down)
      },
      place: { placement in
        let offer = offer(placement.proposal)
        content.place(
          at: CGPoint(x: insets.leading, y: insets.top), size: content.size(offer), for: offer,
          in: placement.frame, direction, placement.context)
      })
  }
}

nonisolated private struct FixedSizeModifier: ElementModifier {
  let horizontal: Bool
  let vertical: Bool

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    func offer(_ proposal: ProposedViewSize) -> ProposedViewSize {
      ProposedViewSize(
        width: horizontal ? nil : proposal.width, height: vertical ? nil : proposal.height)
    }
    return WrapperElement(
      content, size: { content.size(offer($0)) },
      place: { placement in
        content.place(
          Placement(
            frame: placement.frame, proposal: offer(placement.proposal), placement.context))
      })
  }
}

/// Takes the size offered, with the content's centre at a point.
nonisolated private struct PositionModifier: ElementModifier {
  let position: CGPoint

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let (position, direction) = (position, inputs.environment.layoutDirection)
    return WrapperElement(
      content, size: { $0.filled },
      place: { placement in
        let size = content.size(placement.proposal)
        content.place(
          at: CGPoint(x: position.x - size.width / 2, y: position.y - size.height / 2),
          size: size, for: placement.proposal, in: placement.frame, direction, placement.context)
      })
  }
}

/// Moves the drawn content without changing the layout.
nonisolated private struct OffsetModifier: ElementModifier {
  let offset: CGSize

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let shown = node.stored(index) { Animator() }
      .shown([Double(offset.width), Double(offset.height)], inputs, in: node.host)
    precondition(
      shown[0] == 0 || inputs.environment.layoutDirection == .leftToRight,
      "the direction of offset(x:) from right to left is undocumented")
    return WrapperElement(content) { placement in
      content.place(
        Placement(
          frame: placement.frame.offsetBy(dx: CGFloat(shown[0]), dy: CGFloat(shown[1])),
          proposal: placement.proposal, placement.context))
    }
  }
}

/// Places a view in front of or behind the content, offering it the content's size.
nonisolated private struct SecondaryModifier<Secondary: View>: ElementModifier {
  let secondary: Secondary
  let alignment: Alignment
  let isInFront: Bool

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let direction = inputs.environment.layoutDirection
    let others = OverlayingElement(
      node.evaluate(secondary, index, inputs), alignment, direction)
    let (alignment, isInFront) = (alignment, isInFront)
    return WrapperElement(content) { placement in
      if isInFront { content.place(placement) }
      let proposal = ProposedViewSize(placement.frame.size)
      let size = others.size(proposal)
      var context = placement.context
      context.accessibility = AccessibilityBuilder()
      others.place(
        at: alignment.origin(of: size, in: placement.frame.size), size: size, for: proposal,
        in: placement.frame, direction, context)
      let isReadFirst = !isInFront && !Undocumented.readsBackgroundsLast
      if isReadFirst { placement.context.accessibility.add(context.accessibility) }
      if !isInFront { content.place(placement) }
      if !isReadFirst { placement.context.accessibility.add(context.accessibility) }
    }
  }
}

nonisolated extension View {
  public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    modifier(FrameModifier(width: width, height: height, alignment: alignment))
  }

  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View {
    precondition(idealWidth == nil && idealHeight == nil, "ideal sizes are not modelled")
    return modifier(
      FrameModifier(
        minWidth: minWidth, maxWidth: maxWidth, minHeight: minHeight, maxHeight: maxHeight,
        alignment: alignment))
  }

  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    let length = length ?? 16
    return modifier(
      PaddingModifier(
        insets: EdgeInsets(
          top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
          bottom: edges.contains(.bottom) ? length : 0,
          trailing: edges.contains(.trailing) ? length : 0)))
  }

  public func padding(_ length: CGFloat) -> some View { padding(.all, length) }

  public func padding(_ insets: EdgeInsets) -> some View {
    modifier(PaddingModifier(insets: insets))
  }

  public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> some View {
    modifier(FixedSizeModifier(horizontal: horizontal, vertical: vertical))
  }

  public func position(_ position: CGPoint) -> some View {
    modifier(PositionModifier(position: position))
  }

  public func offset(_ offset: CGSize) -> some View { modifier(OffsetModifier(offset: offset)) }

  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    offset(CGSize(width: x, height: y))
  }

  public func overlay(
    alignment: Alignment = .center, @ViewBuilder content: () -> some View
  ) -> some View {
    modifier(SecondaryModifier(secondary: content(), alignment: alignment, isInFront: true))
  }

  public func overlay(_ overlay: some View, alignment: Alignment = .center) -> some View {
    modifier(SecondaryModifier(secondary: overlay, alignment: alignment, isInFront: true))
  }

  public func background(
    alignment: Alignment = .center, @ViewBuilder content: () -> some View
  ) -> some View {
    modifier(SecondaryModifier(secondary: content(), alignment: alignment, isInFront: false))
  }

  public func background(_ background: some View, alignment: Alignment = .center) -> some View {
    modifier(SecondaryModifier(secondary: background, alignment: alignment, isInFront: false))
  }

  /// A style draws nothing here.
  public func background(
    _ style: some ShapeStyle, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View { self }
}

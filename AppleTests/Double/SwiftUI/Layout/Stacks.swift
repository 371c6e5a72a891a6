/// The platform's spacing, used by stacks without an explicit one.
private let standardSpacing: CGFloat = 8

/// Lays out along an axis: the least flexible views first, each with an equal share of the
/// remaining length.
@MainActor
private final class StackElement: LayoutElement {
  private let axis: Axis
  private let children: [LayoutElement]
  private let spacing: CGFloat
  private let horizontal: HorizontalAlignment
  private let vertical: VerticalAlignment
  private let direction: LayoutDirection

  init(
    _ axis: Axis, _ children: [LayoutElement], spacing: CGFloat,
    horizontal: HorizontalAlignment = .center, vertical: VerticalAlignment = .center,
    _ direction: LayoutDirection
  ) {
    (self.axis, self.children, self.spacing) = (axis, children, spacing)
    (self.horizontal, self.vertical, self.direction) = (horizontal, vertical, direction)
  }

  private func along(_ size: CGSize) -> CGFloat { axis == .horizontal ? size.width : size.height }
  private func across(_ size: CGSize) -> CGFloat { axis == .horizontal ? size.height : size.width }

  private func offer(_ length: CGFloat?, _ proposal: ProposedViewSize) -> ProposedViewSize {
    axis == .horizontal
      ? ProposedViewSize(width: length, height: proposal.height)
      : ProposedViewSize(width: proposal.width, height: length)
  }

  private func offers(_ proposal: ProposedViewSize) -> [ProposedViewSize] {
    guard let whole = axis == .horizontal ? proposal.width : proposal.height else {
      return children.map { _ in offer(nil, proposal) }
    }
    var rest = whole - spacing * CGFloat(max(0, children.count - 1))
    let ranges = children.map { child in
      (
        low: along(child.size(offer(0, proposal))),
        high: along(child.size(offer(.infinity, proposal)))
      )
    }
    let order = children.indices.sorted {
      (ranges[$0].high - ranges[$0].low, $0) < (ranges[$1].high - ranges[$1].low, $1)
    }
    var offers = children.map { _ in offer(0, proposal) }
    for (place, index) in order.enumerated() {
      let share = max(0, rest / CGFloat(order.count - place))
      offers[index] = offer(share, proposal)
      rest -= along(children[index].size(offers[index]))
    }
    return offers
  }

  override func measure(_ proposal: ProposedViewSize) -> CGSize {
    let sizes = zip(children, offers(proposal)).map { $0.size($1) }
    let length =
      sizes.map(along).reduce(0, +) + spacing * CGFloat(max(0, children.count - 1))
    let breadth = sizes.map(across).max() ?? 0
    return axis == .horizontal
      ? CGSize(width: length, height: breadth) : CGSize(width: breadth, height: length)
  }

  override func place(_ placement: Placement) {
    var position: CGFloat = 0
    for (child, offer) in zip(children, offers(placement.proposal)) {
      let size = child.size(offer)
      let origin =
        axis == .horizontal
        ? CGPoint(x: position, y: vertical.origin(of: size.height, in: placement.frame.height))
        : CGPoint(x: horizontal.origin(of: size.width, in: placement.frame.width), y: position)
      child.place(
        at: origin, size: size, for: offer, in: placement.frame, direction, placement.context)
      position += along(size) + spacing
    }
  }
}

nonisolated public struct VStack<Content: View>: View, Primitive {
  private let alignment: HorizontalAlignment
  private let spacing: CGFloat?
  private let content: Content

  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    (self.alignment, self.spacing, self.content) = (alignment, spacing, content())
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    [
      StackElement(
        .vertical, node.evaluate(content, 0, inputs), spacing: spacing ?? standardSpacing,
        horizontal: alignment, inputs.environment.layoutDirection)
    ]
  }
}

nonisolated public struct HStack<Content: View>: View, Primitive {
  private let alignment: VerticalAlignment
  private let spacing: CGFloat?
  private let content: Content

  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    (self.alignment, self.spacing, self.content) = (alignment, spacing, content())
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    [
      StackElement(
        .horizontal, node.evaluate(content, 0, inputs), spacing: spacing ?? standardSpacing,
        vertical: alignment, inputs.environment.layoutDirection)
    ]
  }
}

/// Not lazy: which rows exist is undocumented. It therefore accepts only a few rows.
nonisolated public struct LazyVStack<Content: View>: View, Primitive {
  private let alignment: HorizontalAlignment
  private let spacing: CGFloat?
  private let content: Content

  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    (self.alignment, self.spacing, self.content) = (alignment, spacing, content())
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    let rows = node.evaluate(content, 0, inputs)
    precondition(rows.count <= 200, "which of \(rows.count) lazy rows exist is not modelled")
    return [
      StackElement(
        .vertical, rows, spacing: spacing ?? standardSpacing, horizontal: alignment,
        inputs.environment.layoutDirection)
    ]
  }
}

/// Views over one another.
@MainActor
final class OverlayingElement: LayoutElement {
  private let children: [LayoutElement]
  private let alignment: Alignment
  private let direction: LayoutDirection

  init(_ children: [LayoutElement], _ alignment: Alignment, _ direction: LayoutDirection) {
    (self.children, self.alignment, self.direction) = (children, alignment, direction)
  }

  override func measure(_ proposal: ProposedViewSize) -> CGSize {
    children.map { $0.size(proposal) }.reduce(into: CGSize.zero) { whole, size in
      whole.width = max(whole.width, size.width)
      whole.height = max(whole.height, size.height)
    }
  }

  override func place(_ placement: Placement) {
    for child in children {
      let size = child.size(placement.proposal)
      child.place(
        at: alignment.origin(of: size, in: placement.frame.size), size: size,
        for: placement.proposal, in: placement.frame, direction, placement.context)
    }
  }
}

nonisolated public struct ZStack<Content: View>: View, Primitive {
  private let alignment: Alignment
  private let content: Content

  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    (self.alignment, self.content) = (alignment, content())
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    [
      OverlayingElement(
        node.evaluate(content, 0, inputs), alignment, inputs.environment.layoutDirection)
    ]
  }
}

/// Takes the remaining length.
nonisolated public struct Spacer: View, Primitive {
  public init() {}

  private final class Element: LayoutElement {
    override func measure(_ proposal: ProposedViewSize) -> CGSize {
      CGSize(width: 0, height: max(standardSpacing, proposal.height ?? 0))
    }
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] { [Element()] }
}

public struct GridItem: Sendable {
  public enum Size: Sendable {
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
  }

  let size: Size
  let spacing: CGFloat?

  public init(_ size: Size = .flexible(), spacing: CGFloat? = nil) {
    (self.size, self.spacing) = (size, spacing)
  }
}

/// Columns of one width. Also not lazy.
nonisolated public struct LazyVGrid<Content: View>: View, Primitive {
  private let columns: [GridItem]
  private let spacing: CGFloat?
  private let content: Content

  public init(
    columns: [GridItem], spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    (self.columns, self.spacing, self.content) = (columns, spacing, content())
  }

  private final class Element: LayoutElement {
    let children: [LayoutElement]
    let columns: [GridItem]
    let spacing: CGFloat
    let direction: LayoutDirection

    init(
      _ children: [LayoutElement], _ columns: [GridItem], _ spacing: CGFloat,
      _ direction: LayoutDirection
    ) {
      (self.children, self.columns, self.spacing) = (children, columns, spacing)
      self.direction = direction
    }

    private func layout(_ width: CGFloat) -> (count: Int, width: CGFloat, gap: CGFloat) {
      let gap = columns.first?.spacing ?? standardSpacing
      var (count, least) = (columns.count, CGFloat(0))
      switch columns.first?.size {
      case .adaptive(let minimum, _):
        precondition(columns.count == 1, "adaptive columns beside others are not modelled")
        count = max(1, Int((width + gap) / (minimum + gap)))
      case .flexible(let minimum, _): least = minimum
      case nil: preconditionFailure("a grid without columns is not modelled")
      }
      return (count, max(least, (width - gap * CGFloat(count - 1)) / CGFloat(count)), gap)
    }

    private func rowHeights(_ layout: (count: Int, width: CGFloat, gap: CGFloat)) -> [CGFloat] {
      stride(from: 0, to: children.count, by: layout.count).map { start in
        children[start..<min(start + layout.count, children.count)]
          .map { $0.size(ProposedViewSize(width: layout.width, height: nil)).height }.max() ?? 0
      }
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
      let width = proposal.filled.width
      let rows = rowHeights(layout(width))
      return CGSize(
        width: width, height: rows.reduce(0, +) + spacing * CGFloat(max(0, rows.count - 1)))
    }

    override func place(_ placement: Placement) {
      let layout = layout(placement.frame.width)
      let rows = rowHeights(layout)
      var top: CGFloat = 0
      for (row, height) in rows.enumerated() {
        for column in 0..<layout.count where row * layout.count + column < children.count {
          let child = children[row * layout.count + column]
          let proposal = ProposedViewSize(width: layout.width, height: nil)
          let size = child.size(proposal)
          let cell = CGSize(width: layout.width, height: height)
          let place = Alignment.center.origin(of: size, in: cell)
          let x = CGFloat(column) * (layout.width + layout.gap)
          child.place(
            at: CGPoint(x: x + place.x, y: top + place.y), size: size, for: proposal,
            in: placement.frame, direction, placement.context)
        }
        top += height + spacing
      }
    }
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    [
      Element(
        node.evaluate(content, 0, inputs), columns, spacing ?? standardSpacing,
        inputs.environment.layoutDirection)
    ]
  }
}

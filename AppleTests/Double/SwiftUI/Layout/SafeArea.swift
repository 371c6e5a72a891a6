import UIKit

/// The free area of a canvas, and the area available to views that ignore it.
struct SafeArea {
  var outer: CGRect
  var inner: CGRect

  init(outer: CGRect, inner: CGRect) { (self.outer, self.inner) = (outer, inner) }

  @MainActor
  init(_ view: UIView) {
    let insets = view.safeAreaInsets
    outer = view.bounds
    inner = CGRect(
      x: outer.minX + insets.left, y: outer.minY + insets.top,
      width: max(0, outer.width - insets.left - insets.right),
      height: max(0, outer.height - insets.top - insets.bottom))
  }

  func moved(by point: CGPoint) -> SafeArea {
    SafeArea(
      outer: outer.offsetBy(dx: point.x, dy: point.y),
      inner: inner.offsetBy(dx: point.x, dy: point.y))
  }

  /// Returns how much a frame may be extended at each edge: only where it touches the safe area's
  /// edge.
  func reach(of frame: CGRect) -> UIEdgeInsets {
    let tolerance: CGFloat = 0.01
    func reach(_ edge: CGFloat, _ inner: CGFloat, _ outer: CGFloat) -> CGFloat {
      edge <= inner + tolerance ? max(0, edge - outer) : 0
    }
    return UIEdgeInsets(
      top: reach(frame.minY, inner.minY, outer.minY),
      left: reach(frame.minX, inner.minX, outer.minX),
      bottom: reach(-frame.maxY, -inner.maxY, -outer.maxY),
      right: reach(-frame.maxX, -inner.maxX, -outer.maxX))
  }
}

extension CGRect {
  func growing(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: minX - insets.left, y: minY - insets.top, width: width + insets.left + insets.right,
      height: height + insets.top + insets.bottom)
  }
}

/// Has the size offered within the safe area, and is drawn larger.
nonisolated private struct IgnoringSafeAreaModifier: ElementModifier {
  let edges: Edge.Set

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let (edges, direction) = (edges, inputs.environment.layoutDirection)
    return WrapperElement(content) { placement in
      var reach = placement.context.safeArea.reach(of: placement.frame)
      let isForward = direction == .leftToRight
      if !edges.contains(.top) { reach.top = 0 }
      if !edges.contains(.bottom) { reach.bottom = 0 }
      if !edges.contains(isForward ? .leading : .trailing) { reach.left = 0 }
      if !edges.contains(isForward ? .trailing : .leading) { reach.right = 0 }
      let area = placement.frame.growing(by: reach)
      let proposal = ProposedViewSize(area.size)
      var context = placement.context
      // Its contents have nothing left to ignore there.
      let inner = context.safeArea.inner
      context.safeArea.inner = inner.growing(by: reach)
      content.place(
        at: .zero, size: content.size(proposal), for: proposal, in: area, direction, context)
    }
  }
}

/// Places a view at an edge, and adds it to the safe area of the modified view.
nonisolated private struct SafeAreaInsetModifier<Inset: View>: ElementModifier {
  let edge: VerticalEdge
  let alignment: HorizontalAlignment
  let spacing: CGFloat
  let inset: Inset

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let (edge, spacing, direction) = (edge, spacing, inputs.environment.layoutDirection)
    let bar = OverlayingElement(
      node.evaluate(inset, index, inputs),
      Alignment(horizontal: alignment, vertical: edge == .top ? .top : .bottom), direction)
    func height(_ proposal: ProposedViewSize) -> CGFloat {
      bar.size(ProposedViewSize(width: proposal.width, height: nil)).height
    }
    func offer(_ proposal: ProposedViewSize) -> ProposedViewSize {
      ProposedViewSize(
        width: proposal.width,
        height: proposal.height.map { max(0, $0 - height(proposal) - spacing) })
    }
    return WrapperElement(
      content,
      size: { proposal in
        let size = content.size(offer(proposal))
        return CGSize(width: size.width, height: size.height + height(proposal) + spacing)
      },
      place: { placement in
        let (frame, height) = (placement.frame, height(placement.proposal))
        let offered = offer(placement.proposal)
        let size = content.size(offered)
        var context = placement.context
        let reach = context.safeArea.reach(of: frame)
        // Scrolled content continues below the bar, and as far beyond it as before.
        var (outer, inner) = (context.safeArea.outer, context.safeArea.inner)
        let rest = CGRect(
          x: frame.minX, y: edge == .top ? frame.minY + height + spacing : frame.minY,
          width: frame.width, height: max(0, frame.height - height - spacing))
        if edge == .top {
          outer = outer.withTop(frame.minY - reach.top)
          inner = inner.withTop(rest.minY)
        } else {
          outer = outer.withBottom(frame.maxY + reach.bottom)
          inner = inner.withBottom(rest.maxY)
        }
        context.safeArea = SafeArea(outer: outer, inner: inner)
        content.place(at: .zero, size: size, for: offered, in: rest, direction, context)
        let barProposal = ProposedViewSize(width: frame.width, height: nil)
        let barSize = bar.size(barProposal)
        bar.place(
          at: CGPoint(
            x: (frame.width - barSize.width) / 2,
            y: edge == .top ? 0 : frame.height - barSize.height), size: barSize, for: barProposal,
          in: frame, direction, placement.context)
      })
  }
}

extension CGRect {
  fileprivate func withTop(_ top: CGFloat) -> CGRect {
    CGRect(x: minX, y: top, width: width, height: max(0, maxY - top))
  }

  fileprivate func withBottom(_ bottom: CGFloat) -> CGRect {
    CGRect(x: minX, y: minY, width: width, height: max(0, bottom - minY))
  }
}

public struct SafeAreaRegions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let container = SafeAreaRegions(rawValue: 1)
  public static let keyboard = SafeAreaRegions(rawValue: 2)
  public static let all = SafeAreaRegions(rawValue: .max)
}

nonisolated extension View {
  public func ignoresSafeArea(
    _ regions: SafeAreaRegions = .all, edges: Edge.Set = .all
  ) -> some View { modifier(IgnoringSafeAreaModifier(edges: edges)) }

  public func safeAreaInset(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View {
    modifier(
      SafeAreaInsetModifier(
        edge: edge, alignment: alignment, spacing: spacing ?? 8, inset: content()))
  }

  /// Apple: "Shows the specified content as a custom bar above or below the modified view". It
  /// insets the safe area as `safeAreaInset` does, and adds a scroll edge effect, which no reading
  /// shows.
  public func safeAreaBar(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View {
    safeAreaInset(edge: edge, alignment: alignment, spacing: spacing, content: content)
  }
}

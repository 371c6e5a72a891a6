import UIKit

/// Scrolls its content in a UIKit scroll view, which extends as far as the safe area allows and has
/// the area beyond it as its insets.
nonisolated public struct ScrollView<Content: View>: View, Primitive {
  private let axes: Axis.Set
  private let showsIndicators: Bool
  private let content: Content

  public init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) {
    (self.axes, self.showsIndicators, self.content) = (axes, showsIndicators, content())
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    precondition(axes == .vertical || axes == .horizontal, "one axis is modelled")
    let direction = inputs.environment.layoutDirection
    let isVertical = axes == .vertical
    let elements =
      isVertical
      ? node.evaluate(VStack { content }, 0, inputs) : node.evaluate(HStack { content }, 0, inputs)
    let kept = node.stored {
      let view = HostedScrollView(host: node.host)
      node.onRemoval { view.removeFromSuperview() }
      return view
    }
    kept.isScrollEnabled = inputs.environment.isEnabled
    kept.showsVerticalScrollIndicator = showsIndicators && isVertical
    kept.showsHorizontalScrollIndicator = showsIndicators && !isVertical
    return elements.map {
      ScrollElement($0, kept, isVertical: isVertical, direction)
    }
  }
}

private final class ScrollElement: LayoutElement {
  private let content: LayoutElement
  private let view: HostedScrollView
  private let isVertical: Bool
  private let direction: LayoutDirection

  init(
    _ content: LayoutElement, _ view: HostedScrollView, isVertical: Bool,
    _ direction: LayoutDirection
  ) {
    (self.content, self.view) = (content, view)
    (self.isVertical, self.direction) = (isVertical, direction)
  }

  private func offer(_ proposal: ProposedViewSize) -> ProposedViewSize {
    isVertical
      ? ProposedViewSize(width: proposal.width, height: nil)
      : ProposedViewSize(width: nil, height: proposal.height)
  }

  override func measure(_ proposal: ProposedViewSize) -> CGSize {
    let size = content.size(offer(proposal))
    return isVertical
      ? CGSize(width: size.width, height: proposal.height ?? size.height)
      : CGSize(width: proposal.width ?? size.width, height: size.height)
  }

  override func place(_ placement: Placement) {
    var reach = placement.context.safeArea.reach(of: placement.frame)
    if isVertical { (reach.left, reach.right) = (0, 0) } else { (reach.top, reach.bottom) = (0, 0) }
    let frame = placement.frame.growing(by: reach)
    let proposal = offer(placement.proposal)
    let size = content.size(proposal)
    let area = CGRect(
      origin: .zero,
      size: CGSize(
        width: isVertical ? placement.frame.width : size.width,
        height: isVertical ? size.height : placement.frame.height))
    view.layOut(
      frame: frame, contentSize: area.size, insets: reach,
      startsAtRight: !isVertical && direction == .rightToLeft)
    placement.context.canvas.add(view)
    let canvas = Canvas(view)
    let origin = CGPoint(
      x: frame.minX - view.contentOffset.x, y: frame.minY - view.contentOffset.y)
    var context = placement.context.entering(canvas, at: origin)
    context.safeArea = SafeArea(outer: area, inner: area)
    context.scrollView = view
    context.hitArea = context.hitArea.intersection(placement.context.inHost(frame))
    let place = Alignment.center.origin(of: size, in: area.size)
    content.place(at: place, size: size, for: proposal, in: area, direction, context)
    canvas.commit()
  }
}

/// A scroll view with insets set by SwiftUI.
final class HostedScrollView: UIScrollView, UIScrollViewDelegate, CanvasView {
  private weak var host: HostGraph?
  private var isPlaced = false

  init(host: HostGraph) {
    self.host = host
    super.init(frame: .zero)
    contentInsetAdjustmentBehavior = .never
    delegate = self
  }

  required init?(coder: NSCoder) { fatalError("views are made in code") }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { host?.view?.setNeedsLayout() }

  /// Lays out the content. Content at its beginning stays there, and content that has become
  /// shorter stays in view.
  func layOut(
    frame: CGRect, contentSize: CGSize, insets: UIEdgeInsets, startsAtRight: Bool
  ) {
    let (old, oldSize) = (contentInset, self.contentSize)
    let wasAtTop = !isPlaced || contentOffset.y == -old.top
    self.frame = frame
    self.contentSize = contentSize
    contentInset = insets
    if wasAtTop, contentOffset.y != -insets.top { contentOffset.y = -insets.top }
    if !isTracking, !isDecelerating,
      contentSize.width < oldSize.width || contentSize.height < oldSize.height
    {
      let right = max(-insets.left, contentSize.width + insets.right - frame.width)
      let bottom = max(-insets.top, contentSize.height + insets.bottom - frame.height)
      contentOffset = CGPoint(x: min(contentOffset.x, right), y: min(contentOffset.y, bottom))
    }
    if !isPlaced, startsAtRight {
      contentOffset.x = max(-insets.left, contentSize.width + insets.right - frame.width)
    }
    isPlaced = isPlaced || frame.width > 0 && frame.height > 0
  }
}

/// A view that a scroll view can scroll to, in the coordinates of its content.
struct ScrollTarget {
  let id: AnyHashable
  let frame: CGRect
  weak var scrollView: UIScrollView?
}

/// The views that a reader can scroll to.
@MainActor
final class ScrollReach {
  fileprivate var targets: [ScrollTarget] = []

  func clear() { targets = [] }

  var count: Int { targets.count }

  /// Adds a target, unless one with its id was added after the first `count`.
  func add(_ target: ScrollTarget, unlessSince count: Int) {
    if !targets[count...].contains(where: { $0.id == target.id }) { targets.append(target) }
  }
}

nonisolated public struct ScrollViewReader<Content: View>: View, Primitive {
  private let content: (ScrollViewProxy) -> Content

  public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
    self.content = content
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    let updated = node.updated(self, inputs)
    let reach = node.stored { ScrollReach() }
    let made = updated.result { content(ScrollViewProxy(reach: reach)) }
    return node.evaluate(made, 0, updated.inputs).map { content in
      let result = WrapperElement(content) { placement in
        reach.clear()
        var placement = placement
        placement.context.reaches.append(reach)
        content.place(placement)
      }
      result.scrollIDs = content.scrollIDs
      return result
    }
  }
}

@MainActor
public struct ScrollViewProxy {
  fileprivate weak var reach: ScrollReach?

  /// Scrolls to align the same point of the view and of the visible area, within the content.
  public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) {
    precondition(!HostGraph.isUpdating, "scrollTo during a view update")
    guard let anchor else { preconditionFailure("scrollTo without an anchor is not modelled") }
    let found = reach?.targets.filter { $0.id == AnyHashable(id) } ?? []
    precondition(
      found.count <= 1, "\(found.count) views have the id \(id): which one counts is undocumented")
    guard let target = found.first, let view = target.scrollView else { return }
    let insets = view.adjustedContentInset
    func offset(
      _ start: CGFloat, _ length: CGFloat, _ share: CGFloat, _ viewport: CGFloat, _ before: CGFloat,
      _ after: CGFloat, _ content: CGFloat
    ) -> CGFloat {
      let room = viewport - before - after
      let wanted = start + length * share - room * share - before
      return max(-before, min(wanted, max(-before, content + after - viewport)))
    }
    let (frame, size) = (target.frame, view.bounds.size)
    var place = view.contentOffset
    if view.contentSize.width > size.width {
      place.x = offset(
        frame.minX, frame.width, anchor.x, size.width, insets.left, insets.right,
        view.contentSize.width)
    }
    if view.contentSize.height > size.height - insets.top - insets.bottom {
      place.y = offset(
        frame.minY, frame.height, anchor.y, size.height, insets.top, insets.bottom,
        view.contentSize.height)
    }
    view.setContentOffset(place, animated: Transaction.current.animation != nil)
  }
}

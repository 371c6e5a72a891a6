/// An element of the layout. It is created in each update; its persistent state is in its view's
/// node.
@MainActor
class LayoutElement {
  /// The ids by which a scroll view can go to it.
  var scrollIDs: Set<AnyHashable> = []

  private var sizes: [ProposedViewSize: CGSize] = [:]

  /// Returns its size for a proposal. Cached, because stacks query it repeatedly.
  final func size(_ proposal: ProposedViewSize) -> CGSize {
    if let size = sizes[proposal] { return size }
    let size = measure(proposal)
    sizes[proposal] = size
    return size
  }

  func measure(_ proposal: ProposedViewSize) -> CGSize { .zero }

  /// Places the element, at its size for the proposal.
  func place(_ placement: Placement) {}

  /// Places the element in a container. The container's direction decides at which end `x` begins.
  final func place(
    at origin: CGPoint, size: CGSize, for proposal: ProposedViewSize, in parent: CGRect,
    _ direction: LayoutDirection, _ context: PlaceContext
  ) {
    var x = parent.minX + origin.x
    if direction == .rightToLeft { x = parent.maxX - origin.x - size.width }
    let frame = CGRect(x: x, y: parent.minY + origin.y, width: size.width, height: size.height)
    let counts = context.reaches.map(\.count)
    place(Placement(frame: frame, proposal: proposal, context))
    for id in scrollIDs {
      // A wrapper has the ids of its content, whose own place counts.
      let target = ScrollTarget(id: id, frame: frame, scrollView: context.scrollView)
      for (reach, count) in zip(context.reaches, counts) { reach.add(target, unlessSince: count) }
    }
  }
}

/// The place of an element.
struct Placement {
  /// The frame in the coordinates of the canvas, from the left.
  var frame: CGRect
  /// The size it was offered.
  var proposal: ProposedViewSize
  var context: PlaceContext

  init(frame: CGRect, proposal: ProposedViewSize, _ context: PlaceContext) {
    (self.frame, self.proposal, self.context) = (frame, proposal, context)
  }
}

/// The surroundings in which elements are placed.
struct PlaceContext {
  let host: HostGraph
  var canvas: Canvas
  var safeArea: SafeArea
  var accessibility: AccessibilityBuilder
  /// The offset from the canvas to the hosting view; `nil` if it is not a translation.
  var toHost: CGPoint? = .zero
  /// Named coordinate spaces, by their frames in the hosting view.
  var spaces: [AnyHashable: CGRect] = [:]
  var scrollView: UIScrollView?
  /// The enclosing readers, which can scroll to this place.
  var reaches: [ScrollReach] = []
  var isHitTestable = true
  /// Whether this is a button's label, whose taps the button takes.
  var isLabel = false
  /// The part of the hosting view that can be hit here.
  var hitArea = CGRect.infinite

  /// Adds a view that a finger can hit. Views that are scaled are left out.
  @MainActor
  func addTarget(_ frame: CGRect, _ answer: TapTarget.Answer) {
    guard isHitTestable, !isLabel, toHost != nil else { return }
    let area = inHost(frame).intersection(hitArea)
    if !area.isEmpty { host.targets.append(TapTarget(frame: area, answer: answer)) }
  }

  func inHost(_ frame: CGRect) -> CGRect {
    guard let toHost else { preconditionFailure("geometry in a scaled view is not modelled") }
    return frame.offsetBy(dx: toHost.x, dy: toHost.y)
  }

  /// Returns the context in another canvas, whose origin is at a point of this one.
  func entering(_ canvas: Canvas, at origin: CGPoint) -> PlaceContext {
    var inner = self
    inner.canvas = canvas
    inner.toHost = toHost.map { $0 + origin }
    inner.safeArea = safeArea.moved(by: CGPoint(x: -origin.x, y: -origin.y))
    return inner
  }
}

/// An element around another one that replaces one of its operations.
final class WrapperElement: LayoutElement {
  private let content: LayoutElement
  private let sizing: ((ProposedViewSize) -> CGSize)?
  private let placing: (Placement) -> Void

  init(
    _ content: LayoutElement, size: ((ProposedViewSize) -> CGSize)? = nil,
    place: @escaping (Placement) -> Void
  ) {
    self.content = content
    sizing = size
    placing = place
  }

  override func measure(_ proposal: ProposedViewSize) -> CGSize {
    sizing?(proposal) ?? content.size(proposal)
  }

  override func place(_ placement: Placement) { placing(placement) }
}

public struct ProposedViewSize: Hashable, Sendable {
  public var width: CGFloat?
  public var height: CGFloat?

  public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }
  public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }

  public static let unspecified = ProposedViewSize(width: nil, height: nil)
  public static let zero = ProposedViewSize(width: 0, height: 0)
  public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)

  /// The full size offered, or 10 points in a dimension without a proposal.
  var filled: CGSize { CGSize(width: width ?? 10, height: height ?? 10) }
}

public enum HorizontalAlignment: Hashable, Sendable { case leading, center, trailing }
public enum VerticalAlignment: Hashable, Sendable { case top, center, bottom }

public struct Alignment: Hashable, Sendable {
  public var horizontal: HorizontalAlignment
  public var vertical: VerticalAlignment

  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  public static let center = Alignment(horizontal: .center, vertical: .center)
  public static let top = Alignment(horizontal: .center, vertical: .top)
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)

  /// Returns the origin of a size aligned within another, from the leading edge.
  func origin(of size: CGSize, in whole: CGSize) -> CGPoint {
    CGPoint(
      x: horizontal.origin(of: size.width, in: whole.width),
      y: vertical.origin(of: size.height, in: whole.height))
  }
}

extension HorizontalAlignment {
  func origin(of width: CGFloat, in whole: CGFloat) -> CGFloat {
    switch self {
    case .leading: 0
    case .center: (whole - width) / 2
    case .trailing: whole - width
    }
  }
}

extension VerticalAlignment {
  func origin(of height: CGFloat, in whole: CGFloat) -> CGFloat {
    switch self {
    case .top: 0
    case .center: (whole - height) / 2
    case .bottom: whole - height
    }
  }
}

public enum Axis: Hashable, CaseIterable, Sendable {
  case horizontal, vertical

  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let horizontal = Set(rawValue: 1)
    public static let vertical = Set(rawValue: 2)
  }
}

public enum Edge: Int8, Hashable, CaseIterable, Sendable {
  case top, leading, bottom, trailing

  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let top = Set(rawValue: 1)
    public static let leading = Set(rawValue: 2)
    public static let bottom = Set(rawValue: 4)
    public static let trailing = Set(rawValue: 8)
    public static let all: Set = [.top, .leading, .bottom, .trailing]
    public static let horizontal: Set = [.leading, .trailing]
    public static let vertical: Set = [.top, .bottom]
  }
}

public enum VerticalEdge: Int8, Hashable, CaseIterable, Sendable { case top, bottom }

public struct EdgeInsets: Hashable, Sendable {
  public var top, leading, bottom, trailing: CGFloat

  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
}

public struct UnitPoint: Hashable, Sendable {
  public var x, y: CGFloat

  public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }

  public static let topLeading = UnitPoint(x: 0, y: 0)
  public static let top = UnitPoint(x: 0.5, y: 0)
  public static let leading = UnitPoint(x: 0, y: 0.5)
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}

func + (one: CGPoint, other: CGPoint) -> CGPoint {
  CGPoint(x: one.x + other.x, y: one.y + other.y)
}

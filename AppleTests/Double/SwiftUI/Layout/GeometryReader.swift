/// Takes all the size offered, and places its content at the top, at the leading edge.
nonisolated public struct GeometryReader<Content: View>: View, Primitive {
  private let content: (GeometryProxy) -> Content

  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
    self.content = content
  }

  @MainActor
  private final class Kept {
    var content: Content?
    var geometry = GeometryReadings()
    var size = CGSize.zero
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    let updated = node.updated(self, inputs)
    let kept = node.stored { Kept() }
    if updated.needsEvaluation { kept.content = nil }
    // Evaluate the children during layout, when the geometry is known.
    return [
      Element { placement in
        let proxy = GeometryProxy(placement, inputs.environment.layoutDirection, kept.geometry)
        let isSame = kept.size == proxy.size && kept.geometry.areUnchanged(in: proxy)
        if kept.content == nil || !isSame {
          kept.geometry = GeometryReadings()
          kept.size = proxy.size
          kept.content = content(
            GeometryProxy(placement, inputs.environment.layoutDirection, kept.geometry))
        }
        guard let content = kept.content else { return }
        let child = OverlayingElement(
          node.evaluate(content, 0, updated.inputs), .topLeading,
          inputs.environment.layoutDirection)
        let proposal = ProposedViewSize(placement.frame.size)
        child.place(
          at: .zero, size: child.size(proposal), for: proposal, in: placement.frame,
          inputs.environment.layoutDirection, placement.context)
      }
    ]
  }

  private final class Element: LayoutElement {
    private let placed: (Placement) -> Void

    init(_ placed: @escaping (Placement) -> Void) { self.placed = placed }

    override func measure(_ proposal: ProposedViewSize) -> CGSize { proposal.filled }
    override func place(_ placement: Placement) { placed(placement) }
  }
}

/// The values that a closure has read from a proxy.
final class GeometryReadings {
  fileprivate var frames: [(space: CoordinateSpace, frame: CGRect)] = []
  fileprivate var insets: EdgeInsets?

  fileprivate init() {}

  fileprivate func areUnchanged(in proxy: GeometryProxy) -> Bool {
    frames.allSatisfy { proxy.rect(in: $0.space) == $0.frame }
      && (insets.map { $0 == proxy.insets } ?? true)
  }
}

/// A view's geometry in one layout.
public struct GeometryProxy {
  private let placement: Placement
  private let direction: LayoutDirection
  private let readings: GeometryReadings?

  init(
    _ placement: Placement, _ direction: LayoutDirection, _ readings: GeometryReadings? = nil
  ) {
    (self.placement, self.direction, self.readings) = (placement, direction, readings)
  }

  public var size: CGSize { placement.frame.size }

  public var safeAreaInsets: EdgeInsets {
    readings?.insets = insets
    return insets
  }

  fileprivate var insets: EdgeInsets {
    let reach = placement.context.safeArea.reach(of: placement.frame)
    return EdgeInsets(
      top: reach.top, leading: direction == .leftToRight ? reach.left : reach.right,
      bottom: reach.bottom, trailing: direction == .leftToRight ? reach.right : reach.left)
  }

  public func frame(in space: CoordinateSpace) -> CGRect {
    let frame = rect(in: space)
    readings?.frames.append((space, frame))
    return frame
  }

  fileprivate func rect(in space: CoordinateSpace) -> CGRect {
    let frame = placement.context.inHost(placement.frame)
    switch space {
    case .local: return CGRect(origin: .zero, size: frame.size)
    case .global:
      let host = placement.context.host
      return MainActor.assumeIsolated { host.view?.convert(frame, to: nil) ?? frame }
    case .named(let name):
      guard let area = placement.context.spaces[name] else {
        preconditionFailure("no enclosing coordinate space \(name)")
      }
      return frame.offsetBy(dx: -area.minX, dy: -area.minY)
    }
  }
}

public enum CoordinateSpace: Hashable {
  case global, local
  case named(AnyHashable)
}

nonisolated private struct CoordinateSpaceModifier: ElementModifier {
  let name: AnyHashable

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let name = name
    return WrapperElement(content) { placement in
      var placement = placement
      placement.context.spaces[name] = placement.context.inHost(placement.frame)
      content.place(placement)
    }
  }
}

nonisolated private struct GeometryChangeModifier<Value: Equatable>: ElementModifier {
  let transform: @Sendable (GeometryProxy) -> Value
  let action: (Value) -> Void

  private final class Last {
    var value: Value?
  }

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let last = node.stored(index) { Last() }
    let (transform, action) = (transform, action)
    return WrapperElement(content) { placement in
      let proxy = GeometryProxy(placement, inputs.environment.layoutDirection)
      let value = transform(proxy)
      if value != last.value {
        last.value = value
        node.host.afterUpdate(.geometry) { action(value) }
      }
      content.place(placement)
    }
  }
}

nonisolated extension View {
  public func coordinateSpace(name: some Hashable) -> some View {
    modifier(CoordinateSpaceModifier(name: AnyHashable(name)))
  }

  /// Also calls the closure with the first value.
  // As in Apple's declaration.
  @preconcurrency
  public func onGeometryChange<Value: Equatable & Sendable>(
    for type: Value.Type, of transform: @escaping @Sendable (GeometryProxy) -> Value,
    action: @escaping (_ newValue: Value) -> Void
  ) -> some View {
    modifier(GeometryChangeModifier(transform: transform, action: action))
  }
}

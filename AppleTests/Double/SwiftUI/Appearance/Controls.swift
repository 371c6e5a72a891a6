/// A label that can be tapped.
nonisolated public struct Button<Label: View>: View, Primitive {
  private let action: @MainActor () -> Void
  private let label: Label

  // As in Apple's declaration.
  @preconcurrency
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    (self.action, self.label) = (action, label())
  }

  // As in Apple's declaration.
  @preconcurrency
  public init(_ title: String, action: @escaping @MainActor () -> Void) where Label == Text {
    (self.action, label) = (action, Text(title))
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    let (action, isEnabled) = (action, inputs.environment.isEnabled)
    return node.evaluate(HStack { label }, 0, inputs).map { content in
      WrapperElement(content) { placement in
        let frame = placement.context.inHost(placement.frame)
        if isEnabled { placement.context.addTarget(placement.frame, .action(action)) }
        var placement = placement
        placement.context.isLabel = true
        let outer = placement.context.accessibility
        placement.context.accessibility = AccessibilityBuilder()
        content.place(placement)
        // A button is one element, combined from its contents.
        var element = AccessibilityNode.combining(placement.context.accessibility.nodes)
        element.frame = frame
        element.traits.formUnion(.isButton)
        outer.add(element)
      }
    }
  }
}

// Isolated as in Apple's declaration.
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}

public struct PlainButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

/// A button that toggles a value.
nonisolated public struct Toggle: View {
  private let title: String
  private let isOn: Binding<Bool>

  public init(_ title: String, isOn: Binding<Bool>) { (self.title, self.isOn) = (title, isOn) }

  @MainActor public var body: some View {
    Button(title) { isOn.wrappedValue.toggle() }
  }
}

nonisolated private struct HitTestingModifier: ElementModifier {
  let isEnabled: Bool

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let isEnabled = isEnabled
    return WrapperElement(content) { placement in
      var placement = placement
      placement.context.isHitTestable = placement.context.isHitTestable && isEnabled
      content.place(placement)
    }
  }
}

nonisolated private struct ContentShapeModifier<Outline: Shape>: ElementModifier {
  let shape: Outline

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let shape = shape
    return WrapperElement(content) { placement in
      var placement = placement
      if placement.context.toHost != nil {
        let area = shape.path(in: placement.frame).rectangle
        placement.context.hitArea = placement.context.hitArea.intersection(
          placement.context.inHost(area))
      }
      content.place(placement)
    }
  }
}

nonisolated extension View {
  public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { self }

  public func allowsHitTesting(_ enabled: Bool) -> some View {
    modifier(HitTestingModifier(isEnabled: enabled))
  }

  /// Confines taps to the shape, which a clip does not. Buttons are hit in the whole label here.
  public func contentShape(_ shape: some Shape, eoFill: Bool = false) -> some View {
    modifier(ContentShapeModifier(shape: shape))
  }
}

/// A label that can be tapped.
public struct Button<Label: View>: View, Primitive {
  private let action: () -> Void
  private let label: Label

  public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
    (self.action, self.label) = (action, label())
  }

  public init(_ title: String, action: @escaping () -> Void) where Label == Text {
    (self.action, label) = (action, Text(title))
  }

  func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
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
public struct Toggle: View {
  private let title: String
  private let isOn: Binding<Bool>

  public init(_ title: String, isOn: Binding<Bool>) { (self.title, self.isOn) = (title, isOn) }

  public var body: some View {
    Button(title) { isOn.wrappedValue.toggle() }
  }
}

private struct HitTestingModifier: ElementModifier {
  let isEnabled: Bool

  func element(
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

private struct ContentShapeModifier<Outline: Shape>: ElementModifier {
  let shape: Outline

  func element(
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

extension View {
  public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { self }

  public func allowsHitTesting(_ enabled: Bool) -> some View {
    modifier(HitTestingModifier(isEnabled: enabled))
  }

  /// Confines taps to the shape, which a clip does not. Buttons are hit in the whole label here.
  public func contentShape(_ shape: some Shape, eoFill: Bool = false) -> some View {
    modifier(ContentShapeModifier(shape: shape))
  }
}

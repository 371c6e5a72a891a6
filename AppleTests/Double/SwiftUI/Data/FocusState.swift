/// Whether the focus is in a view: "When focus enters the modified view, the wrapped value of this
/// property updates … when focus leaves, the wrapped value … resets to nil or false."
@propertyWrapper
public struct FocusState<Value: Hashable>: GraphProperty {
  private var state: State<Value>

  public init() where Value == Bool { state = State(initialValue: false) }

  public var wrappedValue: Value {
    get { state.wrappedValue }
    nonmutating set { state.wrappedValue = newValue }
  }

  public struct Binding {
    let state: SwiftUI.Binding<Value>
  }

  public var projectedValue: Binding { Binding(state: state.projectedValue) }

  mutating func bind(to node: Node, slot: Int, _ environment: EnvironmentValues) {
    state.bind(to: node, slot: slot, environment)
  }
}

/// A view that can have the focus, in the hosting view's coordinates.
struct FocusTarget {
  let frame: CGRect
  let isFocused: Binding<Bool>
}

nonisolated private struct FocusedModifier: ElementModifier {
  let condition: FocusState<Bool>.Binding

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let condition = condition
    return WrapperElement(content) { placement in
      placement.context.host.focusTargets.append(
        FocusTarget(
          frame: placement.context.inHost(placement.frame), isFocused: condition.state))
      content.place(placement)
    }
  }
}

nonisolated extension View {
  public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    modifier(FocusedModifier(condition: condition))
  }
}

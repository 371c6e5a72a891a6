/// Makes a view from another view.
@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>
  // Isolated as in Apple's declaration.
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

extension ViewModifier where Body == Never {
  public func body(content: Content) -> Never { fatalError("\(Self.self) has no body") }
}

/// A modifier that the graph evaluates itself.
@MainActor
protocol PrimitiveModifier: ViewModifier where Body == Never {
  @MainActor func elements(of content: any View, _ node: Node, _ inputs: Inputs) -> [LayoutElement]
}

public struct ModifiedContent<Content, Modifier> {
  let content: Content
  let modifier: Modifier
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public typealias Body = Never
}

extension ModifiedContent: Primitive where Content: View, Modifier: ViewModifier {
  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    if let primitive = modifier as? any PrimitiveModifier {
      return primitive.elements(of: content, node, inputs)
    }
    let source = node.stored { ContentSource() }
    source.content = content
    let updated = node.updated(modifier, inputs)
    let body = updated.result {
      node.host.countEvaluation(of: Modifier.self)
      return updated.value.body(content: _ViewModifier_Content(source: source))
    }
    let elements = node.evaluate(body, 0, updated.inputs)
    precondition(
      source.elementCount <= 1,
      "\(Modifier.self) on \(source.elementCount) views at once is not modelled")
    return elements
  }
}

/// Represents the modified view in a modifier's body.
nonisolated public struct _ViewModifier_Content<Modifier: ViewModifier>: View, Primitive {
  let source: ContentSource

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    guard let content = source.content else { return [] }
    let elements = node.evaluate(content, 0, inputs)
    source.elementCount = elements.count
    return elements
  }
}

/// The modified view, as of this update. It is ignored in comparisons.
@MainActor
final class ContentSource {
  var content: (any View)?
  var elementCount = 0
}

nonisolated extension View {
  public func modifier<Modifier: ViewModifier>(
    _ modifier: Modifier
  ) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }
}

/// A modifier that changes the layout or the rendering of each of its elements.
@MainActor
protocol ElementModifier: PrimitiveModifier {
  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement
}

extension ElementModifier {
  @MainActor func elements(of content: any View, _ node: Node, _ inputs: Inputs) -> [LayoutElement]
  {
    node.evaluate(content, "content", inputs).enumerated().map { index, content in
      let result = element(around: content, index, node, inputs)
      if result !== content { result.scrollIDs.formUnion(content.scrollIDs) }
      return result
    }
  }
}

import Foundation

/// A part of the user interface: a short-lived value that describes its content.
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  // Isolated as in Apple's declaration.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension View where Body == Never {
  /// Views that the graph evaluates itself have no body.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

extension Never: View {
  public var body: Never { fatalError("there is no such view") }
}

/// A view that the graph evaluates itself.
@MainActor
protocol Primitive {
  /// Returns its layout elements: none, one, or several for the enclosing container.
  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement]
}

@resultBuilder
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    var views: [any View] = []
    repeat views.append(each content)
    return TupleView(views: views)
  }

  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { _ConditionalContent(choice: .first(first)) }

  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { _ConditionalContent(choice: .second(second)) }
}

nonisolated public struct EmptyView: View, Primitive {
  public init() {}

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] { [] }
}

nonisolated public struct TupleView<Content>: View, Primitive {
  let views: [any View]

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    views.enumerated().flatMap { node.evaluate($0.element, $0.offset, inputs) }
  }
}

nonisolated public struct _ConditionalContent<First: View, Second: View>: View, Primitive {
  enum Choice {
    case first(First)
    case second(Second)
  }

  let choice: Choice

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    switch choice {
    case .first(let view): node.evaluate(view, true, inputs)
    case .second(let view): node.evaluate(view, false, inputs)
    }
  }
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
}

extension Optional: Primitive where Wrapped: View {
  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    map { node.evaluate($0, 0, inputs) } ?? []
  }
}

nonisolated public struct AnyView: View, Primitive {
  private let view: any View

  public init(_ view: some View) { self.view = view }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    node.evaluate(view, 0, inputs)
  }
}

nonisolated public struct Group<Content: View>: View, Primitive {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    node.evaluate(content, 0, inputs)
  }
}

/// The thread on which the content of a `ForEach` is made. Since iOS 26 SwiftUI also uses other
/// threads (FB24158327). This module has SwiftUI's language mode, so a closure of the main actor
/// checks its thread when it is called (SE-0423).
public enum RowThread {
  /// Whether content is made on another thread than the main one.
  @MainActor public static var isOther = false

  @MainActor
  static func make<Content>(_ content: @escaping () -> Content) -> Content {
    guard isOther else { return content() }
    // Safe, because the main thread waits meanwhile.
    nonisolated(unsafe) let content = content
    // Safe, for the same reason.
    nonisolated(unsafe) var made: [Content] = []
    let isMade = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      made.append(content())
      isMade.signal()
    }
    isMade.wait()
    return made[0]
  }
}

/// A view for each element, with an identity given by its id.
nonisolated public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View> {
  private let data: Data
  private let id: (Data.Element) -> ID
  private let content: (Data.Element) -> Content

  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.id = { $0[keyPath: id] }
    self.content = content
  }

  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {
    self.data = data
    id = { $0.id }
    self.content = content
  }
}

extension ForEach: View, Primitive {
  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    let rows = node.updated(self, inputs).result {
      var keys: Set<AnyHashable> = []
      return data.map { element -> (id: AnyHashable, view: Content) in
        let key = AnyHashable(id(element))
        precondition(
          keys.insert(key).inserted,
          "\(key) is in a ForEach twice: which one counts is undocumented")
        return (key, RowThread.make { content(element) })
      }
    }
    return rows.flatMap { row in
      let elements = node.evaluate(row.view, row.id, inputs)
      for element in elements { element.scrollIDs.insert(row.id) }
      return elements
    }
  }
}

nonisolated extension View {
  /// Identifies the view: another id makes another view, with its own state.
  public func id(_ id: some Hashable) -> some View {
    modifier(IDModifier(id: AnyHashable(id)))
  }
}

nonisolated private struct IDModifier: PrimitiveModifier {
  let id: AnyHashable

  @MainActor func elements(
    of content: any View, _ node: Node, _ inputs: Inputs
  ) -> [LayoutElement] {
    let elements = node.evaluate(content, id, inputs)
    for element in elements { element.scrollIDs.insert(id) }
    return elements
  }
}

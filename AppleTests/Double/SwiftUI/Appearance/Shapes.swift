// Nothing is drawn: shapes only have a size.

public protocol ShapeStyle {}

public struct TintShapeStyle: ShapeStyle {}
public struct HierarchicalShapeStyle: ShapeStyle {}
public struct Material: ShapeStyle {}

extension ShapeStyle where Self == TintShapeStyle {
  public static var tint: TintShapeStyle { TintShapeStyle() }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

extension ShapeStyle where Self == Material {
  public static var thinMaterial: Material { Material() }
  public static var ultraThinMaterial: Material { Material() }
}

public struct Path: Hashable, Sendable {
  private let rect: CGRect?

  public init(_ rect: CGRect) { self.rect = rect }
  /// Creates any path that is not a rectangle.
  init() { rect = nil }

  var rectangle: CGRect {
    guard let rect else { preconditionFailure("a clip that is not a rectangle is not modelled") }
    return rect
  }
}

// Isolated as in Apple's declaration.
@MainActor @preconcurrency
public protocol Shape: View, Sendable {
  nonisolated func path(in rect: CGRect) -> Path
}

nonisolated public struct Rectangle: Shape, Primitive {
  public init() {}
  public nonisolated func path(in rect: CGRect) -> Path { Path(rect) }
  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    [FillElement(.shape)]
  }
}

nonisolated public struct Capsule: Shape, Primitive {
  public init() {}
  public nonisolated func path(in rect: CGRect) -> Path { Path() }
  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    [FillElement(.shape)]
  }
}

nonisolated public struct RoundedRectangle: Shape, Primitive {
  public init(cornerRadius: CGFloat) {}
  public nonisolated func path(in rect: CGRect) -> Path { Path() }
  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    [FillElement(.shape)]
  }
}

nonisolated extension Shape {
  public func fill(_ style: some ShapeStyle) -> some View { self }
}

/// Takes the size offered.
final class FillElement: LayoutElement {
  enum Fill { case shape, colour, clear }

  private let fill: Fill

  init(_ fill: Fill) { self.fill = fill }

  override func measure(_ proposal: ProposedViewSize) -> CGSize { proposal.filled }

  override func place(_ placement: Placement) {
    let context = placement.context
    context.addTarget(placement.frame, fill == .clear ? .unknown : .nothing)
    if fill == .shape, context.toHost != nil {
      context.host.shapes.append(context.inHost(placement.frame))
    }
  }
}

nonisolated public struct Color: View, ShapeStyle, Primitive, Hashable, Sendable {
  private let name: String

  private init(_ name: String) { self.name = name }

  public static let clear = Color("clear")
  public static let white = Color("white")
  public static let gray = Color("gray")
  public static let green = Color("green")
  public static let orange = Color("orange")
  public static let purple = Color("purple")
  public static let red = Color("red")
  public static let primary = Color("primary")
  public static let secondary = Color("secondary")
  // swift-format-ignore: DontRepeatTypeInStaticProperties
  public static let accentColor = Color("accentColor")

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    [FillElement(self == .clear ? .clear : .colour)]
  }
}

nonisolated public struct LinearGradient: View, ShapeStyle, Primitive {
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    [FillElement(.colour)]
  }
}

/// A symbol is as large as the text around it, and read by its name.
nonisolated public struct Image: View, Primitive {
  private let name: String

  public init(systemName: String) { name = systemName }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    let font = inputs.environment.font ?? .body
    return [Element(name, font.size(at: inputs.environment.dynamicTypeSize))]
  }

  private final class Element: LayoutElement {
    private let name: String
    private let length: CGFloat

    init(_ name: String, _ length: CGFloat) { (self.name, self.length) = (name, length) }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
      CGSize(width: length, height: length)
    }

    override func place(_ placement: Placement) { placement.addLabel(name) }
  }
}

nonisolated extension View {
  public func foregroundColor(_ color: Color?) -> some View { self }
}

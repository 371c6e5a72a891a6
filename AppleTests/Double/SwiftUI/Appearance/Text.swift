/// Text of fixed metrics. Each character is half as wide as the font size, line heights are those
/// of Apple's table of dynamic type, and lines break between any two characters.
nonisolated public struct Text: View, Primitive {
  private let content: String

  public init(verbatim content: String) { self.content = content }
  public init<Content: StringProtocol>(_ content: Content) { self.content = String(content) }

  var string: String { content }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    let environment = inputs.environment
    let font = environment.font ?? .body
    return [
      Element(
        content, font.size(at: environment.dynamicTypeSize),
        lineHeight: font.lineHeight(at: environment.dynamicTypeSize), environment.pixelLength)
    ]
  }

  private final class Element: LayoutElement {
    private let string: String
    private let width: CGFloat
    private let lineHeight: CGFloat

    init(_ string: String, _ fontSize: CGFloat, lineHeight: CGFloat, _ pixel: CGFloat) {
      self.string = string
      self.lineHeight = (lineHeight / pixel).rounded(.up) * pixel
      width = (fontSize / 2 * CGFloat(string.count) / pixel).rounded(.up) * pixel
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
      guard let offered = proposal.width, offered < width else {
        return CGSize(width: width, height: string.isEmpty ? 0 : lineHeight)
      }
      let lines = offered > 0 ? (width / offered).rounded(.up) : 1
      // Cut off the lines that do not fit.
      let whole = lines * lineHeight
      let most = proposal.height.map {
        max(lineHeight, ($0 / lineHeight).rounded(.down) * lineHeight)
      }
      return CGSize(width: max(0, offered), height: min(whole, most ?? whole))
    }

    override func place(_ placement: Placement) {
      if !string.isEmpty { placement.addLabel(string) }
    }
  }
}

@MainActor
extension Placement {
  /// Adds an element with a label, which a finger can hit.
  func addLabel(_ label: String) {
    context.addTarget(frame, .nothing)
    context.accessibility.add(
      AccessibilityNode(
        label: label, frame: context.toHost.map { frame.offsetBy(dx: $0.x, dy: $0.y) } ?? .null))
  }
}

public struct Font: Hashable, Sendable {
  public enum TextStyle: Hashable, CaseIterable, Sendable {
    case largeTitle, title, title2, body, caption
  }
  public enum Weight: Hashable, Sendable { case regular, semibold, bold }

  private let style: TextStyle?
  private let fixedSize: CGFloat?

  public static let title = Font(style: .title, fixedSize: nil)
  public static let title2 = Font(style: .title2, fixedSize: nil)
  public static let body = Font(style: .body, fixedSize: nil)
  public static let caption = Font(style: .caption, fixedSize: nil)

  /// Returns a font that does not grow with the text size.
  public static func system(size: CGFloat, weight: Weight? = nil) -> Font {
    Font(style: nil, fixedSize: size)
  }

  public func bold() -> Font { self }

  func size(at size: DynamicTypeSize) -> CGFloat {
    fixedSize ?? (style ?? .body).metrics(at: size).size
  }

  func lineHeight(at size: DynamicTypeSize) -> CGFloat {
    fixedSize.map { $0 * 1.2 } ?? (style ?? .body).metrics(at: size).lineHeight
  }
}

extension Font.TextStyle {
  /// Returns the size and leading, from the table "Dynamic Type sizes" in Apple's typography
  /// guidelines.
  func metrics(at size: DynamicTypeSize) -> (size: CGFloat, lineHeight: CGFloat) {
    let table: [(CGFloat, CGFloat)] =
      switch self {
      case .largeTitle:
        [
          (31, 38), (32, 39), (33, 40), (34, 41), (36, 43), (38, 46), (40, 48), (44, 52), (48, 57),
          (52, 61), (56, 66), (60, 70),
        ]
      case .title:
        [
          (25, 31), (26, 32), (27, 33), (28, 34), (30, 37), (32, 39), (34, 41), (38, 46), (43, 51),
          (48, 57), (53, 62), (58, 68),
        ]
      case .title2:
        [
          (19, 24), (20, 25), (21, 26), (22, 28), (24, 30), (26, 32), (28, 34), (34, 41), (39, 47),
          (44, 52), (50, 59), (56, 66),
        ]
      case .body:
        [
          (14, 19), (15, 20), (16, 21), (17, 22), (19, 24), (21, 26), (23, 29), (28, 34), (33, 40),
          (40, 48), (47, 56), (53, 62),
        ]
      case .caption:
        [
          (11, 13), (11, 13), (11, 13), (12, 16), (14, 19), (16, 21), (18, 23), (22, 28), (26, 32),
          (32, 39), (37, 44), (43, 51),
        ]
      }
    return table[size.rawValue]
  }

  /// Returns the growth of values relative to the style, which is that of its lines.
  func scale(at size: DynamicTypeSize) -> CGFloat {
    metrics(at: size).lineHeight / metrics(at: .large).lineHeight
  }
}

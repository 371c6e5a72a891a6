public struct AccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let isButton = AccessibilityTraits(rawValue: 1)
  public static let isSelected = AccessibilityTraits(rawValue: 2)
  public static let isHeader = AccessibilityTraits(rawValue: 4)
  public static let isTabBar = AccessibilityTraits(rawValue: 8)
}

public enum AccessibilityAdjustmentDirection: Sendable { case increment, decrement }

/// A record of an accessibility element, or of a container of elements, for tests.
public struct AccessibilityNode {
  public var label = ""
  public var value = ""
  public var traits = AccessibilityTraits()
  public var isContainer = false
  public var sortPriority = 0.0
  public var adjust: ((AccessibilityAdjustmentDirection) -> Void)?
  public var children: [AccessibilityNode] = []
  /// The frame in the hosting view.
  public var frame = CGRect.null

  static func combining(_ nodes: [AccessibilityNode]) -> AccessibilityNode {
    let all = nodes.flatMap(\.elements)
    return AccessibilityNode(
      label: all.map(\.label).filter { !$0.isEmpty }.joined(separator: ", "),
      traits: all.reduce(into: AccessibilityTraits()) { $0.formUnion($1.traits) })
  }

  /// The elements in it, in reading order.
  public var elements: [AccessibilityNode] {
    isContainer ? children.flatMap(\.elements) : [self]
  }
}

@MainActor
final class AccessibilityBuilder {
  private var unsorted: [AccessibilityNode] = []

  func add(_ node: AccessibilityNode) { unsorted.append(node) }

  func add(_ other: AccessibilityBuilder) { unsorted += other.unsorted }

  /// The nodes by descending priority, otherwise in the order of the views.
  var nodes: [AccessibilityNode] {
    unsorted.enumerated().sorted {
      $0.element.sortPriority == $1.element.sortPriority
        ? $0.offset < $1.offset : $0.element.sortPriority > $1.element.sortPriority
    }.map(\.element)
  }
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
  fileprivate enum Kind { case ignore, contain, combine }
  fileprivate let kind: Kind
  public static let ignore = AccessibilityChildBehavior(kind: .ignore)
  public static let contain = AccessibilityChildBehavior(kind: .contain)
  public static let combine = AccessibilityChildBehavior(kind: .combine)
}

nonisolated private struct AccessibilityModifier: ElementModifier {
  let change: ([AccessibilityNode], CGRect) -> [AccessibilityNode]

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let change = change
    return WrapperElement(content) { placement in
      var inner = placement
      inner.context.accessibility = AccessibilityBuilder()
      content.place(inner)
      let frame = placement.context.toHost.map {
        placement.frame.offsetBy(dx: $0.x, dy: $0.y)
      }
      for node in change(inner.context.accessibility.nodes, frame ?? .null) {
        placement.context.accessibility.add(node)
      }
    }
  }
}

nonisolated extension View {
  private func accessibility(_ change: @escaping (inout AccessibilityNode) -> Void) -> some View {
    modifier(
      AccessibilityModifier { nodes, _ in
        nodes.map { node in
          var node = node
          change(&node)
          return node
        }
      })
  }

  public func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> some View {
    modifier(
      AccessibilityModifier { nodes, frame in
        var element = AccessibilityNode(frame: frame)
        switch children.kind {
        case .ignore: break
        case .contain: (element.isContainer, element.children) = (true, nodes)
        case .combine:
          element = .combining(nodes)
          element.frame = frame
        }
        return [element]
      })
  }

  public func accessibilityHidden(_ hidden: Bool) -> some View {
    modifier(AccessibilityModifier { nodes, _ in hidden ? [] : nodes })
  }

  public func accessibilityLabel(_ label: Text) -> some View {
    accessibility { $0.label = label.string }
  }

  public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    accessibilityLabel(Text(label))
  }

  public func accessibilityValue(_ value: Text) -> some View {
    accessibility { $0.value = value.string }
  }

  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    accessibility { $0.traits.formUnion(traits) }
  }

  public func accessibilitySortPriority(_ priority: Double) -> some View {
    accessibility { $0.sortPriority = priority }
  }

  public func accessibilityAdjustableAction(
    _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
  ) -> some View { accessibility { $0.adjust = handler } }
}

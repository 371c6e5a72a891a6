public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  public var layoutDirection = LayoutDirection.leftToRight
  public var dynamicTypeSize = DynamicTypeSize.large
  public var displayScale: CGFloat = 2
  public var pixelLength: CGFloat { 1 / displayScale }
  public var isEnabled = true
  public var accessibilityReduceMotion = false
  public var accessibilityVoiceOverEnabled = false
  /// Set only by the scenes of SwiftUI's own life cycle.
  public var scenePhase = ScenePhase.background
  public var font: Font?
}

public enum LayoutDirection: Hashable, CaseIterable, Sendable { case leftToRight, rightToLeft }

public enum ScenePhase: Comparable, Sendable { case background, inactive, active }

public enum DynamicTypeSize: Int, Hashable, Comparable, CaseIterable, Sendable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

  public static func < (one: DynamicTypeSize, other: DynamicTypeSize) -> Bool {
    one.rawValue < other.rawValue
  }
}

nonisolated private struct EnvironmentModifier: PrimitiveModifier {
  let change: (inout EnvironmentValues) -> Void

  @MainActor func elements(of content: any View, _ node: Node, _ inputs: Inputs) -> [LayoutElement]
  {
    var inputs = inputs
    change(&inputs.environment)
    return node.evaluate(content, 0, inputs)
  }
}

/// Keeps its value and compares it. A different closure does not make a different environment.
nonisolated private struct EnvironmentValueModifier<Value>: PrimitiveModifier {
  let keyPath: WritableKeyPath<EnvironmentValues, Value>
  let value: Value

  @MainActor func elements(of content: any View, _ node: Node, _ inputs: Inputs) -> [LayoutElement]
  {
    var inputs = inputs
    inputs.environment[keyPath: keyPath] = value
    return node.evaluate(content, 0, inputs)
  }
}

nonisolated extension View {
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    modifier(EnvironmentValueModifier(keyPath: keyPath, value: value))
  }

  public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> some View {
    modifier(EnvironmentModifier { transform(&$0[keyPath: keyPath]) })
  }

  public func disabled(_ disabled: Bool) -> some View {
    transformEnvironment(\.isEnabled) { $0 = $0 && !disabled }
  }

  public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View {
    environment(\.dynamicTypeSize, size)
  }

  public func font(_ font: Font?) -> some View { environment(\.font, font) }
}

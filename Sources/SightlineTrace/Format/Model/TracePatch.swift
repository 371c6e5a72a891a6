/// What a change does to one value: leaves it, takes it away, or gives a new one.
public enum TracePatch<Value: Equatable & Sendable>: Equatable, Sendable {
  /// The value stays as it is: the key is absent.
  case keep
  /// The value is taken away, back to its default: the key is `null`.
  case clear
  /// The value is this from now on.
  case set(Value)

  /// What becomes of a value that may be absent.
  public func applied(to value: Value?) -> Value? {
    switch self {
    case .keep: value
    case .clear: nil
    case .set(let new): new
    }
  }

  /// What becomes of a value with a default.
  public func applied(to value: Value, default fallback: Value) -> Value {
    switch self {
    case .keep: value
    case .clear: fallback
    case .set(let new): new
    }
  }

  /// The patch that turns one value into another.
  public static func change(from old: Value?, to new: Value?) -> TracePatch {
    if old == new { return .keep }
    return if let new { .set(new) } else { .clear }
  }

  /// The patch that turns one value with a default into another.
  public static func change(from old: Value, to new: Value, default fallback: Value) -> TracePatch {
    old == new ? .keep : new == fallback ? .clear : .set(new)
  }
}

/// Ends the observation of a property when it is released, or earlier.
@MainActor
public final class NSKeyValueObservation {
  fileprivate(set) var changed: (@MainActor () -> Void)?

  fileprivate init() {}

  public func invalidate() { changed = nil }
}

/// A change of a property, empty because no tested code reads it.
public struct NSKeyValueObservedChange<Value> {}

/// An object whose properties can be observed.
@MainActor
public protocol KeyValueObserving: ToolkitObject {}

extension ToolkitObject: KeyValueObserving {}

extension KeyValueObserving {
  /// Calls a closure after each change of a property, before the change returns.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>,
    changeHandler: @escaping @MainActor (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let token = NSKeyValueObservation()
    token.changed = { [weak self] in
      if let self { changeHandler(self, NSKeyValueObservedChange()) }
    }
    add(token, for: keyPath)
    return token
  }
}

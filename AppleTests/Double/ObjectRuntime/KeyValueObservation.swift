/// Ends the observation of a property when it is gone, or before.
@MainActor
public final class NSKeyValueObservation {
  fileprivate(set) var changed: (@MainActor () -> Void)?

  fileprivate init() {}

  public func invalidate() { changed = nil }
}

/// What a change was; nothing that is tested reads it.
public struct NSKeyValueObservedChange<Value> {}

/// What can be observed.
@MainActor
public protocol KeyValueObserving: ToolkitObject {}

extension ToolkitObject: KeyValueObserving {}

extension KeyValueObserving {
  /// Calls a closure whenever a property was changed, before the change returns.
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

import Foundation

/// An object whose views are updated before it changes.
public protocol ObservableObject: AnyObject {}

/// Sends `objectWillChange` of the enclosing object before the property changes.
@propertyWrapper
public struct Published<Value> {
  private var value: Value

  public init(wrappedValue: Value) { value = wrappedValue }

  @available(*, unavailable, message: "a property of a class")
  public var wrappedValue: Value {
    get { fatalError("a property of a class") }
    // swift-format-ignore: UnusedSetterValue
    set { fatalError("a property of a class") }
  }

  public static subscript<Object: ObservableObject>(
    _enclosingInstance object: Object,
    wrapped _: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
  ) -> Value {
    get { object[keyPath: storage].value }
    set {
      object.objectWillChange.send()
      object[keyPath: storage].value = newValue
    }
  }
}

/// Calls its subscribers before an object changes.
public final class ObservableObjectPublisher {
  private var subscribers: [() -> Void] = []

  public func send() {
    for subscriber in subscribers { subscriber() }
  }

  /// Replaces Combine's `sink`, which no tested code calls.
  public func subscribe(_ body: @escaping () -> Void) { subscribers.append(body) }
}

extension ObservableObject {
  /// The object's publisher, which lives as long as the object.
  public var objectWillChange: ObservableObjectPublisher { Publishers.publisher(of: self) }
}

private enum Publishers {
  private struct Entry {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }

  // Objects of views change only on the main thread.
  nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    entries = entries.filter { $0.value.object != nil }
    if let existing = entries[ObjectIdentifier(object)] { return existing.publisher }
    let publisher = ObservableObjectPublisher()
    entries[ObjectIdentifier(object)] = Entry(object: object, publisher: publisher)
    return publisher
  }
}

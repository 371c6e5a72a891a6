/// A dynamic property, filled in on a copy of a view's value before the body is evaluated.
protocol GraphProperty {
  @MainActor mutating func bind(to node: Node, slot: Int, _ environment: EnvironmentValues)
}

/// The storage of a value. A view that has read it in an update is evaluated again when it changes
/// (OpenSwiftUI: StoredLocation, StatePropertyBox and Binding's Box).
class Location<Value> {
  private struct Reader {
    weak var node: Node?
    var reading: Reading
  }

  private var readers: [Reader] = []

  func get() -> Value { fatalError("a location without a value") }
  func set(_ value: Value, _ transaction: Transaction) {}

  /// Evaluates a view again with each change, once the view has read the value.
  func notify(_ node: Node, _ reading: Reading) {
    readers.removeAll { $0.node == nil }
    if !readers.contains(where: { $0.reading === reading }) {
      readers.append(Reader(node: node, reading: reading))
    }
  }

  fileprivate func changed(_ transaction: Transaction) {
    for node in readers.filter(\.reading.isRead).map(\.node) {
      MainActor.assumeIsolated { node?.invalidate(transaction) }
    }
  }
}

/// Whether a view has read a value in an update. Never becomes false again.
final class Reading {
  var isRead = false
}

/// The stored location. It references no node, so a binding keeps no view alive.
private final class StoredLocation<Value>: Location<Value> {
  private var value: Value

  init(_ value: Value) { self.value = value }

  override func get() -> Value { value }

  override func set(_ value: Value, _ transaction: Transaction) {
    precondition(!HostGraph.isUpdating, "state is modified during a view update")
    // Equal values change nothing, as in `AttributeGraph`.
    if areSame(self.value, value) { return }
    self.value = value
    changed(transaction)
  }
}

private final class FunctionLocation<Value>: Location<Value> {
  private let getter: () -> Value
  private let setter: (Value, Transaction) -> Void

  init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
    (getter, setter) = (get, set)
  }

  override func get() -> Value { getter() }
  override func set(_ value: Value, _ transaction: Transaction) { setter(value, transaction) }
}

@propertyWrapper
public struct State<Value>: GraphProperty {
  /// The value as of the update in which the view's value was made.
  private var value: Value
  private var location: Location<Value>?
  private var reading: Reading?

  public init(wrappedValue: Value) { value = wrappedValue }
  public init(initialValue: Value) { value = initialValue }

  /// The value. During an update, a view sees the value it was made with, even in closures.
  public var wrappedValue: Value {
    get {
      guard let location else { return value }
      guard HostGraph.isUpdating else { return location.get() }
      reading?.isRead = true
      return value
    }
    nonmutating set {
      guard let location else {
        preconditionFailure("the state of a view that is not installed is set")
      }
      location.set(newValue, .current)
    }
  }

  public var projectedValue: Binding<Value> {
    guard let location else { return .constant(value) }
    return Binding(value: value, location: location, reading)
  }

  mutating func bind(to node: Node, slot: Int, _ environment: EnvironmentValues) {
    let initial = value
    let stored = node.slot(slot) { Stored(StoredLocation(initial)) }
    (location, reading, value) = (stored.location, stored.reading, stored.location.get())
    stored.location.notify(node, stored.reading)
  }

  private final class Stored {
    let location: Location<Value>
    let reading = Reading()

    init(_ location: Location<Value>) { self.location = location }
  }
}

// Safe, because values of views are used on the main thread. As in Apple's declarations.
extension State: @unchecked Sendable where Value: Sendable {}
// Safe, for the same reason.
extension Binding: @unchecked Sendable where Value: Sendable {}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(initialValue: nil) }
}

/// A property whose value differs when it refers to another location.
protocol Located {
  var place: ObjectIdentifier { get }
}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value>: GraphProperty, Located {
  private var value: Value
  private let location: Location<Value>
  private var reading: Reading?

  /// Creates a binding. Until it belongs to a view, reading it reads the state it comes from.
  init(value: Value, location: Location<Value>, _ reading: Reading? = nil) {
    (self.value, self.location, self.reading) = (value, location, reading)
  }

  private init(_ get: @escaping () -> Value, _ set: @escaping (Value) -> Void) {
    self.init(
      value: get(),
      location: FunctionLocation(
        get: get, set: { value, transaction in Transaction.with(transaction) { set(value) } }))
  }

  // Apple's are `@isolated(any) @Sendable`, of which Swift 6.3 cannot emit this one for optionals.
  public init(
    get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void
  ) {
    // Both are called on the main thread.
    self.init(
      unsafeBitCast(get, to: (() -> Value).self), unsafeBitCast(set, to: ((Value) -> Void).self))
  }

  public static func constant(_ value: Value) -> Binding { Binding({ value }, { _ in }) }

  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject>(
      { wrappedValue[keyPath: keyPath] }, { wrappedValue[keyPath: keyPath] = $0 })
  }

  public var wrappedValue: Value {
    get {
      guard HostGraph.isUpdating else { return location.get() }
      reading?.isRead = true
      return value
    }
    nonmutating set { location.set(newValue, .current) }
  }

  public var projectedValue: Binding { self }

  var place: ObjectIdentifier { ObjectIdentifier(location) }

  mutating func bind(to node: Node, slot: Int, _ environment: EnvironmentValues) {
    let reading = node.slot(slot) { Reading() }
    (self.reading, value) = (reading, location.get())
    location.notify(node, reading)
  }
}

@propertyWrapper
public struct StateObject<Object: ObservableObject>: GraphProperty {
  private let make: () -> Object
  private var owner: ObjectOwner<Object>?

  public init(wrappedValue: @autoclosure @escaping () -> Object) { make = wrappedValue }

  @MainActor public var wrappedValue: Object {
    guard let owner else {
      preconditionFailure("the object of a view that is not installed is read")
    }
    return owner.object
  }

  mutating func bind(to node: Node, slot: Int, _ environment: EnvironmentValues) {
    owner = node.slot(slot) { ObjectOwner(make(), node) }
  }
}

@MainActor
private final class ObjectOwner<Object: ObservableObject> {
  let object: Object

  init(_ object: Object, _ node: Node) {
    self.object = object
    object.objectWillChange.subscribe { [weak node] in
      MainActor.assumeIsolated { node?.invalidate(.current) }
    }
  }
}

@propertyWrapper
public struct Environment<Value>: GraphProperty {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  private var value: Value?

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  public var wrappedValue: Value { value ?? EnvironmentValues()[keyPath: keyPath] }

  mutating func bind(to node: Node, slot: Int, _ environment: EnvironmentValues) {
    let (keyPath, value) = (keyPath, environment[keyPath: keyPath])
    self.value = value
    node.depends(on: value) { $0[keyPath: keyPath] }
  }
}

/// A number that grows with the text size. It is rounded to pixels, as UIFontMetrics does.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: GraphProperty {
  private let base: Value
  private let style: Font.TextStyle
  private var scaled: Value?

  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle = .body) {
    base = wrappedValue
    style = textStyle
  }

  public var wrappedValue: Value { scaled ?? base }

  mutating func bind(to node: Node, slot: Int, _ environment: EnvironmentValues) {
    let (base, style) = (base, style)
    let read = { (environment: EnvironmentValues) in
      let pixel = Value(environment.pixelLength)
      let value = base * Value(style.scale(at: environment.dynamicTypeSize))
      return (value / pixel).rounded() * pixel
    }
    let value = read(environment)
    scaled = value
    node.depends(on: value, of: read)
  }
}

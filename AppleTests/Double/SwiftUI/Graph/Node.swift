/// The surroundings of a view: the environment, and the transaction of the update.
struct Inputs {
  var environment: EnvironmentValues
  var transaction: Transaction
}

/// The identity of one view, from the update in which it appears to the one in which it is gone.
///
/// A view's value is compared with the previous one. If both are the same, and neither a value the
/// view has read nor its state has changed, its body is not evaluated again.
@MainActor
final class Node {
  unowned let host: HostGraph
  private var children: [AnyHashable: Node] = [:]
  private let type: Any.Type
  /// The update in which it was last encountered.
  private var lastPass = 0
  /// The value and the result of its evaluation.
  private var value: Any?
  private var result: Any?
  private var slots: [Int: AnyObject] = [:]
  private var storage: [ObjectIdentifier: AnyObject] = [:]
  private var dependencies: [(EnvironmentValues) -> Bool] = []
  private var dirtiedBy: Transaction?
  private(set) var isRemoved = false
  private var removals: [() -> Void] = []

  init(host: HostGraph, type: Any.Type) {
    self.host = host
    self.type = type
  }

  // MARK: Identity

  /// Evaluates a child view, identified by position and type.
  func evaluate(_ view: any View, _ key: some Hashable, _ inputs: Inputs) -> [LayoutElement] {
    func open<Content: View>(_ view: Content) -> [LayoutElement] {
      child(key, Content.self).elements(of: view, inputs)
    }
    return open(view)
  }

  private func child(_ key: some Hashable, _ type: Any.Type) -> Node {
    let key = AnyHashable(key)
    if let existing = children[key] {
      if existing.type == type { return existing }
      existing.remove()
    }
    let child = Node(host: host, type: type)
    children[key] = child
    return child
  }

  private func elements<Content: View>(of view: Content, _ inputs: Inputs) -> [LayoutElement] {
    lastPass = host.pass
    if let primitive = view as? any Primitive { return primitive.elements(self, inputs) }
    if let representable = view as? any UIViewRepresentable {
      return representable.mounted(self, inputs)
    }
    let updated = updated(view, inputs)
    let body = updated.result {
      host.countEvaluation(of: Content.self)
      return updated.value.body
    }
    return evaluate(body, 0, updated.inputs)
  }

  /// Removes the children that the last update did not encounter.
  func sweep() {
    for (key, child) in children {
      if child.lastPass == host.pass {
        child.sweep()
      } else {
        children[key] = nil
        child.remove()
      }
    }
  }

  /// Calls a closure once when the view is removed.
  func onRemoval(_ body: @escaping () -> Void) { removals.append(body) }

  func remove() {
    guard !isRemoved else { return }
    isRemoved = true
    for child in children.values { child.remove() }
    for removal in removals { removal() }
    (children, removals, storage, slots) = ([:], [], [:], [:])
    (value, result) = (nil, nil)
  }

  // MARK: Updates

  /// A value with dynamic properties that are up to date in this update.
  @MainActor
  struct Updated<Value> {
    let value: Value
    let inputs: Inputs
    let needsEvaluation: Bool
    let node: Node

    /// Returns the result of a closure, or the previous result if nothing has changed.
    func result<Result>(_ make: () -> Result) -> Result {
      if !needsEvaluation, let existing = node.result as? Result { return existing }
      let result = make()
      node.result = result
      return result
    }
  }

  func updated<Value>(_ new: Value, _ inputs: Inputs) -> Updated<Value> {
    var inputs = inputs
    if let dirtiedBy { inputs.transaction = dirtiedBy }
    let isSame = (value as? Value).map { areSame($0, new) } ?? false
    if isSame, dirtiedBy == nil, !dependencies.contains(where: { $0(inputs.environment) }) {
      return Updated(value: new, inputs: inputs, needsEvaluation: false, node: self)
    }
    dirtiedBy = nil
    dependencies = []
    value = new
    var bound = new
    bindProperties(of: &bound, inputs)
    return Updated(value: bound, inputs: inputs, needsEvaluation: true, node: self)
  }

  /// Binds the dynamic properties among the fields of a value.
  private func bindProperties<Value>(of value: inout Value, _ inputs: Inputs) {
    withUnsafeMutableBytes(of: &value) { bytes in
      for (index, field) in fields(of: Value.self).enumerated() {
        guard let property = field.type as? any GraphProperty.Type else { continue }
        @MainActor func bind<Property: GraphProperty>(_: Property.Type) {
          bytes.baseAddress?.advanced(by: field.offset)
            .assumingMemoryBound(to: Property.self).pointee
            .bind(to: self, slot: index, inputs.environment)
        }
        bind(property)
      }
    }
  }

  /// Evaluates the view's body again when an environment value changes.
  func depends<Value>(on value: Value, of read: @escaping (EnvironmentValues) -> Value) {
    dependencies.append { !areSame(value, read($0)) }
  }

  /// Evaluates the view's body again in the next update.
  func invalidate(_ transaction: Transaction) {
    guard !isRemoved else { return }
    dirtiedBy = transaction
    host.setNeedsUpdate()
  }

  // MARK: Storage

  func slot<Object: AnyObject>(_ index: Int, _ make: () -> Object) -> Object {
    if let existing = slots[index] as? Object { return existing }
    let made = make()
    slots[index] = made
    return made
  }

  /// Returns the only object of its type kept with the view, creating it if necessary.
  func stored<Object: AnyObject>(_ make: () -> Object) -> Object {
    let key = ObjectIdentifier(Object.self)
    if let existing = storage[key] as? Object { return existing }
    let made = make()
    storage[key] = made
    return made
  }

  /// Returns an object kept for each of a modifier's elements.
  func stored<Object: AnyObject>(_ index: Int, _ make: @escaping () -> Object) -> Object {
    let list = stored { List<Object>() }
    while list.objects.count <= index { list.objects.append(make()) }
    return list.objects[index]
  }

  private final class List<Object> {
    var objects: [Object] = []
  }
}

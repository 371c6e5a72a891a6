@_spi(Reflection) import Swift

struct Field {
  let offset: Int
  let type: Any.Type
  /// Whether the type is a protocol's, whose values have no fields.
  let isExistential: Bool
}

/// Returns the stored properties of a structure, in order.
func fields(of type: Any.Type) -> [Field] {
  if let fields = fieldsByType[ObjectIdentifier(type)] { return fields }
  var fields: [Field] = []
  _ = _forEachField(of: type) { _, offset, type, kind in
    fields.append(Field(offset: offset, type: type, isExistential: kind == .existential))
    return true
  }
  fieldsByType[ObjectIdentifier(type)] = fields
  return fields
}

// Safe, because values are compared on the main thread.
nonisolated(unsafe) private var fieldsByType: [ObjectIdentifier: [Field]] = [:]

/// Returns whether two values are the same to a graph: equal if comparable, identical if objects,
/// and of the same code and context if closures. Dynamic properties are ignored, because their
/// values are compared when read.
func areSame<Value>(_ one: Value, _ other: Value) -> Bool {
  withUnsafeBytes(of: one) { one in
    withUnsafeBytes(of: other) { other in areSame(one, other, Value.self) }
  }
}

private func areSame(
  _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, _ type: Any.Type
) -> Bool {
  if let located = type as? any Located.Type {
    func place<Value: Located>(_: Value.Type, _ bytes: UnsafeRawBufferPointer) -> ObjectIdentifier?
    {
      bytes.baseAddress?.assumingMemoryBound(to: Value.self).pointee.place
    }
    return place(located, one) == place(located, other)
  }
  if type is any GraphProperty.Type { return true }
  if one.elementsEqual(other) { return true }
  if let equatable = type as? any Equatable.Type {
    func compare<Value: Equatable>(_: Value.Type) -> Bool {
      guard let one = one.baseAddress, let other = other.baseAddress else { return true }
      return one.assumingMemoryBound(to: Value.self).pointee
        == other.assumingMemoryBound(to: Value.self).pointee
    }
    return compare(equatable)
  }
  if let views = type as? [any View].Type {
    func load(_ bytes: UnsafeRawBufferPointer) -> [any View] {
      bytes.baseAddress?.assumingMemoryBound(to: views).pointee ?? []
    }
    let (one, other) = (load(one), load(other))
    return one.count == other.count && zip(one, other).allSatisfy(areSameViews)
  }
  if type is AnyClass { return false }
  // Structures have fields to compare one by one, as do enum cases with associated values.
  let fields = fields(of: type)
  if fields.isEmpty {
    func compare<Value>(_: Value.Type) -> Bool {
      func mirror(_ bytes: UnsafeRawBufferPointer) -> Mirror? {
        bytes.baseAddress.map { Mirror(reflecting: $0.assumingMemoryBound(to: Value.self).pointee) }
      }
      guard let one = mirror(one), let other = mirror(other),
        one.displayStyle == .enum || one.displayStyle == .optional,
        let first = one.children.first, let second = other.children.first,
        first.label == second.label
      else { return false }
      return areSameAny(first.value, second.value)
    }
    return _openExistential(type, do: compare)
  }
  return fields.allSatisfy { field in
    let size = size(of: field.type)
    func part(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: bytes[field.offset..<field.offset + size])
    }
    if field.isExistential { return part(one).elementsEqual(part(other)) }
    return areSame(part(one), part(other), field.type)
  }
}

private func areSameAny(_ one: Any, _ other: Any) -> Bool {
  func open<Value>(_ one: Value) -> Bool {
    (other as? Value).map { areSame(one, $0) } ?? false
  }
  return _openExistential(one, do: open)
}

private func areSameViews(_ one: any View, _ other: any View) -> Bool {
  func open<Content: View>(_ one: Content) -> Bool {
    (other as? Content).map { areSame(one, $0) } ?? false
  }
  return open(one)
}

private func size(of type: Any.Type) -> Int {
  func open<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
  return _openExistential(type, do: open)
}

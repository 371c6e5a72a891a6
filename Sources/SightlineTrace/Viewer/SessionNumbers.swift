/// The numbers of the live parts of one kind, with their values as last written.
///
/// A place is the index of the engine's handle, which is reused after removal. A number is assigned
/// once.
struct SessionNumbers<Value> {
  typealias Part = (number: UInt32, value: Value)

  private(set) var count = 0
  private var parts: [Part?] = []

  mutating func add(_ place: UInt32, _ value: Value) -> UInt32 {
    while parts.count <= Int(place) { parts.append(nil) }
    let number = UInt32(truncatingIfNeeded: count)
    parts[Int(place)] = (number, value)
    count += 1
    return number
  }

  mutating func change(_ place: UInt32, _ value: Value) -> Part {
    let old = self[place]
    parts[Int(place)] = (old.number, value)
    return old
  }

  mutating func remove(_ place: UInt32) -> UInt32 {
    let old = self[place]
    parts[Int(place)] = nil
    return old.number
  }

  subscript(place: UInt32) -> Part {
    guard let part = parts[Int(place)] else {
      preconditionFailure("the journal refers to slot \(place) before adding it")
    }
    return part
  }
}

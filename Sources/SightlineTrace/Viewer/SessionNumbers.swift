/// The numbers of the parts of one kind that are there, and each as it was written last.
///
/// A place is the index of the engine's handle, which is free again once the part is gone; a number
/// is given once.
struct SessionNumbers<Value> {
  struct Part {
    var number: UInt32
    /// The number of the container that it lies in.
    var home: UInt32
    var value: Value
  }

  /// How many numbers were given.
  private(set) var count = 0
  private var parts: [Part?] = []

  /// Gives a new part its number.
  mutating func add(_ place: UInt32, in home: UInt32, _ value: Value) -> UInt32 {
    while parts.count <= Int(place) { parts.append(nil) }
    let number = UInt32(truncatingIfNeeded: count)
    parts[Int(place)] = Part(number: number, home: home, value: value)
    count += 1
    return number
  }

  /// Notes how a part is now, and returns how it was.
  mutating func change(_ place: UInt32, in home: UInt32, _ value: Value) -> Part {
    let old = self[place]
    parts[Int(place)] = Part(number: old.number, home: home, value: value)
    return old
  }

  /// Forgets a part and returns its number.
  mutating func remove(_ place: UInt32) -> UInt32 {
    let old = self[place]
    parts[Int(place)] = nil
    return old.number
  }

  /// The part in a place.
  subscript(place: UInt32) -> Part {
    guard let part = parts[Int(place)] else {
      preconditionFailure("a journal names the part in place \(place), which it has not added")
    }
    return part
  }
}

/// Values by number, each there once.
struct SessionValues<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: UInt32] = [:]

  /// The number of a value, and whether it was given just now.
  mutating func number(of value: Value) -> (number: UInt32, isNew: Bool) {
    if let number = numbers[value] { return (number, false) }
    let number = UInt32(truncatingIfNeeded: values.count)
    numbers[value] = number
    values.append(value)
    return (number, true)
  }
}

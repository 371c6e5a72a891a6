/// A dictionary in parts, which grow one by one. A `Dictionary` that grows moves all of its
/// elements at once: for some thousands, that takes a large share of a frame.
struct PartedDictionary<Key: Hashable, Value> {
  /// One for up to 256 elements, then 64.
  var parts: ContiguousArray<[Key: Value]> = [[:]]
  private(set) var count = 0

  subscript(key: Key) -> Value? {
    get { parts[part(of: key)][key] }
    set {
      let part = part(of: key)
      count -= parts[part].count
      parts[part][key] = newValue
      count += parts[part].count
      if parts.count == 1, count > 256 { divide() }
    }
  }

  func part(of key: Key) -> Int {
    parts.count == 1 ? 0 : key.hashValue & (parts.count - 1)
  }

  mutating func divide() {
    let elements = parts[0]
    parts = ContiguousArray(repeating: [:], count: 64)
    for (key, value) in elements { parts[part(of: key)][key] = value }
  }

  /// - Complexity: O(elements).
  mutating func removeAll(where isRemoved: (Key, Value) -> Bool) {
    count = 0
    for part in parts.indices {
      parts[part] = parts[part].filter { !isRemoved($0.key, $0.value) }
      count += parts[part].count
    }
  }
}

extension PartedDictionary: Sendable where Key: Sendable, Value: Sendable {}

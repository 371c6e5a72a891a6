#if Log
/// A bounded cache with two generations. When the young one is full it becomes the old one, which
/// keeps values in use cached and bounds memory without tracking each use.
struct GenerationalCache<Key: Hashable, Value> {
  /// The maximum number of values in a generation.
  private let capacity: Int
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]

  init(capacity: Int) { self.capacity = capacity }

  var count: Int { young.count + old.count }

  mutating func value(for key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old[key] else { return nil }
    set(value, for: key)
    return value
  }

  mutating func set(_ value: Value, for key: Key) {
    if young.count >= capacity && young[key] == nil {
      old = young
      young.removeAll(keepingCapacity: true)
    }
    young[key] = value
  }

  mutating func removeAll() { self = GenerationalCache(capacity: capacity) }
}
#endif

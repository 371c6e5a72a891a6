/// A dictionary that grows by one bucket at a time (linear hashing, Litwin 1980) and keeps hashes.
/// A `Dictionary` that grows moves all of its elements at once and hashes them again: for some
/// thousands, that takes a large share of a frame. Keys supply a cheap `hashValue`.
///
/// Inlinable: the host layer uses it, too.
@usableFromInline
package struct SteadyDictionary<Key: Hashable, Value> {
  @usableFromInline package typealias Element = (key: Key, value: Value)
  @usableFromInline typealias Place = Slot<Element?>

  @usableFromInline var records = SlotTable<Element?>()
  /// The hash of each element, and the next element in its bucket.
  @usableFromInline var links: ContiguousArray<(hash: UInt32, next: Place)> = []
  /// The first element of each bucket. There are as many buckets as there were elements.
  @usableFromInline var buckets: ContiguousArray<Place> = [.none]

  @inlinable
  package init() {}

  @inlinable
  package var count: Int { records.count }

  /// The elements, in no particular order.
  @inlinable
  package var elements: some Sequence<Element> { records.records.lazy.compactMap { $0 } }

  /// - Complexity: O(1).
  @inlinable
  package subscript(key: Key) -> Value? {
    get {
      let place = find(key, Self.hash(of: key))
      return place == .none ? nil : records[place]?.value
    }
    set {
      let hash = Self.hash(of: key)
      let place = find(key, hash)
      if let newValue {
        if place == .none { return insert(key, newValue, hash) }
        records[place]?.value = newValue
      } else if place != .none {
        remove(place)
      }
    }
  }

  /// The high bits of a product depend on all bits of the factors (Knuth, 6.4).
  @inlinable
  static func hash(of key: Key) -> UInt32 {
    let hash = UInt64(truncatingIfNeeded: key.hashValue)
    let product = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return UInt32(truncatingIfNeeded: product ^ product >> 32)
  }

  @inlinable
  func bucket(of hash: UInt32) -> Int {
    let mask = UInt32.max >> UInt32(buckets.count - 1).leadingZeroBitCount
    let bucket = Int(hash & mask)
    return bucket < buckets.count ? bucket : Int(hash & (mask >> 1))
  }

  @inlinable
  func find(_ key: Key, _ hash: UInt32) -> Place {
    var place = buckets[bucket(of: hash)]
    while place != .none {
      if links[place.index].hash == hash, records[place]?.key == key { break }
      place = links[place.index].next
    }
    return place
  }

  @inlinable
  mutating func insert(_ key: Key, _ value: Value, _ hash: UInt32) {
    if count >= buckets.count { divide() }
    let place = records.insert((key, value))
    if place.index == links.count { links.appendTightly((hash, .none)) }
    links[place.index].hash = hash
    link(place)
  }

  @inlinable
  mutating func link(_ place: Place) {
    let bucket = bucket(of: links[place.index].hash)
    links[place.index].next = buckets[bucket]
    buckets[bucket] = place
  }

  /// Adds a bucket, for half of the elements of the one whose number lacks its highest bit.
  @inlinable
  mutating func divide() {
    let mask = UInt32.max >> UInt32(buckets.count).leadingZeroBitCount
    let divided = buckets.count & Int(mask >> 1)
    var place = buckets[divided]
    buckets[divided] = .none
    buckets.appendTightly(.none)
    while place != .none {
      let next = links[place.index].next
      link(place)
      place = next
    }
  }

  @inlinable
  mutating func remove(_ place: Place) {
    let (bucket, next) = (bucket(of: links[place.index].hash), links[place.index].next)
    if buckets[bucket] == place {
      buckets[bucket] = next
    } else {
      var before = buckets[bucket]
      while links[before.index].next != place { before = links[before.index].next }
      links[before.index].next = next
    }
    records[place] = nil
    records.release(place)
  }
}

extension SteadyDictionary: Sendable where Key: Sendable, Value: Sendable {}

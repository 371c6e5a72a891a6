import SightlineCore

/// A growable buffer of contiguous records, read by JavaScript. Growing moves it.
struct OutputBuffer {
  private(set) var bytes = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
  private(set) var count = 0
  private(set) var capacity = 16

  mutating func clear() { count = 0 }

  /// Grows the buffer to at least `size` bytes. Growing discards the contents.
  mutating func reserve(_ size: Int) {
    if size <= capacity { return }
    bytes.deallocate()
    capacity = size
    bytes = .allocate(byteCount: size, alignment: 16)
  }

  private mutating func makeRoom() {
    if count + 8 <= capacity { return }
    let larger = UnsafeMutableRawPointer.allocate(byteCount: 2 * capacity, alignment: 16)
    larger.copyMemory(from: bytes, byteCount: count)
    bytes.deallocate()
    bytes = larger
    capacity *= 2
  }

  @inline(never)
  mutating func append(_ value: UInt32) {
    makeRoom()
    bytes.storeBytes(of: value, toByteOffset: count, as: UInt32.self)
    count += 4
  }

  @inline(never)
  mutating func append(_ value: UInt64) {
    makeRoom()
    bytes.storeBytes(of: value, toByteOffset: count, as: UInt64.self)
    count += 8
  }

  mutating func append(_ value: Int64) { append(UInt64(bitPattern: value)) }

  mutating func append(_ value: Double) { append(value.bitPattern) }

  mutating func append(_ time: MonotonicTime) { append(time.nanoseconds) }

  @inline(never)
  mutating func append(_ rect: LayoutRect) {
    append(rect.minX)
    append(rect.minY)
    append(rect.width)
    append(rect.height)
  }

  @inline(never)
  mutating func append(_ exposure: Exposure) {
    append(exposure.firstSeen)
    append(exposure.lastSeen)
    append(exposure.total.saturatedNanoseconds)
    append(exposure.longest.saturatedNanoseconds)
    append(exposure.greatestFraction)
    append(UInt32(truncatingIfNeeded: exposure.count))
  }

  func free() { bytes.deallocate() }
}

import SightlineCore

/// Bytes in the layout of `Web/sightline.h`: little-endian, without padding.
struct SessionRecords {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ number: Double) { append(number.bitPattern) }

  /// Appends the numbers in the order of a trace.
  mutating func append<Tuple: NumberTuple>(_ tuple: Tuple) {
    let numbers = tuple.numbers
    for index in 0..<Tuple.count { append(numbers[index]) }
  }

  mutating func append(_ margins: ViewportMargins) {
    append(margins.points)
    append(margins.fractions)
  }

  mutating func append(_ appearance: SceneAppearance) {
    append(appearance.zIndex)
    var flags: UInt32 = appearance.isHidden ? 1 : 0
    if appearance.isPinned { flags |= 2 }
    if !appearance.countsDwell { flags |= 4 }
    append(flags)
    append(appearance.opacity)
    append(appearance.transform)
  }

  /// Appends flags, frame, offset and clip. The appearance is a separate record.
  mutating func append(_ container: SceneContainer) {
    var flags: UInt32 = container.scrolls ? 4 : 0
    if container.scrollSource == .app { flags |= 8 }
    var clip: LayoutRect?
    switch container.clip {
    case .none: break
    case .bounds: flags |= 1
    case .rect(let rect):
      flags |= 2
      clip = rect
    }
    append(flags)
    append(container.frame)
    append(container.contentOffset)
    if let clip { append(clip) }
  }

  /// Pads to a multiple of eight bytes, to align the following data.
  mutating func pad() { while bytes.count % 8 != 0 { bytes.append(0) } }
}

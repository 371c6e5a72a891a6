/// A space-filling (Morton) curve through a rect: neighbours on it are mostly neighbours in the
/// plane.
struct MortonCurve: Sendable {
  private let bounds: Box
  private let scaleX: Double
  private let scaleY: Double

  /// Creates the curve that fills a box.
  init(_ bounds: Box) {
    self.bounds = bounds
    scaleX = bounds.width > 0 ? Double(UInt32.max) / bounds.width : 0
    scaleY = bounds.height > 0 ? Double(UInt32.max) / bounds.height : 0
  }

  /// The position along the curve of a measurable box's centre.
  func key(of box: Box) -> UInt64 {
    let x = ((box.minX + box.maxX) / 2 - bounds.minX) * scaleX
    let y = ((box.minY + box.maxY) / 2 - bounds.minY) * scaleY
    return spread(UInt32(max(0, min(x, Double(UInt32.max)))))
      | spread(UInt32(max(0, min(y, Double(UInt32.max))))) << 1
  }

  /// The bits of a number interleaved with zeros.
  private func spread(_ value: UInt32) -> UInt64 {
    var v = UInt64(value)
    v = (v | v << 16) & 0x0000_FFFF_0000_FFFF
    v = (v | v << 8) & 0x00FF_00FF_00FF_00FF
    v = (v | v << 4) & 0x0F0F_0F0F_0F0F_0F0F
    v = (v | v << 2) & 0x3333_3333_3333_3333
    return (v | v << 1) & 0x5555_5555_5555_5555
  }
}

import SightlineCore

/// Reads records from the input buffer, field by field.
///
/// Reads past the end return 0 and set ``isCutOff``. Callers that read a whole record before acting
/// on it need to check only once.
struct EditReader {
  private let bytes: UnsafeRawPointer
  private let end: Int
  private(set) var position = 0
  private(set) var isCutOff = false

  init(_ bytes: UnsafeRawPointer, count: Int) {
    self.bytes = bytes
    end = count
  }

  var isAtEnd: Bool { position == end }

  @inline(never)
  mutating func u32() -> UInt32 {
    guard end - position >= 4 else {
      isCutOff = true
      return 0
    }
    position += 4
    return bytes.load(fromByteOffset: position - 4, as: UInt32.self)
  }

  @inline(never)
  mutating func u64() -> UInt64 {
    guard end - position >= 8 else {
      isCutOff = true
      return 0
    }
    position += 8
    return bytes.loadUnaligned(fromByteOffset: position - 8, as: UInt64.self)
  }

  mutating func i64() -> Int64 { Int64(bitPattern: u64()) }

  @inline(never)
  mutating func f64() -> Double { Double(bitPattern: u64()) }

  @inline(never)
  mutating func point() -> LayoutPoint {
    let x = f64()
    return LayoutPoint(x: x, y: f64())
  }

  @inline(never)
  mutating func rect() -> LayoutRect {
    let origin = point()
    let width = f64()
    return LayoutRect(x: origin.x, y: origin.y, width: width, height: f64())
  }

  private mutating func insets() -> LayoutInsets {
    let top = f64()
    let right = f64()
    let bottom = f64()
    return LayoutInsets(top: top, left: f64(), bottom: bottom, right: right)
  }

  @inline(never)
  mutating func margins() -> ViewportMargins {
    let points = insets()
    return ViewportMargins(points: points, fractions: insets())
  }

  @inline(never)
  mutating func appearance() -> SceneAppearance {
    let zIndex = Int32(bitPattern: u32())
    let flags = u32()
    let opacity = f64()
    let (a, b, c, d) = (f64(), f64(), f64(), f64())
    let move = point()
    return SceneAppearance(
      opacity: opacity, isHidden: flags & 1 != 0,
      transform: LayoutTransform(a: a, b: b, c: c, d: d, tx: move.x, ty: move.y), zIndex: zIndex,
      isPinned: flags & 2 != 0, countsDwell: flags & 4 == 0)
  }

  /// Reads frame, clip, offset and scrolling; keeps the given appearance.
  mutating func container(_ appearance: SceneAppearance) throws(Refusal) -> SceneContainer {
    let flags = u32()
    let frame = rect()
    let offset = point()
    let clip: SceneContainer.Clip
    switch flags & 3 {
    case 0: clip = .none
    case 1: clip = .bounds
    case 2: clip = .rect(rect())
    default: throw .badValue
    }
    var container = SceneContainer(
      frame: frame, clip: clip, contentOffset: offset, scrolls: flags & 4 != 0,
      appearance: appearance)
    container.scrollSource = flags & 8 == 0 ? .reader : .app
    return container
  }
}

import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct EasingTests {
  private static let named: [Easing] = [.linear, .easeIn, .easeOut, .easeInOut]

  @Test func `every curve starts at exactly 0 and ends at exactly 1`() {
    for easing in EasingTests.named + EasingTests.random(count: 200) {
      #expect(easing.value(at: 0) == 0)
      #expect(easing.value(at: 1) == 1)
    }
  }

  @Test func `linear is the identity`() {
    for progress in stride(from: 0.0, through: 1, by: 0.01) {
      #expect(Easing.linear.value(at: progress) == progress)
    }
  }

  /// Values at a quarter, a half and three quarters, computed outside this package by bisection
  /// alone.
  @Test func `the CSS curves have CSS's values`() {
    let table: [(Easing, [Double])] = [
      (.easeIn, [0.093464650719, 0.315356812573, 0.621861869175]),
      (.easeOut, [0.378138130825, 0.684643187427, 0.906535349281]),
      (.easeInOut, [0.129161931047, 0.5, 0.870838068953]),
    ]
    for (easing, values) in table {
      for (progress, value) in zip([0.25, 0.5, 0.75], values) {
        #expect(isClose(easing.value(at: progress), value), "\(progress)")
      }
    }
  }

  /// Points of the curve at a parameter are known without solving an equation.
  @Test func `points on the curve are accurate to 1e-9`() {
    // Its time stands almost still in the middle.
    let jump = Easing(x1: 1, y1: 0, x2: 0, y2: 1)
    for easing in EasingTests.named + EasingTests.random(count: 300) + [jump] {
      for step in 1..<100 {
        let t = Double(step) / 100
        let u = 1 - t
        let x = 3 * u * u * t * easing.x1 + 3 * u * t * t * easing.x2 + t * t * t
        let y = 3 * u * u * t * easing.y1 + 3 * u * t * t * easing.y2 + t * t * t
        let slope =
          3 * u * u * easing.x1 + 6 * u * t * (easing.x2 - easing.x1)
          + 3 * t * t * (1 - easing.x2)
        guard slope > 1e-4 else { continue }
        #expect(abs(easing.value(at: x) - y) <= 1e-9, "\(easing) at \(t)")
      }
    }
  }

  @Test func `a curve with zero slope in time at its start is solved`() {
    // Its time is the cube of its value.
    let easing = Easing(x1: 0, y1: 1.0 / 3, x2: 0, y2: 2.0 / 3)
    for value in [1e-2, 1e-3, 1e-4, 1e-5] {
      #expect(abs(easing.value(at: value * value * value) - value) <= 1e-9)
    }
  }

  @Test func `the named curves are monotonic`() {
    for easing in EasingTests.named {
      var before = 0.0
      for step in 0...10_000 {
        let value = easing.value(at: Double(step) / 10_000)
        #expect(value >= before)
        before = value
      }
    }
  }

  @Test func `outside 0 to 1 a curve stays at its ends, and at NaN at 0`() {
    for easing in EasingTests.named + EasingTests.random(count: 20) {
      for progress in [-Double.infinity, -1, -1e-300, .nan] {
        #expect(easing.value(at: progress) == 0)
      }
      for progress in [1 + 1e-9, 2, .infinity] { #expect(easing.value(at: progress) == 1) }
    }
  }

  @Test func `a control point with a time out of range`() async {
    await #expect(processExitsWith: .failure) { _ = Easing(x1: 1.1, y1: 0, x2: 1, y2: 1) }
  }

  @Test func `a NaN control point`() async {
    await #expect(processExitsWith: .failure) { _ = Easing(x1: 0, y1: .nan, x2: 1, y2: 1) }
  }

  private static func random(count: Int) -> [Easing] {
    var random = SeededGenerator(seed: 7)
    return (0..<count).map { _ in
      Easing(
        x1: random.oneIn(6) ? 0 : random.number(0...1), y1: random.number(-1...2),
        x2: random.oneIn(6) ? 1 : random.number(0...1), y2: random.number(-1...2))
    }
  }
}

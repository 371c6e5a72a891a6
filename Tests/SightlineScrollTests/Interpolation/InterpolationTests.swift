import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct InterpolationTests {
  @Test func `without a usable position, the first value is at 0`() {
    let stops: [Interpolation<Double>.Stop] = [.init(.nan, 5), .init(.infinity, 6)]
    #expect(Interpolation(stops).stops == [.init(0, 5)])
  }

  @Test func `at every stop the value is exactly that stop's`() {
    for seed in 0..<50 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let stops = InterpolationTests.randomStops(count: 1 + random.index(12), using: &random)
      let interpolation = Interpolation(stops)
      for stop in stops {
        #expect(interpolation.value(at: stop.0) == stop.1, "seed \(seed)")
      }
    }
  }

  @Test func `values between two stops are linear for any number of stops`() {
    for seed in 0..<50 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let stops = InterpolationTests.randomStops(count: 2 + random.index(19), using: &random)
      let interpolation = Interpolation(stops)
      for _ in 0..<200 {
        let position = random.number(stops[0].0...stops[stops.count - 1].0)
        guard let next = stops.firstIndex(where: { $0.0 > position }) else { continue }
        let (a, b) = (stops[next - 1], stops[next])
        let expected = (a.1 * (b.0 - position) + b.1 * (position - a.0)) / (b.0 - a.0)
        #expect(isClose(interpolation.value(at: position), expected), "seed \(seed)")
      }
    }
  }

  @Test func `values clamp below the first stop and above the last`() {
    let interpolation = Interpolation([(10.0, 1.0), (20, 5), (40, 2)])
    withEvery([-1e300, -5, 0, 9.999], [40.001, 100, 1e300]) { below, above in
      #expect(interpolation.value(at: below) == 1)
      #expect(interpolation.value(at: above) == 2)
    }
  }

  @Test func `without a stop at a finite position the first value applies everywhere`() {
    let interpolation = Interpolation([(Double.nan, 3.0), (.infinity, 4)])
    for position in [-1e300, -5, 0, 5, .infinity, .nan] {
      #expect(interpolation.value(at: position) == 3, "\(position)")
    }
  }

  @Test func `each segment has its own easing`() {
    let interpolation = Interpolation<Double>([
      .init(0, 0, easing: .easeIn), .init(10, 10, easing: .easeOut), .init(20, 20), .init(30, 30),
    ])
    #expect(isClose(interpolation.value(at: 4), 10 * Easing.easeIn.value(at: 0.4)))
    #expect(isClose(interpolation.value(at: 14), 10 + 10 * Easing.easeOut.value(at: 0.4)))
    #expect(isClose(interpolation.value(at: 24), 24))
  }

  @Test func `two stops at one position jump to the later value`() {
    let jump = Interpolation([(0.0, 0.0), (10, 1), (10, 7), (10, 5), (20, 6)])
    #expect(isClose(jump.value(at: 10.0.nextDown), 1))
    #expect(jump.value(at: 10) == 5)
    #expect(isClose(jump.value(at: 15), 5.5))
  }

  @Test func `stops are sorted stably by position`() {
    let sorted = Interpolation([(0.0, 1.0), (5, 2), (5, 3), (9, 4)])
    let unsorted = Interpolation([(9.0, 4.0), (5, 2), (0, 1), (5, 3)])
    for position in stride(from: -1.0, through: 10, by: 0.25) {
      #expect(sorted.value(at: position) == unsorted.value(at: position))
    }
    #expect(sorted == unsorted)
  }

  @Test func `stops at nonfinite positions are ignored`() {
    let plain = Interpolation([(0.0, 1.0), (10, 2)])
    let bad = Interpolation([(0.0, 1.0), (.nan, 9), (.infinity, 9), (10, 2), (-.infinity, 9)])
    for position in stride(from: -1.0, through: 11, by: 0.5) {
      #expect(plain.value(at: position) == bad.value(at: position))
    }
    let none = Interpolation([(Double.nan, 3.0), (.infinity, 4)])
    for position in [-1e9, 0, 1e9] { #expect(none.value(at: position) == 3) }
  }

  @Test func `nonfinite positions give a stop's value`() {
    let interpolation = Interpolation([(0.0, 1.0), (10, 2)])
    #expect(interpolation.value(at: .nan) == 1)
    #expect(interpolation.value(at: -.infinity) == 1)
    #expect(interpolation.value(at: .infinity) == 2)
  }

  @Test func `a single stop gives its value everywhere`() {
    let one = Interpolation([(5.0, 3.0)])
    for position in [-10.0, 5, 10] { #expect(one.value(at: position) == 3) }
  }

  @Test func `no stops`() async {
    await #expect(processExitsWith: .failure) { _ = Interpolation<Double>([]) }
  }

  @Test func `at 0 and 1 a number is either one, however far apart`() {
    for (a, b) in [(-1.0, Double.infinity), (-1e308, 1e308), (0.1, 1e-17)] {
      #expect(a.interpolated(to: b, at: 0) == a && a.interpolated(to: b, at: 1) == b)
    }
  }

  @Test func `points interpolate per component`() {
    let points = Interpolation(from: LayoutPoint.zero, to: LayoutPoint(x: 10, y: -20), over: 0...2)
    #expect(points.value(at: 0.5) == LayoutPoint(x: 2.5, y: -5))
  }

  static func randomStops(
    count: Int, using random: inout SeededGenerator
  ) -> [(Double, Double)] {
    var position = random.number(-100...100)
    return (0..<count).map { _ in
      position += random.number(0.01...200)
      return (position, random.number(-1000...1000))
    }
  }
}

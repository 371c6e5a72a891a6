import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

@Suite struct FlightsModelTests {
  @Test(arguments: 0..<UInt64(RandomWorlds.count))
  func `flights agree with separate curves after every operation`(seed: UInt64) {
    FlightWorld.run(seed: seed, steps: 60)
  }
}

/// A model of a flight: a quadratic curve with a remaining share of the way.
private struct PlainFlight {
  let id: Flights.ID
  let launch: MonotonicTime
  let motion: MotionPreference
  let isSeen: Bool
  var (start, control, end) = (LayoutPoint.zero, LayoutPoint.zero, LayoutPoint.zero)
  /// The share at the start of the curve.
  var begun = 0.0

  init(
    _ id: Flights.ID, _ start: LayoutPoint, _ end: LayoutPoint, _ now: MonotonicTime,
    _ motion: MotionPreference
  ) {
    (self.id, launch, self.motion, isSeen) = (id, now, motion, start.isFinite || end.isFinite)
    if isSeen {
      (self.start, self.end) = (start.isFinite ? start : end, end.isFinite ? end : start)
    }
    bend()
  }

  /// Bends the curve upwards, or a vertical one to the right seen from above.
  private mutating func bend() {
    let line = end - start
    let up = line.x < 0 ? LayoutPoint(x: -line.y, y: line.x) : LayoutPoint(x: line.y, y: -line.x)
    control = start + line * 0.5 + up * 0.5
  }

  func isOver(_ now: MonotonicTime) -> Bool { !isSeen || now - launch >= .seconds(1) }

  func share(_ now: MonotonicTime) -> Double {
    isOver(now) ? 1 : Easing.easeOut.value(at: max(0, (now - launch) / .seconds(1)))
  }

  /// The fraction along the curve.
  private func fraction(_ now: MonotonicTime) -> Double {
    begun == 1 ? 1 : max(0, share(now) - begun) / (1 - begun)
  }

  func place(_ now: MonotonicTime) -> LayoutPoint {
    if motion == .reduced { return start }
    let (t, u) = (fraction(now), 1 - fraction(now))
    return start * (u * u) + control * (2 * t * u) + end * (t * t)
  }

  mutating func retarget(_ new: LayoutPoint, _ now: MonotonicTime) {
    guard new.isFinite, new != end else { return }
    if motion == .full && share(now) > begun {
      // The rest of the curve begins with the same velocity.
      let (t, u) = (fraction(now), 1 - fraction(now))
      let velocity = (control - start) * (2 * u) + (end - control) * (2 * t)
      (start, begun) = (place(now), share(now))
      control = start + velocity * (u / 2)
      end = new
    } else {
      end = new
      if motion == .full && begun == 0 { bend() }
    }
  }
}

private func * (point: LayoutPoint, factor: Double) -> LayoutPoint {
  LayoutPoint(x: point.x * factor, y: point.y * factor)
}

private struct FlightWorld: ModelWorld {
  private var random: SeededGenerator
  private let isCoarse: Bool
  private var now = MonotonicTime.zero
  private var flights = Flights()
  private var model: [PlainFlight] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isCoarse = seed.isMultiple(of: 2)
  }

  private mutating func point() -> LayoutPoint {
    let numbers = [0, 20, 300, -100, 40.5, 700]
    let x = random.oneIn(12) ? .nan : numbers[random.index(6)]
    return LayoutPoint(x: x, y: random.oneIn(12) ? .infinity : numbers[random.index(6)])
  }

  mutating func act() -> String {
    now = random.time(after: now, isCoarse: isCoarse)
    let point = point()
    if random.oneIn(3) {
      flights.retarget(to: point, at: now)
      for index in model.indices { model[index].retarget(point, now) }
      return "retarget to \(point)"
    }
    if random.oneIn(3) {
      let start = self.point()
      let motion: MotionPreference = random.oneIn(3) ? .reduced : .full
      let id = flights.launch(from: start, to: point, at: now, motion: motion)
      if model.contains(where: { $0.id == id }) { return "\(id) again" }
      model.append(PlainFlight(id, start, point, now, motion))
      return "launch from \(start) to \(point), \(motion)"
    }
    return "wait"
  }

  mutating func difference() -> String? {
    if flights.isEmpty != model.isEmpty { return "isEmpty \(flights.isEmpty)" }
    let frames = flights.frames(at: now)
    model.removeAll { $0.isOver(now) }
    guard frames.map(\.id) == model.map(\.id), flights.isEmpty == model.isEmpty else {
      return "\(frames), not \(model)"
    }
    for ((_, frame), flight) in zip(frames, model) {
      let place = flight.place(now)
      let isSame =
        isClose(frame.position.x, place.x) && isClose(frame.position.y, place.y)
        && isClose(frame.opacity, 1 - flight.share(now))
      if !isSame { return "\(frame), not at \(place)\n\(flights)\n\(model)" }
    }
    return nil
  }
}

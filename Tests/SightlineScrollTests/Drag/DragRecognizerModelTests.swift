import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

@Suite struct DragRecognizerModelTests {
  @Test(arguments: 0..<UInt64(RandomWorlds.count))
  func `a touch agrees with all its movements after every operation`(seed: UInt64) {
    for touch in 0..<8 as Range<UInt64> { TouchWorld.run(seed: seed * 8 + touch, steps: 12) }
  }
}

private struct TouchWorld: ModelWorld {
  private var random: SeededGenerator
  private let isCoarse: Bool
  private var now = MonotonicTime.zero
  private var session: DragRecognizer
  private let slop: Double
  /// The model: all movements of a drag, and the direction in which nothing can be moved.
  private var moves: [(x: Double, time: MonotonicTime)] = []
  private var state = DragRecognizer.State.undecided
  private let wall: DragDirection?
  private var questions = (0, 0)
  private var events: (DragEvent?, DragEvent?)

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isCoarse = seed.isMultiple(of: 2)
    slop = random.oneIn(3) ? 0 : DragRecognizer.slop
    session = DragRecognizer(slop: slop)
    wall = random.oneIn(3) ? random.oneIn(2) ? .left : .right : nil
  }

  mutating func act() -> String {
    now = random.time(after: now, isCoarse: isCoarse)
    switch random.index(9) {
    case 0:
      events = (session.end(at: now), end(.ended(velocity: velocity)))
      return "end"
    case 1:
      events = (session.cancel(), end(.cancelled))
      return "cancel"
    default:
      let numbers = [0, 9.5, -9.5, 10, -10, 30, -30, 70, .nan, -.infinity]
      let (x, y) = (numbers[random.index(10)], numbers[random.index(random.oneIn(4) ? 10 : 3)])
      events.0 = session.move(to: LayoutPoint(x: x, y: y), at: now) { [wall] in
        questions.0 += 1
        return $0 != wall
      }
      events.1 = move(x, y)
      return "move to \(x), \(y)"
    }
  }

  private mutating func move(_ x: Double, _ y: Double) -> DragEvent? {
    guard x.isFinite, y.isFinite else { return nil }
    if state == .undecided {
      guard abs(x) >= slop || abs(y) >= slop else { return nil }
      state = .refused
      guard abs(x) > abs(y) else { return nil }
      questions.1 += 1
      guard wall != (x < 0 ? .left : .right) else { return nil }
      state = .accepted
    }
    guard state == .accepted else { return nil }
    moves.append((x, now))
    return moves.count == 1 ? .began : .moved(x - moves[0].x)
  }

  private mutating func end(_ event: DragEvent) -> DragEvent? {
    defer { state = .ended }
    return state == .accepted ? event : nil
  }

  /// The speed over the last tenth of a second. Movements before the clock ran backwards past them
  /// do not count.
  private var velocity: Double {
    let times = moves.map(\.time) + [now]
    let recent = moves.indices.filter { index in
      times[index...].allSatisfy { (.zero ... .milliseconds(100)) ~= $0 - times[index] }
    }
    guard let first = recent.first, let last = recent.last, times[last] > times[first] else {
      return 0
    }
    return (moves[last].x - moves[first].x) / (times[last] - times[first]).inSeconds
  }

  func difference() -> String? {
    firstDifference([
      ("event", events.0, events.1), ("state", session.state, state),
      ("questions", questions.0, questions.1),
    ]).map { "\($0)\n\(session)\n\(moves)" }
  }
}

import VirtualTime

public protocol TimelineSchedule {
  associatedtype Entries: Sequence where Entries.Element == Date
  typealias Mode = TimelineScheduleMode
  func entries(from startDate: Date, mode: Mode) -> Entries
}

public enum TimelineScheduleMode: Sendable { case normal, lowFrequency }

/// A schedule of every display frame, unless paused.
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
  let isPaused: Bool

  public func entries(from start: Date, mode: Mode) -> AnyIterator<Date> {
    let isPaused = isPaused
    var next = 0.0
    return AnyIterator {
      if isPaused && next > 0 { return nil }
      defer { next += 1.0 / 120 }
      return start.addingTimeInterval(next)
    }
  }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
  public static func animation(
    minimumInterval: Double? = nil, paused: Bool = false
  ) -> AnimationTimelineSchedule { AnimationTimelineSchedule(isPaused: paused) }
}

/// Updates its content at the dates of a schedule, at most once per display frame.
nonisolated public struct TimelineView<Schedule: TimelineSchedule, Content: View>: View, Primitive {
  public typealias Context = TimelineViewDefaultContext

  private let schedule: Schedule
  private let content: (Context) -> Content

  public init(
    _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
  ) {
    (self.schedule, self.content) = (schedule, content)
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    let updated = node.updated(self, inputs)
    let clock = node.stored {
      let clock = TimelineClock(node)
      node.onRemoval { clock.stop() }
      return clock
    }
    if updated.needsEvaluation, !clock.isTick { clock.begin(schedule) }
    clock.isTick = false
    let made = updated.result { content(Context(date: clock.date)) }
    return node.evaluate(made, 0, updated.inputs)
  }
}

public struct TimelineViewDefaultContext: Sendable {
  public let date: Date
}

@MainActor
private final class TimelineClock {
  private(set) var date = Date.virtual
  /// Whether an update comes from the schedule instead of other values of the view.
  var isTick = false
  private weak var node: Node?
  private var next: () -> Date? = { nil }
  private var following: Date?
  private var timer: VirtualRunLoop.Timer?

  init(_ node: Node) { self.node = node }

  /// Begins a schedule at the current time.
  func begin(_ schedule: some TimelineSchedule) {
    var entries = schedule.entries(from: .virtual, mode: .normal).makeIterator()
    next = { entries.next() }
    following = next()
    date = .virtual
    advance()
  }

  private func advance() {
    while let entry = following, entry <= .virtual {
      date = entry
      following = next()
    }
    guard let following else { return stop() }
    let loop = VirtualRunLoop.main
    let timer = timer ?? loop.makeTimer { [weak self] in self?.fire() }
    self.timer = timer
    // The frame in which it is due, and no earlier one.
    let wait = Int64((following.timeIntervalSince(.virtual) * 1e9).rounded())
    let (due, frame) = (loop.now + wait, loop.display.frameDuration)
    timer.set(max((due + frame - 1) / frame, loop.now / frame + 1) * frame)
  }

  private func fire() {
    advance()
    isTick = true
    node?.invalidate(Transaction())
  }

  func stop() { timer?.invalidate() }
}

extension Date {
  /// The date of the virtual time.
  @MainActor
  static var virtual: Date {
    Date(timeIntervalSinceReferenceDate: Double(VirtualRunLoop.main.now) / 1e9)
  }
}

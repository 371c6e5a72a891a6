/// The main run loop of the doubles, with time advanced by hand.
///
/// A turn handles the events that woke the loop (events, timers, a display frame), then calls the
/// observers in their order, as `CFRunLoopObserver` does for `beforeWaiting`, and sleeps. Waking
/// the loop during a turn causes another turn.
@MainActor
public final class VirtualRunLoop {
  public nonisolated static let main = VirtualRunLoop()

  /// The current time, in nanoseconds since an arbitrary past time.
  // Read and set only on the main thread, including by nonisolated code there.
  public nonisolated(unsafe) private(set) var now: Int64 = 1_000_000_000_000
  /// The time that the machine has slept, in nanoseconds. `now` does not include it, as
  /// `CLOCK_UPTIME_RAW` "does not increment while the system is asleep" (`clock_gettime(3)` of
  /// macOS), and `CLOCK_MONOTONIC_RAW` does.
  public var slept: Int64 = 0
  /// The number of turns so far.
  public private(set) var turnCount = 0
  public private(set) lazy var display = VirtualDisplay(runLoop: self)

  private var isAwake = false
  private var events: [@MainActor () -> Void] = []
  // Empty lists with reserved capacity, for the entries being handled.
  private var handled: [@MainActor () -> Void] = []
  private var observers: [Observer] = []
  private var timers: [Timer] = []
  private var fired: [Timer] = []

  /// The number of turns at the same time that counts as a loop that never sleeps.
  private static let manyTurns = 10_000

  nonisolated init() {}

  // MARK: Waking

  /// Makes the loop take a turn even if nothing happened.
  public func wakeUp() { isAwake = true }

  /// Whether a turn is due at the current time.
  public var hasTurnDue: Bool { isAwake || !events.isEmpty }

  /// Posts an event for the next turn: input, a notification, a block of the main queue.
  public func post(_ event: @escaping @MainActor () -> Void) {
    events.append(event)
    isAwake = true
  }

  /// A timer that fires once each time it is set.
  @MainActor
  public final class Timer {
    /// The time at which it fires; `nil` while it is not set.
    public fileprivate(set) var deadline: Int64?
    fileprivate let fired: @MainActor () -> Void
    fileprivate weak var runLoop: VirtualRunLoop?

    fileprivate init(runLoop: VirtualRunLoop, fired: @escaping @MainActor () -> Void) {
      self.runLoop = runLoop
      self.fired = fired
    }

    /// Sets the deadline, replacing the previous one. A past deadline fires immediately.
    public func set(_ deadline: Int64) {
      if self.deadline == nil { runLoop?.timers.append(self) }
      self.deadline = deadline + (runLoop?.timerDelays?.next() ?? 0)
    }

    public func invalidate() {
      guard deadline != nil else { return }
      deadline = nil
      runLoop?.timers.removeAll { $0 === self }
    }
  }

  /// Creates a timer that is not set. Deadlines are in nanoseconds.
  public func makeTimer(_ fired: @escaping @MainActor () -> Void) -> Timer {
    Timer(runLoop: self, fired: fired)
  }

  /// Calls a closure once at a time, in nanoseconds. A past time fires immediately.
  public func addTimer(at deadline: Int64, _ fired: @escaping @MainActor () -> Void) -> Timer {
    let timer = makeTimer(fired)
    timer.set(deadline)
    return timer
  }

  /// The delays of timers; `nil` if they fire on time.
  public var timerDelays: Delays?

  /// The time that each turn takes; `nil` if turns take none.
  public var turnDurations: Delays?

  /// Makes timers late by up to 20 ms, turns last up to 4 ms and the display irregular, until
  /// ``beRegular()`` is called.
  public func beIrregular(seed: UInt64) {
    timerDelays = Delays(upTo: 20_000_000, seed: seed)
    turnDurations = Delays(upTo: 4_000_000, seed: seed &+ 1)
    display.irregularity = Delays(upTo: VirtualDisplay.mostLateness, seed: seed &+ 2)
  }

  /// Makes timers and frames exact, and turns instant.
  public func beRegular() {
    (timerDelays, turnDurations, display.irregularity) = (nil, nil, nil)
    display.frameDuration = VirtualDisplay.usualFrameDuration
  }

  /// The number of timers that are set.
  public var timerCount: Int { timers.count }

  // MARK: Observers

  /// An observer called before the loop sleeps.
  @MainActor
  public final class Observer {
    fileprivate let order: Int
    fileprivate let alsoOnExit: Bool
    fileprivate let call: @MainActor () -> Void
    fileprivate weak var runLoop: VirtualRunLoop?

    fileprivate init(
      order: Int, alsoOnExit: Bool, runLoop: VirtualRunLoop, call: @escaping @MainActor () -> Void
    ) {
      self.order = order
      self.alsoOnExit = alsoOnExit
      self.runLoop = runLoop
      self.call = call
    }

    public func invalidate() { runLoop?.observers.removeAll { $0 === self } }
  }

  /// Calls a closure before the loop sleeps, in ascending order.
  ///
  /// - Parameter alsoOnExit: whether to call it also when a loop run for one purpose ends.
  @discardableResult
  public func addObserver(
    order: Int, alsoOnExit: Bool = false, _ call: @escaping @MainActor () -> Void
  ) -> Observer {
    let observer = Observer(order: order, alsoOnExit: alsoOnExit, runLoop: self, call: call)
    let place = observers.firstIndex { $0.order > order } ?? observers.endIndex
    observers.insert(observer, at: place)
    return observer
  }

  public var observerCount: Int { observers.count }

  // MARK: Running

  /// Takes one turn.
  public func turn() {
    handleEvents()
    for observer in observers { observer.call() }
  }

  /// Takes one turn in a separate loop, which ends as soon as an event was handled
  /// (`CFRunLoopRunInMode` with `returnAfterSourceHandled`). It does not sleep, and only observers
  /// of the exit are called.
  public func runForOneEvent() {
    handleEvents()
    for observer in observers where observer.alsoOnExit { observer.call() }
  }

  private func handleEvents() {
    isAwake = false
    turnCount += 1
    // Events they post run in the next turn. The two lists are swapped, so none is allocated again.
    var due = take(&handled)
    swap(&events, &due)
    for event in due { event() }
    now += turnDurations?.next() ?? 0
    due.removeAll(keepingCapacity: true)
    handled = due
  }

  /// Takes turns until none is requested. Time does not advance.
  public func runUntilAsleep() {
    var turns = 0
    while isAwake {
      turn()
      turns += 1
      precondition(turns < Self.manyTurns, "the run loop never sleeps")
    }
  }

  /// Advances the time by a number of nanoseconds; timers and display frames fire when due.
  public func run(for duration: Int64) {
    let end = now + duration
    runUntilAsleep()
    while true {
      let next = min(nextDeadline, display.nextFrame ?? .max)
      // A turn may have ended late.
      guard max(now, next) <= end else { break }
      now = max(now, next)
      fireDueTimers()
      display.fireIfDue()
      isAwake = true
      runUntilAsleep()
    }
    now = max(now, end)
  }

  /// Puts the machine to sleep for a number of nanoseconds. Timers stand still. Waking up alone
  /// causes no turn.
  public func sleep(for duration: Int64) { slept += duration }

  private var nextDeadline: Int64 {
    var next = Int64.max
    for timer in timers { next = min(next, timer.deadline ?? .max) }
    return next
  }

  /// Fires the timers that are due at the beginning. Timers they set fire later.
  private func fireDueTimers() {
    var due = take(&fired)
    for timer in timers { if let deadline = timer.deadline, deadline <= now { due.append(timer) } }
    if !due.isEmpty { timers.removeAll { timer in due.contains { $0 === timer } } }
    for timer in due where timer.deadline != nil {
      timer.deadline = nil
      timer.fired()
    }
    due.removeAll(keepingCapacity: true)
    fired = due
  }

  /// Takes a list with its capacity out of reach of code that runs the loop meanwhile.
  private func take<Element>(_ list: inout [Element]) -> [Element] {
    var taken: [Element] = []
    swap(&list, &taken)
    return taken
  }
}

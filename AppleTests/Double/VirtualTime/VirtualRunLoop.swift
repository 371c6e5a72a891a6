/// The main run loop of the doubles, whose time is moved by hand.
///
/// A turn handles what woke the loop (events, timers, a frame of the display), then calls the
/// observers in their order, as `CFRunLoopObserver` has it for `beforeWaiting`, and sleeps. Whoever
/// wakes the loop in a turn has it take another one.
@MainActor
public final class VirtualRunLoop {
  public static let main = VirtualRunLoop()

  /// Nanoseconds since something long ago.
  public private(set) var now: Int64 = 1_000_000_000_000
  /// How many turns there have been.
  public private(set) var turnCount = 0
  public private(set) lazy var display = VirtualDisplay(runLoop: self)

  private var isAwake = false
  private var events: [@MainActor () -> Void] = []
  // Empty lists with room, for what is being handled.
  private var handled: [@MainActor () -> Void] = []
  private var observers: [Observer] = []
  private var timers: [Timer] = []
  private var fired: [Timer] = []

  /// So many turns without time going on are a loop that never sleeps.
  private static let manyTurns = 10_000

  init() {}

  // MARK: What wakes it

  /// Has the loop take a turn although nothing happened.
  public func wakeUp() { isAwake = true }

  /// Whether a turn is due at this very time.
  public var hasTurnDue: Bool { isAwake || !events.isEmpty }

  /// Something happens in the next turn: an input event, a notification, a block of the main queue.
  public func post(_ event: @escaping @MainActor () -> Void) {
    events.append(event)
    isAwake = true
  }

  /// Fires once each time it is set.
  @MainActor
  public final class Timer {
    /// When it fires; `nil` while it is not set.
    public fileprivate(set) var deadline: Int64?
    fileprivate let fired: @MainActor () -> Void
    fileprivate weak var runLoop: VirtualRunLoop?

    fileprivate init(runLoop: VirtualRunLoop, fired: @escaping @MainActor () -> Void) {
      self.runLoop = runLoop
      self.fired = fired
    }

    /// Sets it anew, in place of what it was set to; at once where that is past.
    public func set(_ deadline: Int64) {
      if self.deadline == nil { runLoop?.timers.append(self) }
      self.deadline = deadline
    }

    public func invalidate() {
      guard deadline != nil else { return }
      deadline = nil
      runLoop?.timers.removeAll { $0 === self }
    }
  }

  /// A timer that is not set, in nanoseconds.
  public func makeTimer(_ fired: @escaping @MainActor () -> Void) -> Timer {
    Timer(runLoop: self, fired: fired)
  }

  /// Calls a closure once at a time, in nanoseconds; at once where that is past.
  public func addTimer(at deadline: Int64, _ fired: @escaping @MainActor () -> Void) -> Timer {
    let timer = makeTimer(fired)
    timer.set(deadline)
    return timer
  }

  /// How many timers are set.
  public var timerCount: Int { timers.count }

  // MARK: Observers

  /// Is called before the loop sleeps.
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

  /// Calls a closure before the loop sleeps, those of lower orders first.
  ///
  /// - Parameter alsoOnExit: whether it is called too when a loop ends that was run for one thing
  ///   only.
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

  /// Takes one turn in a loop of its own, which ends as soon as something was handled
  /// (`CFRunLoopRunInMode` with `returnAfterSourceHandled`): it does not sleep, and only those hear
  /// of it who observe the exit.
  public func runForOneEvent() {
    handleEvents()
    for observer in observers where observer.alsoOnExit { observer.call() }
  }

  private func handleEvents() {
    isAwake = false
    turnCount += 1
    // What these post is for the next turn; the two lists change places, so that none is made anew.
    var due = take(&handled)
    swap(&events, &due)
    for event in due { event() }
    due.removeAll(keepingCapacity: true)
    handled = due
  }

  /// Takes turns until nobody wants another one. Time stands still.
  public func runUntilAsleep() {
    var turns = 0
    while isAwake {
      turn()
      turns += 1
      precondition(turns < Self.manyTurns, "the run loop never sleeps")
    }
  }

  /// Lets nanoseconds pass: timers and frames of the display come when it is their time.
  public func run(for duration: Int64) {
    let end = now + duration
    runUntilAsleep()
    while true {
      let next = min(nextDeadline, display.nextFrame ?? .max)
      guard next <= end else { break }
      now = max(now, next)
      fireDueTimers()
      display.fireIfDue()
      isAwake = true
      runUntilAsleep()
    }
    now = end
  }

  private var nextDeadline: Int64 {
    var next = Int64.max
    for timer in timers { next = min(next, timer.deadline ?? .max) }
    return next
  }

  /// Those that are due when this begins: what they set comes later.
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

  /// A list with its room, which whoever runs the loop meanwhile does not have.
  private func take<Element>(_ list: inout [Element]) -> [Element] {
    var taken: [Element] = []
    swap(&list, &taken)
    return taken
  }
}

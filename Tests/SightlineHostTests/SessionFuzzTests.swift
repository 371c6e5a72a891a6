import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// The impressions of several windows, compared with a model that has one record of each item under
/// each policy.
@MainActor
@Suite struct SessionFuzzTests {
  @Test(arguments: 0..<RandomWorlds.count)
  func `windows count an item together`(seed: Int) {
    let world = World(seed: UInt64(seed))
    for step in 0..<200 {
      for _ in 0...world.random.index(3) { world.operate() }
      world.pass()
      let differences = world.counted.symmetricDifference(world.expected).sorted()
      if differences.isEmpty { continue }
      Issue.record(
        "seed \(seed), step \(step): \(differences), not \(world.expected.intersection(differences))"
      )
      return
    }
    #expect(world.count > 50, "seed \(seed)")
  }
}

@MainActor
private final class World {
  /// An item's impressions under a policy, in all windows.
  private struct Record {
    var count = 0
    var last = Int.min
    var session = -1
    var day = -1
    var countOnDay = 0

    func counted(on today: Int) -> Int { day >= today ? countOnDay : 0 }
  }

  /// An item's state under a policy in a window.
  private struct State {
    var isOpen = false
    var isPaused = false
    var hasCounted = false
    /// The time from which it may count, `Int.max` if the next pass decides.
    var start = 0
  }

  @MainActor private final class Window {
    let mirrored: MirroredWindow
    var views: [View] = []
    var states = Array(
      repeating: Array(repeating: State(), count: World.items), count: World.repetitions.count)
    var isForeground: Bool { mirrored.engine.isForeground }
    /// The periods and the time of the last pass.
    var session: Int
    var day = 0
    var lastPass = 0

    init(_ window: MirroredWindow, session: Int) {
      (mirrored, self.session) = (window, session)
    }
  }

  private struct View {
    let tracked: ViewSlot
    let item: Int
    let policies: Set<Int>
    var isVisible = false
  }

  private nonisolated static let items = 3
  private nonisolated static let repetitions: [ImpressionRepetition] = [
    .once, .oncePerSession, .perDay(1), .perDay(2), .afterLeaving,
    .afterCoolDown(.milliseconds(100)),
  ]

  var random: SeededGenerator
  private(set) var counted: Set<String> = []
  private(set) var expected: Set<String> = []
  private(set) var count = 0
  private let desk = DeliveryTests.Desk()
  private var windows: [Window] = []
  /// Those in force, and the names that views use for them.
  private var policies: [ImpressionPolicy]
  private let names: [ImpressionPolicy]
  private var records = Array(
    repeating: Array(repeating: Record(), count: World.items), count: World.repetitions.count)
  private var restored: [(policy: Int, item: Int, record: Record)] = []
  private var now = 0
  private var session = 0
  private var day = 1
  /// Whether the person has changed, and the windows that have ended the previous person's items.
  private var isPersonNew = false
  private var ended: [ObjectIdentifier] = []

  init(seed: UInt64) {
    // The policies must differ, and only their rules do.
    var random = SeededGenerator(seed: seed)
    names = Self.repetitions.indices.map {
      ImpressionPolicy(
        rule: .fraction(0.1 * Double($0 + 1)), inactivity: random.oneIn(2) ? .drops : .pauses,
        repetition: Self.repetitions[$0])
    }
    policies = names
    self.random = random
    desk.session.beginDay(day)
    for _ in 0..<2 { open() }
  }

  // MARK: Changes

  func operate() {
    let window = windows[random.index(windows.count)]
    let item = random.index(Self.items)
    switch random.index(27) {
    case 0...7: show(item, in: window)
    case 8...14: hideView(of: window, thenShowIn: nil)
    case 15, 16: hideView(of: window, thenShowIn: windows[random.index(windows.count)])
    case 17:
      session += 1
      desk.session.beginSession()
    case 18:
      let next = day + random.index(3) - 1
      desk.session.beginDay(next)
      day = max(day, next)
    case 19: if random.oneIn(4) { forget(item) }
    case 20: restore(item)
    case 21: replace(random.index(policies.count))
    case 26: if random.oneIn(3) { changePerson() }
    case 22: if windows.count < 4 { open() }
    case 23, 24: window.mirrored.engine.isForeground = !window.isForeground || random.oneIn(2)
    default: if windows.count > 1 { close(window) }
    }
  }

  /// Makes a pass in a window.
  func pass() {
    now += random.index(60)
    windows[random.index(windows.count)].mirrored.pass(at: .milliseconds(now))
  }

  private func open() {
    let window = Window(desk.makeWindow(), session: session)
    window.mirrored.inspectors[ObjectIdentifier(self)] = { [weak self, unowned window] engine in
      self?.passed(window, isForeground: engine.isForeground)
    }
    windows.append(window)
  }

  private func close(_ window: Window) {
    if random.oneIn(2) { for _ in window.views { hideView(of: window, thenShowIn: nil) } }
    window.mirrored.close(at: .milliseconds(now))
    windows.removeAll { $0 === window }
  }

  private func show(_ item: Int, in window: Window) {
    let view = View(
      tracked: ViewSlot(), item: item,
      policies: Set(policies.indices.filter { _ in !random.oneIn(3) }))
    for p in view.policies.sorted() {
      _ = view.tracked.impression(of: item, names[p]) { [weak self] impression in
        let time = Int(impression.time.nanoseconds / 1_000_000)
        self?.counted.insert("\(p) of \(item) at \(time): \(impression.count)")
      }
    }
    place(view, in: window)
  }

  private func place(_ view: View, in window: Window) {
    var view = view
    view.isVisible = !random.oneIn(4)
    desk.place(view.tracked, in: window.mirrored, y: view.isVisible ? 0 : 1000)
    window.views.append(view)
  }

  private func hideView(of window: Window, thenShowIn other: Window?) {
    guard !window.views.isEmpty else { return }
    let view = window.views.remove(at: random.index(window.views.count))
    view.tracked.displace()
    if let other { place(view, in: other) }
  }

  private func forget(_ item: Int) {
    let all = random.oneIn(4)
    if all { desk.session.forgetAllImpressions() } else { desk.session.forgetImpressions(of: item) }
    restored.removeAll { all || $0.item == item }
    for p in policies.indices {
      for item in all ? 0..<Self.items : item..<(item + 1) {
        records[p][item] = Record()
        for window in windows { window.states[p][item] = State() }
      }
    }
  }

  /// Until the next pass of any window, everything belongs to the previous person.
  private func changePerson() {
    desk.session.person = desk.session.person == "a" ? "b" : "a"
    // The restored impressions were the previous person's.
    restored = []
    isPersonNew = true
    session += 1
  }

  private func restore(_ item: Int) {
    let (p, isOfSession) = (random.index(policies.count), random.oneIn(2))
    let record = Record(
      count: 1 + random.index(4), last: -random.index(300),
      session: session - (isOfSession ? 0 : 1),
      day: day - random.index(2), countOnDay: 1)
    desk.session.restore(
      ImpressionRecord(
        identity: ItemIdentity(0), policy: names[p], count: record.count,
        lastImpression: .milliseconds(record.last), day: record.day, countOnDay: record.countOnDay),
      of: item, isOfSession: isOfSession)
    restored.append((p, item, record))
  }

  /// Replaces a policy by one of the same rule.
  private func replace(_ p: Int) {
    let old = policies[p]
    // Not by one per session: windows share whether an impression is of the current session, not of
    // which earlier one.
    let repetitions = Self.repetitions.filter { $0 != .oncePerSession }
    policies[p] = ImpressionPolicy(
      rule: old.rule, inactivity: random.oneIn(2) ? .drops : .pauses,
      repetition: repetitions[random.index(repetitions.count)],
      scrollSpeedLimit: random.oneIn(4) ? 1000 : nil)
    desk.session.replace(names[p], with: policies[p])
    if policies[p] == old { return }
    let keepsDwell = policies[p].scrollSpeedLimit == old.scrollSpeedLimit
    for window in windows {
      for item in 0..<Self.items {
        let start = window.states[p][item].start
        window.states[p][item].start = keepsDwell ? max(start, window.lastPass) : .max
      }
    }
  }

  // MARK: The model

  private func passed(_ window: Window, isForeground: Bool) {
    if isPersonNew {
      // Each window ends what it has seen so far.
      forEach { count($0, $1, in: window) }
      ended.append(ObjectIdentifier(window))
      if ended.count < windows.count { return }
      (isPersonNew, ended) = (false, [])
      records = records.map { $0.map { _ in Record() } }
      for window in windows {
        window.states = window.states.map { $0.map { _ in State() } }
        window.lastPass = now
      }
      return
    }
    settleRestored()
    forEach { count($0, $1, in: window) }
    forEach { p, item in
      let record = records[p][item]
      switch policies[p].repetition {
      case .oncePerSession:
        guard window.session != session else { return }
        window.states[p][item].hasCounted = false
      case .perDay(let limit):
        guard record.counted(on: window.day) >= limit, record.counted(on: day) < limit else {
          return
        }
      default: return
      }
      // Time seen before belongs to the former period.
      if window.states[p][item].start != .max { window.states[p][item].start = now }
    }
    (window.session, window.day, window.lastPass) = (session, day, now)
    forEach { p, item in
      let isVisible =
        isForeground
        && window.views.contains {
          $0.item == item && $0.isVisible && $0.policies.contains(p)
        }
      var state = window.states[p][item]
      if isVisible && (!state.isOpen || state.start == .max) { state.start = now }
      let pauses = state.isOpen && policies[p].inactivity == .pauses || state.isPaused
      state.isPaused = !isForeground && pauses
      state.isOpen = isVisible
      if !state.isOpen && !state.isPaused { state.hasCounted = false }
      window.states[p][item] = state
      count(p, item, in: window)
    }
  }

  private func forEach(_ body: (Int, Int) -> Void) {
    for p in policies.indices { for item in 0..<Self.items { body(p, item) } }
  }

  private func count(_ p: Int, _ item: Int, in window: Window) {
    let state = window.states[p][item]
    var record = records[p][item]
    var time = state.start
    let isSpent =
      switch policies[p].repetition {
      case .once: record.count > 0
      case .oncePerSession: record.session >= window.session
      case .perDay(let limit): state.hasCounted || record.counted(on: window.day) >= limit
      case .afterCoolDown, .afterLeaving, .oncePerScreenVisit: state.hasCounted
      }
    if case .afterCoolDown = policies[p].repetition, record.count > 0 {
      time = max(time, record.last + 100)
    }
    guard state.isOpen, !isSpent, time <= now else { return }
    record.countOnDay = record.counted(on: window.day) + 1
    record.day = max(record.day, window.day)
    record.session = window.session
    record.count += 1
    record.last = time
    records[p][item] = record
    window.states[p][item].hasCounted = true
    window.states[p][item].start = time
    expected.insert("\(p) of \(item) at \(time): \(record.count)")
    count += 1
  }

  private func settleRestored() {
    for (p, item, restored) in restored where restored.count > 0 {
      var record = restored
      let existing = records[p][item]
      record.count = max(restored.count, existing.count)
      record.last = max(now + restored.last, existing.last)
      record.session = max(existing.session, min(restored.session, session))
      if existing.day > record.day { record.countOnDay = existing.countOnDay }
      if existing.day == record.day {
        record.countOnDay = max(record.countOnDay, existing.countOnDay)
      }
      record.day = max(record.day, existing.day)
      records[p][item] = record
    }
    restored = []
  }
}

extension MonotonicTime {
  fileprivate static func milliseconds(_ count: Int) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(count) * 1_000_000)
  }
}

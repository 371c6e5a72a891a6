import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// The state shared by windows: sessions, days, counted impressions, and forgetting them.
@MainActor
@Suite struct VisibilitySessionTests {
  private let desk = DeliveryTests.Desk()

  /// Shows an item in a window and makes a pass. Each impression adds a line with its count.
  @discardableResult
  private func show(
    _ id: String, in window: MirroredWindow, _ policy: ImpressionPolicy,
    at time: MonotonicTime = .zero
  ) -> ViewSlot {
    let desk = desk
    let view = ViewSlot()
    _ = view.impression(of: id, policy) { desk.lines.append("\(id) \($0.count)") }
    desk.place(view, in: window)
    window.pass(at: time)
    return view
  }

  private let perSession = ImpressionPolicy(rule: .fully, repetition: .oncePerSession)
  private let daily = ImpressionPolicy(rule: .fully, repetition: .perDay(1))
  private let once = ImpressionPolicy(rule: .fully)

  @Test func `a new session forgets the impressions of closed windows`() {
    let first = desk.makeWindow()
    show("A", in: first, perSession)
    first.close(at: .zero)
    show("A", in: desk.makeWindow(), perSession)
    #expect(desk.lines == ["A 1"])
    desk.session.beginSession()
    show("A", in: desk.makeWindow(), perSession)
    #expect(desk.lines == ["A 1", "A 2"])
  }

  @Test
  func `a window opened in a new session ignores the last session's impressions`() {
    let first = desk.makeWindow()
    let view = show("A", in: first, perSession)
    view.displace()
    first.pass(at: .zero)
    desk.session.beginSession()
    show("A", in: desk.makeWindow(), perSession)
    #expect(desk.lines == ["A 1", "A 2"])
  }

  @Test(arguments: [(59.9, 1), (60, 2)])
  func `a session ends after as long in the background as the timeout`(
    seconds: Double, count: Int
  ) {
    let window = desk.makeWindow()
    desk.session.backgroundTimeout = .seconds(60)
    show("A", in: window, perSession)
    window.engine.isForeground = false
    desk.session.refresh(at: .zero, day: 1)
    window.engine.isForeground = true
    desk.session.refresh(at: MonotonicTime(seconds: seconds), day: 1)
    window.pass(at: MonotonicTime(seconds: seconds))
    #expect(desk.lines.count == count)
    // Longer in the foreground than the timeout.
    desk.session.refresh(at: MonotonicTime(seconds: seconds + 100), day: 1)
    window.pass(at: MonotonicTime(seconds: seconds + 100))
    #expect(desk.lines.count == count)
  }

  @Test(arguments: [(1_799, 1), (1_800, 2)])
  func `a session ends without input for as long as the timeout`(seconds: Double, count: Int) {
    let window = desk.makeWindow()
    show("A", in: window, perSession)
    // Passes are not input.
    window.pass(at: MonotonicTime(seconds: 1_000))
    desk.session.noteInput(at: DeviceTime(awake: MonotonicTime(seconds: seconds), asleep: .zero))
    window.pass(at: MonotonicTime(seconds: seconds))
    #expect(desk.lines.count == count)
    // The timeout begins again with each input, and with each session.
    desk.session.noteInput(
      at: DeviceTime(awake: MonotonicTime(seconds: seconds + 1_000), asleep: .zero))
    desk.session.noteInput(
      at: DeviceTime(awake: MonotonicTime(seconds: seconds + 1_500), asleep: .seconds(1_000)))
    window.pass(at: MonotonicTime(seconds: seconds + 1_500))
    #expect(desk.lines.count == count)
    desk.session.noteInput(
      at: DeviceTime(awake: MonotonicTime(seconds: seconds + 1_500), asleep: .seconds(2_800)))
    window.pass(at: MonotonicTime(seconds: seconds + 1_500))
    #expect(desk.lines.count == count + 1, "sleep counts")
    desk.session.inputTimeout = nil
    desk.session.noteInput(
      at: DeviceTime(awake: MonotonicTime(seconds: 99_999), asleep: .seconds(2_800)))
    window.pass(at: MonotonicTime(seconds: 99_999))
    #expect(desk.lines.count == count + 1, "never")
  }

  // MARK: Persons

  @Test func `another person has seen nothing, in any window`() {
    let (one, other) = (desk.makeWindow(), desk.makeWindow())
    let closed = desk.makeWindow()
    show("C", in: closed, once)
    closed.close(at: .zero)
    show("A", in: one, once)
    show("B", in: other, daily)
    desk.session.person = "b"
    one.pass(at: MonotonicTime(seconds: 1))
    other.pass(at: MonotonicTime(seconds: 1))
    show("C", in: desk.makeWindow(), once, at: MonotonicTime(seconds: 1))
    #expect(desk.lines == ["C 1", "A 1", "B 1", "A 1", "B 1", "C 1"])
    desk.session.person = "b"
    one.pass(at: MonotonicTime(seconds: 2))
    #expect(desk.lines.count == 6, "it is the same person")
  }

  @Test func `a change of person ends the exposures of all windows once, and nothing leaves`() {
    let windows = [desk.makeWindow(), desk.makeWindow()]
    let (desk, policy) = (desk, ImpressionPolicy(rule: .fully, dwell: .seconds(2)))
    var views: [ViewSlot] = []
    for (index, window) in windows.enumerated() {
      let view = ViewSlot()
      _ = view.changed(.fully) { desk.lines.append("\(index) \($0)") }
      _ = view.impression(of: index, policy) { _ in desk.lines.append("\(index) seen") }
      _ = view.exposure(of: index, .fully) {
        desk.lines.append("\(index) \($0.isVisible ? "began" : "ended after \($0.duration)")")
      }
      desk.place(view, in: window)
      window.pass(at: .zero)
      views.append(view)
    }
    desk.lines = []
    desk.session.person = "b"
    // Another edit in the same turn belongs to the next person's pass.
    views[1].displace()
    windows[0].pass(at: MonotonicTime(seconds: 2.5))
    #expect(
      desk.lines == [
        "0 seen", "0 ended after 2.5 seconds", "1 seen", "1 ended after 2.5 seconds",
        "1 invisible", "0 began",
      ])
    #expect(desk.wanted > 0)
    windows[0].pass(at: MonotonicTime(seconds: 4.4))
    #expect(desk.lines.count == 6)
    windows[0].pass(at: MonotonicTime(seconds: 4.5))
    #expect(desk.lines.last == "0 seen", "the dwell starts over")
  }

  @Test func `records restored for a person are not another's`() {
    let window = desk.makeWindow()
    window.pass(at: .zero)
    func record() -> ImpressionRecord {
      ImpressionRecord(
        identity: ItemIdentity(0), policy: once, count: 3, lastImpression: .zero, day: 1,
        countOnDay: 1)
    }
    desk.session.restore(record(), of: "A")
    desk.session.person = "b"
    desk.session.restore(record(), of: "B")
    show("A", in: window, once)
    show("B", in: window, once)
    #expect(desk.lines == ["A 1"])
  }

  @Test func `a person set in a callback follows after the batch`() {
    let desk = desk
    let window = desk.makeWindow()
    var persons: [String?] = []
    var isEnding = false
    desk.session.follow(as: ObjectIdentifier(desk)) { _, person in
      persons.append(person)
      return { isEnding = $0 }
    } forget: { _ in
    }
    let view = ViewSlot()
    for id in ["A", "B"] {
      _ = view.impression(of: id, once) { _ in
        desk.lines.append("\(id) \(desk.session.person ?? "-") \(persons.count) \(isEnding)")
        if id == "A", desk.session.person == nil { desk.session.person = "" }
        if id == "A", desk.session.person == nil { desk.session.person = "b" }
      }
    }
    desk.place(view, in: window)
    window.pass(at: .zero)
    #expect(desk.lines == ["A - 0 false", "B b 0 false"])
    #expect(persons == ["b"])
    window.pass(at: .zero)
    #expect(desk.lines.suffix(2) == ["A b 1 false", "B b 1 false"])
  }

  @Test func `a window without a pass in the session has another window's impressions`() {
    let (one, other) = (desk.makeWindow(), desk.makeWindow())
    one.pass(at: .zero)
    other.pass(at: .zero)
    desk.session.beginSession()
    show("A", in: one, perSession)
    show("A", in: other, perSession)
    #expect(desk.lines == ["A 1"])
  }

  @Test func `a window opened later has the current day`() {
    desk.session.beginDay(3)
    let first = desk.makeWindow()
    show("A", in: first, daily)
    desk.session.beginDay(4)
    show("A", in: desk.makeWindow(), daily)
    #expect(desk.lines == ["A 1", "A 2"])
  }

  @Test func `an item seen in a window closed yesterday counts again`() {
    desk.session.beginDay(3)
    let first = desk.makeWindow()
    show("A", in: first, daily)
    first.close(at: .zero)
    desk.session.beginDay(4)
    show("A", in: desk.makeWindow(), daily)
    #expect(desk.lines == ["A 1", "A 2"])
  }

  @Test func `a new day requests a pass in every window`() {
    let windows = (0..<2).map { _ in desk.makeWindow() }
    for window in windows { window.pass(at: .zero) }
    let wanted = desk.wanted
    desk.session.beginDay(3)
    #expect(desk.wanted == wanted + 2)
  }

  @Test func `no window goes back to an earlier day`() {
    desk.session.beginDay(4)
    let first = desk.makeWindow()
    show("A", in: first, daily)
    first.close(at: .zero)
    desk.session.beginDay(3)
    let second = desk.makeWindow()
    show("A", in: second, daily)
    show("B", in: second, daily)
    desk.session.beginDay(4)
    show("A", in: desk.makeWindow(), daily)
    show("B", in: desk.makeWindow(), daily)
    #expect(desk.lines == ["A 1", "B 1"])
  }

  @Test func `an ID is forgotten in all windows, including closed ones`() {
    let (closed, open) = (desk.makeWindow(), desk.makeWindow())
    show("A", in: closed, once)
    show("B", in: closed, once)
    closed.close(at: .zero)
    desk.session.forgetImpressions(of: "A")
    desk.session.forgetImpressions(of: "unknown")
    show("A", in: open, once)
    show("B", in: open, once)
    show("A", in: desk.makeWindow(), once)
    #expect(desk.lines == ["A 1", "B 1", "A 1"])
  }

  @Test func `forgetting requests a pass`() {
    let window = desk.makeWindow()
    show("A", in: window, once)
    for forget in [{ $0.forgetImpressions(of: "A") }, { $0.forgetAllImpressions() }]
      as [(VisibilitySession) -> Void]
    {
      #expect(!window.isPassWanted)
      forget(desk.session)
      #expect(window.isPassWanted)
      window.pass(at: .zero)
    }
    #expect(desk.lines == ["A 1", "A 1", "A 1"])
  }

  @Test func `everything is forgotten in all windows`() {
    let (closed, open) = (desk.makeWindow(), desk.makeWindow())
    show("A", in: closed, once)
    show("B", in: open, once)
    closed.close(at: .zero)
    desk.session.forgetAllImpressions()
    // It is still on screen.
    open.pass(at: .zero + .seconds(1))
    show("A", in: desk.makeWindow(), once)
    #expect(desk.lines == ["A 1", "B 1", "B 1", "A 1"])
    #expect(desk.session.identityCount == 2)
  }

  @Test func `IDs are kept as long as their impressions, including those of closed windows`() {
    let closed = desk.makeWindow()
    show("A", in: closed, once).displace()
    closed.close(at: .zero)
    desk.session.forgetImpressions(notSeenSince: .zero)
    let open = desk.makeWindow()
    show("A", in: open, once).displace()
    #expect(desk.lines == ["A 1"])
    open.pass(at: .zero)
    desk.session.forgetAllImpressions()
    #expect(desk.session.identityCount == 0)
  }

  @Test func `an impression recent in one window is kept in all`() {
    let (one, other) = (desk.makeWindow(), desk.makeWindow())
    show("A", in: one, once).displace()
    show("B", in: one, once).displace()
    one.pass(at: .zero)
    // Seen again in the other window, where it does not count.
    show("A", in: other, once, at: .zero + .seconds(9)).displace()
    other.pass(at: .zero + .seconds(10))
    desk.session.forgetImpressions(notSeenSince: .zero + .seconds(5))
    for window in [one, other] {
      show("A", in: window, once, at: .zero + .seconds(11))
    }
    show("B", in: one, once, at: .zero + .seconds(11))
    #expect(desk.lines == ["A 1", "B 1", "B 1"])
  }

  @Test func `a closed window's recent impression is kept in all`() {
    let (open, closed) = (desk.makeWindow(), desk.makeWindow())
    show("A", in: open, once).displace()
    open.pass(at: .zero)
    show("A", in: closed, once, at: .zero + .seconds(9)).displace()
    closed.pass(at: .zero + .seconds(10))
    closed.close(at: .zero + .seconds(10))
    desk.session.forgetImpressions(notSeenSince: .zero + .seconds(5))
    show("A", in: open, once, at: .zero + .seconds(11))
    #expect(desk.lines == ["A 1"])
  }

  @Test func `an item visible when its window closes was last seen then`() {
    let (open, closed) = (desk.makeWindow(), desk.makeWindow())
    show("A", in: open, once).displace()
    open.pass(at: .zero)
    show("A", in: closed, once, at: .zero + .seconds(9))
    closed.close(at: .zero + .seconds(10))
    desk.session.forgetImpressions(notSeenSince: .zero + .seconds(5))
    show("A", in: open, once, at: .zero + .seconds(11))
    #expect(desk.lines == ["A 1"])
  }

  @Test func `a closed window's old impression is forgotten`() {
    let closed = desk.makeWindow()
    show("A", in: closed, once)
    closed.close(at: .zero)
    desk.session.forgetImpressions(notSeenSince: .zero + .seconds(5))
    show("A", in: desk.makeWindow(), once, at: .zero + .seconds(6))
    #expect(desk.lines == ["A 1", "A 1"])
  }

  @Test func `a new capacity holds for open windows`() {
    let window = desk.makeWindow()
    desk.session.impressionCapacity = 1
    for (second, id) in ["A", "B", "A"].enumerated() {
      let time = MonotonicTime(seconds: Double(second))
      show(id, in: window, once, at: time).displace()
      window.pass(at: time)
    }
    #expect(desk.lines == ["A 1", "B 1", "A 1"])
    #expect(desk.session.forgottenImpressionCount == 2)
  }

  @Test func `neither open nor closed windows exceed the capacity`() {
    desk.session.impressionCapacity = 2
    for round in 0..<2 {
      let window = desk.makeWindow()
      for row in 0..<6 { show("\(round) \(row)", in: window, once).displace() }
      window.pass(at: .zero)
      #expect(window.engine.impressionEntryCount == 2)
      window.close(at: .zero)
    }
    #expect(desk.session.forgottenImpressionCount == 2)
    desk.lines = []
    let window = desk.makeWindow()
    #expect(window.engine.impressionEntryCount == 2)
    show("1 5", in: window, once)
    show("0 5", in: window, once)
    #expect(desk.lines == ["0 5 1"])
  }

  @Test func `IDs of rows never seen are forgotten`() {
    desk.session.impressionCapacity = 10
    let window = desk.makeWindow()
    let kept = show("seen", in: window, once)
    kept.displace()
    window.pass(at: .zero)
    let seen = desk.session.identity(of: "seen")
    let watched = ViewSlot()
    _ = watched.impression(of: "watched", once) { _ in }
    desk.place(watched, in: window, y: 1000)
    let identity = desk.session.identity(of: "watched")
    for row in 0..<1000 { _ = desk.session.identity(of: row) }
    #expect(desk.session.identityCount <= 40)
    #expect(desk.session.identity(of: "seen") == seen)
    #expect(desk.session.identity(of: "watched") == identity)
    #expect(desk.session.id(of: identity) as? String == "watched")
  }

  // MARK: Restoring

  private func record(
    _ policy: ImpressionPolicy, count: Int = 1, secondsAgo: Double = 60, day: Int = 0,
    countOnDay: Int = 1
  ) -> ImpressionRecord {
    ImpressionRecord(
      identity: ItemIdentity(999), policy: policy, count: count,
      lastImpression: MonotonicTime(seconds: -secondsAgo), day: day, countOnDay: countOnDay)
  }

  private let cooling = ImpressionPolicy(
    rule: .fully, repetition: .afterCoolDown(.seconds(3_600)))

  @Test func `an item seen in an earlier launch does not count again in any window`() {
    let open = desk.makeWindow()
    show("A", in: open, once)
    desk.session.restore(record(once, count: 3), of: "B")
    show("B", in: open, once)
    show("C", in: open, once)
    show("B", in: desk.makeWindow(), once)
    #expect(desk.lines == ["A 1", "C 1"])
    // Another policy is a separate matter.
    show("B", in: open, cooling)
    #expect(desk.lines.last == "B 1")
    desk.session.forgetImpressions(of: "B")
    show("B", in: desk.makeWindow(), once)
    #expect(desk.lines.last == "B 1" && desk.lines.count == 4)
  }

  @Test func `restoring and forgetting work before any window is open`() {
    desk.session.restore(record(once), of: "A")
    desk.session.restore(record(once), of: "B")
    desk.session.forgetImpressions(of: "A")
    show("A", in: desk.makeWindow(), once)
    show("B", in: desk.makeWindow(), once)
    #expect(desk.lines == ["A 1"])
    desk.session.restore(record(once), of: "C")
    desk.session.forgetAllImpressions()
    show("C", in: desk.makeWindow(), once)
    #expect(desk.lines.last == "C 1")
  }

  @Test func `restored impressions are forgotten by the time they were last seen`() {
    for (id, secondsAgo) in [("A", 30.0), ("B", 10)] {
      desk.session.restore(record(once, secondsAgo: secondsAgo), of: id)
    }
    desk.session.forgetImpressions(notSeenSince: MonotonicTime(seconds: 80))
    desk.session.restore(record(once, secondsAgo: 30), of: "C")
    for id in ["A", "B", "C"] {
      show(id, in: desk.makeWindow(), once, at: MonotonicTime(seconds: 100))
    }
    #expect(desk.lines == ["A 1"])
  }

  @Test func `a restored cool-down runs from its impression`() {
    let window = desk.makeWindow()
    desk.session.restore(record(cooling, secondsAgo: 3_000), of: "A")
    desk.session.restore(record(cooling, secondsAgo: 4_000), of: "B")
    #expect(window.isPassWanted)
    let start = MonotonicTime(seconds: 77)
    show("A", in: window, cooling, at: start)
    show("B", in: window, cooling, at: start)
    #expect(desk.lines == ["B 2"])
    window.pass(at: start + .seconds(599))
    #expect(desk.lines.count == 1)
    #expect(desk.timer == start + .seconds(600))
    window.pass(at: start + .seconds(600))
    #expect(desk.lines == ["B 2", "A 2"])
  }

  @Test func `a daily limit continues on the same day and resets on the next`() {
    desk.session.beginDay(20)
    let twice = ImpressionPolicy(rule: .fully, repetition: .perDay(2))
    desk.session.restore(record(twice, count: 9, day: 20, countOnDay: 2), of: "A")
    desk.session.restore(record(twice, count: 9, day: 20, countOnDay: 1), of: "B")
    desk.session.restore(record(twice, count: 9, day: 19, countOnDay: 2), of: "C")
    let window = desk.makeWindow()
    for id in ["A", "B", "C"] { show(id, in: window, twice) }
    #expect(desk.lines == ["B 10", "C 10"])
    desk.session.beginDay(21)
    window.pass(at: .zero)
    #expect(desk.lines.contains("A 10"))
  }

  @Test func `a once-per-session count survives a relaunch within the session`() {
    desk.session.restore(record(perSession), of: "A", isOfSession: true)
    desk.session.restore(record(perSession), of: "B")
    desk.session.restore(record(perSession), of: "C", isOfSession: true)
    let window = desk.makeWindow()
    show("A", in: window, perSession)
    show("B", in: window, perSession)
    #expect(desk.lines == ["B 2"])
    desk.session.beginSession()
    show("A", in: desk.makeWindow(), perSession)
    #expect(desk.lines == ["B 2", "A 2"])
    // Before the impression could take effect.
    desk.session.restore(record(perSession), of: "D", isOfSession: true)
    desk.session.beginSession()
    show("D", in: desk.makeWindow(), perSession)
    #expect(desk.lines.last == "D 2")
  }

  @Test func `a replaced policy counts on in closed, open and later windows`() {
    let served = ImpressionPolicy(rule: .anyPixel, repetition: .oncePerSession)
    desk.session.restore(record(once), of: "restored", isOfSession: true)
    let closed = desk.makeWindow()
    show("closed", in: closed, once)
    closed.close(at: .zero)
    let open = desk.makeWindow()
    show("open", in: open, once)
    desk.session.replace(once, with: served)
    #expect(open.isPassWanted)
    desk.session.restore(record(once), of: "restored later", isOfSession: true)
    let later = desk.makeWindow()
    for id in ["restored", "restored later", "closed", "open"] {
      for policy in [once, served] { show(id, in: later, policy) }
    }
    #expect(desk.lines == ["closed 1", "open 1"])
    desk.session.beginSession()
    later.pass(at: .zero)
    #expect(
      Set(desk.lines.dropFirst(2)) == ["restored 2", "restored later 2", "closed 2", "open 2"])
  }

  @Test func `restoring an older total keeps this session's impression`() {
    let window = desk.makeWindow()
    show("A", in: window, perSession).displace()
    #expect(desk.lines == ["A 1"])
    desk.session.restore(record(perSession, count: 5), of: "A")
    show("A", in: window, perSession, at: .zero + .seconds(1)).displace()
    #expect(desk.lines == ["A 1"], "once a session")
    desk.session.beginSession()
    show("A", in: window, perSession, at: .zero + .seconds(2)).displace()
    #expect(desk.lines == ["A 1", "A 6"])
  }

  @Test func `an item in view that is restored before it counts still counts`() {
    let slow = ImpressionPolicy(rule: .fully, dwell: .seconds(2), repetition: .oncePerSession)
    let window = desk.makeWindow()
    show("A", in: window, slow)
    desk.session.restore(record(slow, count: 5), of: "A")
    for second in 1...3 { window.pass(at: .zero + .seconds(second)) }
    #expect(desk.lines == ["A 6"])
  }

  @Test func `impressions counted before the log answers are kept`() {
    let window = desk.makeWindow()
    let start = MonotonicTime(seconds: 10_000)
    show("A", in: window, cooling, at: start).displace()
    #expect(desk.lines == ["A 1"])
    // The log has this impression and an older one.
    desk.session.restore(record(cooling, count: 2, secondsAgo: 3_500), of: "A")
    window.pass(at: start + .seconds(10))
    show("A", in: window, cooling, at: start + .seconds(200)).displace()
    #expect(desk.lines == ["A 1"])
    show("A", in: window, cooling, at: start + .seconds(3_600))
    #expect(desk.lines == ["A 1", "A 3"])
  }

  /// Two impressions are counted on day 20, with a limit of three; the last number is how many more
  /// are expected that day.
  @Test(arguments: [(19, 3, 1), (20, 1, 1), (20, 2, 1), (20, 3, 0), (21, 3, 0)])
  func `today's impressions counted before the log answers are kept`(
    day: Int, countOnDay: Int, left: Int
  ) {
    desk.session.beginDay(20)
    let thrice = ImpressionPolicy(rule: .fully, repetition: .perDay(3))
    let window = desk.makeWindow()
    func showAgain(_ times: ClosedRange<Int>) {
      for time in times {
        show("A", in: window, thrice, at: .zero + .seconds(2 * time)).displace()
        window.pass(at: .zero + .seconds(2 * time + 1))
      }
    }
    showAgain(1...2)
    #expect(desk.lines.count == 2)
    desk.session.restore(record(thrice, count: 9, day: day, countOnDay: countOnDay), of: "A")
    showAgain(3...5)
    #expect(desk.lines.count == 2 + left)
  }

  @Test func `restoring over capacity keeps the last ones`() {
    desk.session.impressionCapacity = 10
    for number in 0..<35 { desk.session.restore(record(once), of: "\(number)") }
    let window = desk.makeWindow()
    window.pass(at: .zero)
    #expect(desk.session.identityCount <= 20)
    for number in [30, 34, 24] { show("\(number)", in: window, once) }
    #expect(desk.lines == ["24 1"])
  }

  @Test func `forgotten items take no capacity and can be restored again`() {
    desk.session.impressionCapacity = 2
    for id in ["A", "B", "C"] { desk.session.restore(record(once), of: id) }
    for id in ["B", "C"] { desk.session.forgetImpressions(of: id) }
    desk.session.restore(record(once), of: "B")
    let window = desk.makeWindow()
    for id in ["A", "B", "C"] { show(id, in: window, once) }
    #expect(desk.lines == ["C 1"])
  }

  @Test func `an unlimited capacity keeps everything restored`() {
    desk.session.impressionCapacity = .max
    for number in 0..<3 { desk.session.restore(record(once), of: "\(number)") }
    let window = desk.makeWindow()
    for number in 0..<4 { show("\(number)", in: window, once) }
    #expect(desk.lines == ["3 1"])
  }

  @Test func `records under two policies in force as one are merged`() {
    let served = ImpressionPolicy(rule: .anyPixel, repetition: .perDay(1))
    desk.session.beginDay(20)
    desk.session.replace(daily, with: served)
    desk.session.restore(record(daily, count: 3, day: 19, countOnDay: 1), of: "A")
    desk.session.restore(record(served, day: 20, countOnDay: 1), of: "A")
    let window = desk.makeWindow()
    show("A", in: window, served).displace()
    #expect(desk.lines.isEmpty)
    desk.session.beginDay(21)
    show("A", in: window, served, at: .zero + .seconds(1))
    #expect(desk.lines == ["A 4"])
  }

  @Test func `a window that changes to another session keeps no replaced policy`() {
    let window = desk.makeWindow()
    desk.session.replace(once, with: daily)
    desk.session.replace(perSession, with: daily)
    #expect(window.use(VisibilitySession()))
    for policy in [once, daily, perSession] { show("A", in: window, policy) }
    #expect(desk.lines == ["A 1", "A 1", "A 1"])
  }

  // MARK: Sleep and other sessions

  @Test func `sleep counts for the time in the background`() {
    let window = desk.makeWindow()
    show("A", in: window, perSession)
    window.engine.isForeground = false
    desk.session.refresh(at: DeviceTime(awake: .zero, asleep: .seconds(100)), day: 1)
    window.engine.isForeground = true
    desk.session.refresh(
      at: DeviceTime(awake: MonotonicTime(seconds: 800), asleep: .seconds(1_099.9)), day: 1)
    window.pass(at: MonotonicTime(seconds: 800))
    #expect(desk.lines.count == 1)
    window.engine.isForeground = false
    desk.session.refresh(
      at: DeviceTime(awake: MonotonicTime(seconds: 900), asleep: .seconds(2_000)), day: 1)
    window.engine.isForeground = true
    desk.session.refresh(
      at: DeviceTime(awake: MonotonicTime(seconds: 900), asleep: .seconds(3_800)), day: 1)
    window.pass(at: MonotonicTime(seconds: 900))
    #expect(desk.lines.count == 2)
  }

  @Test func `sleep counts for cool-downs in all windows, restored ones included`() {
    let (one, other) = (desk.makeWindow(), desk.makeWindow())
    show("A", in: one, cooling).displace()
    one.pass(at: .zero)
    desk.session.restore(record(cooling, secondsAgo: 100), of: "B")
    one.pass(at: .zero)
    #expect(desk.lines == ["A 1"])
    desk.session.refresh(at: DeviceTime(awake: .zero, asleep: .seconds(3_550)), day: 1)
    show("A", in: other, cooling, at: .zero + .seconds(1))
    show("B", in: other, cooling, at: .zero + .seconds(1))
    #expect(desk.lines == ["A 1", "B 2"])
    #expect(desk.timer == .zero + .seconds(50))
    // An hour ago, after the sleep.
    desk.session.restore(record(cooling, secondsAgo: 3_600), of: "C")
    desk.session.restore(record(cooling, secondsAgo: 3_590), of: "D")
    show("C", in: other, cooling, at: .zero + .seconds(2))
    show("D", in: other, cooling, at: .zero + .seconds(2))
    #expect(desk.lines == ["A 1", "B 2", "C 2"])
  }

  @Test func `a host passes soon after sleep while an item waits for its cool-down`() {
    let window = desk.makeWindow()
    let view = show("A", in: window, cooling)
    view.displace()
    window.pass(at: .zero)
    show("A", in: window, cooling, at: .zero + .seconds(1))
    #expect(desk.timer == .zero + .seconds(901), "timers stop during sleep")
    window.pass(at: .zero + .seconds(400))
    #expect(desk.timer == .zero + .seconds(901), "a pass does not move it")
    desk.session.refresh(at: DeviceTime(awake: .zero, asleep: .seconds(9_000)), day: 1)
    window.timerFired()
    window.pass(at: .zero + .seconds(901))
    #expect(desk.lines == ["A 1", "A 2"])
  }

  @Test(arguments: [true, false])
  func `a view that moves to a window of another session leaves before it enters`(
    isSame: Bool
  ) {
    let desk = desk
    let other = DeliveryTests.Desk()
    let (one, two) = (desk.makeWindow(), (isSame ? desk : other).makeWindow())
    let view = ViewSlot()
    _ = view.changed(.fully) { desk.lines.append("\($0)") }
    desk.place(view, in: one)
    one.pass(at: .zero)
    view.displace()
    desk.place(view, in: two)
    two.pass(at: .zero + .seconds(1))
    one.pass(at: .zero + .seconds(1))
    #expect(desk.lines == ["visible", "invisible", "visible"])
  }

  @Test func `a departure waits for the batch that its session delivers`() {
    let desk = desk
    let other = DeliveryTests.Desk()
    let (one, two) = (desk.makeWindow(), other.makeWindow())
    let view = ViewSlot()
    _ = view.changed(.fully) { desk.lines.append("view \($0)") }
    desk.place(view, in: one)
    one.pass(at: .zero)
    // A closure of one session runs a main loop, in which the window of the other passes.
    let busy = ViewSlot()
    _ = busy.changed(.fully) { _ in
      view.displace()
      two.pass(at: .zero + .seconds(1))
      desk.lines.append("busy")
    }
    desk.place(busy, in: one)
    one.pass(at: .zero + .seconds(1))
    #expect(desk.lines == ["view visible", "busy"])
    two.pass(at: .zero + .seconds(2))
    #expect(desk.lines == ["view visible", "busy", "view invisible"])
  }
}

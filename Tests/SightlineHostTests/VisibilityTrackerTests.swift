import SightlineCore
import SightlineHost
import Testing

/// Delivery: order, cancelling, registering and removing from within callbacks, several windows.
@MainActor
@Suite struct VisibilityTrackerTests {
  @MainActor final class Desk {
    let session = VisibilitySession()
    var lines: [String] = []
    var wanted = 0
    var timer: MonotonicTime?

    func makeTracker() -> VisibilityTracker {
      VisibilityTracker(
        root: SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100), clip: .bounds),
        session: session, wantsPass: { [weak self] in self?.wanted += 1 },
        setTimer: { [weak self] in self?.timer = $0 })
    }

    func place(_ view: TrackedView, in tracker: VisibilityTracker, y: Double = 0) {
      let target = tracker.engine.add(
        SceneTarget(frame: LayoutRect(x: 0, y: y, width: 50, height: 50)),
        to: tracker.engine.scene.root)
      view.place(at: TrackedView.Place(tracker: tracker, target: target))
    }
  }

  private let desk = Desk()

  private func observe(_ view: TrackedView, as name: String) -> VisibilityToken {
    let desk = desk
    return view.register(.visibility(.fully), .changed { desk.lines.append("\(name) \($0)") })
  }

  @Test func `closures for one item in a view are called in the order of their registration`() {
    let (desk, view, policy) = (desk, TrackedView(), ImpressionPolicy(rule: .fully))
    for name in ["first", "second", "third"] {
      _ = view.register(.impressions(policy, of: "A"), .seen { _ in desk.lines.append(name) })
      _ = view.register(.visibility(.anyPixel), .changed { _ in })
    }
    let tracker = desk.makeTracker()
    desk.place(view, in: tracker)
    tracker.pass(at: .zero)
    #expect(desk.lines == ["first", "second", "third"])
  }

  @Test func `windows closed by a closure report their last events in that order`() {
    let desk = desk
    var windows: [VisibilityTracker] = []
    var views: [TrackedView] = []
    for name in ["first", "second", "third"] {
      let tracker = desk.makeTracker()
      windows.append(tracker)
      views.append(TrackedView())
      _ = observe(views[views.count - 1], as: name)
      desk.place(views[views.count - 1], in: tracker)
      tracker.pass(at: .zero)
    }
    let closer = TrackedView()
    let closing = windows
    _ = closer.register(
      .visibility(.fully),
      .changed { _ in
        for window in closing {
          window.engine.isForeground = false
          window.close(at: .zero)
        }
      })
    let tracker = desk.makeTracker()
    desk.place(closer, in: tracker)
    desk.lines = []
    tracker.pass(at: .zero)
    #expect(desk.lines == ["first invisible", "second invisible", "third invisible"])
  }

  @Test func `many changes request a pass once`() {
    let tracker = desk.makeTracker()
    let view = TrackedView()
    _ = observe(view, as: "A")
    _ = observe(view, as: "B")
    desk.place(view, in: tracker)
    #expect(desk.wanted == 1)
    tracker.pass(at: .zero)
    #expect(desk.lines == ["A visible", "B visible"])
  }

  @Test func `setting again whether dwell counts requests no pass`() {
    let tracker = desk.makeTracker()
    let view = TrackedView()
    _ = observe(view, as: "A")
    desk.place(view, in: tracker)
    for (pass, counts) in [true, false, false, true].enumerated() {
      tracker.pass(at: .zero + .seconds(pass))
      let (before, changes) = (desk.wanted, counts != view.countsDwell)
      view.countsDwell = counts
      #expect(view.countsDwell == counts)
      #expect(desk.wanted == before + (changes ? 1 : 0))
    }
  }

  @Test func `changes and impressions are counted as events`() {
    let tracker = desk.makeTracker()
    let view = TrackedView(of: "card")
    _ = observe(view, as: "A")
    _ = view.register(
      .impressions(ImpressionPolicy(rule: .fully, dwell: .zero), of: 1),
      .seen { _ in })
    desk.place(view, in: tracker)
    tracker.pass(at: .zero)
    #expect(tracker.eventCount == 2)
    tracker.pass(at: .zero + .seconds(1))
    #expect(tracker.eventCount == 2)
  }

  /// For recorders: the impression's own id takes precedence over the view's.
  @Test func `a watch's item is available for the watch's lifetime`() throws {
    let tracker = desk.makeTracker()
    let (row, plain) = (TrackedView(of: "card 7"), TrackedView())
    let token = observe(row, as: "A")
    _ = row.register(.impressions(.feed, of: 12), .seen { _ in })
    _ = observe(plain, as: "B")
    desk.place(row, in: tracker)
    desk.place(plain, in: tracker, y: 50)
    tracker.pass(at: .zero)
    func watches(of view: TrackedView) throws -> [(WatchID, ItemIdentity?)] {
      var result: [(WatchID, ItemIdentity?)] = []
      tracker.engine.forEachWatch(of: try #require(view.place).target) {
        result.append(($0, $2?.identity))
      }
      return result
    }
    let watched = try watches(of: row)
    #expect(watched.map { tracker.item(of: $0, $1).map { "\($0)" } } == ["card 7", "12"])
    let unnamed = try #require(try watches(of: plain).first)
    #expect(tracker.item(of: unnamed.0, unnamed.1) == nil)
    token.cancel()
    tracker.pass(at: .zero)
    #expect(tracker.item(of: watched[0].0, nil) == nil)
  }

  @Test func `a registration cancelled during its dwell counts no impression`() {
    let (desk, view, tracker) = (desk, TrackedView(), desk.makeTracker())
    let policy = ImpressionPolicy(rule: .fully, dwell: .seconds(1))
    let token = view.register(.impressions(policy, of: "A"), .seen { _ in })
    desk.place(view, in: tracker)
    tracker.pass(at: .zero)
    token.cancel()
    #expect(tracker.isPassWanted)
    tracker.pass(at: MonotonicTime(seconds: 0.5))
    tracker.pass(at: MonotonicTime(seconds: 2))
    let identity = desk.session.identity(of: "A")
    #expect(tracker.engine.impressionCount(of: identity, for: policy) == 0)
  }

  @Test func `a registration cancelled during delivery gets no more of the batch`() {
    let tracker = desk.makeTracker()
    let (first, second) = (TrackedView(), TrackedView())
    var token: VisibilityToken?
    let desk = desk
    _ = first.register(
      .visibility(.fully),
      .changed { _ in
        desk.lines.append("first")
        token?.cancel()
        // It reuses the handle of the cancelled one, and must not receive its event.
        _ = second.register(.visibility(.fully), .changed { _ in desk.lines.append("third") })
      })
    token = observe(second, as: "second")
    desk.place(first, in: tracker)
    desk.place(second, in: tracker)
    tracker.pass(at: .zero)
    #expect(desk.lines == ["first"])
    tracker.pass(at: .zero)
    #expect(desk.lines == ["first", "third"])
  }

  @Test(arguments: [true, false])
  func `a departure is delivered even if a closure before it reuses the handle of its watch`(
    isExposure: Bool
  ) {
    let tracker = desk.makeTracker()
    let desk = desk
    func show(_ name: String, y: Double, then body: @escaping () -> Void = {}) -> TrackedView {
      let view = TrackedView()
      @MainActor func log(_ isVisible: Bool) {
        desk.lines.append((isVisible ? "+" : "-") + name)
        if !isVisible { body() }
      }
      if isExposure {
        _ = view.register(.exposures(.fully, of: name), .exposed { log($0.isVisible) })
      } else {
        _ = view.register(.visibility(.fully), .changed { log($0 == .visible) })
      }
      desk.place(view, in: tracker, y: y)
      return view
    }
    var later: [TrackedView] = []
    let views = [
      show("A", y: 0) { later = ["C", "D"].map { show($0, y: 0) } }, show("B", y: 50),
    ]
    tracker.pass(at: .zero)
    for view in views { view.displace() }
    tracker.pass(at: .zero)
    #expect(desk.lines == ["+A", "+B", "-A", "-B"])
    tracker.pass(at: .zero)
    #expect(desk.lines.suffix(2) == ["+C", "+D"])
    #expect(later.count == 2)
  }

  @Test(arguments: [true, false])
  func `an impression counts in all windows even if its registration has been cancelled`(
    isDelivering: Bool
  ) {
    let (one, other) = (desk.makeTracker(), desk.makeTracker())
    let desk = desk
    let policy = ImpressionPolicy(rule: .fully, dwell: .seconds(1))
    var token: VisibilityToken?
    func show(_ id: String, in tracker: VisibilityTracker, y: Double = 0) -> TrackedView {
      let view = TrackedView()
      let new = view.register(
        .impressions(policy, of: id),
        .seen { _ in
          desk.lines.append(id)
          if isDelivering { token?.cancel() }
        })
      if id == "item", token == nil { token = new }
      desk.place(view, in: tracker, y: y)
      return view
    }
    let views = [show("canceller", in: one), show("item", in: one, y: 50)]
    one.pass(at: .zero)
    if !isDelivering { token?.cancel() }
    one.pass(at: .zero + .seconds(1))
    #expect(desk.lines == ["canceller"])
    let late = show("item", in: other)
    other.pass(at: .zero + .seconds(2))
    other.pass(at: .zero + .seconds(3))
    #expect(desk.lines == ["canceller"])
    withExtendedLifetime((views, late)) {}
  }

  @Test func `a registration cancelled after its view was displaced is not called again`() {
    let tracker = desk.makeTracker()
    let view = TrackedView()
    let token = observe(view, as: "A")
    _ = observe(view, as: "B")
    desk.place(view, in: tracker)
    tracker.pass(at: .zero)
    let entered = desk.lines
    #expect(entered.count == 2)
    view.displace()
    token.cancel()
    #expect(view.isObserved)
    tracker.pass(at: .zero)
    #expect(desk.lines.count == 3)
    #expect(desk.lines.last?.hasPrefix("B") == true)
  }

  @Test(arguments: [true, false])
  func `an item stays seen in a visible view when another view is removed`(isCancelled: Bool) {
    let tracker = desk.makeTracker()
    let desk = desk
    let policy = ImpressionPolicy(rule: .fully, dwell: .seconds(1))
    func show(_ name: String, y: Double) -> (TrackedView, VisibilityToken) {
      let view = TrackedView()
      let token = view.register(
        .impressions(policy, of: "item"), .seen { desk.lines.append("\(name) \($0.count)") })
      desk.place(view, in: tracker, y: y)
      return (view, token)
    }
    let first = show("A", y: 0)
    tracker.pass(at: .zero)
    let second = show("B", y: 50)
    tracker.pass(at: .zero + .milliseconds(100))
    if isCancelled { second.1.cancel() } else { second.0.displace() }
    tracker.pass(at: .zero + .milliseconds(200))
    tracker.pass(at: .zero + .seconds(1))
    #expect(desk.lines == ["A 1"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a pass requested in a callback is deferred`() {
    let tracker = desk.makeTracker()
    let view = TrackedView()
    let desk = desk
    _ = view.register(
      .visibility(.fully),
      .changed { state in
        desk.lines.append("begin \(state)")
        view.displace()
        tracker.pass(at: .zero)
        desk.lines.append("end \(state)")
      })
    desk.place(view, in: tracker)
    tracker.pass(at: .zero)
    #expect(desk.lines == ["begin visible", "end visible"])
    tracker.pass(at: .zero)
    #expect(desk.lines.suffix(2) == ["begin invisible", "end invisible"])
  }

  @Test func `a main loop that a closure runs comes to rest, and the pass follows it`() {
    let tracker = desk.makeTracker()
    let (view, desk) = (TrackedView(), desk)
    var wanted: [Int] = []
    _ = view.register(
      .visibility(.fully),
      .changed { _ in
        tracker.requestPass()
        for _ in 0..<3 {
          wanted.append(desk.wanted)
          tracker.pass(at: .zero)
        }
      })
    desk.place(view, in: tracker)
    desk.wanted = 0
    tracker.pass(at: .zero)
    #expect(wanted == [1, 1, 1])
    #expect(desk.wanted == 2)
  }

  @Test func `a view moving to another window leaves the old one first`() {
    let (one, other) = (desk.makeTracker(), desk.makeTracker())
    let view = TrackedView()
    _ = observe(view, as: "A")
    desk.place(view, in: one)
    one.pass(at: .zero)
    view.displace()
    desk.place(view, in: other)
    // The other window has its frame first.
    other.pass(at: .zero)
    one.pass(at: .zero)
    #expect(desk.lines == ["A visible", "A invisible", "A visible"])
  }

  @Test func `once counts once across all windows, including later ones`() {
    let desk = desk
    let policy = ImpressionPolicy(rule: .fully)
    func show(in tracker: VisibilityTracker) -> TrackedView {
      let view = TrackedView()
      _ = view.register(
        .impressions(policy, of: "item"), .seen { desk.lines.append("\($0.count)") })
      desk.place(view, in: tracker)
      tracker.pass(at: .zero)
      return view
    }
    let early = desk.makeTracker()
    let first = desk.makeTracker()
    _ = show(in: first)
    _ = show(in: early)
    first.close(at: .zero)
    _ = show(in: desk.makeTracker())
    #expect(desk.lines == ["1"])
  }

  @Test func `a new session resets once-per-session counts`() {
    let desk = desk
    let policy = ImpressionPolicy(rule: .fully, repetition: .oncePerSession)
    let view = TrackedView()
    _ = view.register(.impressions(policy, of: "item"), .seen { desk.lines.append("\($0.count)") })
    let tracker = desk.makeTracker()
    desk.place(view, in: tracker)
    tracker.pass(at: .zero)
    tracker.pass(at: .zero + .seconds(1))
    #expect(desk.lines == ["1"])
    desk.session.beginSession()
    tracker.pass(at: .zero + .seconds(2))
    #expect(desk.lines == ["1", "2"])
  }

  @Test func `a new session counts once across windows regardless of pass timing`() {
    let desk = desk
    let policy = ImpressionPolicy(rule: .fully, repetition: .oncePerSession)
    let trackers = [desk.makeTracker(), desk.makeTracker()]
    let views = [TrackedView(), TrackedView()]
    for (view, tracker) in zip(views, trackers) {
      _ = view.register(
        .impressions(policy, of: "item"), .seen { desk.lines.append("\($0.count)") })
      desk.place(view, in: tracker)
    }
    for session in 1...3 {
      // The first has already counted it when the new session takes effect in the second.
      for tracker in trackers { tracker.pass(at: .zero + .seconds(session)) }
      #expect(desk.lines == (1...session).map(String.init))
      desk.session.beginSession()
    }
  }

  @Test func `the timer is set for a dwell and removed with the window`() {
    let tracker = desk.makeTracker()
    let view = TrackedView()
    _ = view.register(
      .impressions(.mrcDisplay, of: 1), .seen { _ in })
    desk.place(view, in: tracker)
    tracker.pass(at: .zero)
    #expect(desk.timer == .zero + .seconds(1))
    tracker.close(at: .zero)
    #expect(desk.timer == nil)
  }

  @Test func `closures are released after the leave is reported`() {
    final class Witness {}
    weak var held: Witness?
    let tracker = desk.makeTracker()
    var view: TrackedView? = TrackedView()
    do {
      let witness = Witness()
      held = witness
      _ = view?.register(.visibility(.fully), .changed { _ in _ = witness })
    }
    if let view { desk.place(view, in: tracker) }
    tracker.pass(at: .zero)
    view?.displace()
    view = nil
    #expect(held != nil, "its leave is not reported yet")
    tracker.pass(at: .zero)
    #expect(held == nil)
  }
}

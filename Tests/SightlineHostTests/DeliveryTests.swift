import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// Delivery: order, cancelling, registering and removing from within callbacks, several windows.
@MainActor
@Suite struct DeliveryTests {
  @MainActor final class Desk {
    let session = VisibilitySession()
    var lines: [String] = []
    var wanted = 0
    var timer: MonotonicTime?

    func makeWindow() -> MirroredWindow {
      .shown(
        session: session, requestPass: { [weak self] in self?.wanted += 1 },
        setTimer: { [weak self] in self?.timer = $0 })
    }

    func place(_ view: ViewSlot, in window: MirroredWindow, y: Double = 0) {
      let target = window.engine.add(
        SceneTarget(frame: LayoutRect(x: 0, y: y, width: 50, height: 50)),
        to: window.engine.scene.root)
      view.place(at: ViewSlot.Place(window: window, target: target))
    }
  }

  private let desk = Desk()

  private func observe(_ view: ViewSlot, as name: String) -> VisibilityToken {
    let desk = desk
    return view.changed(.fully) { desk.lines.append("\(name) \($0)") }
  }

  @Test func `closures for one item in a view are called in the order of their registration`() {
    let (desk, view, policy) = (desk, ViewSlot(), ImpressionPolicy(rule: .fully))
    for name in ["first", "second", "third"] {
      _ = view.impression(of: "A", policy) { _ in desk.lines.append(name) }
      _ = view.changed(.anyPixel) { _ in }
    }
    let window = desk.makeWindow()
    desk.place(view, in: window)
    window.pass(at: .zero)
    #expect(desk.lines == ["first", "second", "third"])
  }

  @Test func `windows closed by a closure report their last events in that order`() {
    let desk = desk
    var windows: [MirroredWindow] = []
    var views: [ViewSlot] = []
    for name in ["first", "second", "third"] {
      let window = desk.makeWindow()
      windows.append(window)
      views.append(ViewSlot())
      _ = observe(views[views.count - 1], as: name)
      desk.place(views[views.count - 1], in: window)
      window.pass(at: .zero)
    }
    let closer = ViewSlot()
    let closing = windows
    _ = closer.changed(.fully) { _ in
      for window in closing {
        window.engine.isForeground = false
        window.close(at: .zero)
      }
    }
    let window = desk.makeWindow()
    desk.place(closer, in: window)
    desk.lines = []
    window.pass(at: .zero)
    #expect(desk.lines == ["first invisible", "second invisible", "third invisible"])
  }

  @Test func `many changes request a pass once`() {
    let window = desk.makeWindow()
    let view = ViewSlot()
    _ = observe(view, as: "A")
    _ = observe(view, as: "B")
    desk.place(view, in: window)
    #expect(desk.wanted == 1)
    window.pass(at: .zero)
    #expect(desk.lines == ["A visible", "B visible"])
  }

  @Test func `setting again whether dwell counts requests no pass`() {
    let window = desk.makeWindow()
    let view = ViewSlot()
    _ = observe(view, as: "A")
    desk.place(view, in: window)
    for (pass, counts) in [true, false, false, true].enumerated() {
      window.pass(at: .zero + .seconds(pass))
      let (before, changes) = (desk.wanted, counts != view.countsDwell)
      view.countsDwell = counts
      #expect(view.countsDwell == counts)
      #expect(desk.wanted == before + (changes ? 1 : 0))
    }
  }

  @Test func `changes and impressions are counted as events`() {
    let window = desk.makeWindow()
    let view = ViewSlot(named: "card")
    _ = observe(view, as: "A")
    _ = view.impression(of: 1, ImpressionPolicy(rule: .fully, dwell: .zero)) { _ in }
    desk.place(view, in: window)
    window.pass(at: .zero)
    #expect(window.eventCount == 2)
    window.pass(at: .zero + .seconds(1))
    #expect(window.eventCount == 2)
  }

  /// For recorders: the impression's own id takes precedence over the view's.
  @Test func `a watch's item is available for the watch's lifetime`() throws {
    let window = desk.makeWindow()
    let (row, plain) = (ViewSlot(named: "card 7"), ViewSlot())
    let token = observe(row, as: "A")
    _ = row.impression(of: 12, .feed) { _ in }
    _ = observe(plain, as: "B")
    desk.place(row, in: window)
    desk.place(plain, in: window, y: 50)
    window.pass(at: .zero)
    func watches(of view: ViewSlot) throws -> [(WatchID, ItemIdentity?)] {
      var result: [(WatchID, ItemIdentity?)] = []
      window.engine.forEachWatch(of: try #require(view.place).target) {
        result.append(($0, $2?.identity))
      }
      return result
    }
    let watched = try watches(of: row)
    #expect(watched.map { window.item(of: $0, $1).map { "\($0)" } } == ["card 7", "12"])
    let unnamed = try #require(try watches(of: plain).first)
    #expect(window.item(of: unnamed.0, unnamed.1) == nil)
    token.cancel()
    window.pass(at: .zero)
    #expect(window.item(of: watched[0].0, nil) == nil)
  }

  @Test func `a registration cancelled during its dwell counts no impression`() {
    let (desk, view, window) = (desk, ViewSlot(), desk.makeWindow())
    let policy = ImpressionPolicy(rule: .fully, dwell: .seconds(1))
    let token = view.impression(of: "A", policy) { _ in }
    desk.place(view, in: window)
    window.pass(at: .zero)
    token.cancel()
    #expect(window.isPassWanted)
    window.pass(at: MonotonicTime(seconds: 0.5))
    window.pass(at: MonotonicTime(seconds: 2))
    let identity = desk.session.identity(of: "A")
    #expect(window.engine.impressionCount(of: identity, for: policy) == 0)
  }

  @Test func `a registration cancelled during delivery gets no more of the batch`() {
    let window = desk.makeWindow()
    let (first, second) = (ViewSlot(), ViewSlot())
    var token: VisibilityToken?
    let desk = desk
    _ = first.changed(.fully) { _ in
      desk.lines.append("first")
      token?.cancel()
      // It reuses the handle of the cancelled one, and must not receive its event.
      _ = second.changed(.fully) { _ in desk.lines.append("third") }
    }
    token = observe(second, as: "second")
    desk.place(first, in: window)
    desk.place(second, in: window)
    window.pass(at: .zero)
    #expect(desk.lines == ["first"])
    window.pass(at: .zero)
    #expect(desk.lines == ["first", "third"])
  }

  @Test(arguments: [true, false])
  func `a departure is delivered even if a closure before it reuses the handle of its watch`(
    isExposure: Bool
  ) {
    let window = desk.makeWindow()
    let desk = desk
    func show(_ name: String, y: Double, then body: @escaping () -> Void = {}) -> ViewSlot {
      let view = ViewSlot()
      @MainActor func log(_ isVisible: Bool) {
        desk.lines.append((isVisible ? "+" : "-") + name)
        if !isVisible { body() }
      }
      if isExposure {
        _ = view.exposure(of: name, .fully) { log($0.isVisible) }
      } else {
        _ = view.changed(.fully) { log($0 == .visible) }
      }
      desk.place(view, in: window, y: y)
      return view
    }
    var later: [ViewSlot] = []
    let views = [
      show("A", y: 0) { later = ["C", "D"].map { show($0, y: 0) } }, show("B", y: 50),
    ]
    window.pass(at: .zero)
    for view in views { view.displace() }
    window.pass(at: .zero)
    #expect(desk.lines == ["+A", "+B", "-A", "-B"])
    window.pass(at: .zero)
    #expect(desk.lines.suffix(2) == ["+C", "+D"])
    #expect(later.count == 2)
  }

  @Test(arguments: [true, false])
  func `an impression counts in all windows even if its registration has been cancelled`(
    isDelivering: Bool
  ) {
    let (one, other) = (desk.makeWindow(), desk.makeWindow())
    let desk = desk
    let policy = ImpressionPolicy(rule: .fully, dwell: .seconds(1))
    var token: VisibilityToken?
    func show(_ id: String, in window: MirroredWindow, y: Double = 0) -> ViewSlot {
      let view = ViewSlot()
      let new = view.impression(of: id, policy) { _ in
        desk.lines.append(id)
        if isDelivering { token?.cancel() }
      }
      if id == "item", token == nil { token = new }
      desk.place(view, in: window, y: y)
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
    let window = desk.makeWindow()
    let view = ViewSlot()
    let token = observe(view, as: "A")
    _ = observe(view, as: "B")
    desk.place(view, in: window)
    window.pass(at: .zero)
    let entered = desk.lines
    #expect(entered.count == 2)
    view.displace()
    token.cancel()
    #expect(view.isObserved)
    window.pass(at: .zero)
    #expect(desk.lines.count == 3)
    #expect(desk.lines.last?.hasPrefix("B") == true)
  }

  @Test(arguments: [true, false])
  func `an item stays seen in a visible view when another view is removed`(isCancelled: Bool) {
    let window = desk.makeWindow()
    let desk = desk
    let policy = ImpressionPolicy(rule: .fully, dwell: .seconds(1))
    func show(_ name: String, y: Double) -> (ViewSlot, VisibilityToken) {
      let view = ViewSlot()
      let token = view.impression(of: "item", policy) { desk.lines.append("\(name) \($0.count)") }
      desk.place(view, in: window, y: y)
      return (view, token)
    }
    let first = show("A", y: 0)
    window.pass(at: .zero)
    let second = show("B", y: 50)
    window.pass(at: .zero + .milliseconds(100))
    if isCancelled { second.1.cancel() } else { second.0.displace() }
    window.pass(at: .zero + .milliseconds(200))
    window.pass(at: .zero + .seconds(1))
    #expect(desk.lines == ["A 1"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a pass requested in a callback is deferred`() {
    let window = desk.makeWindow()
    let view = ViewSlot()
    let desk = desk
    _ = view.changed(.fully) { state in
      desk.lines.append("begin \(state)")
      view.displace()
      window.pass(at: .zero)
      desk.lines.append("end \(state)")
    }
    desk.place(view, in: window)
    window.pass(at: .zero)
    #expect(desk.lines == ["begin visible", "end visible"])
    window.pass(at: .zero)
    #expect(desk.lines.suffix(2) == ["begin invisible", "end invisible"])
  }

  @Test func `a main loop that a closure runs comes to rest, and the pass follows it`() {
    let window = desk.makeWindow()
    let (view, desk) = (ViewSlot(), desk)
    var wanted: [Int] = []
    _ = view.changed(.fully) { _ in
      window.requestPass()
      for _ in 0..<3 {
        wanted.append(desk.wanted)
        window.pass(at: .zero)
      }
    }
    desk.place(view, in: window)
    desk.wanted = 0
    window.pass(at: .zero)
    #expect(wanted == [1, 1, 1])
    #expect(desk.wanted == 2)
  }

  @Test func `a view moving to another window leaves the old one first`() {
    let (one, other) = (desk.makeWindow(), desk.makeWindow())
    let view = ViewSlot()
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
    func show(in window: MirroredWindow) -> ViewSlot {
      let view = ViewSlot()
      _ = view.impression(of: "item", policy) { desk.lines.append("\($0.count)") }
      desk.place(view, in: window)
      window.pass(at: .zero)
      return view
    }
    let early = desk.makeWindow()
    let first = desk.makeWindow()
    _ = show(in: first)
    _ = show(in: early)
    first.close(at: .zero)
    _ = show(in: desk.makeWindow())
    #expect(desk.lines == ["1"])
  }

  @Test func `a new session resets once-per-session counts`() {
    let desk = desk
    let policy = ImpressionPolicy(rule: .fully, repetition: .oncePerSession)
    let view = ViewSlot()
    _ = view.impression(of: "item", policy) { desk.lines.append("\($0.count)") }
    let window = desk.makeWindow()
    desk.place(view, in: window)
    window.pass(at: .zero)
    window.pass(at: .zero + .seconds(1))
    #expect(desk.lines == ["1"])
    desk.session.beginSession()
    window.pass(at: .zero + .seconds(2))
    #expect(desk.lines == ["1", "2"])
  }

  @Test func `a new session counts once across windows regardless of pass timing`() {
    let desk = desk
    let policy = ImpressionPolicy(rule: .fully, repetition: .oncePerSession)
    let windows = [desk.makeWindow(), desk.makeWindow()]
    let views = [ViewSlot(), ViewSlot()]
    for (view, window) in zip(views, windows) {
      _ = view.impression(of: "item", policy) { desk.lines.append("\($0.count)") }
      desk.place(view, in: window)
    }
    for session in 1...3 {
      // The first has already counted it when the new session takes effect in the second.
      for window in windows { window.pass(at: .zero + .seconds(session)) }
      #expect(desk.lines == (1...session).map(String.init))
      desk.session.beginSession()
    }
  }

  @Test func `the timer is set for a dwell and removed with the window`() {
    let window = desk.makeWindow()
    let view = ViewSlot()
    _ = view.impression(of: 1, .mrcDisplay) { _ in }
    desk.place(view, in: window)
    window.pass(at: .zero)
    #expect(desk.timer == .zero + .seconds(1))
    window.close(at: .zero)
    #expect(desk.timer == nil)
  }

  @Test func `closures are released after the leave is reported`() {
    final class Witness {}
    weak var held: Witness?
    let window = desk.makeWindow()
    var view: ViewSlot? = ViewSlot()
    do {
      let witness = Witness()
      held = witness
      _ = view?.changed(.fully) { _ in _ = witness }
    }
    if let view { desk.place(view, in: window) }
    window.pass(at: .zero)
    view?.displace()
    view = nil
    #expect(held != nil, "its leave is not reported yet")
    window.pass(at: .zero)
    #expect(held == nil)
  }
}

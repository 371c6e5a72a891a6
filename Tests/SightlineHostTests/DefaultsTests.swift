import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// Tests of the rule and the policy of observations that name none.
@MainActor
@Suite struct DefaultsTests {
  private let session = VisibilitySession()
  private let tree = NamedViews()
  private let window: MirroredWindow
  private let slot = ViewSlot()

  init() {
    window = .shown(root: "window", of: tree, session: session)
    // 60 % of it are in the window.
    tree.places["row"] = 94
  }

  /// Shows the row in a frame.
  private func show() {
    window.place(slot, at: "row")
    window.frame(at: .zero)
  }

  @Test func `observations without a rule use the session's when their view is shown`() {
    var (implied, named, exposed) = (0, 0, 0)
    slot.changed { _ in implied += 1 }
    slot.changed(.fully) { _ in named += 1 }
    slot.exposure(of: "item") { _ in exposed += 1 }
    session.defaultRule = .fraction(0.5)
    show()
    #expect((implied, named, exposed) == (1, 0, 1))
  }

  @Test func `without a default, as much as fits must show`() {
    var (implied, seen) = (0, 0)
    slot.changed { _ in implied += 1 }
    slot.impression(of: "item") { _ in seen += 1 }
    show()
    #expect((implied, seen) == (0, 0))
  }

  @Test func `impressions and their logs without a policy use the session's`() throws {
    var seen = 0
    let recorder = Names()
    slot.impression(of: "item") { _ in seen += 1 }
    slot.logsImpressions(of: "item", to: recorder)
    session.defaultPolicy = try LogPolicy(parsing: "0.5")
    show()
    #expect(seen == 1)
    #expect(recorder.lines == ["began 0.5", "seen 0.5"])
    slot.displace()
    window.frame(at: .zero)
    #expect(recorder.lines.last == "ended 0.5")
  }

  @Test func `an exposure keeps its policy in another window and after a change`() throws {
    let recorder = Names()
    slot.logsImpressions(of: "item", to: recorder)
    session.defaultPolicy = try LogPolicy(parsing: "0.5")
    show()
    session.defaultPolicy = try LogPolicy(parsing: "0.1")
    let other = MirroredWindow.shown(root: "window2", of: tree, session: VisibilitySession())
    slot.displace()
    tree.roots["row"] = "window2"
    other.place(slot, at: "row")
    window.frame(at: .zero)
    other.frame(at: .zero)
    #expect(recorder.lines == ["began 0.5", "seen 0.5", "ended 0.5", "began 0.5", "seen 0.5"])
  }

  @Test func `a list uses the session's defaults`() {
    let rows = ItemVisibility<Int>()
    var lines: [String] = []
    rows.changed { id, state in lines.append("\(id) \(state)") }
    rows.impression { id, _ in lines.append("\(id) seen") }
    session.defaultRule = .fraction(0.5)
    session.defaultPolicy = LogPolicy("half", ImpressionPolicy(rule: .fraction(0.6)))
    rows.bind("row", to: 7, in: window)
    window.frame(at: .zero)
    #expect(lines == ["7 visible", "7 seen"])
  }

  @Test func `modifiers use the environment's before the session's`() throws {
    let host = ProbeHost()
    host.show("row", y: 94)
    var lines: [String] = []
    let changes = Observation.changes(nil, of: HashedID(1)) { _, _ in lines.append("visible") }
    let recorder = Names()
    let recordings = Observation.recordings(nil, of: HashedID(2), to: recorder) { _ in 2 }
    let half = LogPolicy("half", ImpressionPolicy(rule: .fraction(0.5)))
    host.update("row", ([changes] + recordings).map { $0.filled(.fraction(0.5), half) })
    host.frame()
    #expect(lines == ["visible"])
    #expect(recorder.lines == ["began half", "seen half"])
    // The same observations are the same items.
    host.update("row", ([changes] + recordings).map { $0.filled(.fraction(0.5), half) })
    host.frame()
    #expect(lines.count == 1 && recorder.lines.count == 2)
    host.update("row", [changes] + recordings)
    host.frame()
    #expect(recorder.lines.last == "ended half")
  }
}

/// Records the names of policies.
private final class Names: ImpressionRecorder {
  @MainActor var lines: [String] = []

  func record(
    _ impression: Impression, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
  ) { lines.append("seen \(policy.name)") }

  func record(
    _ exposure: ExposureEvent, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
  ) { lines.append("\(exposure.isVisible ? "began" : "ended") \(policy.name)") }
}

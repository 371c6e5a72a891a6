import SightlineCore
import SightlineHost
import Testing

/// What may be an id, and which ids are the same item.
@MainActor
@Suite struct IDTests {
  /// An id of a class that is not `Sendable`: equal by its name, whichever object it is.
  private final class Name: Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    nonisolated static func == (one: Name, other: Name) -> Bool {
      one.description == other.description
    }

    nonisolated func hash(into hasher: inout Hasher) { hasher.combine(description) }
  }

  private let desk = VisibilityTrackerTests.Desk()

  @Test func `an object that is not Sendable is an id, equal by its value`() {
    let session = VisibilitySession()
    let identity = session.identity(of: Name("ad"))
    #expect(session.identity(of: Name("ad")) == identity)
    #expect(session.identity(of: Name("other")) != identity)
    #expect(session.knownIdentity(of: Name("ad")) == identity)
    #expect(session.id(of: identity) == AnyHashable(Name("ad")))
    #expect(session.id(of: identity).map { "\($0)" } == "ad")
  }

  @Test func `ids are one item where AnyHashable says that they are equal`() {
    let session = VisibilitySession()
    let five = session.identity(of: 5)
    #expect(session.identity(of: AnyHashable(5)) == five)
    #expect(session.identity(of: AnyHashable(AnyHashable(5))) == five)
    #expect(session.identity(of: UInt8(5)) == five)
    #expect(session.identity(of: "5") != five)
    #expect(session.identity(of: [5]) != five)
  }

  @Test func `an impression of a wrapped id is one of the id`() {
    let tracker = desk.makeTracker()
    let (one, other) = (TrackedView(), TrackedView())
    let desk = desk
    let once = ImpressionPolicy(rule: .fully)
    _ = one.register(impressionsOf: 5, once, .seen { _ in desk.lines.append("5") })
    desk.place(one, in: tracker)
    tracker.pass(at: .zero)
    one.displace()
    _ = other.register(impressionsOf: AnyHashable(5), once, .seen { _ in desk.lines.append("any") })
    desk.place(other, in: tracker, y: 50)
    tracker.pass(at: .zero)
    #expect(desk.lines == ["5"])
  }

  @Test func `an id that is an object is released when nothing needs it`() {
    let tracker = desk.makeTracker()
    weak var kept: Name?
    do {
      let name = Name("ad")
      kept = name
      let view = TrackedView()
      _ = view.register(impressionsOf: name, .feed, .seen { _ in })
      desk.place(view, in: tracker)
      tracker.pass(at: .zero)
      view.displace()
    }
    tracker.pass(at: .zero)
    #expect(kept != nil, "its impression is kept")
    desk.session.forgetAllImpressions()
    tracker.pass(at: .zero)
    desk.session.forgetAllImpressions()
    #expect(kept == nil)
  }

  @Test func `a row bound to an equal object goes on where it was`() {
    let rows = RecycledViews<Name>()
    var log: [String] = []
    rows.register(.changed(.fully) { name, state in log.append("\(state) \(name)") })
    let tree = NamedViews()
    tree.places["one"] = 0
    let tracker = desk.makeTracker()
    let window = MirroredWindow(root: "window", tree: tree, tracker: tracker)
    window.presence.isShown = true
    rows.bind("one", to: Name("ad"), in: window)
    window.frame(at: .zero)
    rows.bind("one", to: Name("ad"), in: window)
    window.frame(at: .zero)
    rows.unbind("one")
    window.frame(at: .zero)
    #expect(log == ["visible ad", "invisible ad"])
  }
}

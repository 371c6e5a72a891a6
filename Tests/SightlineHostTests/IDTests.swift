import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// Types of ids, and ids that denote the same item.
@MainActor
@Suite struct IDTests {
  /// An id of a class that is not `Sendable`. Different objects with the same name are equal.
  private final class Name: Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    nonisolated static func == (one: Name, other: Name) -> Bool {
      one.description == other.description
    }

    nonisolated func hash(into hasher: inout Hasher) { hasher.combine(description) }
  }

  private let desk = DeliveryTests.Desk()

  @Test func `a non-Sendable object can be an ID, compared by value`() {
    let session = VisibilitySession()
    let identity = session.identity(of: Name("ad"))
    #expect(session.identity(of: Name("ad")) == identity)
    #expect(session.identity(of: Name("other")) != identity)
    #expect(session.knownIdentity(of: Name("ad")) == identity)
    #expect(session.id(of: identity) == AnyHashable(Name("ad")))
    #expect(session.id(of: identity).map { "\($0)" } == "ad")
  }

  @Test func `IDs equal as AnyHashable are one item`() {
    let session = VisibilitySession()
    let five = session.identity(of: 5)
    #expect(session.identity(of: AnyHashable(5)) == five)
    #expect(session.identity(of: AnyHashable(AnyHashable(5))) == five)
    #expect(session.identity(of: UInt8(5)) == five)
    #expect(session.identity(of: "5") != five)
    #expect(session.identity(of: [5]) != five)
  }

  @Test func `a wrapped ID shares impressions with the ID`() {
    let window = desk.makeWindow()
    let (one, other) = (ViewSlot(), ViewSlot())
    let desk = desk
    let once = ImpressionPolicy(rule: .fully)
    _ = one.impression(of: 5, once) { _ in desk.lines.append("5") }
    desk.place(one, in: window)
    window.pass(at: .zero)
    one.displace()
    _ = other.impression(of: AnyHashable(5), once) { _ in desk.lines.append("any") }
    desk.place(other, in: window, y: 50)
    window.pass(at: .zero)
    #expect(desk.lines == ["5"])
  }

  @Test func `an object ID is released when unused`() {
    let window = desk.makeWindow()
    weak var kept: Name?
    do {
      let name = Name("ad")
      kept = name
      let view = ViewSlot()
      _ = view.impression(of: name, .feed) { _ in }
      desk.place(view, in: window)
      window.pass(at: .zero)
      view.displace()
    }
    window.pass(at: .zero)
    #expect(kept != nil, "its impression is kept")
    desk.session.forgetAllImpressions()
    window.pass(at: .zero)
    desk.session.forgetAllImpressions()
    #expect(kept == nil)
  }

  @Test func `NaN is one item`() {
    let rows = ItemVisibility<Double>()
    var log: [String] = []
    rows.changed(.fully) { id, state in log.append("\(state) \(id)") }
    let tree = NamedViews()
    tree.places["one"] = 0
    let window = MirroredWindow.shown(root: "window", of: tree, session: desk.session)
    for id in [Double.nan, .nan, 1] {
      rows.bind("one", to: id, in: window)
      window.frame(at: .zero)
    }
    #expect(log == ["visible nan", "invisible nan", "visible 1.0"])
    log = []
    rows.changed(.fully) { id, state in log.append("\(state) \(id) again") }
    window.frame(at: .zero)
    #expect(log == ["visible 1.0 again"])
    #expect(desk.session.identity(of: Double.nan) == desk.session.identity(of: Double.nan))
  }

  @Test func `a row bound to an equal object continues`() {
    let rows = ItemVisibility<Name>()
    var log: [String] = []
    rows.changed(.fully) { name, state in log.append("\(state) \(name)") }
    let tree = NamedViews()
    tree.places["one"] = 0
    let window = MirroredWindow.shown(root: "window", of: tree)
    rows.bind("one", to: Name("ad"), in: window)
    window.frame(at: .zero)
    rows.bind("one", to: Name("ad"), in: window)
    window.frame(at: .zero)
    rows.unbind("one")
    window.frame(at: .zero)
    #expect(log == ["visible ad", "invisible ad"])
  }
}

import SightlineCore
import SightlineTesting
import Testing

@Suite struct ScreenlessIDTests {
  /// An id of a class that is not `Sendable`.
  private final class Name: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (one: Name, other: Name) -> Bool { one.text == other.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  private static let frame = LayoutRect(x: 0, y: 0, width: 100, height: 100)

  @Test func `an ID need not be Sendable`() {
    let host = ScreenlessHost<Name>(size: LayoutSize(width: 390, height: 844))
    host.add(Name("ad"), frame: Self.frame)
    host.observe(Name("ad"))
    host.pass()
    #expect(host.changes == [.visible(Name("ad"))])
  }

  @Test func `IDs of several types compare as their wrappers`() {
    let host = ScreenlessHost<AnyHashable>(size: LayoutSize(width: 390, height: 844))
    host.add(5, frame: Self.frame)
    host.add("five", frame: Self.frame)
    host.observe(AnyHashable(5), for: .feed)
    host.observe("five", for: .feed)
    host.pass()
    #expect(host.impressions == [.init(5, at: .zero), .init("five", at: .zero)])
  }
}

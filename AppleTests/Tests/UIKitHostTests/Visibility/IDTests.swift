import SightlineApple
import SightlineRecording
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct IDTests {
    /// An id of a class that is not `Sendable`.
    private final class Name: Hashable, CustomStringConvertible {
      let description: String

      init(_ description: String) { self.description = description }

      nonisolated static func == (one: Name, other: Name) -> Bool {
        one.description == other.description
      }

      nonisolated func hash(into hasher: inout Hasher) { hasher.combine(description) }
    }

    @Test func `a non-Sendable object can be a view's and an item's ID`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let items = ItemVisibility<Name>()
        items.changed { log.add("\($1) \($0)") }
        items.bind(box(0, 0, 320, 100, in: screen.view), to: Name("row"))
        let card = box(0, 100, 320, 100, in: screen.view)
        card.visibility.impression(of: Name("ad")) { _ in log.add("seen ad") }
        screen.settle()
        let other = box(0, 200, 320, 100, in: screen.view)
        other.visibility.impression(of: Name("ad")) { _ in log.add("seen again") }
        screen.settle()
        #expect(log.take().sorted() == ["seen ad", "visible row"])
      }
    }

    @Test func `a wrapped ID equals the ID`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        var identities: [ItemIdentity] = []
        for (index, id) in [AnyHashable(5), AnyHashable("5")].enumerated() {
          let card = box(0, 100 * CGFloat(index), 320, 100, in: screen.view)
          card.visibility.impression(of: id) { identities.append($0.identity) }
        }
        let card = box(0, 200, 320, 100, in: screen.view)
        card.visibility.impression(of: 5, .feed.repeating(.afterLeaving)) {
          identities.append($0.identity)
        }
        screen.settle()
        #expect(identities.count == 3)
        #expect(Set(identities).count == 2)
      }
    }

    /// An impression that an app restores from its log.
    @Test func `an item seen in an earlier launch is not seen again under the same ID`() {
      withScreen { screen in
        let session = VisibilitySession()
        screen.window.visibilitySession = session
        for id in [AnyHashable(Int64(5)), AnyHashable("a")] {
          session.restore(
            ImpressionRecord(
              identity: ItemIdentity(0), policy: .feed, count: 1,
              lastImpression: MonotonicTime(seconds: -60), day: 0, countOnDay: 1), of: id)
        }
        let log = Log()
        @MainActor func show<ID: Hashable>(_ id: ID, at y: CGFloat) {
          let card = box(0, y, 320, 100, in: screen.view)
          card.visibility.impression(of: id, .feed) { _ in log.add("seen \(id)") }
        }
        show(5, at: 0)
        show("a", at: 100)
        show("5", at: 200)
        screen.settle()
        show("a", at: 300)
        screen.settle()
        #expect(log.take() == ["seen 5"])
      }
    }
  }
}

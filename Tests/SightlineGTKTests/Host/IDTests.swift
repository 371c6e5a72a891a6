#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineHost
import XCTest

final class IDTests: GTKTestCase {
  /// An ID of a class that isn't `Sendable`.
  private final class Name: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (one: Name, other: Name) -> Bool { one.text == other.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  func testAnIDNeedNotBeSendable() {
    onMain { driver in
      let list = ListFixture(count: 2, height: 40)
      var seen = 0
      let name = Name("an id that is not Sendable")
      for row in list.rows {
        row.visibility.impression(of: Name(name.text), .feed) { _ in seen += 1 }
      }
      _ = driver.show(list.scroller, width: 200, height: 300)
      XCTAssertEqual(seen, 1, "both rows show one item")
      XCTAssertEqual(list.rows[0].visibility.impressionCount(of: name, .feed), 1)
    }
  }

  func testAWrappedIDIsTheIDThatItWraps() {
    onMain { driver in
      let list = ListFixture(count: 2, height: 40)
      list.rows[0].visibility.impression(of: AnyHashable(54_321), .feed) { _ in }
      _ = driver.show(list.scroller, width: 200, height: 300)
      XCTAssertEqual(list.rows[0].visibility.impressionCount(of: 54_321, .feed), 1)
      XCTAssertEqual(list.rows[0].visibility.impressionCount(of: "54321", .feed), 0)
    }
  }

  func testAnObjectIsTheIDOfARecycledRow() {
    onMain { driver in
      let list = ListFixture(count: 1, height: 40, rule: nil)
      let rows = ItemVisibility<Name>()
      var changes: [String] = []
      rows.changed { changes.append("\($1) \($0.text)") }
      rows.bind(list.rows[0], to: Name("row"))
      _ = driver.show(list.scroller, width: 200, height: 300)
      XCTAssertEqual(changes, ["visible row"])
    }
  }
}
#endif

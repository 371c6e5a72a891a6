import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit

extension SwiftUIHost {
  /// Components around a list whose rows come and go.
  @MainActor
  @Suite
  struct SwiftUIListTests {
    private func list(_ hosted: Hosted) throws -> UIScrollView {
      try #require(hosted.scrollViews.first)
    }

    @Test(arguments: Setting.directions)
    func `rows begin below a collapsing header, and are covered as they scroll under it`(
      setting: Setting
    ) throws {
      let log = Log()
      let view = List(Array(0..<30), id: \.self) { row in
        Mark("row \(row)").frame(height: 50)
          .onVisibilityChange(of: row, when: .anyPixel) { log.add("\($0) \(row)") }
      }
      .collapsingHeader { _ in Mark("header") }
      try withViews(view, in: setting, safeArea: UIEdgeInsets(top: 50, bottom: 34)) { hosted in
        let list = try list(hosted)
        #expect(hosted.frame(of: "header")?.minY == 50)
        #expect(hosted.frame(of: "row 0")?.minY == 132)
        _ = log.take()
        list.contentOffset.y += 50
        hosted.settle()
        #expect(log.take() == ["false 0", "true 10"])
        list.contentOffset.y += 92
        hosted.run(for: 0.2)
        #expect(hosted.frame(of: "header")?.height == 53)
      }
    }

    @Test func `a list loads as its end comes near, and not again when rows come back`() throws {
      let (log, count) = (Log(), Setter<Int>())
      let view = Changing(20, count) { count in
        List(Array(0..<count.wrappedValue), id: \.self) { row in
          Mark("row \(row)").frame(height: 50).reachEndItem(row)
        }
        .onReachEnd(itemCount: count.wrappedValue, when: .itemFromEnd(3)) {
          log.add("load \(count.wrappedValue)")
          count.wrappedValue += 10
          return count.wrappedValue < 40
        }
      }
      try withViews(view) { hosted in
        let list = try list(hosted)
        @MainActor func scroll(toRow row: Int) {
          list.contentOffset.y = CGFloat(row * 50) - 400
          hosted.run(for: 0.1)
        }
        for row in [15, 16, 17] { scroll(toRow: row) }
        #expect(log.take() == ["load 20"])
        for row in [15, 17, 20, 15, 22] { scroll(toRow: row) }
        #expect(log.take() == [])
        for row in [30, 35, 40, 10, 40] { scroll(toRow: row) }
        #expect(log.take() == ["load 30"])
      }
    }

    @Test func `a list's own scroll and a row's enclosing scroll are the same`() throws {
      let log = Log()
      let view = List(Array(0..<30), id: \.self) { row in
        if row == 1 {
          Mark("row").frame(height: 50)
            .onEnclosingScroll(geometry: { log.add("row \(Int($0.contentOffset.y))") })
        } else {
          Mark("other").frame(height: 50)
        }
      }
      .onScroll(geometry: { log.add("list \(Int($0.contentOffset.y))") })
      try withViews(view) { hosted in
        #expect(Set(log.take()) == ["row 0", "list 0"])
        let list = try list(hosted)
        list.contentOffset.y = 20
        hosted.settle()
        #expect(Set(log.take()) == ["row 20", "list 20"])
        // The row leaves, and returns in another cell.
        list.contentOffset.y = 500
        hosted.settle()
        #expect(hosted.marks(of: "row").isEmpty)
        _ = log.take()
        list.contentOffset.y = 520
        hosted.settle()
        #expect(Set(log.take()) == ["list 520"])
        list.contentOffset.y = 10
        hosted.settle()
        #expect(Set(log.take()) == ["row 10", "list 10"])
      }
    }
  }
}

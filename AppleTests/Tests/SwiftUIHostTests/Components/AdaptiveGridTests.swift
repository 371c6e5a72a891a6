import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit

extension SwiftUIHost {
  @MainActor
  @Suite
  struct AdaptiveGridTests {
    private struct Item: View {
      let name: Int
      let log: Log
      @State private var made = 0

      var body: some View {
        Mark("item \(name)").frame(height: 50).onAppear { log.add("\(name)") }
      }
    }

    @Test func `items are never laid out in other columns`() {
      let log = Log()
      let view = AdaptiveGrid(minimumItemWidth: 100, spacing: 10) {
        ForEach(0..<5, id: \.self) { _ in
          GeometryReader { proxy in
            let _ = log.add("\(Int(proxy.size.width))")
            Color.clear
          }
          .frame(height: 50)
        }
      }
      withViews(view) { _ in #expect(Set(log.lines) == ["123"]) }
    }

    @Test func `by default columns and rows are 12 points apart`() throws {
      let view = AdaptiveGrid(minimumItemWidth: 180) {
        ForEach(0..<3, id: \.self) { Mark("item \($0)").frame(height: 50) }
      }
      try withViews(view) { hosted in
        let items = try (0..<3).map { try #require(hosted.frame(of: "item \($0)")) }
        #expect(items[1].minX - items[0].maxX == 12 && items[2].minY - items[0].maxY == 12)
      }
    }

    @Test(arguments: Setting.all)
    func `as many columns as fit share the width, starting at the leading edge`(
      setting: Setting
    ) throws {
      let (log, width) = (Log(), Setter<CGFloat>())
      let view = Changing(390, width) { width in
        ScrollView {
          AdaptiveGrid(minimumItemWidth: 100, spacing: 10) {
            ForEach(0..<5, id: \.self) { Item(name: $0, log: log) }
            if width.wrappedValue > 0 { Item(name: 5, log: log) }
          }
          .frame(width: width.wrappedValue)
        }
      }
      try withViews(view, in: setting) { hosted in
        #expect(log.take() == ["0", "1", "2", "3", "4", "5"])
        @MainActor func frames() throws -> [CGRect] {
          try (0..<6).map { try #require(hosted.frame(of: "item \($0)")) }
        }
        let three = try frames()
        let isForward = setting.direction == .leftToRight
        #expect(three.allSatisfy { isNear($0.width, 370 / 3) })
        #expect(isNear(isForward ? three[0].minX : 390 - three[0].maxX, 0))
        #expect(isNear(three[3].minY, three[0].maxY + 10) && three[3].minX == three[0].minX)
        // Narrower: two columns with the same items.
        width.set(240)
        hosted.settle()
        let two = try frames()
        #expect(two.allSatisfy { isNear($0.width, 115) } && isNear(two[2].minY, two[0].maxY + 10))
        // Narrower than one item: the full width available.
        width.set(60)
        hosted.settle()
        #expect(try frames().allSatisfy { isNear($0.width, 60) })
        #expect(log.take() == [])
      }
    }
  }
}

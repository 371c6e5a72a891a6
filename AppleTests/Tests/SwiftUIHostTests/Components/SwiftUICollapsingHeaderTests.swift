import SwiftUI
import Testing
import UIKit

@testable import SightlineSwiftUIViews

extension SwiftUIHost {
  @MainActor
  @Suite
  struct SwiftUICollapsingHeaderTests {
    private let bars = UIEdgeInsets(top: 50, bottom: 30)

    /// Forty rows under a header.
    private func page(
      rowHeight: CGFloat = 100, isCover: Bool = true, row: @escaping (Int) -> some View
    ) -> some View {
      ScrollView {
        VStack(spacing: 0) {
          ForEach(0..<40, id: \.self) { row($0).frame(height: rowHeight).id($0) }
        }
      }
      .collapsingHeader(isCover: isCover) { layout in
        Mark("header").background(Mark("bar").ignoresSafeArea())
        if layout.showsLabel { Mark("label").frame(height: 10) }
      }
    }

    @Test(arguments: Setting.all)
    func `a header grows with its text without clipping`(setting: Setting) throws {
      let view = ScrollView { Color.clear.frame(height: 2_000) }
        .collapsingHeader { _ in Text("42").padding(.vertical, 30).background(Mark("text")) }
      try withViews(view, in: setting) { hosted in
        let text = try #require(hosted.frame(of: "text"))
        #expect(hosted.shownFrame(of: "text") == text)
      }
    }

    @Test(arguments: Setting.textSizes)
    func `a header grows with the text, and is read first`(textSize: DynamicTypeSize) throws {
      let lines: [DynamicTypeSize: CGFloat] = [
        .large: 22, .xLarge: 24, .xxxLarge: 29, .accessibility3: 48,
      ]
      let height = try #require(lines[textSize]) / 22 * 82
      let view = ScrollView { Text("row").background(Mark("row")) }
        .collapsingHeader { _ in Text("header").background(Mark("header")).frame(maxHeight: 500) }
      withViews(view, in: Setting(textSize: textSize)) { hosted in
        #expect(isNear(hosted.frame(of: "row")?.minY, height, 0.5))
        #expect(isNear(hosted.frame(of: "header")?.midY, height / 2, 0.5))
        #expect(hosted.spoken == ["header", "row"])
      }
    }

    @Test func `with Reduce Motion a header collapses at once`() throws {
      let view = page { Mark("row \($0)") }.environment(\.accessibilityReduceMotion, true)
      try withViews(view) { hosted in
        try #require(hosted.scrollViews.first).contentOffset.y += 142
        hosted.run(for: 0.02)
        #expect(hosted.frame(of: "header")?.height == 53)
      }
    }

    @Test func `rows below a collapsed header take taps`() throws {
      let log = Log()
      let view = page { row in Button("row \(row)") { log.add("\(row)") } }
      try withViews(view) { hosted in
        try #require(hosted.scrollViews.first).contentOffset.y += 142
        hosted.run(for: 0.2)
        // The middle of the second row, between the bottoms of the collapsed and expanded headers.
        try #require(hosted.scrollViews.first).contentOffset.y = 164 - 82
        hosted.run(for: 0.01)
        hosted.tap(at: CGPoint(x: 195, y: 68))
        #expect(log.take() == ["1"])
      }
    }

    @Test(arguments: Setting.directions)
    func `a row scrolled to lies below the header`(setting: Setting) throws {
      let wanted = Setter<Int>()
      let view = Changing(0, wanted) { row in
        ScrollViewReader { scroll in
          page { Mark("row \($0)") }
            .onChange(of: row.wrappedValue) { scroll.scrollTo($0, anchor: .top) }
        }
      }
      withViews(view, in: setting, safeArea: bars) { hosted in
        #expect(hosted.frame(of: "row 0")?.minY == 132)
        wanted.set(20)
        hosted.run(for: 1)
        #expect(hosted.frame(of: "row 20")?.minY == 132)
      }
    }

    @Test(arguments: Setting.directions, [true, false])
    func `rows below the header are hidden if it is a cover`(
      setting: Setting, isCover: Bool
    ) throws {
      let log = Log()
      let view = page(rowHeight: 20, isCover: isCover) { row in
        Color.clear.onVisibilityChange(of: row, when: .anyPixel) { log.add("\($0) \(row)") }
      }
      try withViews(view, in: setting, safeArea: bars) { hosted in
        _ = log.take()
        let scrollView = try #require(hosted.scrollViews.first)
        // From y = 132, the header's bottom, to y = 112.
        scrollView.contentOffset.y += 20
        hosted.settle()
        #expect(log.take().contains("false 0") == isCover)
      }
    }

    @Test(arguments: Setting.directions)
    func `past 142 points a header collapses in 0.08 s without moving the content`(
      setting: Setting
    ) throws {
      try withViews(page { Mark("row \($0)") }, in: setting, safeArea: bars) { hosted in
        let scrollView = try #require(hosted.scrollViews.first)
        #expect(hosted.frame(of: "header")?.maxY == 122)
        #expect(hosted.frame(of: "label") != nil)
        scrollView.contentOffset.y += 142
        hosted.run(for: 0.04)
        let way = try #require(hosted.frame(of: "header")).height
        #expect(way < 82 && way > 53)
        hosted.run(for: 0.2)
        #expect(hosted.frame(of: "header") == CGRect(x: 0, y: 50, width: 390, height: 53))
        #expect(hosted.frame(of: "label") == nil)
        #expect(hosted.frame(of: "row 1")?.minY == 90)
        scrollView.contentOffset.y -= 142
        hosted.run(for: 0.2)
        #expect(hosted.frame(of: "header")?.height == 72)
        #expect(hosted.frame(of: "row 0")?.minY == 132)
      }
    }

    @Test(arguments: Setting.directions)
    func `a header's background extends under the bars above it, not past its bottom`(
      setting: Setting
    ) throws {
      withViews(page { Mark("row \($0)") }, in: setting, safeArea: bars) { hosted in
        #expect(hosted.shownFrame(of: "bar") == CGRect(x: 0, y: 0, width: 390, height: 122))
      }
    }

    @Test(arguments: [
      (Edge.Set.bottom, CGRect(x: -990, y: -980, width: 2_300, height: 1_200)),
      (.horizontal, CGRect(x: 10, y: -980, width: 300, height: 2_200)),
      (.all, CGRect(x: 10, y: 20, width: 300, height: 200)),
    ])
    func `a clip at some edges reaches far beyond the others`(edges: Edge.Set, area: CGRect) {
      let bounds = CGRect(x: 10, y: 20, width: 300, height: 200)
      #expect(EdgeClip(edges: edges).path(in: bounds) == Path(area))
    }

    @Test
    func `a new style applies at once, and without a scroll view a header stays expanded`() {
      let setter = Setter<Double>()
      let view = Changing(82, setter) { height in
        Mark("content").collapsingHeader(.init(expandedHeight: height.wrappedValue)) { _ in
          Mark("header")
        }
      }
      withViews(view) { hosted in
        #expect(hosted.frame(of: "header")?.height == 82)
        setter.set(100)
        hosted.settle()
        #expect(hosted.frame(of: "header")?.height == 100)
        #expect(hosted.frame(of: "content")?.minY == 100)
      }
    }

    @Test
    func `nothing runs without scrolling, and a scrolled frame evaluates no header`() throws {
      let log = Log()
      let view = ScrollView { Color.clear.frame(height: 4_000) }
        .collapsingHeader { _ -> Color in
          log.add("header")
          return .clear
        }
      try withViews(view) { hosted in
        let scrollView = try #require(hosted.scrollViews.first)
        _ = log.take()
        for _ in 0..<10 {
          scrollView.contentOffset.y += 5
          hosted.run(for: Hosted.frame)
        }
        #expect(log.take() == [])
        let turns = hosted.turnCount
        hosted.run(for: 10)
        #expect(hosted.turnCount - turns <= 3)
      }
    }
  }
}

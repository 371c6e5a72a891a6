import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit

private struct Item: Identifiable {
  let id: Int
}

extension SwiftUIHost {
  /// The result of a builder is one card, page, label or section: several views, one, or none.
  @MainActor
  @Suite
  struct BuilderTests {
    @ViewBuilder
    private func views(_ index: Int) -> some View {
      if index == 0 {
        ForEach(0..<2, id: \.self) { Mark("\(index) \($0)").frame(width: 30, height: 20) }
      } else if index == 1 {
        EmptyView()
      } else {
        Group {
          Mark("\(index) 0").frame(width: 30, height: 20)
          if index > 2 { Mark("\(index) 1").frame(width: 30, height: 20) }
        }
      }
    }

    @Test(arguments: Setting.directions)
    func `a card has its proposed width, and an empty one keeps its position`(
      setting: Setting
    ) throws {
      let view = EndlessCarousel((0..<4).map(Item.init), itemWidth: 100, isPaused: true) {
        views($0.id)
      }
      try withViews(view, in: setting) { hosted in
        let cards = try ["0 0", "0 1", "2 0", "3 0", "3 1"].map {
          try #require(hosted.frame(of: $0))
        }
        let isForward = setting.direction == .leftToRight
        // In the middle of a card of 100 points, one below the other.
        #expect(isNear(isForward ? cards[0].midX : 390 - cards[0].midX, 50))
        #expect(cards[1].minX == cards[0].minX && cards[1].minY == cards[0].maxY)
        #expect(isNear(isForward ? cards[2].midX : 390 - cards[2].midX, 274))
        #expect(cards[4].minY == cards[3].maxY)
      }
    }

    @Test(arguments: Setting.directions)
    func `a page stacks its views, a label places them in a row, an empty one keeps its space`(
      setting: Setting
    ) throws {
      let setter = Setter<Int>()
      let view = Changing(0, setter) { selection in
        PagedTabs([0, 1, 2, 3], selection: selection) { index in
          if index == 1 { EmptyView() } else { views(index).background(Mark("label \(index)")) }
        } page: { index in
          views(index).background(Mark("page \(index)"))
        }
      }
      withViews(view, in: setting) { hosted in
        let labels = hosted.marks(of: "label 0").map(hosted.frame)
        #expect(labels.count == 2 && labels[0].minY == labels[1].minY)
        let pages = hosted.marks(of: "page 0").map(hosted.frame)
        #expect(pages.count == 2 && pages[1].minY == pages[0].maxY)
        // The empty label has its padding of 16 points on either side.
        let next = hosted.marks(of: "label 2").map(hosted.frame)[0]
        let last = setting.direction == .leftToRight ? labels[1].maxX : labels[1].minX
        let gap = setting.direction == .leftToRight ? next.minX - last : last - next.maxX
        #expect(isNear(gap, 64))
        setter.set(2)
        hosted.run(for: 1)
        let shown = hosted.marks(of: "page 2").map(hosted.frame)
        #expect(shown.map(\.midX) == [195])
      }
    }

    @Test(arguments: Setting.directions)
    func `a section is one column, and the last of zero-height sections is selected`(
      setting: Setting
    ) throws {
      let view = SectionTabs([1, 5, 6]) { section in
        Text("tab \(section)")
      } content: { section in
        if section != 1 {
          ForEach(0..<2, id: \.self) { Mark("row \(section) \($0)").frame(width: 50, height: 900) }
        }
      }
      try withViews(view, in: setting) { hosted in
        let rows = try ["row 5 0", "row 5 1"].map { try #require(hosted.frame(of: $0)) }
        #expect(rows[1].minY == rows[0].maxY)
        #expect(setting.direction == .leftToRight ? rows[0].minX == 0 : rows[0].maxX == 390)
        #expect(hosted.spoken.contains("tab 5. selected. button"))
      }
    }

    private struct Stateful: View {
      let name: String
      let log: Log
      @State private var made = 0

      var body: some View {
        Mark("\(name) \(made)").frame(height: 50)
          .onAppear {
            log.add("made \(name)")
            made += 1
          }
      }
    }

    @Test
    func `a card keeps its state across the seam, and a returning one is new`() throws {
      let log = Log()
      let view = EndlessCarousel(
        (0..<3).map(Item.init), itemWidth: 240, mode: .continuous(speed: 600)
      ) { Stateful(name: "\($0.id)", log: log) }
      withViews(view) { hosted in
        #expect(Set(log.take()).isSuperset(of: ["made 0", "made 1"]))
        // Once around is 756 points. A card is in view for 630 of them, with 240 more on either
        // side.
        for _ in 0..<20 {
          hosted.run(for: 0.1)
          let shown = hosted.views { ($0 as? MarkView)?.name.hasSuffix(" 0") == true }
          #expect(shown.isEmpty)
        }
        #expect(log.take().count < 10)
      }
    }

    @Test
    func `a page keeps its state and scroll position while others show`() throws {
      let (log, setter) = (Log(), Setter<Int>())
      let view = Changing(0, setter) { selection in
        PagedTabs([0, 1], selection: selection) {
          Text("\($0)")
        } page: { index in
          ScrollView { Stateful(name: "\(index)", log: log).frame(height: 3_000) }
        }
      }
      try withViews(view) { hosted in
        try #require(hosted.scrollViews.first).contentOffset.y = 700
        for index in [1, 0] {
          setter.set(index)
          hosted.run(for: 1)
        }
        #expect(log.take() == ["made 0", "made 1"])
        #expect(hosted.scrollViews.map(\.contentOffset.y).contains(700))
      }
    }

    @Test(arguments: Setting.directions)
    func `a touch cancelled by the system settles on the nearest page`(
      setting: Setting
    ) throws {
      let setter = Setter<Int>()
      let view = Changing(0, setter) { selection in
        PagedTabs([0, 1], selection: selection) {
          Text("\($0)")
        } page: {
          Mark("page \($0)")
        }
      }
      withViews(view, in: setting) { hosted in
        let sign: CGFloat = setting.direction == .leftToRight ? 1 : -1
        for (way, page) in [(CGFloat(100), 0), (250, 1)] {
          let start = CGPoint(x: 195 + sign * 130, y: 300)
          let finger = hosted.touch(at: start)
          hosted.move(finger, from: start, to: CGPoint(x: start.x - sign * way, y: 300))
          hosted.cancel(finger)
          hosted.run(for: 1)
          #expect(setter.value == page)
          #expect(isNear(hosted.frame(of: "page \(page)")?.minX, 0))
        }
      }
    }
  }
}

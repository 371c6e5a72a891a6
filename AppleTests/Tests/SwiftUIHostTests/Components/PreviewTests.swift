import SightlineSwiftUI
import SwiftUI
import Testing
import UIKit

@testable import GalleryPreviews

extension SwiftUIHost {
  /// The gallery's previews of each component in Xcode.
  @MainActor
  @Suite
  struct PreviewTests {
    @Test(arguments: [
      Setting(),
      Setting(direction: .rightToLeft, textSize: .accessibility3, displayScale: 3),
    ])
    func `every preview is laid out, runs and comes to rest when removed`(setting: Setting) {
      func show(_ previews: some View) {
        withViews(VStack { previews }, in: setting) { hosted in
          hosted.run(for: 0.1)
          #expect(!hosted.root.subviews.isEmpty)
        }
      }
      show(AdaptiveGridExample().background(Mark("grid")))
      show(EndlessCarouselExample())
      show(CollapsingHeaderExample())
      show(SegmentedRowExample().background(Mark("tabs")))
      show(FlyingHeartExample())
      show(PagedTabsExample())
      show(ReachEndExample())
      show(SectionTabsExample())
      show(ListTabsExample().frame(height: 300))
      show(ParallaxHeaderExample())
      show(VisibilityExamples.visibility)
      show(VisibilityExamples.thresholds)
      show(VisibilityExamples.impressions)
      show(VisibilityExamples.exposures)
      show(VisibilityExamples.visibleItems)
      show(VisibilityExamples.scroll)
      show(VisibilityExamples.viewportBetweenBars)
      show(VisibilityExamples.covers)
      show(VisibilityExamples.notObserved)
    }

    /// Returns the frame of a spoken element.
    private func frame(of label: String, in hosted: Hosted) throws -> CGRect {
      try #require(hosted.accessibility.flatMap(\.elements).first { $0.label == label }?.frame)
    }

    private func tap(_ label: String, in hosted: Hosted) throws {
      let frame = try frame(of: label, in: hosted)
      hosted.tap(at: CGPoint(x: frame.midX, y: frame.midY))
      hosted.settle()
    }

    private let rows = (0..<30).map { "Row \($0)" }

    @Test(arguments: [(354, 3), (353, 2)])
    func `the grid has as many columns as fit`(width: CGFloat, columns: Int) throws {
      try withViews(AdaptiveGridExample(), width: width) { hosted in
        #expect(hosted.spoken == rows)
        let tops = try rows.map { try frame(of: $0, in: hosted).minY }
        #expect(tops.firstIndex { $0 != tops[0] } == columns)
      }
    }

    @Test func `the carousel has eight cards`() throws {
      try withViews(EndlessCarouselExample()) { hosted in
        #expect(hosted.spoken.prefix(2) == ["1 of 8. adjustable", "Card 0"])
        let frames = try ["Card 0", "Card 1"].map { try frame(of: $0, in: hosted) }
        #expect(isNear(frames[1].minX - frames[0].minX, 200 + 12))
      }
    }

    @Test func `the header collapses, and the other one has its stated height`() throws {
      try withViews(CollapsingHeaderExample()) { hosted in
        #expect(hosted.spoken == ["42 items. heading"] + rows)
        try #require(hosted.scrollViews.first).contentOffset.y += 200
        hosted.run(for: 1)
        #expect(hosted.spoken.first == "42. heading")
      }
      try withViews(ParallaxHeaderExample()) { hosted in
        #expect(hosted.spoken == ["Dunes. heading"] + rows)
        // The first row, with its padding, is 8 points below.
        let row = try frame(of: "Row 0", in: hosted)
        #expect(isNear(row.minY, 260 + 8 + 16))
      }
    }

    @Test func `the tabs of rows, pages, sections and lists are chosen`() throws {
      try withViews(SegmentedRowExample()) { hosted in
        #expect(
          hosted.spoken == [
            "Mon. button", "Tue. button", "Wed. selected. button", "Thu. button", "Fri. button",
          ])
        try tap("Tue", in: hosted)
        #expect(hosted.spoken[1] == "Tue. selected. button")
      }
      try withViews(PagedTabsExample()) { hosted in
        let tabs = ["For you. selected. button", "New. button", "Following. button"]
        #expect(hosted.spoken == tabs + (0..<30).map { "For you \($0)" })
        try tap("New", in: hosted)
        hosted.run(for: 1)
        #expect(hosted.spoken.dropFirst(3) == ArraySlice((0..<30).map { "New \($0)" }))
      }
      try withViews(SectionTabsExample()) { hosted in
        #expect(
          hosted.spoken.prefix(4) == [
            "Overview. selected. button", "Rooms. button", "Reviews. button", "Overview 0",
          ])
        let tops = try ["Overview 0", "Rooms 0"].map { try frame(of: $0, in: hosted).minY }
        #expect(isNear(tops[1] - tops[0], 30 * 54))
      }
      try withViews(ListTabsExample()) { hosted in
        #expect(hosted.spoken.first == "Starters. selected. button")
        #expect(hosted.spoken.contains("Starters 0"))
        let list = try #require(hosted.scrollViews.last)
        for _ in 0..<40 {
          list.contentOffset.y = min(
            list.contentOffset.y + 100, list.contentSize.height - list.bounds.height)
          hosted.run(for: Hosted.frame)
        }
        #expect(hosted.spoken.contains("Desserts. selected. button"))
        #expect(hosted.spoken.last == "Desserts 11")
      }
    }

    @Test func `the list loads ten more when its third item from the end shows`() throws {
      try withViews(ReachEndExample()) { hosted in
        let scrollView = try #require(hosted.scrollViews.first)
        // An item is 62 points high. With five of them, all show.
        for (offset, count) in [(0, 15), (12 * 62 - 600, 15), (12 * 62 - 599, 25), (1_000, 35)] {
          scrollView.contentOffset.y = CGFloat(offset)
          hosted.run(for: 0.1)
          #expect(hosted.spoken == (0..<count).map { "Item \($0)" })
        }
      }
    }

    @Test func `the heart flies when it is switched on`() throws {
      try withViews(FlyingHeartExample()) { hosted in
        for flies in [true, false, true] {
          hosted.run(for: 2)
          try tap("Favourite", in: hosted)
          let turns = hosted.turnCount
          hosted.run(for: 0.5)
          #expect((hosted.turnCount - turns > 10) == flies)
        }
      }
    }

    @Test func `each visit of the screen counts`() throws {
      let view = VisibilityScreenExample().environment(
        \.visibilitySession, VisibilitySession())
      try withViews(view) { hosted in
        #expect(hosted.spoken == ["Seen 1 times", "Visit 1. button"])
        try tap("Visit 1", in: hosted)
        #expect(hosted.spoken == ["Seen 2 times", "Visit 2. button"])
      }
    }
  }
}

import QuartzCore
import SightlineCore
import SightlineScroll
import SightlineSwiftUI
import SwiftUI
import Testing
import UIKit
import VirtualTime

extension SwiftUIHost {
  @MainActor
  @Suite
  struct EnclosingScrollTests {
    @Test func `SwiftUI's geometry and phases convert`() {
      let geometry = ScrollGeometry(
        contentOffset: CGPoint(x: 1, y: 2), contentSize: CGSize(width: 3, height: 4),
        contentInsets: EdgeInsets(top: 5, leading: 6, bottom: 7, trailing: 8),
        containerSize: CGSize(width: 9, height: 10))
      let metrics = ScrollMetrics(
        contentOffset: LayoutPoint(x: 1, y: 2), contentSize: LayoutSize(width: 3, height: 4),
        containerSize: LayoutSize(width: 9, height: 10),
        contentInsets: LayoutInsets(top: 5, left: 6, bottom: 7, right: 8))
      #expect(ScrollMetrics(geometry) == metrics)
      let phases: [(ScrollPhase, ScrollingPhase)] = [
        (.idle, .idle), (.tracking, .tracking), (.interacting, .interacting),
        (.decelerating, .decelerating), (.animating, .animating),
      ]
      for (phase, expected) in phases { #expect(ScrollingPhase(phase) == expected) }
    }

    /// A mark that state places at the scrolled distance from the top.
    private struct Following: View {
      let log: Log
      @State private var distance = 0.0

      var body: some View {
        ScrollView {
          Color.clear.frame(height: 3_000).onEnclosingScroll { geometry in
            log.add("\(Int(geometry.contentOffset.y)) of \(Int(geometry.contentSize.height))")
            distance = geometry.distance(along: .vertical)
          } phase: {
            log.add("\($0.to)")
          }
        }
        .overlay(alignment: .topLeading) {
          Mark("follower").frame(width: 10, height: 10).offset(y: distance)
        }
      }
    }

    @Test(arguments: Setting.directions)
    func `views following an offset update in the commit of the same event`(setting: Setting) throws
    {
      let log = Log()
      try withViews(Following(log: log), in: setting) { hosted in
        #expect(log.take() == ["0 of 3000"])
        let scrollView = try #require(hosted.scrollViews.first)
        for offset: CGFloat in [40, 70, 20] {
          VirtualRunLoop.main.post {
            scrollView.contentOffset.y = offset
            CATransaction.shared.flush()
            #expect(hosted.frame(of: "follower")?.minY == offset)
          }
          VirtualRunLoop.main.runUntilAsleep()
        }
        #expect(
          log.take().filter { $0.contains("of") } == ["40 of 3000", "70 of 3000", "20 of 3000"])
      }
    }

    @Test func `a finger's scroll goes through tracking, interacting, decelerating and idle`()
      throws
    {
      let log = Log()
      withViews(Following(log: log)) { hosted in
        let (start, end) = (CGPoint(x: 195, y: 500), CGPoint(x: 195, y: 300))
        let finger = hosted.touch(at: start)
        hosted.move(finger, from: start, to: end, in: 0.1)
        hosted.lift(finger)
        hosted.run(for: 5)
        let phases = log.take().filter { !$0.contains("of") }
        #expect(phases == ["tracking", "interacting", "decelerating", "idle"])
      }
    }

    @Test func `without a scroll view nothing is called, and each Group child is called`() {
      let log = Log()
      let view = VStack {
        Color.clear.onEnclosingScroll { _ in log.add("none") }
        ScrollView {
          Group {
            Text("a")
            Text("b")
          }
          .onEnclosingScroll { _ in log.add("one") }
        }
      }
      withViews(view) { _ in #expect(log.take() == ["one", "one"]) }
    }

    @Test func `a derived value is reported with its first value, then when it changes`() throws {
      let log = Log()
      let view = ScrollView {
        Color.clear.frame(height: 3_000)
          .onEnclosingScroll(for: Bool.self) {
            $0.contentOffset.y > 100
          } action: {
            log.add("content \($0) \($1)")
          }
      }
      .onScroll(for: Int.self) {
        Int($0.contentOffset.y) / 100
      } action: {
        log.add("scroll view \($0) \($1)")
      }
      try withViews(view) { hosted in
        #expect(log.take().sorted() == ["content false false", "scroll view 0 0"])
        let scrollView = try #require(hosted.scrollViews.first)
        for (offset, lines): (CGFloat, [String]) in [
          (50, []), (120, ["content false true", "scroll view 0 1"]), (130, []),
          (210, ["scroll view 1 2"]),
        ] {
          scrollView.contentOffset.y = offset
          hosted.settle()
          #expect(log.take().sorted() == lines)
        }
      }
    }

    @Test func `a scroll view itself reports its geometry and phases`() throws {
      let log = Log()
      let view = VStack(spacing: 0) {
        Color.clear.frame(height: 100)
        ScrollView { Color.clear.frame(height: 3_000) }
          .onScroll(geometry: { log.add("\(Int($0.contentOffset.y))") }, phase: { _ in })
      }
      try withViews(view) { hosted in
        #expect(log.take() == ["0"])
        try #require(hosted.scrollViews.first).contentOffset.y = 40
        hosted.settle()
        #expect(log.take() == ["40"])
      }
    }
  }
}

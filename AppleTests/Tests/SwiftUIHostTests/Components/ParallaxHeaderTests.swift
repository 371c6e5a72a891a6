import QuartzCore
import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit
import VirtualTime

extension SwiftUIHost {
  @MainActor
  @Suite
  struct ParallaxHeaderTests {
    private func page(_ title: String = "Hero") -> some View {
      ScrollView {
        VStack(spacing: 0) {
          ParallaxHeader(height: 260) {
            Mark("background")
          } title: {
            Text(title).background(Mark("title"))
          }
          Mark("content").frame(height: 2_000)
        }
      }
    }

    @Test(arguments: Setting.all)
    func `a header's title scales with the text like a large title`(setting: Setting) throws {
      // The line heights of a large title; 41 points by default.
      let lines: [DynamicTypeSize: CGFloat] = [
        .large: 41, .xLarge: 43, .xxxLarge: 48, .accessibility3: 61,
      ]
      let growth = try #require(lines[setting.textSize]) / 41
      try withViews(page(), in: setting) { hosted in
        let title = try #require(hosted.frame(of: "title"))
        #expect(isNear(title.width, 34 * growth * 2, 1))
        let margin = setting.direction == .leftToRight ? title.minX : 390 - title.maxX
        #expect(isNear(margin, 16))
      }
    }

    @Test func `a title is 34 points large at rest, regardless of the header's height`() throws {
      let page = ScrollView {
        ParallaxHeader(height: 20) {
          Mark("background")
        } title: {
          Text("Hero").background(Mark("title"))
        }
      }
      try withViews(page) { hosted in
        let title = try #require(hosted.marks(of: "title").first)
        #expect(title.bounds.width == 68 && isNear(hosted.frame(title).width, 68))
      }
    }

    @Test func `a background larger than the header takes no taps around it`() throws {
      var taps = 0
      let page = ScrollView {
        VStack(spacing: 0) {
          Button("above") { taps += 1 }.frame(height: 100)
          ParallaxHeader(height: 100) {
            Color.green.frame(width: 390, height: 300)
          } title: {
            Text("Hero")
          }
        }
      }
      withViews(page) { hosted in
        hosted.tap(at: CGPoint(x: 195, y: 50))
        #expect(taps == 1)
      }
    }

    @Test func `the lines of a title have no gap`() throws {
      let page = ScrollView {
        ParallaxHeader(height: 260) {
          Mark("background")
        } title: {
          Mark("first").frame(width: 50, height: 20)
          Mark("second").frame(width: 50, height: 20)
        }
      }
      try withViews(page) { hosted in
        let first = try #require(hosted.frame(of: "first"))
        #expect(hosted.frame(of: "second")?.minY == first.maxY)
      }
    }

    @Test(arguments: Setting.directions)
    func `a pull shows in the commit of the same event`(setting: Setting) throws {
      try withViews(page(), in: setting, safeArea: UIEdgeInsets(top: 50, bottom: 30)) { hosted in
        let scrollView = try #require(hosted.scrollViews.first)
        #expect(hosted.frame(of: "background")?.minY == 50)
        for pull: CGFloat in [10, 25, 60, 30] {
          // The touch is handled and committed in one source of the run loop, as since iOS 16.
          VirtualRunLoop.main.post {
            scrollView.contentOffset.y = -50 - pull
            CATransaction.shared.flush()
            #expect(hosted.frame(of: "background")?.minY == 50)
            #expect(hosted.frame(of: "background")?.height == 260 + pull)
            #expect(hosted.frame(of: "content")?.minY == 310 + pull)
          }
          VirtualRunLoop.main.runUntilAsleep()
        }
      }
    }

    @Test(arguments: Setting.directions)
    func `scrolling up slows the background and shrinks the title at its corner`(
      setting: Setting
    ) throws {
      // Two lines at rest, which would fit on one at half the size.
      let title = String(repeating: "x", count: 30)
      try withViews(page(title), in: setting) { hosted in
        let scrollView = try #require(hosted.scrollViews.first)
        let mark = try #require(hosted.marks(of: "title").first)
        let (rest, bounds) = (hosted.frame(mark), mark.bounds)
        scrollView.contentOffset.y = 130
        hosted.settle()
        #expect(isNear(hosted.frame(of: "background")?.minY, -130 * 0.35))
        // The same layout, drawn smaller: three quarters, halfway.
        #expect(mark.bounds == bounds)
        let now = hosted.frame(mark)
        #expect(isNear(now.height, rest.height * 0.75))
        #expect(isNear(now.maxY, rest.maxY - 130))
        let isForward = setting.direction == .leftToRight
        #expect(isNear(isForward ? now.minX : now.maxX, isForward ? rest.minX : rest.maxX))
      }
    }

    @Test
    func `a refresh starting during a pull does not affect it`() throws {
      try withViews(page()) { hosted in
        let scrollView = try #require(hosted.scrollViews.first)
        let control = UIRefreshControl(frame: .zero)
        scrollView.refreshControl = control
        scrollView.contentOffset.y = -100
        hosted.settle()
        #expect(hosted.frame(of: "background") == CGRect(x: 0, y: 0, width: 390, height: 360))
        control.beginRefreshing()
        hosted.settle()
        #expect(hosted.frame(of: "background") == CGRect(x: 0, y: 0, width: 390, height: 360))
        scrollView.contentOffset.y = -60
        hosted.settle()
        #expect(hosted.frame(of: "background") == CGRect(x: 0, y: 0, width: 390, height: 320))
        control.endRefreshing()
        scrollView.contentOffset.y = 0
        hosted.settle()
        #expect(hosted.frame(of: "background") == CGRect(x: 0, y: 0, width: 390, height: 260))
      }
    }

    @Test
    func `with Reduce Motion a header only grows with the pull`() throws {
      try withViews(page().environment(\.accessibilityReduceMotion, true)) { hosted in
        let scrollView = try #require(hosted.scrollViews.first)
        let rest = try #require(hosted.frame(of: "title"))
        scrollView.contentOffset.y = 100
        hosted.settle()
        #expect(hosted.frame(of: "background")?.minY == -100)
        #expect(isNear(hosted.frame(of: "title")?.height, rest.height))
        scrollView.contentOffset.y = -40
        hosted.settle()
        #expect(hosted.frame(of: "background")?.height == 300)
      }
    }

    @Test
    func `outside a scroll view a header is at rest, and it is the only heading`() {
      let view = ParallaxHeader(height: 260) {
        Mark("background")
        Text("decoration")
      } title: {
        Text("Hero")
        Text("Rooms")
      }
      withViews(view) { hosted in
        #expect(hosted.frame(of: "background") == CGRect(x: 0, y: 170, width: 390, height: 260))
        #expect(hosted.spoken == ["Hero, Rooms. heading"])
      }
    }

    @Test
    func `a scrolled frame evaluates no app views, and an idle header takes no turns`() throws {
      let log = Log()
      struct Title: View {
        let log: Log

        var body: some View {
          log.add("title")
          return Text("Hero")
        }
      }
      let view = ScrollView {
        ParallaxHeader(height: 260) {
          Mark("background")
        } title: {
          Title(log: log)
        }
        Color.clear.frame(height: 4_000)
      }
      try withViews(view) { hosted in
        let scrollView = try #require(hosted.scrollViews.first)
        hosted.settle()
        _ = log.take()
        for start: CGFloat in [-100, 50, 400] {
          for step in 0..<10 {
            scrollView.contentOffset.y = start + CGFloat(step) * 10
            hosted.run(for: Hosted.frame)
          }
        }
        #expect(log.take() == [])
        // Out of sight, nothing at all.
        let evaluations = hosted.evaluationCount(of: "ParallaxHeader")
        scrollView.contentOffset.y += 10
        hosted.run(for: Hosted.frame)
        #expect(hosted.evaluationCount(of: "ParallaxHeader") == evaluations)
        let turns = hosted.turnCount
        hosted.run(for: 10)
        #expect(hosted.turnCount - turns <= 3)
      }
    }
  }
}

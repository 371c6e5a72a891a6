import Foundation
import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit

extension SwiftUIHost {
  @MainActor
  @Suite
  struct SwiftUIFlyingHeartTests {
    private func page(_ trigger: Setter<Int>, target: some View) -> some View {
      Changing(0, trigger) { hearts in
        VStack(spacing: 0) {
          Mark("source").frame(width: 20, height: 20).flightSource(trigger: hearts.wrappedValue)
          Spacer()
          target
        }
        .frame(maxWidth: .infinity)
        .flightSpace { Mark("heart").frame(width: 10, height: 10) }
      }
    }

    private func middle(_ hosted: Hosted) -> CGPoint? {
      hosted.frame(of: "heart").map { CGPoint(x: $0.midX, y: $0.midY) }
    }

    @Test(arguments: Setting.all)
    func `a heart flies from the source to the target in a second and disappears`(
      setting: Setting
    ) throws {
      let trigger = Setter<Int>()
      let target = HStack(spacing: 0) {
        Spacer()
        Mark("target").frame(width: 30, height: 30).flightTarget()
      }
      try withViews(page(trigger, target: target), in: setting) { hosted in
        #expect(hosted.frame(of: "heart") == nil)
        let turns = hosted.turnCount
        hosted.run(for: 5)
        #expect(hosted.turnCount - turns <= 3)
        trigger.set(1)
        hosted.run(for: 0.02)
        let (source, goal) = (
          try #require(hosted.frame(of: "source")), try #require(hosted.frame(of: "target"))
        )
        let start = try #require(middle(hosted))
        #expect(abs(start.x - source.midX) < 40 && abs(start.y - source.midY) < 40)
        hosted.run(for: 0.96)
        let end = try #require(middle(hosted))
        #expect(abs(end.x - goal.midX) < 10 && abs(end.y - goal.midY) < 10)
        #expect(hosted.spoken == [])
        hosted.run(for: 0.1)
        #expect(hosted.frame(of: "heart") == nil)
      }
    }

    @Test(arguments: Setting.directions, [true, false])
    func `a tab is a target by its index in the bar`(setting: Setting, hasBar: Bool) throws {
      let trigger = Setter<Int>()
      let view = Changing(0, trigger) { hearts in
        ZStack(alignment: .top) {
          Color.clear.flightTarget(tab: 1, of: 5)
          Mark("source").frame(width: 20, height: 20).flightSource(trigger: hearts.wrappedValue)
        }
        .flightSpace { Mark("heart").frame(width: 10, height: 10) }
      }
      try withViews(view, in: setting, safeArea: UIEdgeInsets(bottom: 34)) { hosted in
        if hasBar {
          let bar = UITabBar(frame: CGRect(x: 0, y: 517, width: 390, height: 83))
          hosted.window.addSubview(bar)
        }
        trigger.set(1)
        hosted.run(for: 0.99)
        let end = try #require(middle(hosted))
        // The second of five tabs of 78 points; in the bar, above the home indicator.
        let x: CGFloat = setting.direction == .leftToRight ? 117 : 273
        let y: CGFloat = hasBar ? 541.5 : 566
        #expect(abs(end.x - x) < 10 && abs(end.y - y) < 10)
      }
    }

    @Test(arguments: Setting.directions)
    func `a target names a point in its view and can change it during a flight`(
      setting: Setting
    ) throws {
      let (trigger, anchor) = (Setter<Int>(), Setter<UnitPoint>())
      let target = Changing(UnitPoint.topLeading, anchor) { anchor in
        Color.clear.frame(width: 200, height: 100).flightTarget(at: anchor.wrappedValue)
      }
      try withViews(page(trigger, target: target), in: setting) { hosted in
        trigger.set(1)
        hosted.run(for: 0.5)
        anchor.set(.bottomTrailing)
        hosted.run(for: 0.49)
        let end = try #require(middle(hosted))
        let x: CGFloat = setting.direction == .leftToRight ? 295 : 95
        #expect(abs(end.x - x) < 10 && abs(end.y - 600) < 10)
      }
    }

    @Test
    func `without a target nothing flies, and with Reduce Motion a flight fades in place`() throws {
      let trigger = Setter<Int>()
      withViews(page(trigger, target: EmptyView())) { hosted in
        trigger.set(1)
        hosted.settle()
        #expect(hosted.frame(of: "heart") == nil)
      }
      let target = Color.clear.frame(width: 10, height: 10).flightTarget()
      let view = page(trigger, target: target).environment(\.accessibilityReduceMotion, true)
      try withViews(view) { hosted in
        trigger.set(1)
        hosted.run(for: 0.5)
        let source = try #require(hosted.frame(of: "source"))
        #expect(middle(hosted) == CGPoint(x: source.midX, y: source.midY))
      }
    }

    /// Returns the text written to standard error meanwhile.
    private func errors(_ body: () throws -> Void) rethrows -> String {
      let (real, file) = (dup(STDERR_FILENO), tmpfile())
      dup2(fileno(file), STDERR_FILENO)
      defer {
        dup2(real, STDERR_FILENO)
        close(real)
      }
      try body()
      rewind(file)
      var bytes = [UInt8](repeating: 0, count: 10_000)
      let count = fread(&bytes, 1, bytes.count, file)
      return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    @Test func `a missing target is logged once in each space, and nothing runs before a flight`() {
      for hasTarget in [false, true] {
        let trigger = Setter<Int>()
        let target = Color.clear.frame(width: 10, height: hasTarget ? 10 : 20)
        let log = errors {
          withViews(
            page(trigger, target: hasTarget ? AnyView(target.flightTarget()) : AnyView(target))
          ) {
            hosted in
            #expect(hosted.evaluationCount(of: "FlightSpaceModifier") == 1)
            for count in 1...3 { trigger.set(count) }
          }
        }
        let lines = log.split(separator: "\n").filter { $0.contains("a flight has no target") }
        #expect(lines.count == (hasTarget ? 0 : 1))
      }
    }

    @Test
    func `a removed screen releases everything`() {
      final class Captured {}
      weak var captured: Captured?
      do {
        let object = Captured()
        captured = object
        let trigger = Setter<Int>()
        let view = Changing(0, trigger) { hearts in
          ZStack {
            Mark("source").flightSource(trigger: hearts.wrappedValue)
            Mark("target").flightTarget()
          }
          .flightSpace { [object] () -> Mark in
            _ = object
            return Mark("heart")
          }
        }
        withViews(view) { hosted in
          trigger.set(1)
          hosted.run(for: 0.5)
          #expect(hosted.frame(of: "heart") != nil)
        }
      }
      #expect(captured == nil)
    }

    @Test func `a heart flies when a condition becomes true, not when it becomes false`() {
      let isFavourite = Setter<Bool>()
      let view = Changing(true, isFavourite) { isFavourite in
        VStack(spacing: 0) {
          Mark("source").frame(width: 20, height: 20).flightSource(when: isFavourite.wrappedValue)
          Spacer()
          Color.clear.frame(width: 20, height: 20).flightTarget()
        }
        .flightSpace { Mark("heart").frame(width: 10, height: 10) }
      }
      withViews(view) { hosted in
        #expect(hosted.frame(of: "heart") == nil)
        isFavourite.set(false)
        hosted.run(for: 0.1)
        #expect(hosted.frame(of: "heart") == nil)
        isFavourite.set(true)
        hosted.run(for: 0.1)
        #expect(hosted.frame(of: "heart") != nil)
      }
    }
  }
}

import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit

extension SwiftUIHost {
  @MainActor
  @Suite
  struct SegmentedRowTests {
    @Test(arguments: Setting.all)
    func `buttons fill the width between the margins, starting at the leading edge`(
      setting: Setting
    ) throws {
      let view = Changing(2) { day in
        SegmentedRow([1, 2, 3], selection: day) { day in
          Text("\(day)").background(Mark("day \(day)"))
        }
      }
      try withViews(view, in: setting) { hosted in
        let frames = try [1, 2, 3].map { try #require(hosted.frame(of: "day \($0)")) }
        // Buttons of (390 − 2 · 16 − 2 · 8) / 3 points, with their labels in the middle.
        let width: CGFloat = (390 - 32 - 16) / 3
        for (index, frame) in frames.enumerated() {
          let start = 16 + CGFloat(index) * (width + 8) + width / 2
          let middle = setting.direction == .leftToRight ? start : 390 - start
          #expect(isNear(frame.midX, middle, 0.5))
        }
      }
    }

    @Test(arguments: Setting.directions)
    func `a tap selects a tab, and a screen reader finds a tab bar with its selection`(
      setting: Setting
    ) throws {
      let setter = Setter<Int>()
      let view = Changing(2, setter) { day in
        SegmentedRow([1, 2, 3], selection: day) { day in
          Text("day \(day)").background(Mark("day \(day)"))
        }
      }
      try withViews(view, in: setting) { hosted in
        #expect(hosted.spoken == ["day 1. button", "day 2. selected. button", "day 3. button"])
        #expect(hosted.accessibility.first?.traits.contains(.isTabBar) == true)
        try hosted.tap("day 3")
        hosted.settle()
        #expect(setter.value == 3)
        #expect(hosted.spoken == ["day 1. button", "day 2. button", "day 3. selected. button"])
        setter.set(9)
        hosted.settle()
        #expect(hosted.spoken == ["day 1. button", "day 2. button", "day 3. button"])
      }
    }

    @Test(arguments: Setting.all)
    func `the row is as tall as its tallest label`(
      setting: Setting
    ) throws {
      let view = VStack(spacing: 0) {
        Changing(1) { day in
          SegmentedRow([1, 2, 3], selection: day) { day in
            if day == 2 {
              VStack(spacing: 0) {
                Text("a")
                Text("b")
              }
            } else if day == 3 {
              Text("c")
              Text("d")
            }
          }
        }
        Mark("below")
      }
      try withViews(view, in: setting) { hosted in
        let lines: [DynamicTypeSize: CGFloat] = [
          .large: 22, .xLarge: 24, .xxxLarge: 29, .accessibility3: 48,
        ]
        let line = try #require(lines[setting.textSize])
        #expect(isNear(hosted.frame(of: "below")?.minY, 2 * line + 16))
      }
    }

    @Test(arguments: Setting.directions)
    func `a capsule fills the selected button, and only that`(
      setting: Setting
    ) throws {
      let setter = Setter<Int>()
      let view = VStack(spacing: 0) {
        Changing(1, setter) { day in
          SegmentedRow([1, 2, 3], selection: day) { Text("\($0)") }
        }
        Mark("below")
      }
      withViews(view, in: setting) { hosted in
        @MainActor func capsules() -> [CGRect] {
          hosted.run(for: 1)
          return hosted.views { isNear($0.alpha, 0.2) }.map(hosted.frame)
        }
        let width: CGFloat = (390 - 32 - 16) / 3
        let bottom = hosted.frame(of: "below")?.minY ?? 0
        for day in [1, 2, 3] {
          setter.set(day)
          let start = 16 + CGFloat(day - 1) * (width + 8)
          let x = setting.direction == .leftToRight ? start : 390 - start - width
          let capsule = capsules()
          #expect(capsule.count == 1)
          #expect(isNear(capsule.first?.minX, x) && isNear(capsule.first?.width, width))
          #expect(capsule.first?.minY == 0 && isNear(capsule.first?.maxY, bottom))
        }
        setter.set(9)
        #expect(capsules() == [])
      }
    }

    @Test
    func `a width change moves everything at once, and only a selection slides`() throws {
      let (setter, width) = (Setter<Int>(), Setter<CGFloat>())
      let view = Changing(390, width) { width in
        Changing(1, setter) { day in
          SegmentedRow([1, 2, 3], selection: day) { day in
            Text("\(day)").background(Mark("day \(day)"))
          }
        }
        .frame(width: width.wrappedValue)
      }
      withViews(view) { hosted in
        setter.set(3)
        width.set(300)
        // (300 − 48) / 3 = 84 points each, starting at x = 45 + 16.
        #expect(isNear(hosted.frame(of: "day 1")?.midX, 103))
        let turns = hosted.turnCount
        hosted.run(for: 0.1)
        #expect(hosted.turnCount - turns > 3)
        hosted.run(for: 1)
        let rest = hosted.turnCount
        hosted.run(for: 5)
        #expect(hosted.turnCount - rest <= 3)
      }
    }
  }
}

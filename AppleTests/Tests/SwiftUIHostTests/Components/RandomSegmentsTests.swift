import SightlineSwiftUIViews
import SightlineTestSupport
import SwiftUI
import Testing
import UIKit
import ViewWorlds

extension SwiftUIHost {
  /// A row of buttons that a user taps while an app changes it.
  @MainActor
  @Suite
  struct RandomSegmentsTests {
    private struct State: Equatable {
      var items = [0, 1, 2]
      var selection = 0
      var width: CGFloat = 390
      var isNarrow = false
      var isForward = true
      var isReduced = false
      var isLarge = false

      var metrics: SegmentedTabs.Metrics {
        isNarrow
          ? SegmentedTabs.Metrics(leadingMargin: 4, trailingMargin: 20, spacing: 2) : .dateTabs
      }

      var left: CGFloat { (390 - width) / 2 }

      /// Returns the part of the window's width that a button takes.
      func span(of index: Int) -> ClosedRange<CGFloat> {
        let (before, after) = (CGFloat(metrics.leadingMargin), CGFloat(metrics.trailingMargin))
        let (gap, count) = (CGFloat(metrics.spacing), CGFloat(items.count))
        let button = (width - before - after - gap * (count - 1)) / count
        let start = before + CGFloat(index) * (button + gap)
        let x = left + (isForward ? start : width - start - button)
        return x...x + button
      }
    }

    @MainActor
    private final class World: HostedWorld, ViewWorld {
      private var random: SeededGenerator
      private let setter = Setter<State>()
      private var next = 2
      /// The selection that a tap should have caused.
      private var tapped: Int?
      /// Whether the capsule may be sliding, which Reduce Motion does not end.
      private var maySlide = true

      init(seed: UInt64) { random = SeededGenerator(seed: seed) }

      var view: some View {
        Changing(State(), setter) { state in
          let now = state.wrappedValue
          VStack(spacing: 0) {
            SegmentedRow(
              now.items, selection: state.part(\.selection), metrics: now.metrics
            ) { item in
              Text("\(item)").background(Mark("label \(item)"))
            }
            Mark("below")
          }
          .frame(width: now.width)
          .environment(\.layoutDirection, now.isForward ? .leftToRight : .rightToLeft)
          .environment(\.accessibilityReduceMotion, now.isReduced)
          .environment(\.dynamicTypeSize, now.isLarge ? .xxxLarge : .large)
        }
      }

      func act() -> String {
        if let pause = random.pause() { pass(pause) }
        guard var state = setter.value else { return "" }
        if random.oneIn(3) {
          let x = state.left + random.number(0...1) * state.width
          let hit = state.items.indices.first { state.span(of: $0).contains(x) }
          tapped = hit.map { state.items[$0] } ?? state.selection
          hosted.tap(at: CGPoint(x: x, y: 2 + random.number(0...1) * 30))
          return "tap at \(x)"
        }
        for _ in 0..<1 + random.index(3) { change(&state) }
        setter.set(state)
        return "\(state)"
      }

      private func change(_ state: inout State) {
        switch random.index(10) {
        case 0...1: state.selection = state.items.randomElement(using: &random) ?? 0
        case 2: state.items.shuffle(using: &random)
        case 3: if !state.items.isEmpty { state.items.remove(at: random.index(state.items.count)) }
        case 4:
          if state.items.count == 6 { return }
          next += 1
          state.items.insert(next, at: random.index(state.items.count + 1))
        case 5: state.width = CGFloat(300 + 45 * random.index(3))
        case 6: state.isNarrow.toggle()
        case 7: state.isForward.toggle()
        case 8: state.isReduced.toggle()
        default: state.isLarge.toggle()
        }
      }

      func mistake() -> String? {
        pass(0)
        defer { tapped = nil }
        guard let state = setter.value else { return "no state" }
        if let tapped, tapped != state.selection { return "\(state.selection), not \(tapped)" }
        let expected = state.items.map {
          "\($0). " + ($0 == state.selection ? "selected. button" : "button")
        }
        if hosted.spoken != expected { return "spoken: \(hosted.spoken), not \(expected)" }
        for (index, item) in state.items.enumerated() {
          let (span, label) = (state.span(of: index), hosted.frame(of: "label \(item)"))
          if !isNear(label?.midX, (span.lowerBound + span.upperBound) / 2) {
            return "\(item) is at \(label as Any), not in \(span)"
          }
        }
        if hosted.shapes.count != (state.items.contains(state.selection) ? 1 : 0) {
          return "capsules: \(hosted.shapes)"
        }
        if !state.isReduced { maySlide = true }
        if maySlide {
          guard random.oneIn(2) else { return nil }
          pass(1)
          maySlide = false
        }
        return mistakeInCapsule(state) ?? (random.oneIn(4) ? unrest : nil)
      }

      private func mistakeInCapsule(_ state: State) -> String? {
        guard let index = state.items.firstIndex(of: state.selection) else { return nil }
        let (span, capsule) = (state.span(of: index), hosted.shapes[0])
        let isThere =
          isNear(capsule.minX, span.lowerBound) && isNear(capsule.maxX, span.upperBound)
          && isNear(capsule.minY, 0) && isNear(capsule.maxY, hosted.frame(of: "below")?.minY ?? 0)
        return isThere ? nil : "the capsule is at \(capsule), not in \(span)"
      }
    }

    @Test(arguments: viewSeeds)
    func `the capsule comes to rest under the selected button`(seed: UInt64) {
      let world = World(seed: seed)
      world.run(world.view, seed: seed)
    }
  }
}

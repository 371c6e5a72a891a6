import SightlineSwiftUIViews
import SightlineTestSupport
import SwiftUI
import Testing
import UIKit
import ViewWorlds
import VirtualTime

extension SwiftUIHost {
  /// A collapsing header over a list and a parallax header in it, while a user scrolls and an app
  /// changes both.
  @MainActor
  @Suite
  struct RandomHeadersTests {
    private struct State: Equatable {
      var expanded = 80.0
      var threshold = 120.0
      var hysteresis = 20.0
      var height = 200.0
      var rows = 20
      var isReduced = false
      var isLarge = false
      var width: CGFloat = 390

      var style: CollapsingHeader.Style {
        CollapsingHeader.Style(
          expandedHeight: expanded, collapsedHeight: 40, threshold: threshold,
          hysteresis: hysteresis)
      }
    }

    @MainActor
    private final class World: HostedWorld, ViewWorld {
      private var random: SeededGenerator
      private let setter = Setter<State>()

      init(seed: UInt64) { random = SeededGenerator(seed: seed) }

      var view: some View {
        Changing(State(), setter) { state in
          let now = state.wrappedValue
          ScrollView {
            VStack(spacing: 0) {
              ParallaxHeader(height: now.height, parallaxRate: 0.25) {
                Mark("hero")
              } title: {
                Text("Title")
              }
              Mark("content").frame(height: CGFloat(now.rows) * 100)
            }
          }
          .collapsingHeader(now.style) { layout in
            Mark(layout.showsLabel ? "expanded" : "collapsed")
          }
          .environment(\.accessibilityReduceMotion, now.isReduced)
          .environment(\.dynamicTypeSize, now.isLarge ? .xxxLarge : .large)
          .frame(width: now.width)
        }
      }

      private var list: UIScrollView? { hosted.scrollViews.first }

      func act() -> String {
        if !random.oneIn(3) { pass([0, 1.0 / 60, 0.05, 0.3, 1][random.index(5)]) }
        switch random.index(10) {
        case 0...4:
          return hand.act(in: CGRect(x: 0, y: 150, width: 390, height: 300), along: \.y, &random)
        case 5...7:
          let place = CGFloat(random.index(40) * 10 - 150)
          let isAnimated = random.oneIn(3)
          list?.setContentOffset(CGPoint(x: 0, y: place), animated: isAnimated)
          return "scroll to \(place), \(isAnimated)"
        default:
          guard var state = setter.value else { return "" }
          for _ in 0..<1 + random.index(2) { change(&state) }
          setter.set(state)
          return "\(state)"
        }
      }

      private func change(_ state: inout State) {
        switch random.index(8) {
        case 0: state.expanded = Double(70 + 10 * random.index(3))
        case 1: state.threshold = Double(80 + 40 * random.index(3))
        case 2: state.hysteresis = Double(20 * random.index(2))
        case 3: state.height = Double(100 + 50 * random.index(3))
        case 4: state.rows = random.index(3) * 10
        case 5: state.isReduced.toggle()
        case 6: state.isLarge.toggle()
        default: state.width = CGFloat(300 + 45 * random.index(3))
        }
      }

      func mistake() -> String? {
        pass(0)
        guard let state = setter.value, let list else { return "no list" }
        let scale = state.isLarge ? 29.0 / 22 : 1
        let inset = list.adjustedContentInset.top
        if abs(inset - state.expanded * scale) > 0.5 { return "inset \(inset)" }
        let distance = list.contentOffset.y + inset
        if let mistake = mistakeInHero(state, distance, inset) { return mistake }
        return hand.isDown || !random.oneIn(3) ? nil : mistakeAtRest(state, scale)
      }

      private func mistakeInHero(_ state: State, _ distance: CGFloat, _ inset: CGFloat) -> String? {
        guard let hero = hosted.frame(of: "hero"), let content = hosted.frame(of: "content") else {
          return "no hero"
        }
        // Short content rests wherever the app puts it: `HeaderTests`.
        let length = state.height + Double(state.rows) * 100
        if length + inset < (list?.bounds.height ?? 0) { return nil }
        // Out of sight it no longer changes.
        let up = min(max(0, distance), state.height)
        let (rate, past) = (state.isReduced ? 1 : 0.25, max(0, distance - up))
        let top = inset - up * rate - past
        let height = state.height + max(0, -distance)
        if !isNear(hero.minY, top) || !isNear(hero.height, height) || hero.width != state.width {
          return "hero \(hero) at \(distance), not at \(top), \(height) high"
        }
        return isNear(content.minY, inset + state.height - distance) ? nil : "content \(content)"
      }

      private func mistakeAtRest(_ state: State, _ scale: Double) -> String? {
        guard let list else { return "no list" }
        pass(3)
        // From the top, because the growth of a header is not a scroll.
        let place = list.contentOffset
        list.contentOffset.y = -list.adjustedContentInset.top
        pass(0.1)
        list.contentOffset = place
        pass(3)
        let distance = list.contentOffset.y + list.adjustedContentInset.top
        let isCollapsed = hosted.frame(of: "collapsed") != nil
        let header = hosted.frame(of: isCollapsed ? "collapsed" : "expanded")
        let height = (isCollapsed ? 40 : state.expanded) * scale
        if abs((header?.height ?? 0) - height) > 0.5 {
          return "header \(header as Any), not \(height)"
        }
        if distance >= state.threshold, !isCollapsed { return "expanded at \(distance)" }
        if distance < state.threshold - max(0.5, state.hysteresis), isCollapsed {
          return "collapsed at \(distance)"
        }
        return unrest
      }
    }

    @Test(arguments: viewSeeds)
    func `headers follow the scroll after any operation`(seed: UInt64) {
      let world = World(seed: seed)
      world.run(world.view, seed: seed)
    }
  }
}

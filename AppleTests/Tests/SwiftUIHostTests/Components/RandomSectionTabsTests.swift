import SightlineSwiftUIViews
import SightlineTestSupport
import SwiftUI
import Testing
import UIKit
import ViewWorlds
import VirtualTime

extension SwiftUIHost {
  /// Sections of one scroll and their tabs while a user and an app move and change them at once.
  @MainActor
  @Suite
  struct RandomSectionTabsTests {
    private struct State: Equatable {
      var names = ["a", "b", "c", "d", "e"]
      var heights: [String: CGFloat] = [:]
      var header: CGFloat?
      var selection: String?
      var height: CGFloat = 600
      var isReduced = false

      func height(of name: String) -> CGFloat { heights[name] ?? 500 }
    }

    @MainActor
    private final class World: HostedWorld, ViewWorld {
      private var random: SeededGenerator
      private let setter = Setter<State>()
      private let hasHeader: Bool
      private var next = 0
      private var repeated: String?
      /// The section chosen last, and whether nothing else has scrolled since.
      private var chosen: (name: String, isAlone: Bool)?

      init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        hasHeader = random.oneIn(2)
      }

      var view: some View {
        Changing(State(header: hasHeader ? 150 : nil), setter) { [self] state in
          let now = state.wrappedValue
          let selection = Binding {
            state.wrappedValue.selection
          } set: { [self] in
            if $0 == state.wrappedValue.selection { repeated = "\($0 as Any) was reported again" }
            state.wrappedValue.selection = $0
          }
          tabs(now, selection)
            .environment(\.accessibilityReduceMotion, now.isReduced)
            .frame(height: now.height)
        }
      }

      private func tabs(_ state: State, _ selection: Binding<String?>) -> AnyView {
        let label = { @MainActor (name: String) in
          Text("tab \(name)").background(Mark("tab \(name)"))
        }
        let content = { @MainActor (name: String) in
          Mark("section \(name)").frame(height: state.height(of: name))
        }
        guard let header = state.header else {
          return AnyView(
            SectionTabs(state.names, selection: selection, label: label, content: content))
        }
        return AnyView(
          SectionTabs(
            state.names, selection: selection, header: { Mark("header").frame(height: header) },
            label: label, content: content))
      }

      // MARK: The app

      private var list: UIScrollView? {
        hosted.scrollViews.first { $0.bounds.height > 200 }
      }

      func act() -> String {
        if let pause = random.pause() { pass(pause) }
        switch random.index(10) {
        case 0...3:
          chosen?.isAlone = false
          return hand.act(in: CGRect(x: 0, y: 300, width: 390, height: 150), along: \.y, &random)
        case 4...5:
          guard let name = setter.value?.names.randomElement(using: &random),
            let tab = hosted.shownFrame(of: "tab \(name)"), tab.width > 30
          else { return "no tab" }
          chosen = (name, !hand.isDown)
          hosted.tap(at: CGPoint(x: tab.midX, y: tab.midY))
          return "tap \(name)"
        case 6:
          chosen?.isAlone = false
          let place = random.number(0...1) * end
          list?.setContentOffset(CGPoint(x: 0, y: place), animated: false)
          return "scroll to \(place)"
        default:
          guard var state = setter.value else { return "" }
          let old = state
          for _ in 0..<1 + random.index(2) { change(&state) }
          // After one without a section, the app may select the section that is selected.
          if let selection = state.selection, selection != old.selection, selection != selectedName
          {
            chosen = (selection, !hand.isDown)
          }
          setter.set(state)
          return "\(state)"
        }
      }

      private func change(_ state: inout State) {
        switch random.index(9) {
        case 0...1: state.selection = state.names.randomElement(using: &random)
        case 2:
          next += 1
          state.names.insert("n\(next)", at: random.index(state.names.count + 1))
        case 3: if !state.names.isEmpty { state.names.remove(at: random.index(state.names.count)) }
        case 4: state.names.shuffle(using: &random)
        case 5...6:
          if let name = state.names.randomElement(using: &random) {
            state.heights[name] = CGFloat(60 + 60 * random.index(12))
          }
        case 7:
          if state.header != nil { state.header = CGFloat(50 + 50 * random.index(4)) }
          state.height = CGFloat(400 + 100 * random.index(3))
        default: state.isReduced.toggle()
        }
      }

      // MARK: The screen

      /// The name on the selected tab.
      private var selectedName: String {
        let selected = hosted.spoken.first { $0.contains("selected") } ?? ""
        return String(selected.dropFirst(4).prefix { $0 != "." })
      }

      private var end: CGFloat {
        list.map { max(0, $0.contentSize.height - $0.bounds.height) } ?? 0
      }

      /// The distance that the sections have to scroll until one is below the bar.
      private func way(to name: String) -> CGFloat? {
        guard let list, let section = hosted.frame(of: "section \(name)") else { return nil }
        return section.minY - hosted.frame(list).minY - (hasHeader ? bar : 0)
      }

      private var bar: CGFloat { 22 + 24 }

      private func expected(_ names: [String]) -> String? {
        guard let list else { return nil }
        if end == 0 { return names.first }
        let left = end - list.contentOffset.y
        return names.last { way(to: $0).map { min($0, left) <= 1e-3 } ?? false } ?? names.first
      }

      func mistake() -> String? {
        pass(0)
        guard let state = setter.value else { return "no state" }
        if let repeated { return repeated }
        if let choice = chosen, !state.names.contains(choice.name) { chosen = nil }
        let selected = hosted.spoken.filter { $0.contains("selected") }
        if selected.count != min(1, state.names.count) { return "selected: \(selected)" }
        if let chosen, chosen.isAlone, selected != ["tab \(chosen.name). selected. button"] {
          return "\(selected) instead of \(chosen.name)"
        }
        return !hand.isDown && random.oneIn(3) ? mistakeAtRest() : nil
      }

      private func mistakeAtRest() -> String? {
        pass(4)
        guard let state = setter.value, let list, !state.names.isEmpty else { return nil }
        let shown = selectedName
        // A missing section may be added.
        if let selection = state.selection, state.names.contains(selection), selection != shown {
          return "\(selection) is the app's, not \(shown)"
        }
        let tab = hosted.shownFrame(of: "tab \(shown)")
        if tab == nil || tab != hosted.frame(of: "tab \(shown)") {
          return "the tab shows \(tab as Any)"
        }
        if let chosen, let way = way(to: chosen.name) {
          let isThere = abs(min(way, end - list.contentOffset.y)) <= 0.5 || end == 0
          if chosen.isAlone, !isThere || chosen.name != shown {
            return "\(shown) at \(list.contentOffset.y) of \(end) instead of \(chosen), \(way) away"
          }
          if isThere, chosen.name == shown { return unrest }
        }
        if shown != expected(state.names) {
          return "\(shown) at \(list.contentOffset.y), not \(expected(state.names) as Any)"
        }
        return unrest
      }
    }

    @Test(arguments: viewSeeds)
    func `the section below the bar is selected after any operation`(seed: UInt64) {
      let world = World(seed: seed)
      world.run(world.view, seed: seed)
    }
  }
}

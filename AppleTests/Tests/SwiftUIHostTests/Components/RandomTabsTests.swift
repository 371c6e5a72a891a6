import SightlineSwiftUIViews
import SightlineTestSupport
import SwiftUI
import Testing
import UIKit
import VirtualTime

extension SwiftUIHost {
  /// Pages that fingers, taps and the app turn at once, while tabs come and go.
  @MainActor
  @Suite
  struct RandomTabsTests {
    private struct State {
      var names = ["a", "b", "c", "d", "e", "f"]
      var selection = "a"
      var width: CGFloat = 390
      var isReduced = false
    }

    private struct Page: View {
      let name: String
      let world: World
      @Environment(\.isPageShown) private var isShown

      var body: some View {
        ScrollView { Mark(isShown ? "shown \(name)" : "page \(name)").frame(height: 900) }
          .background(Mark("place \(name)"))
          .onVisibilityChange(of: name, when: .anyPixel) { [name] in
            let isNew =
              $0 ? world.visible.insert(name).inserted : world.visible.remove(name) != nil
            if !isNew { world.mistakes.append("\(name) reported \($0) twice") }
          }
      }
    }

    @MainActor
    private final class World {
      var visible: Set<String> = []
      var mistakes: [String] = []
      private var numbers: SeededGenerator
      private let setter = Setter<State>()
      private var next = 0

      init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

      var view: some View {
        Changing(State(), setter) { state in
          let selection = Binding {
            state.wrappedValue.selection
          } set: {
            state.wrappedValue.selection = $0
          }
          PagedTabs(state.wrappedValue.names, selection: selection) { name in
            Text("tab \(name)").background(Mark("tab \(name)"))
          } page: { name in
            Page(name: name, world: self)
          }
          .frame(width: state.wrappedValue.width)
          .environment(\.accessibilityReduceMotion, state.wrappedValue.isReduced)
        }
      }

      private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

      func takeTurn(_ hosted: Hosted) {
        let finger = number(0..<3) == 0 ? drag(hosted) : nil
        VirtualRunLoop.main.post { [self] in
          guard var state = setter.value else { return }
          for _ in 0..<number(0..<3) { change(&state) }
          setter.binding?.wrappedValue = state
        }
        VirtualRunLoop.main.runUntilAsleep()
        if number(0..<3) == 0, let name = setter.value?.names.randomElement(using: &numbers),
          let tab = hosted.shownFrame(of: "tab \(name)")
        {
          hosted.tap(at: CGPoint(x: tab.midX, y: tab.midY))
        }
        hosted.run(for: [0.02, 0.1, 0.3][number(0..<3)])
        if let finger { hosted.lift(finger) }
        hosted.run(for: [0, 0.1, 0.3][number(0..<3)])
      }

      private func drag(_ hosted: Hosted) -> FingerTouch {
        let start = CGPoint(x: 150 + CGFloat(number(0..<90)), y: 400)
        let end = CGPoint(x: CGFloat(number(0..<390)), y: 400 + CGFloat(number(0..<20)))
        let finger = hosted.touch(at: start)
        hosted.move(finger, from: start, to: end, in: [0.05, 0.2][number(0..<2)])
        return finger
      }

      private func change(_ state: inout State) {
        let place = number(0..<state.names.count)
        switch number(0..<7) {
        case 0, 1: state.selection = state.names[place]
        case 2:
          next += 1
          state.names.insert("n\(next)", at: place)
        case 3:
          guard state.names.count > 1 else { return }
          let removed = state.names.remove(at: place)
          if state.selection == removed { state.selection = state.names[0] }
        case 4: state.names.swapAt(place, number(0..<state.names.count))
        case 5: state.isReduced.toggle()
        default: state.width = state.width == 390 ? 300 : 390
        }
      }

      /// Returns the mistakes once everything rests.
      func check(_ hosted: Hosted) -> [String] {
        hosted.run(for: 1.5)
        guard let state = setter.value else { return ["no state"] }
        let selected = state.selection
        let left = (390 - state.width) / 2
        if !state.names.contains(selected) { mistakes.append("\(selected) is not a tab") }
        if visible != [selected] { mistakes.append("visible \(visible) instead of \(selected)") }
        let shown = hosted.views { ($0 as? MarkView)?.name.hasPrefix("shown ") == true }
          .compactMap { ($0 as? MarkView)?.name }
        if shown != ["shown \(selected)"] { mistakes.append("shown \(shown), not \(selected)") }
        let place = hosted.frame(of: "place \(selected)")
        if !isNear(place?.minX, left) || !isNear(place?.width, state.width) {
          mistakes.append("\(selected) is at \(place as Any)")
        }
        let selectedTabs = hosted.spoken.filter { $0.contains("selected") }
        if selectedTabs != ["tab \(selected). selected. button"] {
          mistakes.append("selected tabs: \(selectedTabs), not \(selected)")
        }
        let tab = hosted.shownFrame(of: "tab \(selected)")
        if tab == nil || tab != hosted.frame(of: "tab \(selected)") {
          mistakes.append("the tab \(selected) shows \(tab as Any)")
        }
        let line = hosted.shapes.first ?? .null
        if !isNear(tab.map { $0.midX }, line.midX) || !isNear(tab?.width, line.width - 32) {
          mistakes.append("the line of \(selected) is at \(hosted.shapes)")
        }
        return mistakes
      }
    }

    @Test(arguments: 1...UInt64(3), Setting.directions)
    func `at rest the selected page shows, and nothing else`(seed: UInt64, setting: Setting) {
      let world = World(seed: seed)
      withViews(world.view, in: setting) { hosted in
        for turn in 0..<40 {
          world.takeTurn(hosted)
          if turn % 3 != 0 { continue }
          let mistakes = world.check(hosted)
          #expect(mistakes.isEmpty, "turn \(turn)")
          if !mistakes.isEmpty { return }
        }
      }
    }
  }
}

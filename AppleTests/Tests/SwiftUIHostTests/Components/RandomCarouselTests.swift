import SightlineSwiftUIViews
import SightlineTestSupport
import SwiftUI
import Testing
import UIKit
import ViewWorlds
import VirtualTime

private struct Card: Identifiable, Equatable {
  let id: Int
  var width: CGFloat { CGFloat(60 + 20 * (id % 6)) }
}

extension SwiftUIHost {
  /// A carousel while a user and an app move and change it at once.
  @MainActor
  @Suite
  struct RandomCarouselTests {
    private struct State: Equatable {
      var cards = (0..<6).map(Card.init)
      var selection: Int?
      var mode = Carousel.Mode.continuous(speed: 40)
      var isCentred = false
      var isForward = true
      var width: CGFloat = 390
      var isPaused = false
      var isReduced = false
      var isSpoken = false
      var top: CGFloat = 0
    }

    @MainActor
    private final class World: HostedWorld, ViewWorld {
      private var random: SeededGenerator
      private let setter = Setter<State>()
      private var next = 6

      init(seed: UInt64) { random = SeededGenerator(seed: seed) }

      var view: some View {
        Changing(State(), setter) { state in
          let now = state.wrappedValue
          ZStack {
            EndlessCarousel(
              now.cards, widths: \.width, spacing: 10,
              alignment: now.isCentred ? .center : .leading,
              mode: now.mode, selection: state.part(\.selection), isPaused: now.isPaused,
              label: Text("Cards")
            ) { card in
              Mark("card \(card.id)").frame(height: 100)
              Text("card \(card.id)")
            }
            .environment(\.layoutDirection, now.isForward ? .leftToRight : .rightToLeft)
            .environment(\.accessibilityReduceMotion, now.isReduced)
            .environment(\.accessibilityVoiceOverEnabled, now.isSpoken)
            .frame(width: now.width)
            .offset(y: now.top)
          }
        }
      }

      // MARK: The app

      func act() -> String {
        if let pause = random.pause() { pass(pause) }
        if random.oneIn(2) {
          let middle = hosted.window.bounds.midY
          return hand.act(
            in: CGRect(x: 60, y: middle - 40, width: 270, height: 80), along: \.x, &random)
        }
        if random.oneIn(8), let handle = hosted.accessibility.flatMap(\.elements).first {
          let isForward = random.oneIn(2)
          VirtualRunLoop.main.post { handle.adjust?(isForward ? .increment : .decrement) }
          return "adjust, \(isForward)"
        }
        guard let old = setter.value else { return "" }
        var new = old
        for _ in 0..<1 + random.index(2) { change(&new) }
        // A chosen item that does not exist stays chosen until it does or the carousel turns.
        if !new.cards.contains(where: { $0.id == new.selection }) { new.selection = old.selection }
        setter.set(new)
        return "\(new.cards.map(\.id)), \(new)"
      }

      private func change(_ state: inout State) {
        switch random.index(17) {
        case 0...2: state.selection = state.cards.randomElement(using: &random)?.id
        case 3...7: changeCards(&state.cards)
        case 8: state.mode = random.oneIn(2) ? .continuous(speed: 40) : .paged(every: .seconds(2))
        case 9: state.isCentred.toggle()
        case 10: state.isForward.toggle()
        case 11: state.width = CGFloat(300 + 45 * random.index(3))
        case 12: state.isPaused.toggle()
        case 13: state.isReduced.toggle()
        case 14: state.isSpoken.toggle()
        case 15: state.top = state.top == 0 ? 2_000 : 0
        default:
          let isActive = hosted.scene.activationState == .foregroundActive
          hosted.scene.move(to: isActive ? .foregroundInactive : .foregroundActive)
        }
      }

      private func changeCards(_ cards: inout [Card]) {
        switch random.index(9) {
        case 0: cards = []
        case 1: cards.shuffle(using: &random)
        case 2...3: if !cards.isEmpty { cards.remove(at: random.index(cards.count)) }
        default:
          next += 1
          cards.insert(Card(id: next), at: random.index(cards.count + 1))
        }
      }

      // MARK: The screen

      func mistake() -> String? {
        pass(0)
        guard let state = setter.value else { return "no state" }
        let ring = ring(of: state)
        let items = items(state)
        if state.top == 0 {
          let isCentred = state.isCentred && state.mode.isPaged
          if let mistake = ring.mistake(in: items, isCentred: isCentred, hasCopies: true) {
            return mistake
          }
        }
        return !hand.isDown && random.oneIn(3) ? mistakeLater(state, ring) : nil
      }

      private func ring(of state: State) -> Ring {
        Ring(state.cards.map(\.width), spacing: 10, viewport: state.width)
      }

      /// The cards with their distances from the leading edge.
      private func items(_ state: State) -> [Ring.Item] {
        let left = (390 - state.width) / 2
        return state.cards.enumerated().flatMap { index, card in
          hosted.marks(of: "card \(card.id)").map { mark in
            let frame = hosted.frame(mark)
            return (index, state.isForward ? frame.minX - left : left + state.width - frame.maxX)
          }
        }
      }

      /// Returns a mistake after swings and steps have ended.
      private func mistakeLater(_ state: State, _ ring: Ring) -> String? {
        pass(2.5)
        guard let state = setter.value, state.top == 0, let first = items(state).first else {
          return nil
        }
        let isActive = hosted.scene.activationState == .foregroundActive
        let advances =
          ring.turns && isActive && !state.isPaused && !state.isReduced && !state.isSpoken
        let start = ring.offset(of: first)
        let current = state.cards.firstIndex { $0.id == state.selection }
        if state.isSpoken, let mistake = mistakeInSpeech(state) { return mistake }
        guard let current else { return "\(state.selection as Any) is not a card" }
        if ring.turns, !state.mode.isPaged, !ring.leading(at: start).contains(current) {
          return "\(current) is selected, not \(ring.leading(at: start))"
        }
        guard advances else {
          if ring.turns, state.mode.isPaged {
            let rest = ring.rest(of: current, isCentred: state.isCentred)
            if !items(state).contains(where: { $0.index == current && isNear($0.place, rest) }) {
              return "\(current) is not at rest: \(items(state))"
            }
          }
          if let unrest { return unrest }
          let now = items(state).first.map(ring.offset(of:)) ?? -1
          return isNear(now, start) ? nil : "moves at rest"
        }
        if state.mode.isPaged {
          // By a page or, with the display's frames, by two.
          pass(2.1)
          let next = setter.value?.selection
          let expected = (1...2).map { state.cards[(current + $0) % state.cards.count].id }
          return expected.contains { $0 == next }
            ? nil : "\(next as Any) is selected, not \(expected)"
        }
        pass(2)
        let now = items(state).first.map(ring.offset(of:)) ?? -1
        return ring.distance(from: start + 78, to: now) < 4 ? nil : "at \(now) after \(start)"
      }

      private func mistakeInSpeech(_ state: State) -> String? {
        let current = state.cards.firstIndex { $0.id == state.selection }
        let spoken = hosted.spoken
        let cards = state.cards.map { "card \($0.id)" }
        if Array(spoken.dropFirst()) != cards { return "spoken: \(spoken)" }
        let isKnown = current.map {
          spoken.first == "Cards. \($0 + 1) of \(cards.count). adjustable"
        }
        return isKnown == false ? "spoken: \(spoken)" : nil
      }
    }

    @Test(arguments: viewSeeds)
    func `cards form a ring that moves when it should, after any operation`(seed: UInt64) {
      let world = World(seed: seed)
      world.run(world.view, seed: seed)
    }
  }
}

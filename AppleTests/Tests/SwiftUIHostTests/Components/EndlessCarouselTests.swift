import QuartzCore
import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit
import VirtualTime

private struct Card: Identifiable, Equatable {
  let id: Int
}

private let cards = (0..<8).map(Card.init)

extension SwiftUIHost {
  @MainActor
  @Suite
  struct EndlessCarouselTests {
    @Test(arguments: Setting.all)
    func `the first card is at the leading edge`(setting: Setting) throws {
      let view = EndlessCarousel(cards, itemWidth: 240, isPaused: true) {
        Mark("card \($0.id)").frame(height: 100)
      }
      try withViews(view, in: setting) { hosted in
        let first = try #require(hosted.frame(of: "card 0"))
        let second = try #require(hosted.frame(of: "card 1"))
        #expect(first.width == 240)
        if setting.direction == .leftToRight {
          #expect(first.minX == 0)
          #expect(second.minX == 252)
        } else {
          #expect(first.maxX == 390)
          #expect(second.maxX == 138)
        }
      }
    }

    @Test
    func `a carousel turns in a UIKit app without a scene phase`() throws {
      let view = EndlessCarousel(cards, itemWidth: 240) { Mark("card \($0.id)").frame(height: 100) }
      try withViews(view) { hosted in
        let start = try #require(hosted.frame(of: "card 1")).minX
        hosted.run(for: 2)
        let end = try #require(hosted.frame(of: "card 1")).minX
        #expect(isNear(start - end, 50, 1))
        hosted.scene.move(to: .foregroundInactive)
        hosted.settle()
        let rest = hosted.frame(of: "card 1")
        hosted.run(for: 2)
        #expect(hosted.frame(of: "card 1") == rest)
        hosted.scene.move(to: .foregroundActive)
        hosted.run(for: 2)
        #expect(hosted.frame(of: "card 1") != rest)
      }
    }

    @Test
    func `a mode change applies at once`() throws {
      let setter = Setter<Carousel.Mode>()
      let view = Changing(Carousel.Mode.paged(every: .seconds(60)), setter) { mode in
        EndlessCarousel(cards, itemWidth: 240, mode: mode.wrappedValue) {
          Mark("card \($0.id)").frame(height: 100)
        }
      }
      try withViews(view) { hosted in
        hosted.run(for: 1)
        #expect(hosted.frame(of: "card 0")?.minX == 0)
        setter.set(.continuous)
        hosted.run(for: 2)
        let first = try #require(hosted.frame(of: "card 0"))
        #expect(isNear(first.minX, -50, 1))
      }
    }

    @Test
    func `after a mode change the first page waits in full, then the next one follows`() {
      let (setter, selection) = (Setter<Carousel.Mode>(), Setter<Int?>())
      let view = Changing(Carousel.Mode.continuous(speed: 40), setter) { mode in
        Changing(Int?.none, selection) { selection in
          EndlessCarousel(
            cards, itemWidth: 240, mode: mode.wrappedValue, selection: selection
          ) {
            Mark("card \($0.id)").frame(height: 100)
          }
        }
      }
      withViews(view) { hosted in
        hosted.run(for: 1)
        setter.set(.paged(every: .seconds(4)))
        for (seconds, card) in [(4.0, 0), (2, 1), (4, 2)] {
          hosted.run(for: seconds)
          #expect(selection.value == card)
        }
      }
    }

    @Test
    func `turning does not evaluate visible cards or update their modifiers`() {
      let log = Log()
      let view = EndlessCarousel(cards, itemWidth: 240) { card -> AnyView in
        log.add("card \(card.id)")
        return AnyView(
          Mark("card \(card.id)").frame(height: 100)
            .onVisibilityChange(of: card.id) { _ in _ = card })
      }
      withViews(view) { hosted in
        hosted.run(for: 0.5)
        _ = log.take()
        let (updates, start) = (
          hosted.evaluationCount(of: "ProbeRepresentable"), hosted.frame(of: "card 1")
        )
        hosted.run(for: 2)
        #expect(hosted.frame(of: "card 1") != start)
        // By 50 points: no card enters.
        #expect(log.take() == [])
        #expect(hosted.evaluationCount(of: "ProbeRepresentable") == updates)
      }
    }

    @Test(arguments: Setting.all)
    func `views below stay in place while cards of different heights turn`(
      setting: Setting
    ) throws {
      let view = VStack(spacing: 0) {
        EndlessCarousel(cards, itemWidth: 240, mode: .continuous(speed: 2_000)) { card in
          Text(String(repeating: "x", count: card.id == 3 ? 200 : 10))
        }
        Mark("below").frame(height: 50)
        Spacer()
      }
      try withViews(view, in: setting) { hosted in
        var tops: [CGFloat] = []
        for _ in 0..<30 {
          hosted.run(for: 0.04)
          tops.append(try #require(hosted.frame(of: "below")).minY)
        }
        // Down once, when the highest card has entered.
        #expect(tops.last == tops.max())
        #expect(tops == tops.sorted())
      }
    }

    @Test
    func `changes of text, items and width remeasure the height`() throws {
      struct Page: View {
        let size: DynamicTypeSize
        let count: Int

        var body: some View {
          VStack(spacing: 0) {
            EndlessCarousel(
              Array(cards.prefix(count)), itemWidth: 240, mode: .continuous(speed: 2_000)
            ) { card in
              Text(String(repeating: "x", count: card.id == 4 ? 200 : 10))
            }
            .dynamicTypeSize(size)
            Mark("below").frame(height: 50)
            Spacer()
          }
        }
      }
      let setter = Setter<[Int]>()
      let view = Changing([0, 5], setter) { value in
        Page(
          size: value.wrappedValue[0] == 0 ? .large : .xxxLarge, count: value.wrappedValue[1])
      }
      try withViews(view) { hosted in
        hosted.run(for: 1)
        let high = try #require(hosted.frame(of: "below")).minY
        setter.set([0, 3])
        hosted.settle()
        #expect(hosted.frame(of: "below")?.minY == 22)
        setter.set([1, 3])
        hosted.settle()
        #expect(hosted.frame(of: "below")?.minY == 29)
        setter.set([0, 3])
        hosted.settle()
        #expect(hosted.frame(of: "below")?.minY == 22 && high > 22)
      }
    }

    @Test(arguments: Setting.directions)
    func `a finger drags a carousel, and it decelerates`(setting: Setting) throws {
      let view = EndlessCarousel(cards, itemWidth: 240, mode: .continuous(speed: 0)) {
        Mark("card \($0.id)").frame(height: 100)
      }
      try withViews(view, in: setting) { hosted in
        let sign: CGFloat = setting.direction == .leftToRight ? 1 : -1
        let middle = hosted.window.bounds.midY
        let (start, end) = (CGPoint(x: 195, y: middle), CGPoint(x: 195 - sign * 90, y: middle))
        let before = try #require(hosted.frame(of: "card 1")).minX
        let finger = hosted.touch(at: start)
        hosted.move(finger, from: start, to: end)
        let held = try #require(hosted.frame(of: "card 1")).minX
        #expect(sign * (before - held) > 60 && sign * (before - held) <= 90)
        hosted.run(for: 2)
        #expect(hosted.frame(of: "card 1")?.minX == held)
        hosted.lift(finger)
        hosted.run(for: 3)
        let turns = hosted.turnCount
        hosted.run(for: 10)
        #expect(hosted.turnCount - turns <= 3)
      }
    }

    @Test(arguments: Setting.directions, [false, true])
    func `a screen reader finds an adjustable element, then each card once in reading order`(
      setting: Setting, readsLast: Bool
    ) throws {
      Undocumented.readsBackgroundsLast = readsLast
      defer { Undocumented.reset() }
      let view = EndlessCarousel(cards, itemWidth: 240, label: Text("Offers")) {
        Text("offer \($0.id)")
      }
      .environment(\.accessibilityVoiceOverEnabled, true)
      try withViews(view, in: setting) { hosted in
        #expect(hosted.spoken == ["Offers. 1 of 8. adjustable"] + (0..<8).map { "offer \($0)" })
        let handle = try #require(hosted.accessibility.flatMap(\.elements).first)
        VirtualRunLoop.main.post { handle.adjust?(.increment) }
        hosted.run(for: 1)
        #expect(hosted.spoken.first == "Offers. 2 of 8. adjustable")
        #expect(hosted.spoken.dropFirst() == ArraySlice((0..<8).map { "offer \($0)" }))
        VirtualRunLoop.main.post { handle.adjust?(.decrement) }
        hosted.run(for: 1)
        #expect(hosted.spoken.first == "Offers. 1 of 8. adjustable")
      }
    }

    @Test func `an app describes the position itself, and without cards nothing is spoken`() {
      let view = VStack(spacing: 0) {
        EndlessCarousel(cards, itemWidth: 240, positionText: { "\($0.number) von \($0.count)" }) {
          _ in Color.clear.frame(height: 100)
        }
        EndlessCarousel([Card](), itemWidth: 240) { Text("offer \($0.id)") }
        Mark("below")
      }
      withViews(view) { hosted in
        #expect(hosted.spoken == ["1 von 8. adjustable"])
        #expect(hosted.frame(of: "below")?.minY == 100)
      }
    }

    @Test(arguments: Setting.directions)
    func `a continuous carousel begins at the leading edge regardless of its alignment`(
      setting: Setting
    ) {
      let view = EndlessCarousel(
        cards, itemWidth: 240, alignment: .center, mode: .continuous(speed: 0)
      ) { Mark("card \($0.id)").frame(height: 100) }
      withViews(view, in: setting) { hosted in
        let first = hosted.frame(of: "card 0")
        #expect(setting.direction == .leftToRight ? first?.minX == 0 : first?.maxX == 390)
      }
    }

    @Test
    func `a carousel stops off screen, paused, focused, with Reduce Motion or VoiceOver`()
      throws
    {
      let setter = Setter<Int>()
      let view = Changing(0, setter) { state in
        ScrollView {
          VStack(spacing: 0) {
            EndlessCarousel(cards, itemWidth: 240, isPaused: state.wrappedValue == 1) {
              Mark("card \($0.id)").frame(height: 100)
            }
            .environment(\.accessibilityReduceMotion, state.wrappedValue == 2)
            .environment(\.accessibilityVoiceOverEnabled, state.wrappedValue == 3)
            Color.clear.frame(height: 3_000)
          }
        }
      }
      try withViews(view) { hosted in
        let scrollView = try #require(hosted.scrollViews.first)
        @MainActor func turns() -> Bool {
          let before = hosted.frame(of: "card 1")?.minX
          hosted.run(for: 1)
          return hosted.frame(of: "card 1")?.minX != before
        }
        #expect(turns())
        for state in [1, 2, 3] {
          setter.set(state)
          #expect(!turns())
          setter.set(0)
          #expect(turns())
        }
        hosted.moveFocus(to: CGPoint(x: 100, y: 50))
        #expect(!turns())
        hosted.moveFocus(to: CGPoint(x: 100, y: 500))
        #expect(turns())
        scrollView.contentOffset.y = 500
        hosted.settle()
        #expect(!turns())
        let count = hosted.turnCount
        hosted.run(for: 10)
        #expect(hosted.turnCount - count <= 3)
        scrollView.contentOffset.y = 0
        hosted.settle()
        #expect(turns())
      }
    }

    @Test(arguments: [true, false])
    func `a carousel that begins off screen or in an inactive app stands still`(isInactive: Bool) {
      let isShown = Setter<Bool>()
      let view = Changing(false, isShown) { isShown in
        ScrollView {
          VStack(spacing: 0) {
            Color.clear.frame(height: isInactive ? 10 : 3_000)
            if isShown.wrappedValue {
              EndlessCarousel(cards, itemWidth: 240) { Mark("card \($0.id)").frame(height: 100) }
            }
          }
        }
      }
      withViews(view) { hosted in
        if isInactive { hosted.scene.move(to: .foregroundInactive) }
        hosted.settle()
        isShown.set(true)
        hosted.run(for: 0.01)
        let place = hosted.frame(of: "card 1")
        let count = hosted.turnCount
        hosted.run(for: 10)
        #expect(hosted.turnCount - count <= 6)
        #expect(place != nil && hosted.frame(of: "card 1") == place)
      }
    }

    @Test
    func `a removed screen releases everything`() {
      final class Captured {}
      weak var captured: Captured?
      do {
        let object = Captured()
        captured = object
        let view = EndlessCarousel(cards, itemWidth: 240) { [object] card -> Mark in
          _ = object
          return Mark("card \(card.id)")
        }
        withViews(view) { $0.run(for: 1) }
      }
      #expect(captured == nil)
    }

    @Test(arguments: Setting.directions)
    func `the selection follows the page, and setting it turns the shorter way`(
      setting: Setting
    ) {
      let (log, selection) = (Log(), Setter<Int?>())
      let view = Changing(Int?.some(2), selection) { selection in
        EndlessCarousel(
          cards, itemWidth: 240, mode: .paged(every: .seconds(4)), selection: selection
        ) {
          Mark("card \($0.id)").frame(height: 100)
        }
        .onChange(of: selection.wrappedValue) { log.add("\($0 ?? -1)") }
      }
      withViews(view, in: setting) { hosted in
        @MainActor func isLeading(_ name: String) -> Bool {
          let frame = hosted.frame(of: name)
          return setting.direction == .leftToRight
            ? isNear(frame?.minX, 0) : isNear(frame?.maxX, 390)
        }
        #expect(isLeading("card 2"))
        #expect(log.take() == [])
        hosted.run(for: 5)
        #expect(selection.value == 3)
        selection.set(1)
        hosted.run(for: 1)
        #expect(isLeading("card 1"))
        selection.set(7)
        hosted.run(for: 0.1)
        // Two cards back, not six forward.
        #expect(hosted.frame(of: "card 4") == nil)
        hosted.run(for: 1)
        #expect(isLeading("card 7"))
        #expect(log.take() == ["3", "1", "7"])
      }
    }

    @Test(arguments: [false, true])
    func `a card can be added and chosen at once, and a finger takes precedence over a choice`(
      outerFirst: Bool
    ) {
      Undocumented.outerChangesFirst = outerFirst
      defer { Undocumented.reset() }
      struct State: Equatable {
        var cards: [Card]
        var selection: Int?
      }
      let setter = Setter<State>()
      let view = Changing(State(cards: Array(cards.prefix(4))), setter) { state in
        EndlessCarousel(
          state.wrappedValue.cards, itemWidth: 240, mode: .paged(every: .seconds(60)),
          selection: state.part(\.selection)
        ) {
          Mark("card \($0.id)").frame(height: 100)
        }
      }
      withViews(view) { hosted in
        // The current card is removed as well.
        setter.set(State(cards: Array(cards[1..<6]), selection: 5))
        hosted.run(for: 1)
        #expect(setter.value?.selection == 5)
        #expect(isNear(hosted.frame(of: "card 5")?.minX, 0))
        let start = CGPoint(x: 195, y: hosted.window.bounds.midY)
        let finger = hosted.touch(at: start)
        hosted.move(finger, from: start, to: CGPoint(x: 180, y: start.y))
        setter.set(State(cards: Array(cards[1..<6]), selection: 3))
        #expect(setter.value?.selection == 5)
        hosted.lift(finger)
        setter.set(State(cards: Array(cards[1..<6]), selection: 3))
        hosted.run(for: 1)
        #expect(isNear(hosted.frame(of: "card 3")?.minX, 0))
        setter.set(State(cards: Array(cards[1..<6]), selection: 5))
        hosted.run(for: 1)
        #expect(isNear(hosted.frame(of: "card 5")?.minX, 0))
        // The current card is removed, and the first one follows.
        setter.set(State(cards: Array(cards[1..<5]), selection: 5))
        hosted.run(for: 1)
        #expect(setter.value?.selection == 1)
        // Its successor is chosen, which is there already.
        setter.set(State(cards: Array(cards[2..<5]), selection: 2))
        hosted.run(for: 1)
        let flick = hosted.touch(at: start)
        hosted.move(flick, from: start, to: CGPoint(x: 95, y: start.y))
        hosted.lift(flick)
        hosted.run(for: 1)
        #expect(setter.value?.selection == 3)
      }
    }

    @Test func `a continuous carousel reports no item between, and keeps an item it does not have`()
      throws
    {
      let (log, selection) = (Log(), Setter<Int?>())
      let view = Changing(Int?.none, selection) { selection in
        EndlessCarousel(
          cards, itemWidth: 240, mode: .continuous(speed: 1), selection: selection
        ) {
          Mark("card \($0.id)").frame(height: 100)
        }
        .onChange(of: selection.wrappedValue) { log.add("\($0 ?? -1)") }
      }
      withViews(view) { hosted in
        #expect(log.take() == ["0"])
        selection.set(3)
        hosted.run(for: 2)
        #expect(log.take() == ["3"])
        #expect(isNear(hosted.frame(of: "card 3")?.minX, 0, 3))
        selection.set(99)
        hosted.run(for: 2)
        #expect(selection.value == 99)
        #expect(isNear(hosted.frame(of: "card 3")?.minX, 0, 6))
      }
    }

    @Test(arguments: [Carousel.Mode.continuous(speed: 0), .paged(every: .seconds(60))])
    func `a selection waits for cards that come later, and again after a reload`(
      mode: Carousel.Mode
    ) {
      let (items, selection) = (Setter<[Card]>(), Setter<Int?>())
      let view = Changing([Card](), items) { items in
        Changing(Int?.some(5), selection) {
          EndlessCarousel(items.wrappedValue, itemWidth: 240, mode: mode, selection: $0) {
            Mark("card \($0.id)").frame(height: 100)
          }
        }
      }
      withViews(view) { hosted in
        for _ in 0..<2 {
          items.set(cards)
          hosted.run(for: 1)
          #expect(selection.value == 5 && isNear(hosted.frame(of: "card 5")?.minX, 0))
          items.set([])
          hosted.run(for: 1)
          #expect(selection.value == 5 && hosted.frame(of: "card 5") == nil)
        }
      }
    }

    @Test func `another card chosen on the way to one is reached`() {
      let selection = Setter<Int?>()
      let view = Changing(Int?.none, selection) {
        EndlessCarousel(cards, itemWidth: 240, mode: .continuous(speed: 0), selection: $0) {
          Mark("card \($0.id)").frame(height: 100)
        }
      }
      withViews(view) { hosted in
        // The last one still leads when it is chosen.
        for (first, second) in [(3, 5), (1, 5)] {
          selection.set(first)
          hosted.run(for: first == 3 ? 0.1 : 0.01)
          selection.set(second)
          hosted.run(for: 1)
          #expect(selection.value == second)
          #expect(isNear(hosted.frame(of: "card \(second)")?.minX, 0))
        }
      }
    }

    @Test func `widths and a speed that are not numbers count as 0, and cards are at rest`() {
      let selection = Setter<Int?>()
      let view = Changing(Int?.none, selection) {
        EndlessCarousel(
          cards, widths: { $0.id == 7 ? .nan : 240 }, mode: .continuous(speed: .nan), selection: $0,
          cell: { Mark("card \($0.id)").frame(height: 100) })
      }
      withViews(view) { hosted in
        selection.set(3)
        hosted.run(for: 1)
        #expect(selection.value == 3 && isNear(hosted.frame(of: "card 3")?.minX, 0))
        let turns = hosted.turnCount
        hosted.run(for: 10)
        #expect(hosted.turnCount - turns <= 3)
      }
    }

    @Test func `a carousel is as high as its first card from the first layout on`() {
      let log = Log()
      let view = EndlessCarousel(cards, itemWidth: 240) { _ in Color.green.frame(height: 100) }
        .background {
          GeometryReader { proxy in
            let _ = log.add("\(proxy.size.height)")
            Color.green
          }
        }
      withViews(view) { _ in #expect(Set(log.lines) == ["100.0"]) }
    }

    @Test(arguments: [0, 0.1], [false, true])
    func `a chosen card is reached although the width changes or a pause ends`(
      seconds: Double, isPaused: Bool
    ) {
      struct State: Equatable {
        var selection: Int?
        var width: CGFloat = 300
        var isPaused = true
      }
      let setter = Setter<State>()
      let view = Changing(State(), setter) { state in
        EndlessCarousel(
          cards, itemWidth: 240, mode: .continuous(speed: 0), selection: state.part(\.selection),
          isPaused: state.wrappedValue.isPaused
        ) {
          Mark("card \($0.id)").frame(height: 100)
        }
        .frame(width: state.wrappedValue.width)
      }
      withViews(view) { hosted in
        let changed =
          isPaused ? State(selection: 2, width: 390) : State(selection: 2, isPaused: false)
        setter.set(seconds == 0 ? changed : State(selection: 2))
        hosted.run(for: seconds)
        setter.set(changed)
        hosted.run(for: 1)
        let left: CGFloat = isPaused ? 0 : 45
        #expect(setter.value?.selection == 2 && isNear(hosted.frame(of: "card 2")?.minX, left))
        // The user continues, and the choice is dropped.
        let start = CGPoint(x: 300, y: hosted.window.bounds.midY)
        let finger = hosted.touch(at: start)
        hosted.move(finger, from: start, to: CGPoint(x: 60, y: start.y))
        hosted.lift(finger)
        hosted.run(for: 2)
        let reached = setter.value?.selection
        setter.set(State(selection: reached, width: 340))
        hosted.run(for: 1)
        #expect(reached != 2 && setter.value?.selection == reached)
      }
    }

    @Test func `cards within the width of the widest one around the view are made`() {
      let view = EndlessCarousel(
        cards, widths: { $0.id == 0 ? 300 : 60 }, isPaused: true,
        cell: { Mark("card \($0.id)").frame(height: 100) })
      withViews(view, width: 320) { hosted in
        let places = hosted.marks(of: "card 5").map { hosted.frame($0).minX }
        #expect(places.contains(600))
      }
    }

    @Test(arguments: Setting.directions)
    func `cards have widths of their own and a page can rest in the middle`(
      setting: Setting
    ) throws {
      let view = EndlessCarousel(
        cards, widths: { 100 + 20 * CGFloat($0.id) }, spacing: 10, alignment: .center,
        mode: .paged(every: .seconds(60)), selection: .constant(3),
        cell: { Mark("card \($0.id)").frame(height: 100) })
      try withViews(view, in: setting) { hosted in
        let third = try #require(hosted.frame(of: "card 3"))
        #expect(isNear(third.width, 160) && isNear(third.midX, 195))
        let fourth = try #require(hosted.frame(of: "card 4"))
        #expect(isNear(fourth.width, 180))
        #expect(
          setting.direction == .leftToRight
            ? isNear(fourth.minX, third.maxX + 10) : isNear(fourth.maxX, third.minX - 10))
      }
    }
  }
}

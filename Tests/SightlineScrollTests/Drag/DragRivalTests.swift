import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct DragRivalTests {
  @Test func `each kind of rival gesture has the right priority`() {
    let answers: [(DragRival.Kind, inside: DragRival.Answer, around: DragRival.Answer)] = [
      (.drag, .rivalFirst, .weFirst),
      (.horizontalScroll, .weFirst, .weFirst),
      (.screenEdge, .rivalFirst, .rivalFirst),
      (.other, .unordered, .unordered),
    ]
    #expect(answers.map { $0.0 } == DragRival.Kind.allCases)
    for (kind, inside, around) in answers {
      #expect(DragRival(kind, .inside).answer == inside, "\(kind)")
      #expect(DragRival(kind, .around).answer == around, "\(kind)")
    }
  }

  @Test func `the inner of two drags has priority in both directions`() {
    #expect(DragRival(.drag, .inside).answer == .rivalFirst)
    #expect(DragRival(.drag, .around).answer == .weFirst)
  }

  @Test func `an inner scroll view keeps the drag until its end`() {
    func scroller(at offset: Double, width: Double = 600) -> ScrollMetrics {
      ScrollMetrics(
        contentOffset: LayoutPoint(x: offset, y: 0),
        contentSize: LayoutSize(width: width, height: 100),
        containerSize: LayoutSize(width: 320, height: 100))
    }
    let anywhere: (DragDirection) -> Bool = { _ in true }
    func takes(_ movement: DragDirection, _ scrollers: [ScrollMetrics]) -> Bool {
      DragRival.takes(movement, canMove: anywhere, scrollersInside: scrollers)
    }
    #expect(takes(.left, []) && takes(.right, []))
    #expect(!takes(.left, [scroller(at: 0)]) && takes(.right, [scroller(at: 0)]))
    #expect(takes(.left, [scroller(at: 280)]) && !takes(.right, [scroller(at: 280)]))
    #expect(!takes(.left, [scroller(at: 100)]) && !takes(.right, [scroller(at: 100)]))
    // An offset rounded to pixels counts as at the end, and content narrower than its container
    // cannot scroll.
    #expect(takes(.left, [scroller(at: 279.7)]) && takes(.right, [scroller(at: 0.3)]))
    #expect(takes(.left, [scroller(at: 279.5)]) && takes(.right, [scroller(at: 0.5)]))
    #expect(!takes(.left, [scroller(at: 279.25)]) && !takes(.right, [scroller(at: 0.75)]))
    #expect(takes(.left, [scroller(at: 0, width: 90)]))
    // Any of several scroll views.
    #expect(!takes(.right, [scroller(at: 0), scroller(at: 50)]))
  }

  @Test func `vertical drags and drags with nothing to move are not taken`() {
    #expect(!DragRival.takes(nil, canMove: { _ in true }, scrollersInside: []))
    withEvery(DragDirection.allCases, DragDirection.allCases) { movement, possible in
      let takes = DragRival.takes(movement, canMove: { $0 == possible }, scrollersInside: [])
      #expect(takes == (movement == possible))
    }
  }
}

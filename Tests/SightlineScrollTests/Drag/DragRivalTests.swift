import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct DragRivalTests {
  @Test func `who has the choice first, for everybody there is`() {
    let answers: [(DragRival.Kind, inside: DragRival.Answer, around: DragRival.Answer)] = [
      (.drag, .rivalFirst, .weFirst),
      (.horizontalScroll, .weFirst, .weFirst),
      (.otherScroll, .unordered, .unordered),
      (.rowActions, .rivalFirst, .weFirst),
      (.pan, .rivalFirst, .weFirst),
      (.screenEdge, .rivalFirst, .rivalFirst),
      (.other, .unordered, .unordered),
    ]
    #expect(answers.map { $0.0 } == DragRival.Kind.allCases)
    for (kind, inside, around) in answers {
      #expect(DragRival(kind, .inside).answer == inside, "\(kind)")
      #expect(DragRival(kind, .around).answer == around, "\(kind)")
    }
  }

  @Test func `of two drags the inner one has the choice, whichever is asked`() {
    #expect(DragRival(.drag, .inside).answer == .rivalFirst)
    #expect(DragRival(.drag, .around).answer == .weFirst)
  }

  @Test func `a scroll view inside keeps what it can scroll, and leaves what is past its end`() {
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
    // What is rounded to pixels is at its end, and what is narrower than its container has none.
    #expect(takes(.left, [scroller(at: 279.7)]) && takes(.right, [scroller(at: 0.3)]))
    #expect(takes(.left, [scroller(at: 0, width: 90)]))
    // Any of several.
    #expect(!takes(.right, [scroller(at: 0), scroller(at: 50)]))
  }

  @Test func `up and down, and where there is nothing to move, it takes nothing`() {
    #expect(!DragRival.takes(nil, canMove: { _ in true }, scrollersInside: []))
    withEvery(DragDirection.allCases, DragDirection.allCases) { movement, possible in
      let takes = DragRival.takes(movement, canMove: { $0 == possible }, scrollersInside: [])
      #expect(takes == (movement == possible))
    }
  }
}

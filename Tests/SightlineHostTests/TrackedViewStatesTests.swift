import SightlineCore
import SightlineHost
import Testing

/// A view's visibility as a sequence.
@MainActor
@Suite struct TrackedViewStatesTests {
  private let tracker = VisibilityTracker(
    root: SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100), clip: .bounds),
    session: VisibilitySession(), wantsPass: {}, setTimer: { _ in })

  private func place(_ view: TrackedView) -> TargetID {
    let target = tracker.engine.add(
      SceneTarget(frame: LayoutRect(x: 0, y: 0, width: 10, height: 10)),
      to: tracker.engine.scene.root)
    view.place(at: TrackedView.Place(tracker: tracker, target: target))
    return target
  }

  @Test func `changes come in order and end with the view`() async {
    var view: TrackedView? = TrackedView()
    guard let states = view?.states(.fully), let target = view.map(place) else { return }
    tracker.pass(at: .zero)
    tracker.engine.edit(.frame(LayoutRect(x: 500, y: 0, width: 10, height: 10), of: target))
    tracker.pass(at: .zero)
    view?.displace()
    view = nil
    tracker.pass(at: .zero)
    var found: [VisibilityState] = []
    for await state in states { found.append(state) }
    #expect(found == [.visible, .invisible])
  }

  @Test func `the registration ends with the reading task`() async {
    let view = TrackedView()
    let states = view.states(.fully)
    #expect(view.isObserved)
    let reader = Task { for await _ in states {} }
    reader.cancel()
    await reader.value
    // The cancellation runs on the main actor before this.
    await Task {}.value
    #expect(!view.isObserved)
  }
}

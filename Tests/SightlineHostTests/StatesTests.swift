import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// A view's visibility as a sequence.
@MainActor
@Suite struct StatesTests {
  private let window = MirroredWindow.shown()

  private func place(_ view: ViewSlot) -> TargetID {
    let target = window.engine.add(
      SceneTarget(frame: LayoutRect(x: 0, y: 0, width: 10, height: 10)),
      to: window.engine.scene.root)
    view.place(at: ViewSlot.Place(window: window, target: target))
    return target
  }

  @Test func `changes come in order and end with the view`() async {
    var view: ViewSlot? = ViewSlot()
    guard let states = view?.states(.fully), let target = view.map(place) else { return }
    window.pass(at: .zero)
    window.engine.edit(.frame(LayoutRect(x: 500, y: 0, width: 10, height: 10), of: target))
    window.pass(at: .zero)
    view?.displace()
    view = nil
    window.pass(at: .zero)
    var found: [VisibilityState] = []
    for await state in states { found.append(state) }
    #expect(found == [.visible, .invisible])
  }

  @Test func `the registration ends with the reading task`() async {
    let view = ViewSlot()
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

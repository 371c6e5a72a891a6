import Testing

@testable import SightlineCore

/// A list from an app, with its exact dimensions: 100 targets, 300 pt high and 32 pt apart, between
/// two bars of 4 pt that bound the viewport.
@Suite struct ListBetweenBarsTests {
  private static let height = 300.0
  private static let step = 332.0
  private static let bar = 4.0
  private static let viewport = 700.0

  /// The list, with the example app's output.
  private struct List {
    let engine: VisibilityEngine
    let list: ContainerID
    var numbers: [TargetID: Int] = [:]
    var now = 0

    init() {
      var scene = VisibilityScene(
        size: LayoutSize(
          width: 390, height: ListBetweenBarsTests.viewport + 2 * ListBetweenBarsTests.bar))
      list = scene.add(
        .scrollView(
          frame: LayoutRect(
            x: 0, y: ListBetweenBarsTests.bar, width: 390, height: ListBetweenBarsTests.viewport)),
        to: scene.root)
      engine = VisibilityEngine(scene: scene)
      for i in 0..<100 {
        let target = engine.add(
          SceneTarget(
            frame: LayoutRect(
              x: 16, y: Double(i) * ListBetweenBarsTests.step, width: 358,
              height: ListBetweenBarsTests.height)), to: list)
        engine.watch(target, .fully)
        numbers[target] = i
      }
    }

    mutating func scroll(to offset: Double) -> [String] {
      engine.edit(.scroll(list, to: LayoutPoint(x: 0, y: offset)))
      now += 16
      engine.pass(at: .milliseconds(now))
      return engine.changes.map {
        "TargetView \(numbers[$0.target] ?? -1) is \($0.isVisible ? "visible" : "invisible")!!"
      }
    }
  }

  @Test func `a scripted scroll reports these events in this order`() {
    var list = List()
    // Targets 0 and 1 end at 300 and 632; 2 would end at 964.
    #expect(
      list.scroll(to: 0) == ["TargetView 0 is visible!!", "TargetView 1 is visible!!"])
    #expect(list.scroll(to: 0) == [])
    // A sliver suffices.
    #expect(list.scroll(to: 1) == ["TargetView 0 is invisible!!"])
    #expect(list.scroll(to: 200) == [])
    #expect(list.scroll(to: 263) == [])
    #expect(list.scroll(to: 264) == ["TargetView 2 is visible!!"])
    #expect(list.scroll(to: 332) == [])
    #expect(list.scroll(to: 333) == ["TargetView 1 is invisible!!"])
    #expect(
      list.scroll(to: 0) == [
        "TargetView 2 is invisible!!", "TargetView 0 is visible!!", "TargetView 1 is visible!!",
      ])
    // A jump of many screens in one pass.
    #expect(
      list.scroll(to: 98 * 332) == [
        "TargetView 0 is invisible!!", "TargetView 1 is invisible!!",
        "TargetView 98 is visible!!", "TargetView 99 is visible!!",
      ])
    #expect(
      list.scroll(to: 1e6) == ["TargetView 98 is invisible!!", "TargetView 99 is invisible!!"])
  }

  @Test func `a target is visible exactly while it lies between the viewport's edges`() {
    var list = List()
    // The formula is the reference here, 5,400 times; the reference path would take seconds.
    list.engine.verifiesPasses = false
    var visible: Set<Int> = []
    for offset in stride(from: -700.0, through: 2000, by: 0.5) {
      _ = list.scroll(to: offset)
      for change in list.engine.changes {
        let number = list.numbers[change.target] ?? -1
        let isNews =
          change.isVisible ? visible.insert(number).inserted : visible.remove(number) != nil
        #expect(isNews, "\(number) twice, at \(offset)")
      }
      let expected = (0..<100).filter {
        let top = Double($0) * ListBetweenBarsTests.step - offset
        return 0 <= top && top <= ListBetweenBarsTests.viewport - ListBetweenBarsTests.height
      }
      #expect(visible == Set(expected), "at \(offset)")
    }
  }
}

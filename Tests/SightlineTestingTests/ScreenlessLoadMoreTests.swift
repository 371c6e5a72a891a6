import SightlineScroll
import SightlineTesting
import Testing

/// Lists load when their end becomes visible.
@Suite struct ScreenlessLoadMoreTests {
  typealias Trigger = LoadMoreTrigger

  /// A window of 390×800 with a list of 20 rows of 80 points, 300 points below its top.
  private func table() -> (host: ScreenlessHost<Int>, list: ContainerID) {
    let host = ScreenlessHost<Int>(size: LayoutSize(width: 390, height: 800))
    let list = host.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 300, width: 390, height: 1_600), clip: .bounds))
    host.addColumn(of: 0..<20, height: 80, in: list)
    return (host, list)
  }

  @Test(arguments: [(Trigger.Condition.itemFromEnd(3), 860.0), (.share(0.7), 619.5)])
  func `a table as tall as its content loads when the outer scroll reaches its end`(
    condition: Trigger.Condition, touching: Double
  ) {
    let (host, _) = table()
    var trigger = Trigger(condition)
    for offset in [0, 400, touching] {
      host.scroll(to: offset)
      let loads = host.check(&trigger, items: 0..<20)
      #expect(!loads, "at \(offset)")
    }
    host.scroll(to: touching + 0.25)
    let (loads, again) = (
      host.check(&trigger, items: 0..<20), host.check(&trigger, items: 0..<20)
    )
    #expect(loads && !again)
    trigger.loaded(itemCount: 20, hasMore: true)
    let waits = host.check(&trigger, items: 0..<20)
    trigger.resume()
    let goesOn = host.check(&trigger, items: 0..<20)
    #expect(!waits && goesOn)
  }

  @Test(arguments: [Trigger.Condition.itemFromEnd(3), .share(0.7)])
  func `an unseen list loads nothing`(condition: Trigger.Condition) {
    func loads(_ hide: (ScreenlessHost<Int>, ContainerID) -> Void) -> Bool {
      let (host, list) = table()
      host.scroll(to: 1_100)
      hide(host, list)
      host.pass()
      var trigger = Trigger(condition)
      return host.check(&trigger, items: 0..<20)
    }
    #expect(loads { _, _ in })
    #expect(!loads { host, _ in host.setForeground(false) })
    #expect(
      !loads { host, _ in
        host.addCover(frame: LayoutRect(x: 0, y: 1_100, width: 390, height: 800))
      })
    for appearance in [SceneAppearance(opacity: 0), SceneAppearance(isHidden: true)] {
      #expect(
        !loads { host, _ in for row in 0..<20 { host.setAppearance(appearance, of: row) } })
    }
    #expect(
      !loads { host, list in
        host.engine.edit(.frame(LayoutRect(x: 390, y: 300, width: 390, height: 1_600), of: list))
      })
  }

  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `a share of a sideways list is reached sideways`(direction: ReadingDirection) {
    let host = ScreenlessHost<Int>(size: LayoutSize(width: 390, height: 800))
    let row = host.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 390, height: 120), clip: .bounds))
    for item in 0..<20 {
      host.add(
        item, frame: LayoutRect(x: Double(item) * 120, y: 0, width: 120, height: 120), in: row)
    }
    var trigger = Trigger(.share(0.7))
    for (x, expected) in [(0.0, false), (1_289, false), (1_290, true)] {
      let left = direction == .rightToLeft ? 2_010 - x : x
      host.scroll(to: LayoutPoint(x: left, y: 0), in: row)
      let loads = host.check(&trigger, items: 0..<20, direction: direction)
      #expect(loads == expected, "at \(x)")
    }
  }

  @Test func `a lazy list loads once its last rows have views`() {
    let host = ScreenlessHost<Int>(size: LayoutSize(width: 390, height: 800))
    host.addColumn(of: 0..<10, height: 80)
    var trigger = Trigger()
    let early = host.check(&trigger, items: 0..<30)
    host.addColumn(of: 28..<30, height: 80)
    let loads = host.check(&trigger, items: 0..<30)
    var none = Trigger()
    let empty = host.check(&none, items: [])
    #expect(!early && loads && !empty)
  }
}

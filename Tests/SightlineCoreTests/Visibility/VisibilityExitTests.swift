import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The edge at which a target leaves the viewport, and the cause.
@Suite struct VisibilityExitTests {
  /// Runs a pass and returns the exits of its leaves by name.
  private func exits(_ stage: inout Stage) -> [String] {
    _ = stage.pass()
    return stage.engine.changes.filter { !$0.isVisible }.map { change in
      let name = stage.names[change.target] ?? "?"
      return change.exit.map { "\(name) \($0.edge.notation) \($0.cause.notation)" }
        ?? "\(name) \(change.reason.map { "\($0)" } ?? "")"
    }
  }

  /// Rows 0 to 9 of 200 points in a window of 400 × 600.
  private func rows(_ rule: VisibilityRule = .anyPixel) -> Stage {
    var stage = Stage()
    for row in 0..<10 {
      let target = stage.target(
        "\(row)", LayoutRect(x: 0, y: 200 * Double(row), width: 400, height: 200))
      stage.engine.watch(target, rule)
    }
    return stage
  }

  private func id(_ row: Int, in stage: Stage) -> TargetID {
    guard let named = stage.names.first(where: { $0.value == "\(row)" }) else {
      preconditionFailure("there is no row \(row)")
    }
    return named.key
  }

  private func setSource(_ source: SceneContainer.ScrollSource, _ stage: inout Stage) {
    var feed = stage.engine.scene.container(stage.feed)
    feed.scrollSource = source
    stage.engine.edit(.container(feed, for: stage.feed))
  }

  @Test func `a scroll names the edge towards which a target left`() {
    for source in [SceneContainer.ScrollSource.reader, .app] {
      var stage = rows()
      setSource(source, &stage)
      let cause = source == .reader ? "scroll" : "change"
      stage.scroll(to: 600)
      #expect(exits(&stage) == [])
      stage.scroll(to: 900)
      #expect(exits(&stage) == ["3 top \(cause)"])
      stage.scroll(to: 500)
      #expect(exits(&stage) == ["6 bottom \(cause)", "7 bottom \(cause)"])
    }
  }

  @Test func `removing rows above is the app's change, not the reader's scroll`() {
    var stage = rows()
    stage.scroll(to: 600)
    #expect(exits(&stage) == [])
    for row in 0..<3 { stage.engine.edit(.remove(id(row, in: stage))) }
    for row in 3..<10 {
      stage.engine.edit(
        .frame(
          LayoutRect(x: 0, y: 200 * Double(row - 3), width: 400, height: 200),
          of: id(row, in: stage)))
    }
    #expect(exits(&stage) == ["3 top change", "4 top change", "5 top change"])
  }

  @Test func `rows inserted above with an adjusted offset move nothing out`() {
    var stage = rows()
    stage.scroll(to: 600)
    #expect(exits(&stage) == [])
    func insert(offset: Double) {
      for row in 0..<10 {
        let frame = stage.engine.scene.target(id(row, in: stage)).frame
        stage.engine.edit(
          .frame(
            LayoutRect(x: 0, y: frame.minY + 600, width: 400, height: 200), of: id(row, in: stage)))
      }
      stage.scroll(to: offset)
    }
    insert(offset: 1200)
    #expect(exits(&stage) == [])
    // Together with a drag of 250 points, which moves the first visible row out.
    insert(offset: 2050)
    #expect(exits(&stage) == ["3 top scroll"])
  }

  @Test func `the larger of two motions is the cause`() {
    for (dragged, cause) in [(350.0, "scroll"), (50, "change")] {
      var stage = rows()
      stage.scroll(to: 600)
      #expect(exits(&stage) == [])
      stage.engine.edit(
        .frame(
          LayoutRect(x: 0, y: 600 - (400 - dragged), width: 400, height: 200), of: id(3, in: stage))
      )
      stage.scroll(to: 600 + dragged)
      #expect(exits(&stage).first == "3 top \(cause)")
    }
  }

  @Test func `sideways, the edges follow the reading direction`() {
    withEvery([false, true], [1.0, -1]) { isRightToLeft, sign in
      var stage = Stage()
      stage.engine.readingDirection = isRightToLeft ? .rightToLeft : .leftToRight
      let card = stage.target("A", LayoutRect(x: 0, y: 0, width: 400, height: 600))
      stage.engine.watch(card, .fully)
      #expect(exits(&stage) == [])
      stage.engine.edit(.scroll(stage.feed, to: LayoutPoint(x: 200 * sign, y: 0)))
      let isLeft = sign > 0
      #expect(exits(&stage) == ["A \(isLeft == isRightToLeft ? "trailing" : "leading") scroll"])
    }
  }

  @Test func `a card that peeks leaves at the edge towards which it moved`() {
    var stage = Stage()
    let card = stage.target("A", LayoutRect(x: 280, y: 0, width: 200, height: 100))
    stage.engine.watch(card, .fraction(0.5))
    #expect(exits(&stage) == [])
    stage.scroll(to: 20)
    #expect(exits(&stage) == ["A top scroll"])
  }

  @Test func `a card of a shelf leaves the shelf or the window`() {
    var stage = Stage()
    let shelf = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 50, y: 0, width: 300, height: 100)), to: stage.feed)
    for card in 0..<4 {
      let frame = LayoutRect(x: 150 * Double(card), y: 0, width: 150, height: 100)
      stage.engine.watch(stage.target("\(card)", frame, in: shelf), .fully)
    }
    #expect(exits(&stage) == [])
    stage.engine.edit(.scroll(shelf, to: LayoutPoint(x: 150, y: 0)))
    #expect(exits(&stage) == ["0 leading scroll"])
    stage.scroll(to: 200)
    #expect(exits(&stage) == ["1 top scroll", "2 top scroll"])
  }

  @Test func `a shrinking viewport names the edge that moved in, and a change`() {
    var stage = rows(.fully)
    #expect(exits(&stage) == [])
    stage.engine.edit(.margins(.points(bottom: -300), of: stage.engine.window))
    #expect(exits(&stage) == ["1 bottom change", "2 bottom change"])
  }

  @Test func `a container that moves takes its content along`() {
    var stage = Stage()
    let box = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 400, height: 200)), to: stage.feed)
    stage.engine.watch(
      stage.target("A", LayoutRect(x: 0, y: 0, width: 400, height: 200), in: box), .anyPixel)
    #expect(exits(&stage) == [])
    stage.engine.edit(.frame(LayoutRect(x: 0, y: 700, width: 400, height: 200), of: box))
    #expect(exits(&stage) == ["A bottom change"])
  }

  @Test func `other leaves name no edge`() {
    var stage = rows()
    #expect(exits(&stage) == [])
    stage.engine.edit(.remove(id(0, in: stage)))
    stage.engine.edit(.appearance(SceneAppearance(isHidden: true), of: id(1, in: stage)))
    stage.cover(LayoutRect(x: 0, y: 400, width: 400, height: 200))
    #expect(exits(&stage) == ["0 removed", "1 hidden", "2 covered"])
  }

  @Test func `the end of an exposure names the exit`() {
    var stage = Stage()
    let card = stage.target("A", LayoutRect(x: 0, y: 0, width: 400, height: 200))
    stage.engine.watchExposures(card, under: .anyPixel, of: ItemIdentity(1))
    _ = stage.pass()
    _ = stage.scroll(to: 300, at: nil)
    #expect(stage.engine.exposures.map(\.exit) == [VisibilityExit(at: .top, by: .scroll)])
  }

  // MARK: Speed

  @Test func `rows inserted above with an adjusted offset are below the limit`() {
    withEvery([false, true], [0.0, 20]) { isNested, dragged in
      var stage = Stage()
      let policy = ImpressionPolicy(
        rule: .anyPixel, dwell: .seconds(1), scrollSpeedLimit: 2_500)
      let frame = LayoutRect(x: 0, y: 0, width: 400, height: 200)
      var box: ContainerID?
      if isNested { box = stage.engine.add(SceneContainer(frame: frame), to: stage.feed) }
      let card = stage.target("A", frame, in: box)
      stage.engine.watch(card, for: policy, of: ItemIdentity(1))
      #expect(stage.pass(at: 0) == [])
      let moved = frame.offset(by: LayoutPoint(x: 0, y: 600))
      if let box {
        stage.engine.edit(.frame(moved, of: box))
      } else {
        stage.engine.edit(.frame(moved, of: card))
      }
      stage.scroll(to: 600 + dragged)
      #expect(stage.pass(at: 500) == [])
      #expect(stage.pass(at: 510) == [], "a later pass changes nothing")
      #expect(stage.pass(at: 1100) == ["1 seen at 1000"], "\(isNested), \(dragged)")
    }
  }

  @Test func `a row that the insertion does not move is fast`() {
    var stage = Stage()
    let policy = ImpressionPolicy(rule: .anyPixel, dwell: .seconds(1), scrollSpeedLimit: 1_000)
    let moved = stage.target("A", LayoutRect(x: 0, y: 0, width: 400, height: 1000))
    let left = stage.target("B", LayoutRect(x: 0, y: 0, width: 400, height: 1000))
    stage.engine.watch(moved, for: policy, of: ItemIdentity(1))
    stage.engine.watch(left, for: policy, of: ItemIdentity(2))
    #expect(stage.pass(at: 0) == [])
    stage.engine.edit(.frame(LayoutRect(x: 0, y: 600, width: 400, height: 1000), of: moved))
    stage.scroll(to: 600)
    #expect(stage.pass(at: 500) == [])
    #expect(stage.pass(at: 1650) == ["1 seen at 1000", "2 seen at 1600"])
  }
}

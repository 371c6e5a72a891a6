import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Enters and leaves alternate in every case.
@Suite struct EventTests {
  private func visible(_ name: String = "A") -> (Stage, TargetID, WatchID) {
    var stage = Stage()
    let target = stage.target(name, .square(y: 0))
    let watch = stage.engine.watch(target, .fully)
    _ = stage.pass()
    return (stage, target, watch)
  }

  @Test func `a target removed while visible leaves exactly once`() {
    var (stage, target, watch) = visible()
    stage.engine.edit(.remove(target))
    #expect(stage.pass() == ["A leaves (removed)"])
    #expect(!stage.engine.contains(watch))
    #expect(stage.pass() == [])
    #expect(stage.scroll(to: 500, at: nil) == [])
  }

  @Test func `a target removed while invisible reports nothing`() {
    var (stage, target, _) = visible()
    #expect(stage.scroll(to: 500, at: nil) == ["A leaves (out of viewport)"])
    stage.engine.edit(.remove(target))
    #expect(stage.pass() == [])
  }

  @Test func `a target added and removed between two passes reports nothing`() {
    var (stage, _, _) = visible()
    let brief = stage.target("B", .square(y: 0))
    stage.engine.watch(brief, .fully)
    stage.engine.edit(.remove(brief))
    #expect(stage.pass() == [])
  }

  @Test func `targets removed with their container leave once each, in registration order`() {
    var stage = Stage()
    let card = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 400, height: 600)), to: stage.feed)
    let inner = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 400, height: 600)), to: card)
    for (name, container) in [("A", inner), ("B", card), ("C", inner), ("D", stage.feed)] {
      stage.engine.watch(stage.target(name, .square(y: 0), in: container), .fully)
    }
    #expect(stage.pass() == ["A enters", "B enters", "C enters", "D enters"])
    stage.engine.edit(.remove(card))
    #expect(stage.pass() == ["A leaves (removed)", "B leaves (removed)", "C leaves (removed)"])
  }

  @Test func `a target replacing another before a pass enters, and the removed one leaves`() {
    var (stage, target, _) = visible()
    stage.engine.edit(.remove(target))
    let next = stage.target("B", .square(y: 0))
    stage.engine.watch(next, .fully)
    #expect(next.index != target.index)
    #expect(stage.pass() == ["A leaves (removed)", "B enters"])
  }

  @Test func `an ended watch reports nothing, not even a leave`() {
    var (stage, target, watch) = visible()
    stage.engine.edit(.unwatch(watch))
    #expect(stage.pass() == [])
    #expect(stage.scroll(to: 500, at: nil) == [])
    stage.engine.edit(.remove(target))
    #expect(stage.pass() == [])
  }

  @Test func `a watch ended after its target's removal reports nothing`() {
    var (stage, target, watch) = visible()
    stage.engine.edit(.remove(target))
    stage.engine.watch(stage.target("B", .square(y: 0)), .fully)
    stage.engine.edit(.unwatch(watch))
    #expect(stage.pass() == ["B enters"])
  }

  @Test func `two watches of one target both report, in their order`() {
    var (stage, target, first) = visible()
    let second = stage.engine.watch(target, .fully)
    #expect(stage.pass() == ["A enters"])
    #expect(stage.engine.changes.map(\.watch) == [second])
    #expect(
      stage.scroll(to: 500, at: nil)
        == ["A leaves (out of viewport)", "A leaves (out of viewport)"])
    #expect(stage.engine.changes.map(\.watch) == [first, second])
    stage.engine.edit(.unwatch(first))
    #expect(stage.scroll(to: 0, at: nil) == ["A enters"])
    #expect(stage.engine.changes.map(\.watch) == [second])
  }

  @Test func `a target watched late is reported at the next pass`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    #expect(stage.pass() == [])
    stage.engine.watch(target, .fully)
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `a target moved to another container while visible does not leave`() {
    var (stage, target, watch) = visible()
    let other = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 100, width: 400, height: 500), clip: .bounds),
      to: stage.root)
    stage.engine.edit(.move(target, to: other))
    #expect(stage.pass() == [])
    #expect(stage.engine.level(of: watch) == 1)
    #expect(stage.engine.state(of: target).boundingRect == .square(y: 100))
    let away = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 900, width: 400, height: 500), clip: .bounds),
      to: stage.root)
    stage.engine.edit(.move(target, to: away))
    #expect(stage.pass() == ["A leaves (out of viewport)"])
    stage.engine.edit(.move(away, to: stage.feed))
    #expect(stage.scroll(to: 900, at: nil) == ["A enters"])
    #expect(stage.engine.state(of: target).reason == nil)
  }

  @Test func `targets moved along with their container do not leave`() {
    var stage = Stage()
    let card = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 400, height: 100)), to: stage.feed)
    stage.engine.watch(stage.target("A", .square(y: 0), in: card), .fully)
    stage.engine.watch(stage.target("B", .square(y: 0)), .fully)
    #expect(stage.pass() == ["A enters", "B enters"])
    stage.engine.edit(.move(card, to: stage.root))
    #expect(stage.pass() == [])
    // It keeps its place in the order.
    stage.engine.isForeground = false
    #expect(stage.pass() == ["A leaves (inactive)", "B leaves (inactive)"])
    stage.engine.isForeground = true
    #expect(stage.pass() == ["A enters", "B enters"])
  }

  @Test func `a time in the past counts as the last pass's time`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watch(target, .fully)
    stage.engine.watch(target, for: .mrcDisplay, of: ItemIdentity(1))
    #expect(stage.pass(at: 5000) == ["A enters"])
    stage.scroll(to: 500)
    #expect(stage.pass(at: 1000) == ["A leaves (out of viewport)"])
    #expect(stage.engine.changes.map(\.time) == [.milliseconds(5000)])
    stage.scroll(to: 0)
    #expect(stage.pass(at: -7) == ["A enters"])
    #expect(stage.engine.nextDeadline == .milliseconds(6000))
    #expect(stage.pass(at: 6000) == ["1 seen at 6000"])
    #expect(
      stage.engine.exposure(of: ItemIdentity(1), for: .mrcDisplay, at: .milliseconds(6000))?.total
        == .seconds(1))
  }

  @Test func `passes work at the extremes of time`() {
    var stage = Stage()
    stage.engine.watch(stage.target("A", .square(y: 0)), for: .mrcDisplay, of: ItemIdentity(1))
    stage.engine.pass(at: MonotonicTime(nanoseconds: .min))
    #expect(stage.engine.impressions.isEmpty)
    stage.engine.pass(at: .never)
    #expect(
      stage.engine.impressions.map(\.time) == [MonotonicTime(nanoseconds: .min) + .seconds(1)])
  }

  @Test func `a change has the fraction, the threshold and the pass's time`() throws {
    var stage = Stage()
    let target = stage.target("A", .square(y: 540))
    let watch = stage.engine.watch(target, .thresholds([0.25, 0.5]))
    _ = stage.pass(at: 70)
    let changes = stage.engine.changes
    #expect(changes.map(\.threshold) == [0, 1])
    for change in changes {
      #expect(change.kind == .entered && change.isVisible && change.reason == nil)
      #expect(change.target == target && change.watch == watch)
      #expect(isClose(change.fraction, 0.6) && change.time == .milliseconds(70))
    }
    stage.scroll(to: -20)
    _ = stage.pass(at: 90)
    let left = try #require(stage.engine.changes.first)
    #expect(left.kind == .left && !left.isVisible && left.reason == .outOfViewport)
    #expect(isClose(left.fraction, 0.4) && left.threshold == 1 && left.time == .milliseconds(90))
  }
}

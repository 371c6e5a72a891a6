import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The starts and ends of exposures. `LedgerModelTests` compares random ones with a model.
@Suite struct ExposureEventTests {
  private let a = ItemIdentity(7)

  /// Runs a pass and describes its exposure events.
  private func pass(_ stage: inout Stage, at milliseconds: Int) -> [String] {
    _ = stage.pass(at: milliseconds)
    return stage.engine.exposures.map { event in
      guard let reason = event.reason else { return "begins at \(event.greatestFraction)" }
      let length = Int(event.duration / .milliseconds(1))
      return "ends after \(length) at \(event.greatestFraction): \(reason)"
    }
  }

  @Test func `an end has the length, the greatest fraction of any pass and the reason`() {
    var stage = Stage()
    stage.engine.watchExposures(stage.target("A", .square(y: 0)), under: .fraction(0.25), of: a)
    #expect(pass(&stage, at: 0) == ["begins at 1.0"])
    for (offset, time) in [(50.0, 100), (80, 400)] {
      stage.scroll(to: offset)
      let events = pass(&stage, at: time)
      #expect(events == (time == 400 ? ["ends after 400 at 1.0: out of viewport"] : []))
    }
    stage.scroll(to: 50)
    #expect(pass(&stage, at: 500) == ["begins at 0.5"])
    stage.scroll(to: 25)
    #expect(pass(&stage, at: 600) == [])
    stage.scroll(to: 50)
    #expect(pass(&stage, at: 700) == [])
    stage.cover(LayoutRect(x: 0, y: 0, width: 400, height: 600))
    #expect(pass(&stage, at: 900) == ["ends after 400 at 0.75: covered"])
  }

  @Test func `inactivity and removal end an exposure, and a return begins another one`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watchExposures(target, under: .fully, of: a)
    #expect(pass(&stage, at: 0) == ["begins at 1.0"])
    stage.engine.isForeground = false
    #expect(pass(&stage, at: 10) == ["ends after 10 at 1.0: inactive"])
    stage.engine.isForeground = true
    #expect(pass(&stage, at: 20) == ["begins at 1.0"])
    stage.engine.edit(.remove(target))
    #expect(pass(&stage, at: 50) == ["ends after 30 at 1.0: removed"])
  }

  @Test func `targets of one identity share an exposure, from the first to the last`() {
    var stage = Stage()
    let targets = (0..<2).map { stage.target("\($0)", .square(y: 200 * Double($0))) }
    let watches = targets.map { stage.engine.watchExposures($0, under: .fully, of: a) }
    #expect(pass(&stage, at: 0) == ["begins at 1.0"])
    #expect(stage.engine.exposures[0].watch == watches[1])
    stage.engine.edit(.unwatch(watches[1]))
    #expect(pass(&stage, at: 10) == [])
    stage.engine.edit(.frame(.square(y: 5000), of: targets[0]))
    #expect(pass(&stage, at: 30) == ["ends after 30 at 1.0: out of viewport"])
    #expect(stage.engine.exposures[0].watch == watches[0])
  }

  @Test func `a row recycled within a pass continues its exposure`() {
    var stage = Stage()
    let old = stage.target("A", .square(y: 0))
    stage.engine.watchExposures(old, under: .fully, of: a)
    #expect(pass(&stage, at: 0) == ["begins at 1.0"])
    stage.engine.edit(.remove(old))
    stage.engine.watchExposures(stage.target("B", .square(y: 300)), under: .fully, of: a)
    #expect(pass(&stage, at: 10) == [])
  }

  @Test func `forgetting impressions ends no exposure, and none is kept afterwards`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watchExposures(target, under: .fully, of: a)
    #expect(pass(&stage, at: 0) == ["begins at 1.0"])
    stage.engine.edit(.forgetAllImpressions)
    stage.engine.forgetImpressions(of: a)
    #expect(pass(&stage, at: 10) == [])
    #expect(stage.engine.impressionEntryCount == 1)
    stage.engine.edit(.frame(.square(y: 5000), of: target))
    #expect(pass(&stage, at: 20) == ["ends after 20 at 1.0: out of viewport"])
    #expect(stage.engine.impressionEntryCount == 0)
    #expect(stage.engine.impressionRecords.isEmpty)
  }

  @Test func `dwell that does not count delays an impression but no exposure`() {
    for (accumulation, seen) in [
      (ImpressionPolicy.Accumulation.continuous, 1300), (.cumulative, 1200),
    ] {
      var stage = Stage()
      let target = stage.target("A", .square(y: 0))
      let policy = ImpressionPolicy(
        rule: .fully, dwell: .seconds(1), accumulation: accumulation)
      stage.engine.watch(target, for: policy, of: a)
      stage.engine.watchExposures(target, under: .fully, of: a)
      func setCountsDwell(_ counts: Bool) {
        stage.engine.edit(.appearance(SceneAppearance(countsDwell: counts), of: target))
      }
      #expect(pass(&stage, at: 0) == ["begins at 1.0"])
      setCountsDwell(false)
      #expect(pass(&stage, at: 100) == [])
      #expect(stage.engine.nextDeadline == nil)
      setCountsDwell(true)
      #expect(pass(&stage, at: 300) == [])
      #expect(stage.pass(at: 2000) == ["7 seen at \(seen)"])
    }
  }

  @Test func `a dwell reached before it stopped counting is an impression`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watch(target, for: ImpressionPolicy(rule: .fully, dwell: .seconds(1)), of: a)
    _ = stage.pass(at: 0)
    stage.engine.edit(.appearance(SceneAppearance(countsDwell: false), of: target))
    #expect(stage.pass(at: 1100) == ["7 seen at 1000"])
  }

  /// Compares random scrolls, covers and opacities with the state after each pass.
  @Test(arguments: 0..<RandomWorlds.count)
  func `the greatest fraction is the maximum over the passes`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var stage = Stage()
    let targets = (0..<6).map { stage.target("\($0)", .square(y: Double($0) * 130)) }
    for (number, target) in targets.enumerated() {
      stage.engine.watchExposures(
        target, under: .fraction(0.3), of: ItemIdentity(UInt64(number / 2)))
    }
    let cover = stage.cover(.square(y: 300, side: 120))
    var greatest: [ItemIdentity: Double] = [:]
    var ends = 0
    for step in 0..<120 {
      stage.scroll(to: Double(random.index(700)))
      if random.oneIn(3) {
        let frame = LayoutRect.square(
          y: Double(random.index(1200)), side: Double(random.index(300)))
        stage.engine.edit(.cover(SceneCover(frame: frame), for: cover))
      }
      if random.oneIn(4) {
        stage.engine.edit(
          .appearance(
            SceneAppearance(opacity: random.oneIn(2) ? 0 : 1), of: targets[random.index(6)]))
      }
      if random.oneIn(9) { stage.engine.isForeground.toggle() }
      _ = stage.pass(at: step * 16)
      for event in stage.engine.exposures {
        if event.isVisible {
          greatest[event.identity] = 0
        } else {
          ends += 1
          let found = greatest.removeValue(forKey: event.identity)
          #expect(isClose(event.greatestFraction, found ?? -1), "seed \(seed), step \(step)")
        }
      }
      for (number, target) in targets.enumerated() where stage.engine.isForeground {
        let identity = ItemIdentity(UInt64(number / 2))
        let state = stage.engine.state(of: target)
        guard let old = greatest[identity], state.opacity > 0, state.fraction >= 0.3 else {
          continue
        }
        greatest[identity] = max(old, state.fraction)
      }
    }
    #expect(ends > 10)
  }

  @Test func `a watch for exposures has no deadline at times below zero`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watchExposures(target, under: .fully, of: ItemIdentity(1))
    for time in [-9_000, -5_000, -1_000] {
      _ = stage.pass(at: time)
      #expect(stage.engine.nextDeadline == nil)
      stage.scroll(to: Double(-time) / 500)
    }
  }
}

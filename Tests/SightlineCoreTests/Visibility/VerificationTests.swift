import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The behaviour of debug builds when the fast path and the reference path disagree.
@Suite struct VerificationTests {
  /// Returns an engine whose visible target has moved off screen without notifying the index.
  static func tamperedEngine() -> VisibilityEngine {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 100, height: 100)))
    let target = engine.add(
      SceneTarget(frame: .square(y: 0, side: 10)), to: engine.root)
    engine.edit(.frame(LayoutRect(x: 0, y: 0, width: 10, height: 10), of: target))
    engine.watch(target, .fully)
    engine.pass(at: .zero)
    engine.scene.targets[Slot(0)].frame = Box(LayoutRect(x: 900, y: 0, width: 10, height: 10))
    engine.scene.changes.noteChange()
    return engine
  }

  @Test func `a disagreement reports the target, both answers and the time`() {
    var engine = VerificationTests.tamperedEngine()
    let heard = Heard()
    engine.didDisagree = { heard.texts.append($0.text) }
    engine.pass(at: .milliseconds(5))
    #expect(
      heard.texts == [
        "watch 0 of target 0, generation 0: level 1 by the fast path, 0 by the reference"
          + " path, in the pass at 5000000 ns"
      ])
  }

  @Test func `an engine with verification off reports nothing`() {
    var engine = VerificationTests.tamperedEngine()
    let heard = Heard()
    engine.didDisagree = { heard.texts.append($0.text) }
    engine.verifiesPasses = false
    engine.pass(at: .milliseconds(5))
    var oracle = Oracle()
    #expect(heard.texts.isEmpty)
    #expect(oracle.judge(engine).count == 1)
  }

  @Test func `scenes of more than 200 targets are not verified`() {
    for count in [200, 201] {
      var engine = VerificationTests.tamperedEngine()
      let heard = Heard()
      engine.didDisagree = { heard.texts.append($0.text) }
      for _ in 1..<count {
        // Pretend that it was there before, so that it causes no search.
        let mark = engine.scene.containers[Slot(0)].changeMark
        _ = engine.add(SceneTarget(frame: .zero), to: engine.root)
        engine.scene.containers[Slot(0)].changeMark = mark
      }
      engine.scene.containers[Slot(0)].changeMark = 0
      engine.pass(at: .milliseconds(5))
      #expect(heard.texts.isEmpty == (count > 200), "\(count) targets")
    }
  }

  @Test func `without a handler a disagreement traps and names the target`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var engine = VerificationTests.tamperedEngine()
      engine.pass(at: .milliseconds(5))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("watch 0 of target 0, generation 0"), "\(text)")
  }

  /// Collects disagreements. Each instance is used by one test, on one thread.
  private final class Heard: @unchecked Sendable {
    var texts: [String] = []
  }
}

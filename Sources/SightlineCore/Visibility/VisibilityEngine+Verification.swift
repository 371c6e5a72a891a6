// Comparing the fast path with the reference path.

/// A watch whose level is not what the reference path makes it.
package struct Disagreement: Hashable, Sendable {
  /// What is watched.
  package var target: TargetID
  package var watch: WatchID
  /// How many of the rule's thresholds hold, as the pass has it.
  package var level: Int
  /// How many hold by the reference path.
  package var referenceLevel: Int
  /// The time of the pass.
  package var time: MonotonicTime

  /// A sentence for whoever has to find out why.
  package var text: String {
    "watch \(watch.index) of target \(target.index), generation \(target.generation): by the fast"
      + " path \(level) of its thresholds hold, by the reference path \(referenceLevel), in the pass"
      + " at \(time.nanoseconds) ns"
  }
}

extension VisibilityEngine {
  /// Beyond this many targets, comparing would slow down every pass of a debug build too much.
  static var mostVerifiedTargets: Int { 200 }

  /// Compares the pass that has just ended with the reference path, if it is to be compared. Debug
  /// builds ask after every pass.
  ///
  /// - Returns: true; a disagreement that nobody wants to hear of stops the program.
  func isVerified(at now: MonotonicTime) -> Bool {
    guard verifiesPasses, scene.targets.places.count <= VisibilityEngine.mostVerifiedTargets else {
      return true
    }
    for watch in watching.watches.live {
      guard let (level, shouldBe) = disagreement(of: watch) else { continue }
      let id = watching.watches.handle(of: watch)
      let disagreement = Disagreement(
        target: target(of: id), watch: id, level: level, referenceLevel: shouldBe, time: now)
      guard let didDisagree else { preconditionFailure(disagreement.text) }
      didDisagree(disagreement)
    }
    return true
  }

  /// How many watches have another level than the reference path gives them; call it after a pass.
  ///
  /// - Complexity: O(watches · depth), times the covers.
  package var referenceDisagreements: Int {
    watching.watches.live.filter { disagreement(of: $0) != nil }.count
  }

  /// What a watch's level should be, if it is not what the last pass made of it.
  func disagreement(of watch: WatchSlot) -> (is: Int, shouldBe: Int)? {
    let record = watching.watches[watch]
    let rule = watching.rules.records[Int(record.rule)]
    let viewport = watching.viewports[rule.viewport].viewport
    let level = watching.level(of: watch)
    if rule.measure == .edges { return nil }
    let reference = measured(record.target.index, in: viewport)
    let isSeen = isActive && !reference.isHidden && reference.isMeasurable
    let expected = watching.rules.level(
      Int(record.rule), isSeen ? reference.uncovered : .nothing, opacity: reference.opacity,
      current: level, edges: 0)
    return expected == level ? nil : (level, expected)
  }
}

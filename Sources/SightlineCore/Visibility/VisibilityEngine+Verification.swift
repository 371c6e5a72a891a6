// Compares passes with the oracle, the reference path.

/// A watch whose level differs from the reference path's.
package struct Disagreement: Hashable, Sendable {
  /// The watched target.
  package var target: TargetID
  package var watch: WatchID
  /// The number of the rule's thresholds that hold according to the pass.
  package var level: Int
  /// The number that hold according to the reference path.
  package var referenceLevel: Int
  /// The time of the pass.
  package var time: MonotonicTime

  /// A description of the disagreement.
  package var text: String {
    "watch \(watch.index) of target \(target.index), generation \(target.generation): level"
      + " \(level) by the fast path, \(referenceLevel) by the reference path, in the pass"
      + " at \(time.nanoseconds) ns"
  }
}

extension VisibilityEngine {
  /// The most targets for which passes are compared: with more, debug builds would be too slow.
  static var mostVerifiedTargets: Int { 200 }

  #if DEBUG
  /// Compares the pass that just ended with the oracle, if enabled and the scene is small enough.
  mutating func verifyPass() {
    guard verifiesPasses, scene.targets.places.count <= VisibilityEngine.mostVerifiedTargets else {
      return
    }
    // Take the oracle out of the engine, which would otherwise be copied.
    var oracle = Oracle()
    swap(&oracle, &self.oracle)
    for disagreement in oracle.judge(self) {
      guard let didDisagree else { preconditionFailure(disagreement.text) }
      didDisagree(disagreement)
    }
    swap(&oracle, &self.oracle)
  }
  #endif
}

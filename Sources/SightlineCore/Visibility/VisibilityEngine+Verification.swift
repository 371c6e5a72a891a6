// Comparing passes with the oracle: the reference path.

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

  #if DEBUG
  /// Compares the pass that has just ended with the oracle, if it is to be compared.
  mutating func verifyPass() {
    guard verifiesPasses, scene.targets.places.count <= VisibilityEngine.mostVerifiedTargets else {
      return
    }
    // Out of the engine meanwhile, which would be copied to be judged otherwise.
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

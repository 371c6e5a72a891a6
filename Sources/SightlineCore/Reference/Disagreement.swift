/// A watch whose level differs from the reference path's.
package struct Disagreement: Equatable, Sendable {
  package var target: TargetID
  package var watch: WatchID
  /// The number of the rule's thresholds that hold according to the pass.
  package var level: Int
  /// The number that hold according to the reference path.
  package var referenceLevel: Int
  package var time: MonotonicTime

  /// A description of the disagreement.
  package var text: String {
    "watch \(watch.index) of target \(target.index), generation \(target.generation): level"
      + " \(level) by the fast path, \(referenceLevel) by the reference path, in the pass"
      + " at \(time.nanoseconds) ns"
  }
}

public import SightlineCore

/// A watch whose level differs from the reference path's.
public struct Disagreement: Equatable, Sendable {
  /// The target of the watch.
  public var target: TargetID
  /// The watch.
  public var watch: WatchID
  /// The number of the rule's thresholds that hold according to the pass.
  public var level: Int
  /// The number that hold according to the reference path.
  public var referenceLevel: Int
  /// The time of the pass.
  public var time: MonotonicTime

  /// A description of the disagreement.
  public var text: String {
    "watch \(watch.index) of target \(target.index), generation \(target.generation): level"
      + " \(level) by the fast path, \(referenceLevel) by the reference path, in the pass"
      + " at \(time.nanoseconds) ns"
  }
}

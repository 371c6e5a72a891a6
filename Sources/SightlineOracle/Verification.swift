public import SightlineCore

extension VisibilityEngine {
  /// The most targets for which passes are compared. With more, tests would be too slow.
  private static var mostVerifiedTargets: Int { 200 }

  /// Compares each pass with the reference path, in scenes of at most 200 targets.
  ///
  /// - Parameter didDisagree: called for each disagreement; by default, the program stops.
  package func verifyPasses(
    _ didDisagree: @escaping (Disagreement) -> Void = { fatalError($0.text) }
  ) {
    var oracle = Oracle()
    didPass = { engine in
      if engine.scene.targetCount > Self.mostVerifiedTargets { return }
      for disagreement in oracle.judge(engine) { didDisagree(disagreement) }
    }
  }
}

extension Oracle {
  /// Returns a function that judges each pass of one engine and returns the number of watches with
  /// a wrong level.
  public static func counter() -> (VisibilityEngine) -> Int {
    var oracle = Oracle()
    return { oracle.judge($0).count }
  }
}

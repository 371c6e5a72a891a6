public import SightlineHost
internal import SightlineOracle

extension MirroredWindow {
  /// Checks each frame of windows created from now on: its pass against a plain computation and, in
  /// debug builds, the mirror against the toolkit. A difference stops the program. Windows with
  /// more than 200 views are not checked.
  ///
  /// Call it in the tests of a host, or in a debug build of an app.
  public static func verifyFrames() {
    verifiesFrames = true
    verifyPasses = { $0.verifyPasses() }
  }
}

import CoreGraphics

/// What Apple documents nowhere, and may do either way: tests run under both.
///
/// What a test does not set itself is as follows, and the opposite of it all where the environment
/// has `SIGHTLINE_OPPOSITE=1`.
@MainActor
public enum Undocumented {
  private static let usual = ProcessInfo.processInfo.environment["SIGHTLINE_OPPOSITE"] != "1"

  /// Whether a change of a layer has the run loop take a turn by itself, also one after the commit.
  public static var changesWakeTheRunLoop = usual
  /// Whether a view hears of its new window before the views in it.
  public static var parentsHearOfWindowsFirst = usual
  /// Whether a cell that waits to be used again is hidden, in place of being taken out of its list.
  public static var hidesReusedCells = !usual
  /// Whether the cell that waited longest is used again first.
  public static var reusesOldestCellFirst = !usual
  /// Whether a scroll is over in the turn of its last step, in place of the next frame.
  public static var scrollsEndWithTheirLastStep = usual
  /// On AppKit: whether a view is told of its window again when it goes to another parent in the
  /// same one.
  public static var notifiesViewsOfEachMove = !usual
  /// On AppKit: whether the windows of an app that is hidden say that they are visible.
  public static var hidingAnAppKeepsItsWindowsVisible = usual

  /// Whether changes are laid out and committed before the run loop sleeps, in place of with the
  /// next frame of the display, in an update cycle of its own.
  public static var commitsBeforeSleeping = true

  /// Sets what most tests run under.
  public static func reset() {
    commitsBeforeSleeping = true
    changesWakeTheRunLoop = usual
    parentsHearOfWindowsFirst = usual
    hidesReusedCells = !usual
    reusesOldestCellFirst = !usual
    scrollsEndWithTheirLastStep = usual
    notifiesViewsOfEachMove = !usual
    hidingAnAppKeepsItsWindowsVisible = usual
  }
}

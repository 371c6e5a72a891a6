/// What Apple documents nowhere, and may do either way: tests run under both.
@MainActor
public enum Undocumented {
  /// Whether a change of a layer has the run loop take a turn by itself, also one after the commit.
  public static var changesWakeTheRunLoop = true
  /// Whether a view hears of its new window before the views in it.
  public static var parentsHearOfWindowsFirst = true
  /// Whether a cell that waits to be used again is hidden, in place of being taken out of its list.
  public static var hidesReusedCells = false
  /// Whether the cell that waited longest is used again first.
  public static var reusesOldestCellFirst = false
  /// Whether a scroll is over in the turn of its last step, in place of the next frame.
  public static var scrollsEndWithTheirLastStep = true

  /// Sets what most tests run under.
  public static func reset() {
    changesWakeTheRunLoop = true
    parentsHearOfWindowsFirst = true
    hidesReusedCells = false
    reusesOldestCellFirst = false
    scrollsEndWithTheirLastStep = true
  }
}

import CoreGraphics

/// Behaviours that Apple documents nowhere and that may go either way: tests run under both.
///
/// Behaviours that a test does not set have the defaults below, or all the opposite ones if the
/// environment has `SIGHTLINE_OPPOSITE=1`.
@MainActor
public enum Undocumented {
  static let usual = ProcessInfo.processInfo.environment["SIGHTLINE_OPPOSITE"] != "1"

  /// Whether a change of a layer makes the run loop take a turn, even after the commit.
  public static var changesWakeTheRunLoop = usual
  /// Whether a view is notified of its new window before its subviews.
  public static var parentsHearOfWindowsFirst = usual
  /// Whether a cell waiting for reuse is hidden instead of removed from its list.
  public static var hidesReusedCells = !usual
  /// Whether the cell that has waited longest is reused first.
  public static var reusesOldestCellFirst = !usual
  /// Whether a cell that fades out keeps its opacity until the animation ends. Tests choose.
  public static var fadingCellsStayOpaque = false
  /// Whether a list configures another cell of each new item, to measure it. Tests choose.
  public static var measuresWithTwins = false
  /// Whether a prefetched cell is in its list, hidden, instead of in no superview.
  public static var hidesPrefetchedCells = !usual
  /// Whether a flow layout has attributes, with an empty frame, for a missing header.
  public static var missingHeadersHaveAttributes = !usual
  /// Whether a scroll ends in the turn of its last step instead of in the next frame.
  public static var scrollsEndWithTheirLastStep = usual
  /// Whether `isDragging` stays true while a scroll view decelerates, as on devices.
  public static var dragsWhileDecelerating = usual
  /// Whether the views in a deallocated view are notified of it.
  public static var deallocatedViewsNotifySubviews = usual
  /// Whether the safe areas of hidden views are updated.
  public static var hiddenViewsHaveSafeAreas = !usual
  /// On AppKit: whether a view that moves within its window leaves it in between, even when it is
  /// added to the same superview again. Reimplementations differ.
  public static var notifiesViewsOfEachMove = !usual
  /// Whether a moved view is notified of its window before it is of its superview.
  /// Reimplementations differ.
  public static var windowsComeBeforeSuperviews = !usual
  /// Whether a superview is notified of a removal before the view is. Reimplementations differ.
  public static var superviewsHearOfRemovalsFirst = !usual
  /// On AppKit: whether resizing a view's bounds resizes its subviews, as resizing its frame does.
  public static var boundsResizeSubviews = usual
  /// On AppKit: whether a scroll view keeps to its document when it is resized.
  public static var resizedScrollViewsKeepToDocuments = !usual
  /// On AppKit: whether panes of a split view share a new size in proportion, or evenly.
  public static var panesKeepTheirProportions = !usual
  /// On AppKit: whether a window is minimised or restored in the next turn, or a while later. Only
  /// that it is later has a witness.
  public static var minimisesInTheNextTurn = usual
  /// On UIKit: whether the container of a push is the wrapper of both pages, or the transition view
  /// around it.
  public static var transitionsNameTheWrapper = usual
  /// On AppKit: whether a list also has views for rows near its visible part.
  public static var preparesRowsOutOfView = usual
  /// On AppKit: whether the windows of a hidden app report that they are visible.
  public static var hidingAnAppKeepsItsWindowsVisible = usual
  /// On SwiftUI: whether a change of state is shown by an update in a later turn.
  public static var stateWaitsForAnotherTurn = !usual
  /// On SwiftUI: whether `onAppear` comes before `onGeometryChange`.
  public static var appearsBeforeGeometry = usual
  /// On SwiftUI: whether an `onChange` comes before those of the views inside and after it.
  public static var outerChangesFirst = usual
  /// On SwiftUI: whether the first update of a representable comes after its view has entered a
  /// window.
  public static var updatesViewsInTheirWindow = !usual
  /// On SwiftUI: whether a screen reader finds a background after the view, by default.
  public static var readsBackgroundsLast = !usual

  /// Whether changes are laid out and committed before the run loop sleeps, instead of with the
  /// next frame of the display, in a separate update cycle.
  public static var commitsBeforeSleeping = true

  /// Restores the defaults of most tests.
  public static func reset() {
    commitsBeforeSleeping = true
    fadingCellsStayOpaque = false
    measuresWithTwins = false
    hidesPrefetchedCells = !usual
    changesWakeTheRunLoop = usual
    parentsHearOfWindowsFirst = usual
    hidesReusedCells = !usual
    reusesOldestCellFirst = !usual
    missingHeadersHaveAttributes = !usual
    scrollsEndWithTheirLastStep = usual
    dragsWhileDecelerating = usual
    deallocatedViewsNotifySubviews = usual
    hiddenViewsHaveSafeAreas = !usual
    notifiesViewsOfEachMove = !usual
    windowsComeBeforeSuperviews = !usual
    superviewsHearOfRemovalsFirst = !usual
    transitionsNameTheWrapper = usual
    boundsResizeSubviews = usual
    minimisesInTheNextTurn = usual
    panesKeepTheirProportions = !usual
    resizedScrollViewsKeepToDocuments = !usual
    preparesRowsOutOfView = usual
    hidingAnAppKeepsItsWindowsVisible = usual
    stateWaitsForAnotherTurn = !usual
    appearsBeforeGeometry = usual
    outerChangesFirst = usual
    updatesViewsInTheirWindow = !usual
    readsBackgroundsLast = !usual
  }
}

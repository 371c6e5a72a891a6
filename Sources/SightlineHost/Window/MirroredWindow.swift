package import SightlineCore

/// A window as every host has it: what is mirrored, when it is read, and who is told.
///
/// A host owns one for each window, tells it about views that come and go (``place(_:at:)``,
/// ``displace(_:)``), and calls ``frame(at:)`` after layout in each frame, ``wake(at:)`` when the
/// timer fires.
@MainActor
package final class MirroredWindow {
  package let tracker: VisibilityTracker
  package let mirror: ViewMirror
  /// Whether the window counts as being looked at; takes effect with the next pass.
  package var presence = WindowPresence() {
    didSet {
      if presence.isForeground != oldValue.isForeground {
        tracker.engine.isForeground = presence.isForeground
        tracker.requestPass()
      }
    }
  }
  /// Whether debug builds compare the mirror with the toolkit in every frame.
  package var verifiesFrames = true
  /// Called with a view that was found to be in the window no more, where its ``TrackedView/wasLost`` is not set:
  /// one closure for all views.
  package var viewWasLost: (@MainActor (ViewKey) -> Void)?
  /// Rows whose item may still turn up in another view before the next pass.
  private var unsettled: [any RecyclingViews] = []

  /// Creates a window; it is not shown yet, so nothing in it is visible.
  package init(root: ViewKey, tree: any ViewTree, tracker: VisibilityTracker) {
    self.tracker = tracker
    mirror = ViewMirror(root: root, tree: tree, tracker: tracker)
    tracker.engine.isForeground = presence.isForeground
  }

  // MARK: Views

  /// Puts a tracked view into the window, where it is not already there.
  ///
  /// - Returns: false if the view is not inside this window's tree.
  @discardableResult
  package func place(_ tracked: TrackedView, at view: ViewKey) -> Bool {
    if let place = tracked.place {
      if place.tracker === tracker { return true }
      tracked.displace()
    }
    guard let target = mirror.add(view, for: tracked) else { return false }
    tracked.place(at: TrackedView.Place(tracker: tracker, target: target, mirror: mirror))
    return true
  }

  /// Takes a tracked view out of the window: it leaves with the next pass.
  package func displace(_ tracked: TrackedView) {
    guard let place = tracked.place, place.tracker === tracker else { return }
    tracked.displace()
  }

  /// Has rows settled before the next pass.
  package func settleBeforePass(_ views: any RecyclingViews) {
    if !unsettled.contains(where: { $0 === views }) { unsettled.append(views) }
    tracker.requestPass()
  }

  // MARK: Passes

  /// Reads what may have changed and evaluates it: call it after layout.
  ///
  /// Where the mirror is not settled afterwards (``ViewMirror/isSettled``), call it again, with
  /// everything, once nothing has changed for ``timeToRest``.
  package func frame(at now: MonotonicTime, _ extent: ViewMirror.Extent = .whatShows) {
    settle()
    mirror.synchronize(extent)
    let lost = mirror.takeLost()
    for (target, view, tracked) in lost { lose(target, view, tracked) }
    // What held nothing else is in the window no more, either.
    if !lost.isEmpty { mirror.removeEmptyNodes() }
    assert(
      !verifiesFrames || mirror.leafCount > 200 || mirror.matchesToolkit,
      "the mirror missed a change of a view")
    tracker.pass(at: now)
  }

  /// After how much time without a change everything is read once more: long enough not to happen
  /// between two steps of a scroll, short enough to be taken for at once.
  package nonisolated static let timeToRest = Duration.milliseconds(100)

  private func lose(_ target: TargetID, _ view: ViewKey, _ tracked: TrackedView?) {
    if let tracked, tracked.place?.target == target {
      displace(tracked)
      if let wasLost = tracked.wasLost { wasLost() } else { viewWasLost?(view) }
    } else {
      // The view is gone, and with it who could be told.
      tracker.removeTarget(target)
      mirror.forget(target)
    }
  }

  /// Evaluates what the last frame showed: call it when the timer fires. Views may be in the midst of
  /// a layout then, so nothing is read.
  package func wake(at now: MonotonicTime) {
    tracker.timerFired()
    settle()
    tracker.pass(at: now)
  }

  /// Delivers what is left when the window goes.
  package func close(at now: MonotonicTime) {
    settle()
    tracker.close(at: now)
  }

  private func settle() {
    while let views = unsettled.popLast() { views.settle() }
  }
}

/// Rows with views that are used again for other items.
@MainActor
package protocol RecyclingViews: AnyObject {
  /// Lets the items that did not turn up in another view leave.
  func settle()
}

package import SightlineCore

/// The closure that receives the events of one watch.
package enum VisibilityHandler {
  /// Called when the lowest threshold is reached or lost.
  case changed(@MainActor (VisibilityState) -> Void)
  /// Called for every threshold.
  case crossed(@MainActor (VisibilityCrossing) -> Void)
  /// Called when an identity has been seen.
  case seen(@MainActor (Impression) -> Void)
  /// Called when an exposure of an identity begins and when it ends.
  case exposed(@MainActor (ExposureEvent) -> Void)
  /// Calls a listener of an item that several views may show.
  case item(ItemReport, ItemReport.Listener)
  /// Forwards to the latest closure of a modifier.
  case latest(LatestHandler)

  /// Records a change. A whole batch is recorded before its first change is delivered.
  @MainActor
  func note(_ change: VisibilityChange) {
    if case .item(let report, let listener) = self { report.note(change, of: listener) }
  }

  /// Whether it belongs to an item that is currently bound to views.
  @MainActor
  var itemHasViews: Bool {
    if case .item(let report, _) = self { report.hasViews } else { false }
  }

  /// Delivers a change.
  @MainActor
  func deliver(_ change: VisibilityChange) {
    switch self {
    case .changed(let body):
      if change.threshold == 0 { body(change.isVisible ? .visible : .invisible) }
    case .crossed(let body): body(VisibilityCrossing(change))
    case .seen, .exposed: break
    case .item(let report, let listener): report.deliver(change, of: listener)
    case .latest(let latest): latest.handler.deliver(change)
    }
  }

  /// Delivers an impression.
  @MainActor
  func deliver(_ impression: Impression) {
    switch self {
    case .changed, .crossed, .exposed: break
    case .seen(let body): body(impression)
    case .item(_, let listener): listener.handler.deliver(impression)
    case .latest(let latest): latest.handler.deliver(impression)
    }
  }

  /// Delivers the beginning or the end of an exposure.
  @MainActor
  func deliver(_ exposure: ExposureEvent) {
    switch self {
    case .changed, .crossed, .seen: break
    case .exposed(let body): body(exposure)
    case .item(_, let listener): listener.handler.deliver(exposure)
    case .latest(let latest): latest.handler.deliver(exposure)
    }
  }

  /// Reports that the first pass has found the view not visible.
  @MainActor
  func deliverFirstAbsence() {
    switch self {
    case .changed(let body): body(.invisible)
    case .latest(let latest): latest.handler.deliverFirstAbsence()
    case .crossed, .seen, .exposed, .item: break
    }
  }
}

/// The closure of a modifier. An update of its view replaces the closure, and nothing else.
@MainActor
package final class LatestHandler {
  package var handler: VisibilityHandler

  package init(_ handler: VisibilityHandler) { self.handler = handler }
}

/// The events that a registration observes.
package enum Observation {
  /// The crossings of a rule's thresholds.
  case visibility(VisibilityRule)
  /// The impressions of an id, in the session of the window that contains the view; of the item
  /// that the view shows if `nil`.
  indirect case impressions(ImpressionPolicy, of: AnyHashable?)
  /// The exposures of an id under a rule; of the item that the view shows if `nil`.
  indirect case exposures(VisibilityRule, of: AnyHashable?)

  var policy: ImpressionPolicy? {
    if case .impressions(let policy, _) = self { policy } else { nil }
  }
}

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
  /// Returns the closure to call when an exposure of an identity begins and when it ends. It hears
  /// the end of each beginning, and no other (``RecordedExposures``).
  case recorded(@MainActor () -> RecordedExposures.Body)
  /// Calls a listener of an item that several views may show.
  case item(ItemReport, ItemReport.Listener)
  /// Calls two closures.
  indirect case both(VisibilityHandler, VisibilityHandler)

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

  @MainActor
  func deliver(_ event: VisibilityEvent) {
    switch (self, event) {
    case (.changed(let body), .change(let change)):
      if change.threshold == 0 { body(change.isVisible ? .visible : .invisible) }
    case (.changed(let body), .absence): body(.invisible)
    case (.crossed(let body), .change(let change)): body(VisibilityCrossing(change))
    case (.seen(let body), .impression(let impression)): body(impression)
    case (.exposed(let body), .exposure(let exposure)): body(exposure)
    case (.item(let report, let listener), .change(let change)):
      report.deliver(change, of: listener)
    case (.item(let report, let listener), _): report.deliver(event, of: listener)
    case (.both(let one, let other), _):
      one.deliver(event)
      other.deliver(event)
    case (.changed, _), (.crossed, _), (.seen, _), (.exposed, _), (.recorded, _): break
    }
  }

  /// The closures that record exposures of the identity now shown.
  @MainActor
  var recordings: [RecordedExposures.Body] {
    switch self {
    case .recorded(let body): [body()]
    case .item(let report, let listener):
      report.affected(with: listener).flatMap { $0.handler.recordings }
    case .both(let one, let other): one.recordings + other.recordings
    case .changed, .crossed, .seen, .exposed: []
    }
  }
}

/// An event of one watch.
enum VisibilityEvent {
  case change(VisibilityChange)
  case impression(Impression)
  case exposure(ExposureEvent)
  /// The first pass has found the view not visible.
  case absence
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

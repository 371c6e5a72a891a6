package import SightlineCore

/// What is called with the events of one watch.
package enum VisibilityHandler {
  /// Called when the lowest threshold is reached or lost.
  case changed(@MainActor (VisibilityState) -> Void)
  /// Called for every threshold.
  case crossed(@MainActor (VisibilityCrossing) -> Void)
  /// Called when an identity was seen.
  case seen(@MainActor (Impression) -> Void)
}

/// What a registration observes.
package enum Observation {
  /// The crossings of a rule's thresholds.
  case visibility(VisibilityRule)
  /// The impressions of an identity.
  case impressions(ImpressionPolicy, ItemIdentity)

  var policy: ImpressionPolicy? {
    if case .impressions(let policy, _) = self { policy } else { nil }
  }
}

package import SightlineCore

/// What one modifier of a declarative view observes, as of the view's last update. It stays on the
/// main actor, as the ids of the app do, which need not be `Sendable`.
package struct Probe {
  /// What is observed, without the closure.
  package enum Subject: Hashable, Sendable {
    case changes(VisibilityRule)
    case crossings(VisibilityRule)
    case impressions(ImpressionPolicy)
  }

  /// The closure to call.
  package enum Action {
    case changed(@MainActor (Bool) -> Void)
    case crossed(@MainActor (VisibilityCrossing) -> Void)
    case seen(@MainActor (Impression) -> Void)
  }

  /// Whose visibility it is.
  package var id: AnyHashable
  /// What is observed.
  package var subject: Subject
  /// What is called.
  package var action: Action

  package init(
    id: some Hashable, changes rule: VisibilityRule,
    _ action: @escaping @MainActor (Bool) -> Void
  ) {
    self.id = AnyHashable(id)
    subject = .changes(rule)
    self.action = .changed(action)
  }

  package init(
    id: some Hashable, crossings rule: VisibilityRule,
    _ action: @escaping @MainActor (VisibilityCrossing) -> Void
  ) {
    self.id = AnyHashable(id)
    subject = .crossings(rule)
    self.action = .crossed(action)
  }

  package init(
    id: some Hashable, impressions policy: ImpressionPolicy,
    _ action: @escaping @MainActor (Impression) -> Void
  ) {
    self.id = AnyHashable(id)
    subject = .impressions(policy)
    self.action = .seen(action)
  }
}

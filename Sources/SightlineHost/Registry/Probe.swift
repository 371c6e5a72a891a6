package import SightlineCore

/// What one modifier of a declarative view asks for, as of the view's last update.
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
  package var id: any Hashable & Sendable
  /// What is observed.
  package var subject: Subject
  /// What is called.
  package var action: Action

  package init(
    id: some Hashable & Sendable, changes rule: VisibilityRule,
    _ action: @escaping @MainActor (Bool) -> Void
  ) {
    self.id = id
    subject = .changes(rule)
    self.action = .changed(action)
  }

  package init(
    id: some Hashable & Sendable, crossings rule: VisibilityRule,
    _ action: @escaping @MainActor (VisibilityCrossing) -> Void
  ) {
    self.id = id
    subject = .crossings(rule)
    self.action = .crossed(action)
  }

  package init(
    id: some Hashable & Sendable, impressions policy: ImpressionPolicy,
    _ action: @escaping @MainActor (Impression) -> Void
  ) {
    self.id = id
    subject = .impressions(policy)
    self.action = .seen(action)
  }
}

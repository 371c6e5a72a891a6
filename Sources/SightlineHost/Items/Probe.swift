package import SightlineCore

/// The observation made by one modifier of a declarative view, as of the view's last update. It
/// stays on the main actor, because the app's ids need not be `Sendable`. Modifiers of one view
/// share a platform view.
package struct Probe {
  /// The observed events, without the closure.
  package enum Subject: Hashable, Sendable {
    /// With `initial`, also reports that the item was not visible at first.
    case changes(VisibilityRule, initial: Bool = false)
    case crossings(VisibilityRule)
    case impressions(ImpressionPolicy)
    case exposures(VisibilityRule)
  }

  /// The id of the observed item; `nil` for the view itself.
  package var id: AnyHashable?
  /// The observed events.
  package var subject: Subject
  /// The list that contains the view, if the list is not a platform view: a carousel, a page, a
  /// screen.
  package var list: ItemOwner?
  /// The container around the view that observes it, if any. Each has its own items.
  package var container: ObjectIdentifier?
  /// The closure to call.
  package var handler: VisibilityHandler
  /// Whether the dwell of its impressions counts.
  package var countsDwell = true
  /// The type of the modified view. It differs between two modifiers of one view, because the outer
  /// one modifies the result of the inner one, and stays the same when views are recreated.
  package var kind: ObjectIdentifier?

  package init(
    id: AnyHashable?, changes rule: VisibilityRule, initial: Bool = false,
    _ action: @escaping @MainActor (Bool) -> Void
  ) {
    self.id = id
    subject = .changes(rule, initial: initial)
    handler = .changed { action($0 == .visible) }
  }

  package init(id: some Hashable, _ subject: Subject, _ handler: VisibilityHandler) {
    self.id = AnyHashable(id)
    self.subject = subject
    self.handler = handler
  }

  /// Whether its events are those of an id, reported once for all its views.
  var countsByID: Bool {
    switch subject {
    case .changes, .crossings: false
    case .impressions, .exposures: true
    }
  }
}

public import SightlineCore

// What a host offers at its views and lists.
extension TrackedView {
  /// Calls a closure when the view becomes visible and when it is not visible any more; without a
  /// rule, as soon as all of it shows, or as much as fits.
  @discardableResult
  public func changed(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform body: @escaping @MainActor (VisibilityState) -> Void
  ) -> VisibilityToken {
    register(.visibility(rule), .changed(body))
  }

  /// Calls a closure each time the view crosses a threshold of a rule.
  @discardableResult
  public func crossed(
    _ rule: VisibilityRule, perform body: @escaping @MainActor (VisibilityCrossing) -> Void
  ) -> VisibilityToken {
    register(.visibility(rule), .crossed(body))
  }

  /// Calls a closure when the view was seen.
  ///
  /// - Parameters:
  ///   - id: what it shows. An item that several views show was seen when any of them was.
  ///   - policy: what counts as seen, and how often.
  ///   - body: what is called.
  @discardableResult
  public func impression(
    of id: some Hashable, _ policy: ImpressionPolicy = .feed,
    perform body: @escaping @MainActor (Impression) -> Void
  ) -> VisibilityToken {
    register(impressionsOf: AnyHashable(id), policy, .seen(body))
  }
}

extension RecycledViews {
  /// Calls a closure when an item becomes visible and when it is not visible any more; without a
  /// rule, as soon as all of it shows, or as much as fits.
  public func changed(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform body: @escaping @MainActor (ID, VisibilityState) -> Void
  ) {
    register(.changed(rule, body))
  }

  /// Calls a closure each time an item crosses a threshold of a rule.
  public func crossed(
    _ rule: VisibilityRule, perform body: @escaping @MainActor (ID, VisibilityCrossing) -> Void
  ) {
    register(.crossed(rule, body))
  }

  /// Calls a closure when an item was seen.
  public func impression(
    _ policy: ImpressionPolicy = .feed, perform body: @escaping @MainActor (ID, Impression) -> Void
  ) {
    register(.seen(policy, body))
  }
}

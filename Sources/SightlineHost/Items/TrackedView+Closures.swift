public import SightlineCore

// The registration API that hosts offer on their views and lists.
extension TrackedView {
  /// Calls a closure when the view becomes visible and when it stops being visible. Without a rule,
  /// the view counts as visible when all of it shows, or as much as fits.
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

  /// Calls a closure when the view has been seen.
  ///
  /// - Parameters:
  ///   - id: the id of the item the view shows. An item shown by several views is seen when any of
  ///     them is.
  ///   - policy: the conditions for being seen, and how often an impression counts.
  ///   - body: the closure to call.
  @discardableResult
  public func impression(
    of id: some Hashable, _ policy: ImpressionPolicy = .feed,
    perform body: @escaping @MainActor (Impression) -> Void
  ) -> VisibilityToken {
    register(.impressions(policy, of: AnyHashable(id)), .seen(body))
  }

  /// Calls a closure when an exposure of an item begins and when it ends.
  ///
  /// - Parameters:
  ///   - id: the id of the item the view shows. Views that show it at once share an exposure.
  ///   - rule: the rule for being visible; the lowest threshold counts.
  ///   - body: the closure to call.
  @discardableResult
  public func exposure(
    of id: some Hashable, _ rule: VisibilityRule = .asMuchAsFits,
    perform body: @escaping @MainActor (ExposureEvent) -> Void
  ) -> VisibilityToken {
    register(.exposures(rule, of: AnyHashable(id)), .exposed(body))
  }
}

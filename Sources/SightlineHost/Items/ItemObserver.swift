public import SightlineCore

/// The closures of a list's items: the base class of each host's `RecycledViews`, `ItemVisibility`
/// or `RecycledRows`.
@MainActor
open class ItemObserver<ID: Hashable> {
  package let items = ItemPlacements()
  private let clock: @MainActor () -> MonotonicTime

  /// Creates an observer without closures.
  ///
  /// - Parameter clock: returns the time on the host's clock.
  package init(clock: @escaping @MainActor () -> MonotonicTime) { self.clock = clock }

  /// Calls a closure when an item becomes visible under a rule and when it stops being visible.
  /// Without a rule, an item counts as visible when all of it shows, or as much as fits.
  public func changed(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform body: @escaping @MainActor (ID, VisibilityState) -> Void
  ) {
    items.register(.changed(rule) { body(Self.value(of: $0), $1) })
  }

  /// Calls a closure for each threshold that an item reaches or loses.
  public func crossed(
    _ rule: VisibilityRule, perform body: @escaping @MainActor (ID, VisibilityCrossing) -> Void
  ) {
    items.register(.crossed(rule) { body(Self.value(of: $0), $1) })
  }

  /// Calls a closure for each impression of an item.
  public func impression(
    _ policy: ImpressionPolicy = .feed, perform body: @escaping @MainActor (ID, Impression) -> Void
  ) {
    items.register(.seen(policy) { body(Self.value(of: $0), $1) })
  }

  /// Calls a closure when an exposure of an item begins and when it ends, with its length, the
  /// greatest visible fraction and the reason.
  public func exposure(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform body: @escaping @MainActor (ID, ExposureEvent) -> Void
  ) {
    items.register(.exposed(rule) { body(Self.value(of: $0), $1) })
  }

  /// Sets whether the dwell of an item counts, in all views that show it, now and later. True by
  /// default; false while its video is paused or its picture loads.
  public func setCountsDwell(_ counts: Bool, for id: ID) {
    items.setCountsDwell(counts, for: HashedID(AnyHashable(id)))
  }

  private static func value(of item: HashedID) -> ID {
    unsafeDowncast(item, to: TypedID<ID>.self).value
  }
}

extension ItemObserver where ID: ItemKeyConvertible {
  /// Records the impressions and exposures of all items.
  ///
  /// - Parameters:
  ///   - policy: the conditions for being seen, with their name in reports.
  ///   - recorder: an `ImpressionLog`, or the app's own recorder.
  public func logsImpressions(_ policy: LogPolicy = .feed, to recorder: some ImpressionRecorder) {
    items.register(
      .recorded(policy.policy.rule) { [clock] item in
        let key = Self.value(of: item).itemKey
        return { recorder.record($0, of: key, under: policy, at: clock()) }
      })
    impression(policy.policy) { [clock] id, impression in
      recorder.record(impression, of: id.itemKey, under: policy, at: clock())
    }
  }
}

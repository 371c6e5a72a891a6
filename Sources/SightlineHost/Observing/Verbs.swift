public import SightlineCore

// The verbs, once for views, once for the items of a list, each with its observation.

extension VisibilityObserving {
  /// Calls a closure when the view becomes visible under a rule and when it stops being visible.
  ///
  /// The first call comes when the view is first visible. A view that leaves its window or is
  /// removed while visible is reported invisible once.
  ///
  /// - Parameters:
  ///   - rule: the rule for being visible; by default the session's
  ///     (``VisibilitySession/defaultRule``): all of the view must show, or as much as fits. With
  ///     several thresholds, the lowest counts; ``crossed(_:in:perform:)`` reports all.
  ///   - viewport: the ancestor that serves as the viewport; if `nil`, the nearest ancestor with
  ///     margins of its own, or else the window.
  ///   - body: the closure to call.
  /// - Returns: a token that ends the observation early. You don't need to keep it.
  @discardableResult
  public func changed(
    _ rule: VisibilityRule? = nil, in viewport: Self? = nil,
    perform body: @escaping @MainActor (VisibilityState) -> Void
  ) -> VisibilityToken {
    register(
      Observation(changes: rule) { _, event, _ in if let state = event.state { body(state) } },
      in: viewport)
  }

  /// Calls a closure for each threshold of a rule that the view reaches or loses, with the visible
  /// fraction and the reason.
  @discardableResult
  public func crossed(
    _ rule: VisibilityRule, in viewport: Self? = nil,
    perform body: @escaping @MainActor (VisibilityCrossing) -> Void
  ) -> VisibilityToken {
    register(
      Observation(.crossings(rule)) { _, event, _ in
        if let crossing = event.crossing { body(crossing) }
      }, in: viewport)
  }

  /// Calls a closure for each impression of an item that the view shows.
  ///
  /// - Parameters:
  ///   - id: the item's id. "Once" applies to the id, not to the view, in the session of the view's
  ///     window. An item shown by several views is seen when any of them is.
  ///   - policy: the conditions for being seen, and how often an impression counts; by default
  ///     the session's (``VisibilitySession/defaultPolicy``).
  ///   - viewport: as for ``changed(_:in:perform:)``.
  ///   - body: the closure, called on time even while nothing moves.
  @discardableResult
  public func impression(
    of id: some Hashable, _ policy: ImpressionPolicy? = nil, in viewport: Self? = nil,
    perform body: @escaping @MainActor (Impression) -> Void
  ) -> VisibilityToken {
    register(
      Observation(impressions: policy, of: HashedID(AnyHashable(id))) { _, event, _ in
        if let impression = event.impression { body(impression) }
      }, in: viewport)
  }

  /// Calls a closure when an exposure of an item that the view shows begins and when it ends, with
  /// its length, the greatest visible fraction and the reason.
  ///
  /// The lengths of an item's exposures add up to its time in view in a window. Of one frame's
  /// events, a beginning comes before the exposure's impressions and an end after them.
  ///
  /// - Parameters:
  ///   - id: the item's id. Views that show the item at once share an exposure.
  ///   - rule: the rule for being visible; the lowest threshold counts.
  ///   - viewport: as for ``changed(_:in:perform:)``.
  ///   - body: the closure to call.
  @discardableResult
  public func exposure(
    of id: some Hashable, _ rule: VisibilityRule? = nil, in viewport: Self? = nil,
    perform body: @escaping @MainActor (ExposureEvent) -> Void
  ) -> VisibilityToken {
    register(
      Observation(exposures: rule, of: HashedID(AnyHashable(id))) { _, event, _ in
        if let exposure = event.exposure { body(exposure) }
      }, in: viewport)
  }

  /// Records the impressions and exposures of an item that the view shows.
  ///
  /// ```swift
  /// card.visibility.logsImpressions(of: ad.id, .mrcDisplay, to: log)
  /// ```
  ///
  /// - Parameters:
  ///   - id: the item's id, which is also its key in the log.
  ///   - policy: the conditions for being seen, with their name in reports.
  ///   - viewport: as for ``changed(_:in:perform:)``.
  ///   - recorder: an `ImpressionLog`, or the app's own recorder.
  /// - Returns: tokens that end the recording early. You don't need to keep them. An exposure in
  ///   progress is recorded to its end.
  @discardableResult
  public func logsImpressions(
    of id: some ItemKeyConvertible, _ policy: LogPolicy? = nil, in viewport: Self? = nil,
    to recorder: some ImpressionRecorder
  ) -> [VisibilityToken] {
    let key = id.itemKey
    return Observation.recordings(policy, of: HashedID(AnyHashable(id)), to: recorder) { _ in key }
      .map { register($0, in: viewport) }
  }

  // MARK: Logging

  /// Prints each event in the view's window, with the item's id, the visible fraction and the
  /// reason, as soon as the view is in one. Does nothing in release builds.
  ///
  /// ```text
  /// Sightline: card 7: visible at 52 %
  /// Sightline: card 7: not visible at 12 %, out of viewport
  /// Sightline: card 3: seen
  /// ```
  ///
  /// The lines go to the unified log (`Logger`) on Apple's systems and to standard error elsewhere.
  public func visibilityLog() {
    #if DEBUG
    _ = register(VisibilityLog.window(), in: nil)
    #endif
  }

  /// Prints a line for each quarter of the view that comes into view or leaves it, under any rule
  /// or none. Does nothing in release builds.
  ///
  /// ```text
  /// Sightline: card 7: up to 52 %
  /// Sightline: card 7: down to 12 %, out of viewport
  /// ```
  ///
  /// - Parameter id: the view's name in the lines.
  public func visibilityLog(of id: some Hashable) {
    #if DEBUG
    _ = register(VisibilityLog.view("\(id)"), in: nil)
    #endif
  }

  private func register(_ observation: Observation, in viewport: Self?) -> VisibilityToken {
    var lookUp: (@MainActor () -> ViewportID?)?
    if let viewport { lookUp = { [self] in self.viewport(viewport) } }
    let token = slot.register(observation, in: lookUp)
    wasObserved()
    return token
  }

  /// Whether the dwell of the view's impressions counts, as ad standards require: set it to `false`
  /// while a video is paused or a picture has not loaded. Takes effect with the next pass.
  /// Visibility and exposures are not affected.
  public var countsDwell: Bool {
    get { existingSlot?.countsDwell ?? true }
    nonmutating set { slot.countsDwell = newValue }
  }

  // MARK: Sequences

  /// The view's visibility under ``VisibilitySession/defaultRule`` as a sequence: see
  /// ``states(_:)``.
  public var states: AsyncStream<VisibilityState> { states(nil) }

  /// Returns the view's visibility as a sequence, beginning with the first change.
  ///
  /// The sequence ends when the task reading it is cancelled or the view is gone. A slow reader
  /// misses no values.
  public func states(_ rule: VisibilityRule?) -> AsyncStream<VisibilityState> {
    AsyncStream { continuation in
      let stream = StateStream(continuation)
      let token = changed(rule) { stream.continuation.yield($0) }
      continuation.onTermination = { _ in Task { @MainActor in token.cancel() } }
    }
  }

  // MARK: Querying

  /// The view's visibility as of the last pass, with fraction, shares and reason relative to its
  /// viewport; `nil` if it isn't observed or is in no window.
  public var current: VisibilitySnapshot? {
    // A view that was removed in this turn may have its place until the next pass.
    mirroredWindow == nil ? nil : existingSlot?.current()
  }

  /// Returns the view's visibility as of the last pass relative to an ancestor.
  public func current(in ancestor: Self) -> VisibilitySnapshot? {
    mirroredWindow == nil ? nil : existingSlot?.current(in: viewport(ancestor))
  }

  /// Returns how often an item has been seen under a policy, in all windows of the session, or 0 if
  /// nothing is observed in the view's window.
  ///
  /// The item need not be shown in this view.
  public func impressionCount(of id: some Hashable, _ policy: ImpressionPolicy) -> Int {
    mirroredWindow?.impressionCount(of: id, policy) ?? 0
  }

  /// Returns the fraction of a policy's dwell that an item has accumulated in the view's window,
  /// 0...1. After an impression it stays 1 until another impression is possible.
  ///
  /// The item need not be shown in this view.
  public func dwellProgress(of id: some Hashable, _ policy: ImpressionPolicy) -> Double {
    mirroredWindow?.dwellProgress(of: id, policy) ?? 0
  }
}

extension ItemVisibility {
  /// Calls a closure when an item becomes visible under a rule and when it stops being visible.
  /// Without a rule, ``VisibilitySession/defaultRule`` applies: all of the item must show, or as
  /// much as fits.
  public func changed(
    _ rule: VisibilityRule? = nil,
    perform body: @escaping @MainActor (ID, VisibilityState) -> Void
  ) {
    items.register(
      Observation(changes: rule) { item, event, _ in
        if let state = event.state { body(Self.value(of: item), state) }
      })
  }

  /// Calls a closure for each threshold that an item reaches or loses.
  public func crossed(
    _ rule: VisibilityRule, perform body: @escaping @MainActor (ID, VisibilityCrossing) -> Void
  ) {
    items.register(
      Observation(.crossings(rule)) { item, event, _ in
        if let crossing = event.crossing { body(Self.value(of: item), crossing) }
      })
  }

  /// Calls a closure for each impression of an item, in the session of the list's window.
  public func impression(
    _ policy: ImpressionPolicy? = nil, perform body: @escaping @MainActor (ID, Impression) -> Void
  ) {
    items.register(
      Observation(impressions: policy) { item, event, _ in
        if let impression = event.impression { body(Self.value(of: item), impression) }
      })
  }

  /// Calls a closure when an exposure of an item begins and when it ends, with its length, the
  /// greatest visible fraction and the reason.
  public func exposure(
    _ rule: VisibilityRule? = nil,
    perform body: @escaping @MainActor (ID, ExposureEvent) -> Void
  ) {
    items.register(
      Observation(exposures: rule) { item, event, _ in
        if let exposure = event.exposure { body(Self.value(of: item), exposure) }
      })
  }

  /// Prints a line for each quarter of an item that comes into view or leaves it, under any rule or
  /// none: see ``VisibilityObserving/visibilityLog(of:)``. Does nothing in release builds.
  public func visibilityLog() {
    #if DEBUG
    items.register(VisibilityLog.view())
    #endif
  }
}

extension ItemVisibility where ID: ItemKeyConvertible {
  /// Records the impressions and exposures of all items.
  ///
  /// - Parameters:
  ///   - policy: the conditions for being seen, with their name in reports.
  ///   - recorder: an `ImpressionLog`, or the app's own recorder.
  public func logsImpressions(_ policy: LogPolicy? = nil, to recorder: some ImpressionRecorder) {
    for observation in Observation.recordings(
      policy, to: recorder, key: { Self.value(of: $0).itemKey })
    {
      items.register(observation)
    }
  }
}

/// Ends the stream when the observation's closure is released: once the view is gone and its last
/// events have been delivered.
private final class StateStream: Sendable {
  let continuation: AsyncStream<VisibilityState>.Continuation

  init(_ continuation: AsyncStream<VisibilityState>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}

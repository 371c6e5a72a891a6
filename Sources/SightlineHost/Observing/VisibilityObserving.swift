public import SightlineCore

/// A view whose visibility can be observed: the verbs of every host.
///
/// `view.visibility` conforms to it on UIKit and AppKit, `widget.visibility` on GTK.
///
/// Closures run on the main actor after layout, at most once per frame. At the end of a dwell they
/// also run between frames. They never nest: the next pass sees the changes a closure makes.
/// Observations live as long as the view, in any window or in none, and retain nothing but their
/// closures.
@MainActor
public protocol VisibilityObserving {
  /// The view's slot, created on first use. For hosts.
  var slot: ViewSlot { get }
  /// The view's slot, if something of it has been observed. For hosts.
  var existingSlot: ViewSlot? { get }
  /// The view's window, if something in it has been observed. For hosts.
  var mirroredWindow: MirroredWindow? { get }
  /// Follows the view after an observation was added. For hosts.
  func wasObserved()
  /// Returns the viewport of an ancestor of the view; `nil`, which stands for the window, if the
  /// ancestor is the window or no ancestor of the view. For hosts.
  func viewport(_ ancestor: Self) -> ViewportID?
}

extension VisibilityObserving {
  /// Calls a closure when the view becomes visible under a rule and when it stops being visible.
  ///
  /// The first call comes when the view is first visible. A view that leaves its window or is
  /// removed while visible is reported invisible once.
  ///
  /// - Parameters:
  ///   - rule: the rule for being visible; by default all of the view must show, or as much as
  ///     fits. With several thresholds, the lowest counts; ``crossed(_:in:perform:)`` reports all.
  ///   - viewport: the ancestor that serves as the viewport; if `nil`, the nearest ancestor with
  ///     margins of its own, or else the window.
  ///   - body: the closure to call.
  /// - Returns: a token that ends the observation early. You don't need to keep it.
  @discardableResult
  public func changed(
    _ rule: VisibilityRule = .asMuchAsFits, in viewport: Self? = nil,
    perform body: @escaping @MainActor (VisibilityState) -> Void
  ) -> VisibilityToken {
    register(.changes(rule) { body($1) }, in: viewport)
  }

  /// Calls a closure for each threshold of a rule that the view reaches or loses, with the visible
  /// fraction and the reason.
  @discardableResult
  public func crossed(
    _ rule: VisibilityRule, in viewport: Self? = nil,
    perform body: @escaping @MainActor (VisibilityCrossing) -> Void
  ) -> VisibilityToken {
    register(.crossings(rule) { body($1) }, in: viewport)
  }

  /// Calls a closure for each impression of an item that the view shows.
  ///
  /// - Parameters:
  ///   - id: the item's id. "Once" applies to the id, not to the view, in the session of the view's
  ///     window. An item shown by several views is seen when any of them is.
  ///   - policy: the conditions for being seen, and how often an impression counts.
  ///   - viewport: as for ``changed(_:in:perform:)``.
  ///   - body: the closure, called on time even while nothing moves.
  @discardableResult
  public func impression(
    of id: some Hashable, _ policy: ImpressionPolicy = .feed, in viewport: Self? = nil,
    perform body: @escaping @MainActor (Impression) -> Void
  ) -> VisibilityToken {
    register(.impressions(policy, of: HashedID(AnyHashable(id))) { body($1) }, in: viewport)
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
    of id: some Hashable, _ rule: VisibilityRule = .asMuchAsFits, in viewport: Self? = nil,
    perform body: @escaping @MainActor (ExposureEvent) -> Void
  ) -> VisibilityToken {
    register(.exposures(rule, of: HashedID(AnyHashable(id))) { body($1) }, in: viewport)
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
    of id: some ItemKeyConvertible, _ policy: LogPolicy = .feed, in viewport: Self? = nil,
    to recorder: some ImpressionRecorder
  ) -> [VisibilityToken] {
    let key = id.itemKey
    return Observation.recordings(policy, of: HashedID(AnyHashable(id)), to: recorder) { _ in key }
      .map { register($0, in: viewport) }
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

  /// The view's visibility under ``/SightlineCore/VisibilityRule/asMuchAsFits`` as a sequence: see
  /// ``states(_:)``.
  public var states: AsyncStream<VisibilityState> { states(.asMuchAsFits) }

  /// Returns the view's visibility as a sequence, beginning with the first change.
  ///
  /// The sequence ends when the task reading it is cancelled or the view is gone. A slow reader
  /// misses no values.
  public func states(_ rule: VisibilityRule) -> AsyncStream<VisibilityState> {
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

/// Ends the stream when the observation's closure is released: once the view is gone and its last
/// events have been delivered.
private final class StateStream: Sendable {
  let continuation: AsyncStream<VisibilityState>.Continuation

  init(_ continuation: AsyncStream<VisibilityState>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}

extension ViewSlot: VisibilityObserving {
  /// The slot itself.
  public var slot: ViewSlot { self }
  /// The slot itself.
  public var existingSlot: ViewSlot? { self }
  /// The window that the slot is placed in.
  public var mirroredWindow: MirroredWindow? { place?.window }
  /// Nothing: the host follows the view.
  public func wasObserved() {}
  /// The viewport of the slot's place.
  public func viewport(_ ancestor: ViewSlot) -> ViewportID? { nil }
}

extension MirroredWindow {
  /// Returns how often an item has been seen under a policy, in all windows.
  public func impressionCount(of id: some Hashable, _ policy: ImpressionPolicy) -> Int {
    guard let identity = session.knownIdentity(of: id) else { return 0 }
    return engine.impressionCount(of: identity, for: policy)
  }

  /// Returns the fraction of a policy's dwell that an item has accumulated in this window, 0...1.
  public func dwellProgress(of id: some Hashable, _ policy: ImpressionPolicy) -> Double {
    guard let identity = session.knownIdentity(of: id) else { return 0 }
    return engine.dwellProgress(of: identity, for: policy, at: now)
  }
}

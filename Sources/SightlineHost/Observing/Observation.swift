package import SightlineCore

/// What an app observes of a view or an item: a subject, and the closure that receives its events.
///
/// Apps use the verbs of ``VisibilityObserving`` and ``ItemVisibility``, which create observations.
/// An observation stays on the main actor, because ids need not be `Sendable`.
public final class Observation {
  /// The observed events.
  package enum Subject: Hashable, Sendable {
    /// The crossings of a rule's lowest threshold. With `initial`, also that the view was not
    /// visible at first.
    case changes(VisibilityRule, initial: Bool = false)
    /// The crossings of all thresholds of a rule.
    case crossings(VisibilityRule)
    case impressions(ImpressionPolicy)
    case exposures(VisibilityRule)
  }

  /// An event of the subject.
  package enum Event {
    case change(VisibilityChange)
    case impression(Impression)
    case exposure(ExposureEvent)
    /// The first pass has found the view not visible.
    case absence
  }

  /// Receives an event of an item; of a view without an item if `nil`. The time is that of the
  /// host's clock.
  package typealias Body = @MainActor (HashedID?, Event, _ now: () -> MonotonicTime) -> Void
  /// Records the beginning or the end of an exposure.
  package typealias Recording = @MainActor (ExposureEvent, _ now: MonotonicTime) -> Void

  package let subject: Subject
  /// The id of the observed item. If `nil`, that of the item in the view or, on SwiftUI, the view
  /// itself.
  package let id: HashedID?
  /// `nil` once it has been cancelled.
  private(set) var receive: Body?
  /// Returns the closures that record an exposure of an item, from its beginning to its end.
  private(set) var recording: (@MainActor (HashedID?) -> [Recording])?
  /// The type of the view on SwiftUI. It differs between two modifiers of one view, because the
  /// outer one modifies the result of the inner one, and stays the same when views are recreated.
  package var kind: ObjectIdentifier?
  /// The container around the view that observes it, on SwiftUI. Each has its own items.
  package var container: ObjectIdentifier?

  init(
    _ subject: Subject, of id: HashedID?,
    recording: (@MainActor (HashedID?) -> [Recording])?, receive: @escaping Body
  ) {
    (self.subject, self.id) = (subject, id)
    (self.receive, self.recording) = (receive, recording)
  }

  convenience init(_ subject: Subject, of id: HashedID?, receive: @escaping Body) {
    self.init(subject, of: id, recording: nil, receive: receive)
  }

  var policy: ImpressionPolicy? {
    if case .impressions(let policy) = subject { policy } else { nil }
  }

  /// Whether its events are those of an id, reported once for all its views.
  var countsByID: Bool {
    switch subject {
    case .changes, .crossings: false
    case .impressions, .exposures: true
    }
  }

  var isCancelled: Bool { receive == nil }

  /// Releases the closures.
  func cancel() { (receive, recording) = (nil, nil) }

  /// The observation with closures that do nothing.
  var withoutClosures: Observation {
    let result = Observation(subject, of: id) { _, _, _ in }
    (result.kind, result.container) = (kind, container)
    return result
  }

  /// Returns an observation of the same subject with the closures of both.
  @MainActor
  func joined(with other: Observation) -> Observation {
    let joined = Observation(
      subject, of: id,
      recording: { [self] in (recording?($0) ?? []) + (other.recording?($0) ?? []) },
      receive: { [self] item, event, now in
        receive?(item, event, now)
        other.receive?(item, event, now)
      })
    (joined.kind, joined.container) = (kind, container)
    return joined
  }
}

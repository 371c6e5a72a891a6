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
    // Boxed, because a policy is three times as large as a rule.
    indirect case impressions(ImpressionPolicy)
    case exposures(VisibilityRule)
  }

  /// An event of the subject.
  package enum Event {
    case change(VisibilityChange)
    case impression(Impression)
    case exposure(ExposureEvent)
    /// The first pass has found the view not visible.
    case absence

    /// The state after a change at the lowest threshold.
    package var state: VisibilityState? {
      switch self {
      case .change(let change) where change.threshold == 0: change.isVisible ? .visible : .invisible
      case .absence: .invisible
      default: nil
      }
    }

    package var crossing: VisibilityCrossing? {
      if case .change(let change) = self { VisibilityCrossing(change) } else { nil }
    }

    package var impression: Impression? {
      if case .impression(let impression) = self { impression } else { nil }
    }

    package var exposure: ExposureEvent? {
      if case .exposure(let exposure) = self { exposure } else { nil }
    }
  }

  /// Receives an event of an item, or of a view without an item if `nil`, in a window.
  package typealias Body = @MainActor (HashedID?, Event, MirroredWindow) -> Void
  /// Records the beginning or the end of an exposure.
  package typealias Recording = @MainActor (ExposureEvent, _ now: MonotonicTime) -> Void

  /// With the session's rule or policy once it is ``filled(_:_:)``.
  package let subject: Subject
  /// Whether the app has named no rule or policy, so that the session's applies.
  private var usesDefaults = false
  /// The id of the observed item. If `nil`, that of the item in the view or, on SwiftUI, the view
  /// itself.
  package let id: HashedID?
  /// `nil` once it has been cancelled.
  private(set) var receive: Body?
  /// Returns the closures that record an exposure of an item, from its beginning to its end.
  private(set) var recording: (@MainActor (HashedID?) -> [Recording])?
  /// Returns an observation that records under a policy, if the app has named none.
  private var recordingUnder: ((LogPolicy) -> Observation)?
  /// What it prints of the view, if it belongs to `visibilityLog`.
  enum Log { case view, window }
  var log: Log?
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

  package convenience init(
    _ subject: Subject, of id: HashedID? = nil, receive: @escaping Body
  ) {
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
  func cancel() { (receive, recording, recordingUnder) = (nil, nil, nil) }

  /// The observation with closures that do nothing.
  var withoutClosures: Observation { copied(to: Observation(subject, of: id) { _, _, _ in }) }

  /// Gives another observation the view of this one.
  private func copied(to other: Observation) -> Observation {
    (other.kind, other.container, other.log) = (kind, container, log)
    return other
  }

  // MARK: Defaults

  /// Returns the observation with a rule or a policy if the app has named none, and itself
  /// otherwise.
  package func filled(_ rule: VisibilityRule?, _ policy: LogPolicy?) -> Observation {
    if !usesDefaults { return self }
    if let recordingUnder { return policy.map { copied(to: recordingUnder($0)) } ?? self }
    let filled: Subject? =
      switch subject {
      case .changes(_, let initial): rule.map { .changes($0, initial: initial) }
      case .crossings: nil
      case .impressions: policy.map { .impressions($0.policy) }
      case .exposures: rule.map { .exposures($0) }
      }
    guard let filled, let receive else { return self }
    return copied(to: Observation(filled, of: id, recording: recording, receive: receive))
  }

  /// Returns the observation with the rule and the policy of a session where it needs them.
  @MainActor
  func filled(by session: VisibilitySession) -> Observation {
    usesDefaults ? filled(session.defaultRule, session.defaultPolicy) : self
  }

  /// Returns an observation of the same subject with the closures of both.
  @MainActor
  func joined(with other: Observation) -> Observation {
    copied(
      to: Observation(
        subject, of: id,
        recording: { [self] in (recording?($0) ?? []) + (other.recording?($0) ?? []) },
        receive: { [self] item, event, window in
          receive?(item, event, window)
          other.receive?(item, event, window)
        }))
  }
}

// Without a rule or a policy, the session's applies.
extension Observation {
  package convenience init(
    changes rule: VisibilityRule?, of id: HashedID? = nil, initial: Bool = false,
    receive: @escaping Body
  ) {
    self.init(.changes(rule ?? .asMuchAsFits, initial: initial), of: id, receive: receive)
    usesDefaults = rule == nil
  }

  package convenience init(
    impressions policy: ImpressionPolicy?, of id: HashedID? = nil, receive: @escaping Body
  ) {
    self.init(.impressions(policy ?? .feed), of: id, receive: receive)
    usesDefaults = policy == nil
  }

  package convenience init(
    exposures rule: VisibilityRule?, of id: HashedID? = nil, receive: @escaping Body
  ) {
    self.init(.exposures(rule ?? .asMuchAsFits), of: id, receive: receive)
    usesDefaults = rule == nil
  }

  // For closures that take an event of one kind.

  package static func changes(
    _ rule: VisibilityRule?, of id: HashedID? = nil, initial: Bool = false,
    perform body: @escaping @MainActor (HashedID?, VisibilityState) -> Void
  ) -> Observation {
    Observation(changes: rule, of: id, initial: initial) { item, event, _ in
      if let state = event.state { body(item, state) }
    }
  }

  package static func crossings(
    _ rule: VisibilityRule, of id: HashedID? = nil,
    perform body: @escaping @MainActor (HashedID?, VisibilityCrossing) -> Void
  ) -> Observation {
    Observation(.crossings(rule), of: id) { item, event, _ in
      if let crossing = event.crossing { body(item, crossing) }
    }
  }

  package static func impressions(
    _ policy: ImpressionPolicy?, of id: HashedID? = nil,
    perform body: @escaping @MainActor (HashedID?, Impression) -> Void
  ) -> Observation {
    Observation(impressions: policy, of: id) { item, event, _ in
      if let impression = event.impression { body(item, impression) }
    }
  }

  package static func exposures(
    _ rule: VisibilityRule?, of id: HashedID? = nil,
    perform body: @escaping @MainActor (HashedID?, ExposureEvent) -> Void
  ) -> Observation {
    Observation(exposures: rule, of: id) { item, event, _ in
      if let exposure = event.exposure { body(item, exposure) }
    }
  }

  /// Returns the observations that record the impressions and exposures of an item.
  ///
  /// - Parameter key: returns the item's key in the log.
  package static func recordings(
    _ policy: LogPolicy?, of id: HashedID? = nil, to recorder: some ImpressionRecorder,
    key: @escaping @MainActor (HashedID?) -> ItemKey
  ) -> [Observation] {
    let named = policy ?? .feed
    let observations = [
      Observation(
        .exposures(named.policy.rule), of: id,
        recording: { item in
          let key = key(item)
          return [{ recorder.record($0, of: key, under: named, at: $1) }]
        },
        receive: { _, _, _ in }),
      Observation(.impressions(named.policy), of: id) { item, event, window in
        if let impression = event.impression {
          recorder.record(impression, of: key(item), under: named, at: window.now)
        }
      },
    ]
    if policy == nil {
      for (index, observation) in observations.enumerated() {
        observation.usesDefaults = true
        observation.recordingUnder = { recordings($0, of: id, to: recorder, key: key)[index] }
      }
    }
    return observations
  }
}

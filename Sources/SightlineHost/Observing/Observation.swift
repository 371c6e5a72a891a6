package import SightlineCore

/// What an app observes of a view or an item: a subject, and the closure that receives its events.
///
/// Apps use the verbs of ``VisibilityObserving`` and ``ItemVisibility``, which create observations.
/// An observation stays on the main actor, because ids need not be `Sendable`.
public final class Observation {
  /// The observed events. The session's defaults apply where the rule or policy is `nil`.
  package enum Subject: Hashable, Sendable {
    /// The crossings of a rule's lowest threshold. With `initial`, also that the view was not
    /// visible at first.
    case changes(VisibilityRule?, initial: Bool = false)
    /// The crossings of all thresholds of a rule.
    case crossings(VisibilityRule)
    // Boxed, because a policy is three times as large as a rule.
    indirect case impressions(ImpressionPolicy?)
    case exposures(VisibilityRule?)
    /// The exposures under the rule of the default policy.
    case exposuresByDefault
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

  package let subject: Subject
  /// The id of the observed item. If `nil`, that of the item in the view or, on SwiftUI, the view
  /// itself.
  package let id: HashedID?
  /// `nil` once it has been cancelled.
  private(set) var receive: Body?
  /// Returns the closures that record an exposure of an item, from its beginning to its end.
  private(set) var recording: (@MainActor (HashedID?, VisibilitySession) -> [Recording])?
  /// Returns an observation that records under another policy than the session's.
  private var recordingUnder: ((LogPolicy) -> Observation)?
  /// The type of the view on SwiftUI. It differs between two modifiers of one view, because the
  /// outer one modifies the result of the inner one, and stays the same when views are recreated.
  package var kind: ObjectIdentifier?
  /// The container around the view that observes it, on SwiftUI. Each has its own items.
  package var container: ObjectIdentifier?
  /// Whether the view's window logs its events (`visibilityLog()`).
  var logsWindow = false

  init(
    _ subject: Subject, of id: HashedID?,
    recording: (@MainActor (HashedID?, VisibilitySession) -> [Recording])?, receive: @escaping Body
  ) {
    (self.subject, self.id) = (subject, id)
    (self.receive, self.recording) = (receive, recording)
  }

  package convenience init(
    _ subject: Subject, of id: HashedID? = nil, receive: @escaping Body
  ) {
    self.init(subject, of: id, recording: nil, receive: receive)
  }

  @MainActor
  func policy(in session: VisibilitySession) -> ImpressionPolicy? {
    if case .impressions(let policy) = subject {
      policy ?? session.defaultPolicy.policy
    } else {
      nil
    }
  }

  /// Returns the observation with a rule and a policy where it names none.
  package func filled(_ rule: VisibilityRule?, _ policy: LogPolicy?) -> Observation {
    switch (subject, rule, policy) {
    case (.changes(nil, let initial), let rule?, _): with(.changes(rule, initial: initial))
    case (.exposures(nil), let rule?, _): with(.exposures(rule))
    case (.impressions(nil), _, let policy?):
      recordingUnder.map { copied(to: $0(policy)) } ?? with(.impressions(policy.policy))
    case (.exposuresByDefault, _, let policy?):
      recordingUnder.map { copied(to: $0(policy)) } ?? self
    default: self
    }
  }

  private func with(_ subject: Subject) -> Observation {
    guard let receive else { return self }
    return copied(to: Observation(subject, of: id, recording: recording, receive: receive))
  }

  /// Gives another observation the view of this one.
  private func copied(to other: Observation) -> Observation {
    (other.kind, other.container, other.logsWindow) = (kind, container, logsWindow)
    return other
  }

  /// Whether its events are those of an id, reported once for all its views.
  var countsByID: Bool {
    switch subject {
    case .changes, .crossings: false
    case .impressions, .exposures, .exposuresByDefault: true
    }
  }

  var isCancelled: Bool { receive == nil }

  /// Releases the closures.
  func cancel() { (receive, recording, recordingUnder) = (nil, nil, nil) }

  /// The observation with closures that do nothing.
  var withoutClosures: Observation { copied(to: Observation(subject, of: id) { _, _, _ in }) }

  /// Returns an observation of the same subject with the closures of both.
  @MainActor
  func joined(with other: Observation) -> Observation {
    copied(
      to: Observation(
        subject, of: id,
        recording: { [self] in (recording?($0, $1) ?? []) + (other.recording?($0, $1) ?? []) },
        receive: { [self] item, event, window in
          receive?(item, event, window)
          other.receive?(item, event, window)
        }))
  }
}

// For closures that take an event of one kind.
extension Observation {
  package static func changes(
    _ rule: VisibilityRule?, of id: HashedID? = nil, initial: Bool = false,
    perform body: @escaping @MainActor (HashedID?, VisibilityState) -> Void
  ) -> Observation {
    Observation(.changes(rule, initial: initial), of: id) { item, event, _ in
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
    Observation(.impressions(policy), of: id) { item, event, _ in
      if let impression = event.impression { body(item, impression) }
    }
  }

  package static func exposures(
    _ rule: VisibilityRule?, of id: HashedID? = nil,
    perform body: @escaping @MainActor (HashedID?, ExposureEvent) -> Void
  ) -> Observation {
    Observation(.exposures(rule), of: id) { item, event, _ in
      if let exposure = event.exposure { body(item, exposure) }
    }
  }

  /// Returns the observations that record the impressions and exposures of an item.
  ///
  /// - Parameters:
  ///   - policy: the policy; the session's default if `nil`.
  ///   - key: returns the item's key in the log.
  package static func recordings(
    _ policy: LogPolicy?, of id: HashedID? = nil, to recorder: some ImpressionRecorder,
    key: @escaping @MainActor (HashedID?) -> ItemKey
  ) -> [Observation] {
    let exposures = Observation(
      policy.map { Subject.exposures($0.policy.rule) } ?? .exposuresByDefault, of: id,
      recording: { item, session in
        let (key, policy) = (key(item), policy ?? session.defaultPolicy)
        return [{ recorder.record($0, of: key, under: policy, at: $1) }]
      },
      receive: { _, _, _ in })
    let impressions = Observation(.impressions(policy?.policy), of: id) { item, event, window in
      if let impression = event.impression {
        recorder.record(
          impression, of: key(item), under: policy ?? window.session.defaultPolicy, at: window.now)
      }
    }
    if policy == nil {
      exposures.recordingUnder = { recordings($0, of: id, to: recorder, key: key)[0] }
      impressions.recordingUnder = { recordings($0, of: id, to: recorder, key: key)[1] }
    }
    return [exposures, impressions]
  }
}

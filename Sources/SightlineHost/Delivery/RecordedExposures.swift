package import SightlineCore

/// The exposures in progress in a window that are recorded, with the closures that recorded their
/// beginnings.
///
/// These closures record the end, even if they have been cancelled or replaced since, or another
/// view shows the identity last. Otherwise a recorder would keep the exposure open for good. If
/// nothing recorded the beginning, the view that shows the identity last records the end.
@MainActor
package struct RecordedExposures {
  package typealias Body = @MainActor (ExposureEvent) -> Void

  private struct Key: Hashable {
    let identity: ItemIdentity
    let rule: VisibilityRule
    let start: MonotonicTime
  }

  private var bodies: [Key: [Body]] = [:]
  /// The last exposure whose end was recorded where its beginning was.
  private var ended: Key?

  /// Returns the closures to call with an event that a registration receives.
  mutating func take(_ event: ExposureEvent, of registration: Registration) -> [Body] {
    guard case .exposures(let rule, _) = registration.observation else { return [] }
    let key = Key(identity: event.identity, rule: rule, start: event.start)
    let recordings = registration.handler?.recordings ?? []
    if event.isVisible {
      if !recordings.isEmpty { bodies[key, default: []] += recordings }
      return recordings
    }
    guard let begun = bodies.removeValue(forKey: key) else {
      // Other registrations of the view receive the event, too.
      return key == ended ? [] : recordings
    }
    ended = key
    return begun
  }
}

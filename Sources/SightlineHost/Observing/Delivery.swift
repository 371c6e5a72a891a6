import SightlineCore

/// Delivers the events of a window's passes to the watches of its views.
@MainActor
final class Delivery {
  private struct Entry {
    let id: WatchID
    let watch: ViewWatch
  }

  /// The watches, by the index of their handle in the engine.
  private var entries: ContiguousArray<Entry?> = []
  /// Watches kept for the events of the next pass.
  private var ending: [WatchID] = []
  /// The room for the receivers of a batch.
  private var receivers: Receivers = []
  /// The watches of one event.
  private var alike: ContiguousArray<WatchID> = []
  /// The exposures in progress that are recorded, with the closures that recorded their beginnings.
  ///
  /// These closures record the end, even if they have been cancelled or replaced since, or another
  /// view shows the identity last. Otherwise a recorder would keep the exposure open for good. If
  /// nothing recorded the beginning, the view that shows the identity last records the end.
  private var recordings: [RecordedExposure: [Observation.Recording]] = [:]
  /// The last exposure whose end was recorded where its beginning was.
  private var ended: RecordedExposure?
  /// Departures of items that still have views, postponed until those views are read.
  private var postponed: [(ViewWatch, VisibilityChange)] = []

  private struct RecordedExposure: Hashable {
    let identity: ItemIdentity
    let rule: VisibilityRule
    let start: MonotonicTime
  }

  // MARK: Watches

  /// The watch with a handle; `nil` if it has ended, even if another one has reused its index.
  subscript(id: WatchID) -> ViewWatch? {
    let index = Int(id.index)
    guard index < entries.count, let entry = entries[index], entry.id == id else { return nil }
    return entry.watch
  }

  func add(_ watch: ViewWatch, as id: WatchID) {
    while entries.count <= id.index { entries.append(nil) }
    entries[Int(id.index)] = Entry(id: id, watch: watch)
  }

  /// Ends a watch after the next pass, which reports that the view left.
  func end(_ id: WatchID) { ending.append(id) }

  /// Returns the watches that the next pass is the last one of.
  func takeEnding() -> [WatchID] {
    defer { ending = [] }
    return ending
  }

  func remove(_ id: WatchID) {
    if self[id] != nil { entries[Int(id.index)] = nil }
  }

  // MARK: A batch

  /// An event of a batch, by its index among those of its kind.
  private enum Event {
    case change(Int)
    case exposure(Int)
    case impression(Int)
  }

  /// The receivers of the events of a batch, in the order of delivery.
  private typealias Receivers = ContiguousArray<(watch: ViewWatch, event: Event)>

  /// Whether departures are postponed.
  var hasPostponed: Bool { !postponed.isEmpty }

  /// Delivers the events of the window's last pass.
  ///
  /// - Parameters:
  ///   - isDecided: whether an item whose views have left has left. If not, it may have got another
  ///     view that has not been read yet.
  ///   - ends: the ends of the session that it is the last batch of, if any.
  ///   - bodies: closures to call after the events.
  func run(
    in window: MirroredWindow, isDecided: Bool, _ ends: [VisibilitySession.SessionEnd],
    _ bodies: [@MainActor () -> Void]
  ) {
    let (changes, impressions) = (window.engine.changes, window.engine.impressions)
    let exposures = window.engine.exposures
    // Closures may change the scene, observe and cancel, so find all receivers first. A watch that
    // begins meanwhile may have the index of one that has ended.
    var receivers: Receivers = []
    swap(&receivers, &self.receivers)
    for index in changes.indices {
      guard let watch = self[changes[index].watch] else { continue }
      receivers.append((watch, .change(index)))
      watch.item?.count(changes[index], of: watch)
    }
    // An exposure begins before its impressions and ends after them.
    for index in exposures.indices where exposures[index].isVisible {
      let exposure = exposures[index]
      find(exposure.watch, of: exposure.target, .exposure(index), in: &receivers, window)
    }
    for index in impressions.indices {
      let impression = impressions[index]
      if let policy = self[impression.watch]?.observation.policy {
        window.session.share(impression.identity, policy, from: window)
      }
      find(impression.watch, of: impression.target, .impression(index), in: &receivers, window)
    }
    for index in exposures.indices where !exposures[index].isVisible {
      let exposure = exposures[index]
      find(exposure.watch, of: exposure.target, .exposure(index), in: &receivers, window)
    }
    window.session.deliver(ends) {
      if isDecided {
        let late = postponed
        postponed = []
        for (watch, change) in late { watch.deliver(.change(change), in: window) }
      }
      for (watch, event) in receivers {
        switch event {
        case .change(let index):
          if !isDecided, !changes[index].isVisible, !watch.isCancelled, watch.itemHasViews {
            postponed.append((watch, changes[index]))
          } else {
            watch.deliver(.change(changes[index]), in: window)
          }
        case .exposure(let index):
          watch.deliver(.exposure(exposures[index]), in: window)
          for record in takeRecordings(of: exposures[index], watch) {
            record(exposures[index], window.now)
          }
        case .impression(let index):
          watch.deliver(.impression(impressions[index]), in: window)
        }
      }
      for body in bodies { body() }
    }
    receivers.removeAll(keepingCapacity: true)
    swap(&receivers, &self.receivers)
  }

  /// Finds the watch of an event, and the others of the same view that observe the same: each
  /// closure registered for a view is called, and none of another view that shows the item.
  private func find(
    _ id: WatchID, of target: TargetID, _ event: Event, in receivers: inout Receivers,
    _ window: MirroredWindow
  ) {
    window.engine.appendWatches(alike: id, of: target, to: &alike)
    for id in alike {
      if let watch = self[id] { receivers.append((watch, event)) }
    }
    alike.removeAll(keepingCapacity: true)
  }

  /// Returns the closures that record an event of an exposure.
  private func takeRecordings(
    of event: ExposureEvent, _ watch: ViewWatch
  ) -> [Observation.Recording] {
    guard case .exposures(let rule) = watch.observation.subject else { return [] }
    let key = RecordedExposure(identity: event.identity, rule: rule, start: event.start)
    let current = watch.recordings
    if event.isVisible {
      if !current.isEmpty { recordings[key, default: []] += current }
      return current
    }
    guard let begun = recordings.removeValue(forKey: key) else {
      // Other watches of the view receive the event, too.
      return key == ended ? [] : current
    }
    ended = key
    return begun
  }
}

import SightlineCore

/// An item and what has been reported of it. Several views may show it at once; it is visible while
/// any of them is.
///
/// Each observation of a list, or each modifier on SwiftUI, is a *listener*, regardless of the
/// views it is currently on. Listeners with the same number observe the same subject, on views of
/// different kinds. Most items have one listener.
///
/// Invariants:
/// 1. A listener receives *visible* and *invisible* alternately.
/// 2. It receives *visible* when the first of its views becomes visible.
/// 3. None receives *invisible* while one of the same number that was reported *visible* still has
///    a visible view. A row that leaves in a transition does not affect the row that replaces it.
/// 4. A batch of events counts as a whole: when one view replaces another within a batch, nothing
///    is reported.
@MainActor
final class ObservedItem {
  /// The item, as the app or a modifier identifies it. Another item may take over the object once
  /// nothing of this one remains to be reported.
  var id: HashedID
  /// The app's id of the item; `nil` for a SwiftUI view without an id.
  var appID: HashedID?
  private var listeners: [Listener] = []

  private struct Listener {
    let number: Int
    var observation: Observation
    /// Whether any view currently has it.
    var hasViews = true
    /// Whether it has been called.
    var wasCalled = false
    private var lowest = Level()
    /// The levels of the thresholds above the lowest.
    private var others: [Level] = []

    struct Level {
      /// The number of its views that have reached the threshold.
      var viewCount: Int32 = 0
      var isReported = false
    }

    init(_ observation: Observation, _ number: Int) {
      (self.observation, self.number) = (observation, number)
    }

    subscript(threshold: Int) -> Level {
      get { threshold == 0 ? lowest : threshold <= others.count ? others[threshold - 1] : Level() }
      set {
        if threshold == 0 {
          lowest = newValue
        } else {
          while others.count < threshold { others.append(Level()) }
          others[threshold - 1] = newValue
        }
      }
    }

    var isReported: Bool {
      lowest.isReported || !others.isEmpty && others.contains { $0.isReported }
    }
  }

  init(_ id: HashedID, appID: HashedID?) { (self.id, self.appID) = (id, appID) }

  // MARK: Listeners

  private func index(of number: Int, _ kind: ObjectIdentifier?) -> Int? {
    for index in listeners.indices
    where listeners[index].number == number && listeners[index].observation.kind == kind {
      return index
    }
    return nil
  }

  /// Adds a listener, or gives the listener of the same kind the latest closure.
  func listen(_ observation: Observation, number: Int) {
    if let index = index(of: number, observation.kind) {
      listeners[index].observation = observation
      listeners[index].hasViews = true
    } else {
      listeners.append(Listener(observation, number))
    }
  }

  /// Updates which listeners have views. One without views is kept until it has been reported
  /// invisible.
  func keepListeners(where hasViews: (ObjectIdentifier?) -> Bool) {
    for index in listeners.indices {
      listeners[index].hasViews = hasViews(listeners[index].observation.kind)
    }
    removeUnneededListeners()
  }

  /// Whether the last reported state was visible, for any listener.
  var isReported: Bool {
    // In loops, because closures would check the actor.
    for listener in listeners where listener.isReported { return true }
    return false
  }

  /// Whether views show the item.
  var hasViews: Bool {
    for listener in listeners where listener.hasViews { return true }
    return false
  }

  /// Without views, all stay for the item's last events. A listener without a kind stays for the
  /// next item of its row.
  private func removeUnneededListeners() {
    if listeners.count == 1 || !hasViews { return }
    for listener in listeners where !listener.hasViews && !listener.isReported {
      listeners.removeAll { !$0.hasViews && !$0.isReported }
      return
    }
  }

  private func call(_ index: Int, _ event: Observation.Event, in window: MirroredWindow) {
    listeners[index].wasCalled = true
    // The closure may change the listeners.
    let observation = listeners[index].observation
    observation.receive?(id, event, window)
  }

  private func call(_ indices: [Int], _ event: Observation.Event, in window: MirroredWindow) {
    for index in indices { listeners[index].wasCalled = true }
    for observation in indices.map({ listeners[$0].observation }) {
      observation.receive?(id, event, window)
    }
  }

  // MARK: Events

  /// Counts a change of one view. A whole batch is counted before its first change is delivered.
  func count(_ change: VisibilityChange, of watch: ViewWatch) {
    guard let index = index(of: watch.number, watch.kind) else { return }
    listeners[index][change.threshold].viewCount += change.isVisible ? 1 : -1
  }

  /// Reports a change of one view if it changes the item. Departures come first in a batch.
  func deliver(
    _ change: VisibilityChange, of watch: ViewWatch,
    in window: MirroredWindow
  ) {
    let threshold = change.threshold
    if change.isVisible {
      guard let index = index(of: watch.number, watch.kind), !listeners[index][threshold].isReported
      else { return }
      listeners[index][threshold].isReported = true
      return call(index, .change(change), in: window)
    }
    var first: Int?
    var others: [Int] = []
    for index in listeners.indices
    where listeners[index].number == watch.number && listeners[index][threshold].isReported {
      if listeners[index][threshold].viewCount > 0 { return }
      if first == nil { first = index } else { others.append(index) }
    }
    guard let first else { return }
    listeners[first][threshold].isReported = false
    for index in others { listeners[index][threshold].isReported = false }
    if others.isEmpty {
      call(first, .change(change), in: window)
    } else {
      call([first] + others, .change(change), in: window)
    }
    removeUnneededListeners()
  }

  /// Reports an impression or an exposure, which the engine reports to one of the item's views.
  func deliver(
    _ event: Observation.Event, of watch: ViewWatch,
    in window: MirroredWindow
  ) {
    let affected = affected(by: watch)
    // Only a view of another kind can replace the one that received the beginning.
    if case .exposure(let exposure) = event, watch.kind != nil {
      for index in affected { listeners[index][0].isReported = exposure.isVisible }
    }
    call(affected, event, in: window)
    removeUnneededListeners()
  }

  /// The closures that record an exposure that begins now, or whose beginning nothing recorded.
  func recordings(of watch: ViewWatch) -> [Observation.Recording] {
    affected(by: watch).flatMap { listeners[$0].observation.recording?(id) ?? [] }
  }

  /// The listeners with views, all if the item has left, and those that received the beginning of
  /// the exposure in progress.
  private func affected(by watch: ViewWatch) -> [Int] {
    let isShown = hasViews
    return listeners.indices.filter {
      let listener = listeners[$0]
      return listener.number == watch.number
        && (!isShown || listener.hasViews || listener.isReported
          || listener.observation.kind == watch.kind)
    }
  }

  /// Reports, after the first pass, that the item is not visible, unless something was reported.
  func deliverFirstAbsence(to number: Int, as kind: ObjectIdentifier?, in window: MirroredWindow) {
    if let index = index(of: number, kind), !listeners[index].wasCalled {
      call(index, .absence, in: window)
    }
  }
}

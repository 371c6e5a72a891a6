import SightlineCore

/// The reported state of an item that several views may show at once. The item is visible while any
/// of them is.
///
/// A listener is one closure: that of a registration, or of one modifier in the source, regardless
/// of the views it is currently on. Most items have one.
///
/// Invariants:
/// 1. A listener hears *visible* and *invisible* alternately.
/// 2. It hears *visible* when the first of its views becomes visible.
/// 3. No listener hears *invisible* while a listener that has heard *visible* has a visible view. A
///    row that leaves in a transition does not affect the row that replaces it.
/// 4. A batch of events counts as a whole: when one view replaces another within a batch, their
///    listener hears nothing.
@MainActor
package final class ItemReport {
  /// A closure and the events already reported to it.
  package final class Listener {
    /// Distinguishes this listener from the item's others.
    let kind: ObjectIdentifier?
    fileprivate(set) var handler: VisibilityHandler
    /// Whether any view currently has it.
    fileprivate var hasViews = true
    /// Whether it has been called.
    fileprivate var wasCalled = false
    private var lowest = Level()
    /// The levels of the thresholds above the lowest.
    private var others: [Level] = []

    fileprivate struct Level {
      /// The number of its views that have reached the threshold.
      var viewCount: Int32 = 0
      var isReported = false
    }

    fileprivate init(_ kind: ObjectIdentifier?, _ handler: VisibilityHandler) {
      self.kind = kind
      self.handler = handler
    }

    fileprivate subscript(threshold: Int) -> Level {
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

    fileprivate var isReported: Bool {
      lowest.isReported || !others.isEmpty && others.contains { $0.isReported }
    }

    @MainActor
    fileprivate func deliver(_ change: VisibilityChange) {
      wasCalled = true
      handler.deliver(.change(change))
    }

    /// Reports, after the first pass, that the item is not visible, unless it has been reported.
    @MainActor
    func deliverFirstAbsence() {
      if wasCalled { return }
      wasCalled = true
      handler.deliver(.absence)
    }
  }

  @exclusivity(unchecked) private var listeners: [Listener] = []

  /// Returns the listener of a kind, if it exists.
  func listener(of kind: ObjectIdentifier?) -> Listener? { listeners.first { $0.kind == kind } }

  /// Sets the closure to call for the views of a kind.
  @discardableResult
  func listen(_ kind: ObjectIdentifier?, _ handler: VisibilityHandler) -> Listener {
    if let known = listener(of: kind) {
      known.handler = handler
      known.hasViews = true
      return known
    }
    let new = Listener(kind, handler)
    listeners.append(new)
    return new
  }

  /// Updates which kinds of views exist. A listener without views is kept until it has heard that
  /// the item is invisible.
  func keepListeners(of views: [BoundView]) {
    for listener in listeners {
      listener.hasViews = false
      for view in views where view.kind == listener.kind { listener.hasViews = true }
    }
    removeListenersThatAreDone()
  }

  /// Whether a listener has heard *visible* last.
  var isReported: Bool {
    for listener in listeners where listener.isReported { return true }
    return false
  }

  /// Whether the item is bound to views.
  var hasViews: Bool { listeners.contains { $0.hasViews } }

  /// The only listener stays: the item's row may be reused for another one. Without views, all stay
  /// for the item's last events.
  private func removeListenersThatAreDone() {
    if listeners.count == 1 || !hasViews { return }
    for listener in listeners where !listener.hasViews && !listener.isReported {
      listeners.removeAll { !$0.hasViews && !$0.isReported }
      return
    }
  }

  // MARK: A batch

  /// Records a change of one view. A whole batch is recorded before its first change is delivered.
  func note(_ change: VisibilityChange, of listener: Listener) {
    listener[change.threshold].viewCount += change.isVisible ? 1 : -1
  }

  /// Calls the listeners affected by an impression or an exposure, which the engine reports to one
  /// of the item's views.
  func deliver(_ event: VisibilityEvent, of listener: Listener) {
    for listener in affected(with: listener) {
      if case .exposure(let exposure) = event { listener[0].isReported = exposure.isVisible }
      listener.handler.deliver(event)
    }
    removeListenersThatAreDone()
  }

  /// Returns the listeners with views, all if the item has left, and those that have heard the
  /// beginning of the exposure in progress.
  func affected(with listener: Listener) -> [Listener] {
    let isShown = hasViews
    let affected = listeners.filter { !isShown || $0.hasViews || $0.isReported }
    return affected.contains { $0.kind == listener.kind } ? affected : affected + [listener]
  }

  /// Calls the listeners affected by a change. Departures come first in a batch.
  func deliver(_ change: VisibilityChange, of listener: Listener) {
    let threshold = change.threshold
    if change.isVisible {
      if listener[threshold].isReported { return }
      listener[threshold].isReported = true
      listener.deliver(change)
      return
    }
    for listener in listeners
    where listener[threshold].isReported && listener[threshold].viewCount > 0 { return }
    for listener in listeners where listener[threshold].isReported {
      listener[threshold].isReported = false
      listener.deliver(change)
    }
    removeListenersThatAreDone()
  }
}

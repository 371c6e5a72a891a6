package import SightlineCore

/// Tracks items in rows whose views are used again: an item is what is seen, not the view that shows
/// it at the moment.
///
/// What views are bound to counts when the next pass begins, not in which order it came about: an item
/// that some view of the window shows then has not left. So a list that lays itself out anew, reloads
/// or has two rows change places reports nothing.
///
/// Invariants:
/// 1. In each window an item is observed once, in the view that was bound to it last of those that are
///    bound to it and are in the window.
/// 2. Nothing is placed, moved or displaced before the next pass begins.
@MainActor
public final class RecycledViews<ID: Hashable>: RecyclingViews {
  /// What is registered for every item.
  package enum Registration {
    case changed(VisibilityRule, @MainActor (ID, VisibilityState) -> Void)
    case crossed(VisibilityRule, @MainActor (ID, VisibilityCrossing) -> Void)
    case seen(ImpressionPolicy, @MainActor (ID, Impression) -> Void)
  }

  private struct Binding {
    var id: ID
    weak var window: MirroredWindow?
  }

  private struct Place: Hashable {
    var id: ID
    var window: ObjectIdentifier
  }

  /// An item in a window.
  private final class Row {
    let place: Place
    weak var window: MirroredWindow?
    /// The views bound to the item, the last one last.
    var views: [ViewKey] = []
    var tracked: TrackedView?
    /// The view that the item was placed at.
    var shown: ViewKey?
    /// Whether that view was taken out since, even if it is back.
    var hasMoved = false
    /// Whether it is to begin anew, in another viewport.
    var isStale = false
    var isUnsettled = false

    init(_ place: Place, in window: MirroredWindow) {
      self.place = place
      self.window = window
    }
  }

  /// What a row's view must be inside of, asked when its item is placed; the window if `nil`.
  package var viewport: (@MainActor (ViewKey) -> ViewportID?)?
  /// Called when a bound view was found to be in its window no more, without anybody having said so.
  package var viewWasLost: (@MainActor (ViewKey) -> Void)?

  private var registrations: [Registration] = []
  private var bindings: [ViewKey: Binding] = [:]
  private var rows: [Place: Row] = [:]
  private var unsettled: [Row] = []

  /// Creates what a list keeps: nothing is bound yet.
  public init() {}

  /// The views that show an item at present.
  package var boundViews: some Collection<ViewKey> { bindings.keys }

  /// Registers a closure for all items, those that are bound already included.
  package func register(_ registration: Registration) {
    registrations.append(registration)
    for row in rows.values {
      if let tracked = row.tracked { register(registration, for: tracked, in: row) }
    }
  }

  /// A view shows an item from now on.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - id: whose it is from now on.
  ///   - window: where the view is; `nil` if it is in none yet.
  public func bind(_ view: ViewKey, to id: ID, in window: MirroredWindow?) {
    detach(view)
    bindings[view] = Binding(id: id, window: window)
    attach(view)
  }

  /// A view shows its item no longer, or is about to be freed.
  public func unbind(_ view: ViewKey) {
    detach(view)
    bindings[view] = nil
  }

  /// A view came into a window or left it, if it shows an item.
  public func moved(_ view: ViewKey, to window: MirroredWindow?) {
    guard let binding = bindings[view], binding.window !== window else { return }
    detach(view)
    bindings[view]?.window = window
    attach(view)
  }

  /// A view is inside of another viewport: its item leaves and enters anew.
  package func replace(_ view: ViewKey) {
    guard let binding = bindings[view], let window = binding.window,
      let row = rows[Place(id: binding.id, window: ObjectIdentifier(window))], row.shown == view
    else { return }
    row.isStale = true
    unsettle(row)
  }

  private func attach(_ view: ViewKey) {
    guard let binding = bindings[view], let window = binding.window else { return }
    let place = Place(id: binding.id, window: ObjectIdentifier(window))
    var row = rows[place]
    // A window that is gone may have been at the same address.
    if row?.window !== window {
      row = Row(place, in: window)
      rows[place] = row
    }
    guard let row else { return }
    row.views.append(view)
    unsettle(row)
  }

  private func detach(_ view: ViewKey) {
    guard let binding = bindings[view], let window = binding.window,
      let row = rows[Place(id: binding.id, window: ObjectIdentifier(window))]
    else { return }
    row.views.removeAll { $0 == view }
    if row.shown == view { row.hasMoved = true }
    unsettle(row)
  }

  private func unsettle(_ row: Row) {
    row.window?.settleBeforePass(self)
    if row.isUnsettled { return }
    row.isUnsettled = true
    unsettled.append(row)
  }

  package func settle() {
    let rows = unsettled
    unsettled.removeAll(keepingCapacity: true)
    for row in rows {
      row.isUnsettled = false
      settle(row)
    }
  }

  private func settle(_ row: Row) {
    guard let window = row.window, let view = row.views.last else {
      if let tracked = row.tracked { row.window?.displace(tracked) }
      if rows[row.place] === row { rows[row.place] = nil }
      return
    }
    if row.isStale, let tracked = row.tracked { window.displace(tracked) }
    row.isStale = false
    let stays = row.shown == view && !row.hasMoved
    row.shown = view
    row.hasMoved = false
    let tracked = row.tracked ?? makeTracked(row)
    if let target = tracked.place?.target {
      if stays || window.mirror.move(target, to: view) { return }
      window.displace(tracked)
    }
    window.place(tracked, at: view)
  }

  private func makeTracked(_ row: Row) -> TrackedView {
    let tracked = TrackedView(of: row.place.id)
    tracked.wasLost = { [weak self, weak row] in
      if let row { self?.lose(row) }
    }
    row.tracked = tracked
    for registration in registrations { register(registration, for: tracked, in: row) }
    return tracked
  }

  private func lose(_ row: Row) {
    guard let view = row.shown else { return }
    row.shown = nil
    if row.views.contains(view) { moved(view, to: nil) }
    viewWasLost?(view)
  }

  private func register(_ registration: Registration, for tracked: TrackedView, in row: Row) {
    let id = row.place.id
    let viewport: @MainActor () -> ViewportID? = { [weak self, weak row] in
      row?.shown.flatMap { self?.viewport?($0) }
    }
    switch registration {
    case .changed(let rule, let body):
      _ = tracked.register(.visibility(rule), in: viewport, .changed { body(id, $0) })
    case .crossed(let rule, let body):
      _ = tracked.register(.visibility(rule), in: viewport, .crossed { body(id, $0) })
    case .seen(let policy, let body):
      _ = tracked.register(impressionsOf: id, policy, in: viewport, .seen { body(id, $0) })
    }
  }
}

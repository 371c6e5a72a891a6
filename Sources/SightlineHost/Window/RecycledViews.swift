package import SightlineCore

/// Tracks items in rows whose views are used again: an item is what is seen, not the view that shows
/// it at the moment.
///
/// An item whose row is unbound and bound again before the next pass, in the same view or another,
/// has not left: a list that lays itself out anew reports nothing.
@MainActor
package final class RecycledViews<ID: Hashable & Sendable>: RecyclingViews {
  /// What is registered for every item.
  package enum Registration {
    case changed(VisibilityRule, @MainActor (ID, VisibilityState) -> Void)
    case crossed(VisibilityRule, @MainActor (ID, VisibilityCrossing) -> Void)
    case seen(ImpressionPolicy, @MainActor (ID, Impression) -> Void)
  }

  private struct Row {
    var id: ID
    var tracked: TrackedView
  }

  private let session: VisibilitySession
  private var registrations: [Registration] = []
  private var rows: [ViewKey: Row] = [:]
  /// Rows unbound since the last pass.
  private var loose: [(window: MirroredWindow, row: Row)] = []

  package init(session: VisibilitySession) { self.session = session }

  /// The views that show an item at present.
  package var boundViews: some Collection<ViewKey> { rows.keys }

  /// Registers a closure for all items, those that are bound already included.
  package func register(_ registration: Registration) {
    registrations.append(registration)
    for row in rows.values { register(registration, for: row) }
  }

  /// A view begins to show an item.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - id: whose it is from now on.
  ///   - window: where the view is; `nil` if it is in none yet.
  package func bind(_ view: ViewKey, to id: ID, in window: MirroredWindow?) {
    if let old = rows[view] {
      if old.id == id {
        if let window { window.place(old.tracked, at: view) }
        return
      }
      unbind(view, in: window)
    }
    if let window, takeOver(id, by: view, in: window) { return }
    let row = makeRow(for: id)
    rows[view] = row
    if let window { window.place(row.tracked, at: view) }
  }

  /// A view shows its item no longer.
  package func unbind(_ view: ViewKey, in window: MirroredWindow?) {
    guard let row = rows.removeValue(forKey: view) else { return }
    guard let window, row.tracked.place?.tracker === window.tracker else { return }
    letGo(row, in: window)
  }

  /// A view came into a window or left it while it shows an item.
  package func moved(
    _ view: ViewKey, from old: MirroredWindow?, to new: MirroredWindow?
  ) {
    guard let row = rows[view] else { return }
    if let old, row.tracked.place?.tracker === old.tracker {
      // Toolkits also take a row out of the list before they say that it is unbound.
      letGo(row, in: old)
      rows[view] = makeRow(for: row.id)
    }
    if let new, !takeOver(row.id, by: view, in: new), let row = rows[view] {
      new.place(row.tracked, at: view)
    }
  }

  /// Lets an item that another view has just lost go on in this one.
  private func takeOver(_ id: ID, by view: ViewKey, in window: MirroredWindow) -> Bool {
    guard
      let position = loose.firstIndex(where: { $0.row.id == id && $0.window === window }),
      let target = loose[position].row.tracked.place?.target,
      window.mirror.move(target, to: view)
    else { return false }
    rows[view] = loose.remove(at: position).row
    return true
  }

  package func settle() {
    let left = loose
    loose = []
    for (window, row) in left { window.displace(row.tracked) }
  }

  private func makeRow(for id: ID) -> Row {
    let row = Row(id: id, tracked: TrackedView(of: id))
    for registration in registrations { register(registration, for: row) }
    return row
  }

  /// The item may turn up in another view before the next pass.
  private func letGo(_ row: Row, in window: MirroredWindow) {
    loose.append((window, row))
    window.settleBeforePass(self)
  }

  private func register(_ registration: Registration, for row: Row) {
    let id = row.id
    switch registration {
    case .changed(let rule, let body):
      _ = row.tracked.register(.visibility(rule), .changed { body(id, $0) })
    case .crossed(let rule, let body):
      _ = row.tracked.register(.visibility(rule), .crossed { body(id, $0) })
    case .seen(let policy, let body):
      _ = row.tracked.register(
        .impressions(policy, session.identity(of: id)), .seen { body(id, $0) })
    }
  }
}

package import SightlineCore

/// The probes of one window: views that a declarative toolkit makes, updates, uses again and throws
/// away as it likes, while what is seen are the app's items.
///
/// Invariants:
/// 1. The closure that is called is always the latest one, also for a view that is gone.
/// 2. A probe that goes while visible leaves once, with the next pass; unless one with the same id and
///    subject came in its place before, which goes on where it was. So a row that is made anew reports
///    nothing.
/// 3. Another id or subject is another item: the old one leaves, the new one enters.
/// 4. Nothing is called from within an update of the views.
@MainActor
package final class ProbeRegistry: RecyclingViews {
  /// The latest closure of an item; its watch keeps it.
  private final class ActionBox {
    var action: Probe.Action

    init(_ action: Probe.Action) { self.action = action }
  }

  private struct Entry {
    var id: AnyID
    var subject: Probe.Subject
    var box: ActionBox
    var tracked: TrackedView

    func isAbout(_ probe: Probe) -> Bool { subject == probe.subject && id.isSame(as: probe.id) }
  }

  private unowned let window: MirroredWindow
  private var entries: [ViewKey: Entry] = [:]
  /// Entries whose view went since the last pass.
  private var loose: [Entry] = []

  /// Creates the registry of a window, which must keep it.
  package init(window: MirroredWindow) { self.window = window }

  /// How many views are observed.
  package var count: Int { entries.count }

  /// A view in the window was made or updated.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - probe: what it asks for now.
  ///   - viewport: what it must be inside of, asked when the item begins to be watched.
  package func update(
    _ view: ViewKey, _ probe: Probe, in viewport: (@MainActor () -> ViewportID?)? = nil
  ) {
    if let entry = entries[view] {
      if entry.isAbout(probe) {
        entry.box.action = probe.action
        window.place(entry.tracked, at: view)
        return
      }
      remove(view)
    }
    if let index = loose.firstIndex(where: { $0.isAbout(probe) }),
      let target = loose[index].tracked.place?.target, window.mirror.move(target, to: view)
    {
      let entry = loose.remove(at: index)
      entry.box.action = probe.action
      entries[view] = entry
      return
    }
    let entry = Entry(
      id: AnyID(probe.id), subject: probe.subject, box: ActionBox(probe.action),
      tracked: TrackedView(of: probe.id))
    register(entry, in: viewport)
    entries[view] = entry
    window.place(entry.tracked, at: view)
  }

  /// A view left the window or is gone.
  package func remove(_ view: ViewKey) {
    guard let entry = entries.removeValue(forKey: view) else { return }
    loose.append(entry)
    window.settleBeforePass(self)
  }

  package func settle() {
    while let entry = loose.popLast() { window.displace(entry.tracked) }
  }

  private func register(_ entry: Entry, in viewport: (@MainActor () -> ViewportID?)?) {
    let box = entry.box
    let observation: Observation
    let handler: VisibilityHandler
    switch entry.subject {
    case .changes(let rule):
      observation = .visibility(rule)
      handler = .changed { if case .changed(let body) = box.action { body($0 == .visible) } }
    case .crossings(let rule):
      observation = .visibility(rule)
      handler = .crossed { if case .crossed(let body) = box.action { body($0) } }
    case .impressions(let policy):
      let session = window.tracker.session
      observation = .impressions(policy, session.identity(of: entry.id.base))
      handler = .seen { if case .seen(let body) = box.action { body($0) } }
    }
    _ = entry.tracked.register(observation, in: viewport, handler)
  }
}

extension AnyID {
  func isSame(as other: any Hashable & Sendable) -> Bool { self == AnyID(other) }
}

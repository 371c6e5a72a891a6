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
/// 5. What the views ask for counts when the next pass begins, not in which order it came about: two rows
///    that change places report nothing.
@MainActor
package final class ProbeRegistry: RecyclingViews {
  /// The latest closure of an item; its watch keeps it.
  private final class ActionBox {
    var action: Probe.Action
    /// What the item was to be inside of when it began to be watched.
    var viewport: ViewportID?

    init(_ action: Probe.Action) { self.action = action }
  }

  private struct Entry {
    var id: AnyHashable
    var subject: Probe.Subject
    var box: ActionBox
    var viewport: (@MainActor () -> ViewportID?)?
    /// `nil` until the next pass.
    var tracked: TrackedView?

    func isAbout(_ probe: Probe) -> Bool { subject == probe.subject && id == probe.id }
  }

  private unowned let window: MirroredWindow
  private var entries: [ViewKey: Entry] = [:]
  /// Entries whose view went since the last pass.
  private var loose: [Entry] = []
  /// Views that came or got another probe since then.
  private var waiting: [ViewKey] = []
  /// Views that may be inside of something else since then.
  private var astray: Set<ViewKey> = []

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
        if let tracked = entry.tracked { window.place(tracked, at: view) }
        return
      }
      remove(view)
    }
    entries[view] = Entry(
      id: probe.id, subject: probe.subject, box: ActionBox(probe.action),
      viewport: viewport)
    waiting.append(view)
    window.settleBeforePass(self)
  }

  /// A view left the window or is gone.
  package func remove(_ view: ViewKey) {
    guard let entry = entries.removeValue(forKey: view) else { return }
    if entry.tracked == nil { return }
    loose.append(entry)
    window.settleBeforePass(self)
  }

  /// What a view must be inside of may be something else: asked again before the next pass. Where it is,
  /// the item leaves and enters anew.
  package func viewportChanged(around view: ViewKey) {
    guard entries[view]?.tracked != nil else { return }
    astray.insert(view)
    window.settleBeforePass(self)
  }

  package func settle() {
    for view in astray { replace(view) }
    astray.removeAll(keepingCapacity: true)
    let views = waiting
    waiting.removeAll(keepingCapacity: true)
    for view in views where entries[view]?.tracked == nil { place(view) }
    while let entry = loose.popLast() {
      if let tracked = entry.tracked { window.displace(tracked) }
    }
  }

  private func replace(_ view: ViewKey) {
    guard let entry = entries[view], let tracked = entry.tracked, tracked.place != nil,
      entry.viewport?() != entry.box.viewport
    else { return }
    window.displace(tracked)
    window.place(tracked, at: view)
  }

  /// Has a view go on with what another one lost, or begin anew.
  private func place(_ view: ViewKey) {
    guard var entry = entries[view] else { return }
    let index = loose.firstIndex { $0.subject == entry.subject && $0.id == entry.id }
    if let index, let target = loose[index].tracked?.place?.target,
      window.mirror.move(target, to: view)
    {
      let known = loose.remove(at: index)
      known.box.action = entry.box.action
      entry.box = known.box
      entry.tracked = known.tracked
      entries[view] = entry
      return
    }
    let tracked = TrackedView(of: entry.id)
    tracked.wasLost = { [weak self, weak tracked] in
      if let tracked { self?.forget(tracked) }
    }
    entry.tracked = tracked
    entries[view] = entry
    register(entry, tracked)
    window.place(tracked, at: view)
  }

  private func forget(_ tracked: TrackedView) {
    let view = entries.first { $0.value.tracked === tracked }?.key
    if let view { entries[view] = nil }
  }

  private func register(_ entry: Entry, _ tracked: TrackedView) {
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
      observation = .impressions(policy, session.identity(of: entry.id))
      handler = .seen { if case .seen(let body) = box.action { body($0) } }
    }
    let viewport = entry.viewport
    _ = tracked.register(
      observation,
      in: {
        box.viewport = viewport?()
        return box.viewport
      }, handler)
  }
}

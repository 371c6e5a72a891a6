#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The adapter's state for one view. The view retains it.
@MainActor
final class ViewRecord: SettledBeforePass {
  private(set) weak var view: PlatformView?
  let tracked = TrackedView()
  private(set) weak var host: WindowHost?
  /// The margins that make the view the viewport of the views in it; `nil` for an ordinary view.
  var viewportMargins: VisibilityMargins? {
    get { margins?.value }
    set {
      let isAnother = (newValue == nil) != (margins == nil)
      margins = newValue.map(Margins.init)
      if margins != nil { ViewRecord.hasViewports = true }
      if isAnother, let view, view.window != nil {
        ViewRecord.viewportChanged(around: view.subviews)
      }
    }
  }
  /// Boxed, because few views are viewports.
  private var margins: Margins?
  /// Whether any view has ever been a viewport.
  static private(set) var hasViewports = false

  private final class Margins {
    let value: VisibilityMargins

    init(_ value: VisibilityMargins) { self.value = value }
  }

  var cover: VisibilityCover? {
    didSet {
      isClear = cover == nil
      guard let view, let host else { return }
      setCover(of: view, in: host)
      host.requestPass()
    }
  }
  /// Whether the app has said that the view is no cover, as a presented one is by itself.
  private var isClear = false

  private func setCover(of view: PlatformView, in host: WindowHost) {
    host.tree.covers.set(cover, of: view, isClear: isClear)
  }
  /// Boxed, because few views show items.
  private var rows: ShownRows?

  /// The rows with items that the view shows.
  @MainActor
  private final class ShownRows {
    let view: ViewKey
    var all: [any MovingRows] = []

    init(of view: ViewKey) { self.view = view }
  }

  /// Whether it has left its window since the last pass. It may have returned.
  private var hasLeft = false
  private var follower: Follower?

  /// Reports that the view entered or left a window.
  private enum Follower {
    case sentinel(SentinelView)
    #if !canImport(UIKit)
    /// The end of each turn of the run loop, for a view that cannot have a sentinel.
    case turns(AppHost.TurnAction)
    #endif
    /// The end of this turn, for a view whose owner has removed the sentinel. A new sentinel
    /// inserted immediately would be removed together with the old one, or removed and inserted
    /// forever.
    case nextTurn(AppHost.TurnAction)
  }

  private init(_ view: PlatformView) {
    self.view = view
    tracked.isRemovedWhenUnobserved = true
  }

  /// A freed view leaves at once, before another one can have its address.
  deinit {
    MainRelay.callIfOnMainThread { [tracked, rows] in
      tracked.displace()
      if let rows { for list in rows.all { list.viewIsGone(rows.view) } }
    }
  }

  /// Returns the record of a view, creating it on first use.
  static func of(_ view: PlatformView) -> ViewRecord {
    if let known = existing(of: view) { return known }
    let record = ViewRecord(view)
    records[view] = record
    return record
  }

  /// Returns the record of a view, if it has one.
  static func existing(of view: PlatformView) -> ViewRecord? {
    records[view]
  }

  private static let records = AttachedObject<ViewRecord>()

  /// Starts following the view from window to window.
  func follow() {
    insertFollower()
    windowChanged()
  }

  /// Starts tracking the view. In a window, passes read it and notice when it leaves. Before its
  /// first window and after leaving one, a sentinel notices when it enters one.
  func track() {
    guard let view else { return }
    if view.window == nil { insertFollower() }
    windowChanged(of: view)
  }

  private func insertFollower() {
    guard let view else { return }
    switch follower {
    case .sentinel(let sentinel):
      if !sentinel.isDescendant(of: view) { sentinel.insert(into: view) }
    #if !canImport(UIKit)
    case .turns: break
    case nil where !SentinelView.fits(into: view):
      follower = .turns(AppHost.shared.onTurn { [weak self] in self?.turnEnded() })
    #endif
    case nil, .nextTurn:
      let sentinel = SentinelView()
      follower = .sentinel(sentinel)
      sentinel.windowChanged = { [weak self] in self?.windowChanged() }
      sentinel.removed = { [weak self] in self?.sentinelWasRemoved() }
      sentinel.insert(into: view)
    }
  }

  private func sentinelWasRemoved() {
    guard needsSentinel else { return }
    follower = .nextTurn(AppHost.shared.onTurn { [weak self] in self?.restoreSentinel() })
    AppHost.shared.requestTurn()
  }

  private func restoreSentinel() {
    guard case .nextTurn = follower else { return }
    follower = nil
    if needsSentinel { insertFollower() }
    windowChanged()
  }

  /// Whether the view needs a sentinel. In a window, passes follow an observed view without one.
  private var needsSentinel: Bool {
    view?.window == nil || !tracked.isObserved && allRows.isEmpty
  }

  #if !canImport(UIKit)
  private func turnEnded() {
    guard let view else { return }
    if let window = view.window {
      if window !== host?.platformWindow || hasLeft { windowChanged() }
    } else if host != nil, !hasLeft {
      windowChanged()
    }
  }
  #endif

  /// Notifies rows when the view enters or leaves a window.
  func follow(_ rows: any MovingRows) {
    if self.rows == nil { self.rows = view.map { ShownRows(of: ViewKey(of: $0)) } }
    if !allRows.contains(where: { $0 === rows }) { self.rows?.all.append(rows) }
  }

  func unfollow(_ rows: any MovingRows) { self.rows?.all.removeAll { $0 === rows } }

  private var allRows: [any MovingRows] { rows?.all ?? [] }

  /// Updates the window that contains the view.
  func windowChanged() { if let view { windowChanged(of: view) } }

  private func windowChanged(of view: PlatformView) {
    let old = host
    let window = view.window
    let new = if let window { WindowHost.of(window) } else { nil as WindowHost? }
    for rows in allRows { rows.moved(view, to: new) }
    guard let new else {
      // The view may return before the next pass.
      hasLeft = true
      old?.window.settleBeforePass(self)
      return
    }
    if old !== new {
      leave()
      host = new
      if cover != nil || isClear { setCover(of: view, in: new) }
    }
    if tracked.isObserved {
      let key = new.tree.key(of: view)
      let isPlaced = old === new && tracked.place != nil
      new.window.place(tracked, at: key)
      if hasLeft, isPlaced { new.window.move(tracked, to: key) }
    }
    hasLeft = false
    new.requestPass()
    if old !== new { old?.requestPass() }
  }

  /// Removes the view from its window, unless it has returned.
  func settle() {
    guard let host else { return }
    if let window = view?.window, window === host.platformWindow { return }
    leave()
  }

  private func leave() {
    guard let host else { return }
    if let view { host.tree.covers.set(nil, of: view) }
    host.window.displace(tracked)
    self.host = nil
  }

  /// Handles a view that a pass did not find in its window, or whose window is gone, without a
  /// report by a sentinel.
  func wasLost() {
    insertFollower()
    settle()
    windowChanged()
  }

  /// Restarts the observations of some views in their current viewport.
  private static func viewportChanged(around views: [PlatformView]) {
    for view in views {
      (view as? ProbeView)?.viewportChanged()
      let record = existing(of: view)
      if let record, let host = record.host {
        if record.tracked.place != nil {
          host.window.displace(record.tracked)
          host.window.place(record.tracked, at: host.tree.key(of: view))
        }
        for rows in record.allRows { rows.viewportChanged(around: view) }
      }
      // The views in a viewport keep it.
      if record?.viewportMargins == nil { viewportChanged(around: view.subviews) }
    }
  }

  /// Returns the viewport of a view: its nearest ancestor with margins.
  static func viewport(around view: PlatformView) -> ViewportID? {
    guard hasViewports else { return nil }
    var ancestor = view.superview
    while let current = ancestor {
      if let margins = existing(of: current)?.viewportMargins {
        return view.window.map(WindowHost.of)?.viewport(of: current, margins: margins)
      }
      ancestor = current.superview
    }
    return nil
  }
}

/// Rows that follow their views from window to window.
@MainActor
protocol MovingRows: AnyObject {
  func moved(_ view: PlatformView, to host: WindowHost?)
  /// Handles a view that has been freed.
  func viewIsGone(_ view: ViewKey)
  /// Handles a change of the view's viewport to another ancestor.
  func viewportChanged(around view: PlatformView)
}
#endif

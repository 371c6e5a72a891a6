#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// What the adapter knows of one view. The view retains it.
@MainActor
final class ViewRecord: SettledBeforePass {
  private(set) weak var view: PlatformView?
  let tracked = TrackedView()
  private(set) weak var host: WindowHost?
  /// Makes the view the viewport of the views in it.
  var viewportMargins: VisibilityMargins? {
    get { margins?.value }
    set {
      let isAnother = (newValue == nil) != (margins == nil)
      margins = newValue.map(Margins.init)
      if isAnother, let view, view.window != nil {
        ViewRecord.viewportChanged(around: view.subviews)
      }
    }
  }
  /// In a box: few views are viewports.
  private var margins: Margins?

  private final class Margins {
    let value: VisibilityMargins

    init(_ value: VisibilityMargins) { self.value = value }
  }

  var cover: VisibilityCover? {
    didSet {
      guard let view else { return }
      host?.tree.covers.set(cover, of: view)
      host?.requestPass()
    }
  }
  /// The rows whose items the view shows.
  private var rows: [any MovingRows] = []
  /// Whether it left its window since the last pass; it may have come back.
  private var hasLeft = false
  private var follower: Follower?

  /// What reports that the view entered or left a window.
  private enum Follower {
    case sentinel(SentinelView)
    /// The end of each turn of the run loop, for a view that cannot have a sentinel.
    case turns(AppHost.TurnAction)
  }

  private init(_ view: PlatformView) { self.view = view }

  /// The record of a view, created on first use.
  static func of(_ view: PlatformView) -> ViewRecord {
    if let known = existing(of: view) { return known }
    let record = ViewRecord(view)
    records[view] = record
    return record
  }

  /// The record of a view, if it has one.
  static func existing(of view: PlatformView) -> ViewRecord? {
    records[view]
  }

  private static let records = AttachedObject<ViewRecord>()

  /// Starts following the view from window to window.
  func follow() {
    insertFollower()
    windowChanged()
  }

  /// Starts tracking the view. In a window, passes read it and notice when it leaves; from then on,
  /// and before its first window, a sentinel notices when it enters one.
  func track() {
    if view?.window == nil { insertFollower() }
    windowChanged()
  }

  private func insertFollower() {
    guard let view else { return }
    switch follower {
    case .sentinel(let sentinel):
      if !sentinel.isDescendant(of: view) { sentinel.insert(into: view) }
    case .turns: break
    case nil where SentinelView.fits(into: view):
      let sentinel = SentinelView()
      follower = .sentinel(sentinel)
      sentinel.windowChanged = { [weak self] in self?.windowChanged() }
      sentinel.insert(into: view)
    case nil:
      let turns = AppHost.TurnAction { [weak self] in self?.turnEnded() }
      follower = .turns(turns)
      AppHost.shared.onTurn(turns)
    }
  }

  private func turnEnded() {
    guard let view else { return }
    if let window = view.window {
      if window !== host?.platformWindow || hasLeft { windowChanged() }
    } else if host != nil, !hasLeft {
      windowChanged()
    }
  }

  /// Notifies rows when the view enters or leaves a window.
  func follow(_ rows: any MovingRows) {
    if !self.rows.contains(where: { $0 === rows }) { self.rows.append(rows) }
  }

  func unfollow(_ rows: any MovingRows) { self.rows.removeAll { $0 === rows } }

  /// Takes in which window the view is in now.
  func windowChanged() {
    guard let view else { return }
    let old = host
    let new = view.window.map(WindowHost.of)
    for rows in rows { rows.moved(view, to: new) }
    guard let new else {
      // It may come back before the next pass.
      hasLeft = true
      old?.window.settleBeforePass(self)
      return
    }
    if old !== new {
      leave()
      host = new
      if let cover { new.tree.covers.set(cover, of: view) }
    }
    if tracked.isObserved {
      let key = new.tree.key(of: view)
      new.window.place(tracked, at: key)
      if hasLeft, let target = tracked.place?.target { _ = new.window.mirror.move(target, to: key) }
    }
    hasLeft = false
    new.requestPass()
    if old !== new { old?.requestPass() }
  }

  /// Takes the view out of its window, unless it has come back.
  func settle() {
    guard let host else { return }
    if let window = view?.window, window === host.platformWindow { return }
    leave()
  }

  private func leave() {
    if let view { host?.tree.covers.set(nil, of: view) }
    host?.window.displace(tracked)
    host = nil
  }

  /// A pass did not find the view in its window, and no sentinel had reported that.
  func wasLost() {
    insertFollower()
    settle()
    windowChanged()
  }

  /// Restarts what is observed in some views, in their present viewport.
  private static func viewportChanged(around views: [PlatformView]) {
    for view in views {
      if let record = existing(of: view), let host = record.host {
        if record.tracked.place != nil {
          host.window.displace(record.tracked)
          host.window.place(record.tracked, at: host.tree.key(of: view))
        }
        for rows in record.rows { rows.viewportChanged(around: view) }
        // It is the viewport of what is in it, as before.
        if record.viewportMargins != nil { continue }
      }
      viewportChanged(around: view.subviews)
    }
  }

  /// The viewport of a view: its nearest ancestor with margins.
  static func viewport(around view: PlatformView) -> ViewportID? {
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
  /// Another ancestor became the view's viewport.
  func viewportChanged(around view: PlatformView)
}
#endif

#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// What the adapter knows of one view; the view keeps it.
@MainActor
final class ViewRecord: SettledBeforePass {
  private(set) weak var view: PlatformView?
  let tracked = TrackedView()
  private(set) weak var host: WindowHost?
  /// Makes the view what the views in it must be inside of.
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
      host?.requestReading()
    }
  }
  /// The rows whose items the view shows.
  private var rows: [any MovingRows] = []
  /// Whether it left its window since the last pass; it may have come back.
  private var hasLeft = false
  private var follower: Follower?

  /// What says that the view has come into a window or left it.
  private enum Follower {
    case sentinel(SentinelView)
    /// The end of each turn of the run loop, where a view can have no sentinel.
    case turns(AppHost.TurnAction)
  }

  private init(_ view: PlatformView) { self.view = view }

  /// The record of a view, made when it is first asked for.
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

  /// Begins to follow the view from window to window.
  func follow() {
    insertFollower()
    windowChanged()
  }

  /// Begins to track the view where it is. In a window it is read, which shows when it leaves; from then on, and
  /// as long as it was never in one, a sentinel says when it comes into one.
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

  /// Has rows told when the view comes into a window or leaves it.
  func follow(_ rows: any MovingRows) {
    if !self.rows.contains(where: { $0 === rows }) { self.rows.append(rows) }
  }

  func unfollow(_ rows: any MovingRows) { self.rows.removeAll { $0 === rows } }

  /// Puts the view where it is: after it moved, or to be sure.
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
    new.requestReading()
    if old !== new { old?.requestReading() }
  }

  /// Lets the view leave its window, unless it has come back.
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

  /// The view was found to be in its window no more, without a word from a sentinel.
  func wasLost() {
    insertFollower()
    settle()
    windowChanged()
  }

  /// Has what is observed in some views begin anew, in the viewport that it is in now.
  private static func viewportChanged(around views: [PlatformView]) {
    for view in views {
      if let record = existing(of: view), let host = record.host {
        if record.tracked.place != nil {
          host.window.displace(record.tracked)
          host.window.place(record.tracked, at: host.tree.key(of: view))
        }
        for rows in record.rows { rows.viewportChanged(around: view) }
        // What is in it stays in it.
        if record.viewportMargins != nil { continue }
      }
      viewportChanged(around: view.subviews)
    }
  }

  /// What a view must be inside of: the nearest ancestor that is a viewport, as the engine knows it.
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
  /// Another ancestor of the view is its viewport now.
  func viewportChanged(around view: PlatformView)
}
#endif

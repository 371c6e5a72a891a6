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
final class ViewRecord {
  private(set) weak var view: PlatformView?
  let tracked = TrackedView()
  private(set) weak var host: WindowHost?
  /// Makes the view what the views in it must be inside of.
  var viewportMargins: ViewportMargins?
  var cover: VisibilityCover? {
    didSet {
      guard let view else { return }
      host?.tree.covers.set(cover, of: view)
      host?.requestLook()
    }
  }
  /// The rows whose item the view shows.
  var rows: (any MovingRows)?
  private var sentinel: SentinelView?

  private init(_ view: PlatformView) {
    self.view = view
  }

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
    guard let view else { return }
    if sentinel == nil {
      let sentinel = SentinelView()
      sentinel.windowChanged = { [weak self] in self?.windowChanged() }
      sentinel.insert(into: view)
      self.sentinel = sentinel
    }
    windowChanged()
  }

  /// Puts the view where it is: after it moved, or to be sure.
  func windowChanged() {
    guard let view else { return }
    let window = view.window
    let old = host
    let new = window.map(WindowHost.of)
    if old !== new {
      old?.tree.covers.set(nil, of: view)
      old?.window.displace(tracked)
      host = new
      if let cover { new?.tree.covers.set(cover, of: view) }
    }
    rows?.moved(view, from: old, to: new)
    if tracked.isObserved, let new { new.window.place(tracked, at: new.tree.key(of: view)) }
    new?.requestLook()
    if old !== new { old?.requestLook() }
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
  func moved(_ view: PlatformView, from old: WindowHost?, to new: WindowHost?)
}
#endif

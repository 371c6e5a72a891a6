#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import ObjectiveC
import SightlineApple
import SightlineCore
import SightlineHost
import AppKit

/// What the adapter knows of one view; the view keeps it.
@MainActor
final class ViewRecord: NSObject {
  private(set) weak var view: NSView?
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
  var rows: (any AppKitRows)?
  private var sentinel: VisibilitySentinel?

  private init(_ view: NSView) {
    self.view = view
    super.init()
  }

  /// The record of a view, made when it is first asked for.
  static func of(_ view: NSView) -> ViewRecord {
    if let known = existing(of: view) { return known }
    let record = ViewRecord(view)
    objc_setAssociatedObject(view, key, record, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    return record
  }

  /// The record of a view, if it has one.
  static func existing(of view: NSView) -> ViewRecord? {
    objc_getAssociatedObject(view, key) as? ViewRecord
  }

  /// Only the address counts.
  private static let key = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

  /// Begins to follow the view from window to window.
  func follow() {
    guard let view else { return }
    if sentinel == nil {
      sentinel = VisibilitySentinel(in: view) { [weak self] in self?.windowChanged() }
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
  static func viewport(around view: NSView) -> ViewportID? {
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
protocol AppKitRows: AnyObject {
  func moved(_ view: NSView, from old: WindowHost?, to new: WindowHost?)
}
#endif

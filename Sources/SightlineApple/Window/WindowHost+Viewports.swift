#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension WindowHost {
  /// A viewport with the frame of a probe.
  struct FramedViewport {
    var id: ViewportID
    var frame: ViewportFrame
    weak var ancestor: PlatformView?
  }

  /// Returns the viewport with the frame of a view, as margins of the nearest common ancestor with
  /// another view.
  func viewport(framedBy frame: ViewportFrame, around view: PlatformView) -> ViewportID? {
    guard let framing = frame.view else { return nil }
    var ancestor = view.superview
    while let current = ancestor, !framing.isDescendant(of: current) {
      ancestor = current.superview
    }
    guard let ancestor, let container = window.mirror.container(for: tree.key(of: ancestor))
    else { return nil }
    let known = framedViewports.first { known in
      known.frame === frame && known.ancestor === ancestor
        && window.tracker.engine.contains(known.id)
        && window.tracker.engine.viewport(known.id).container == container
    }
    if let known { return known.id }
    let margins = margins(of: frame, in: ancestor) ?? .zero
    window.mirror.setViewport(margins, of: container)
    let id = window.tracker.engine.add(VisibilityViewport(container, margins: margins))
    framedViewports.append(FramedViewport(id: id, frame: frame, ancestor: ancestor))
    return id
  }

  func refreshFramedViewports() {
    for known in framedViewports {
      if let ancestor = known.ancestor, let margins = margins(of: known.frame, in: ancestor) {
        apply(margins, to: known.id)
      }
    }
  }

  /// Removes the viewports whose frame is gone, after the pass that reports the views that were in
  /// them.
  func removeFramedViewports() {
    if framedViewports.isEmpty || window.tracker.session.isDelivering { return }
    framedViewports.removeAll { known in
      guard window.tracker.engine.contains(known.id) else { return true }
      if known.ancestor != nil, let view = known.frame.view, view.window != nil,
        view.window === platformWindow
      {
        return false
      }
      window.tracker.engine.remove(known.id)
      return true
    }
  }

  private func margins(of frame: ViewportFrame, in ancestor: PlatformView) -> ViewportMargins? {
    guard let view = frame.view, view.window != nil else { return nil }
    let (rect, whole) = (view.convert(view.bounds, to: ancestor), ancestor.bounds)
    var margins = safeAreas.resolve(frame.margins, of: view)
    let extra = margins.points
    let (low, high) = (Double(whole.minY - rect.minY), Double(rect.maxY - whole.maxY))
    let (top, bottom) = ancestor.isTopDown ? (low, high) : (high, low)
    margins.points = LayoutInsets(
      top: top + extra.top, left: Double(whole.minX - rect.minX) + extra.left,
      bottom: bottom + extra.bottom, right: Double(rect.maxX - whole.maxX) + extra.right)
    return margins
  }

  /// Returns the viewport of a view with margins.
  func viewport(of view: PlatformView, margins whole: VisibilityMargins) -> ViewportID? {
    guard let container = window.mirror.container(for: tree.key(of: view)) else { return nil }
    let margins = safeAreas.resolve(whole, of: view)
    window.mirror.setViewport(margins, of: container)
    let key = ObjectIdentifier(view)
    if let known = viewports[key], window.tracker.engine.contains(known),
      window.tracker.engine.viewport(known).container == container
    {
      window.tracker.engine.setMargins(margins, of: known)
      safeAreas.follow(known, whole, of: view, resolved: margins)
      return known
    }
    let viewport = window.tracker.engine.add(VisibilityViewport(container, margins: margins))
    viewports[key] = viewport
    safeAreas.follow(viewport, whole, of: view, resolved: margins)
    return viewport
  }

  /// Changes the margins of a viewport in use.
  func setMargins(_ margins: VisibilityMargins, of view: PlatformView) {
    if let id = viewports[ObjectIdentifier(view)] { setMargins(margins, of: id, ownedBy: view) }
  }

  /// - Parameter view: the viewport's view; `nil` for the window's.
  func setMargins(_ whole: VisibilityMargins, of id: ViewportID, ownedBy view: PlatformView?) {
    guard window.tracker.engine.contains(id) else { return }
    let margins = safeAreas.resolve(whole, of: view)
    safeAreas.follow(id, whole, of: view, resolved: margins)
    apply(margins, to: id)
    requestPass()
  }

  /// Applies changes of bars, rotation and the keyboard.
  func refreshSafeAreas() { safeAreas.refresh { apply($1, to: $0) } }

  private func apply(_ margins: ViewportMargins, to id: ViewportID) {
    guard window.tracker.engine.contains(id) else { return }
    window.tracker.engine.setMargins(margins, of: id)
    window.mirror.setViewport(margins, of: window.tracker.engine.viewport(id).container)
  }
}
#endif

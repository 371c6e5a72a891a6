#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
package import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// A view that draws nothing, stands where a declarative view is, and is observed in its place.
package final class ProbeView: PassiveView {
  /// What is observed; `nil` for nothing.
  package var probe: Probe? {
    didSet { update() }
  }
  /// The viewport around it; `nil` for the window.
  package var frameOfViewport: ViewportFrame? {
    didSet {
      guard frameOfViewport !== oldValue else { return }
      oldValue?.remove(self)
      frameOfViewport?.add(self)
      viewportChanged()
    }
  }
  /// The viewport that has its frame.
  package weak var framing: ViewportFrame? {
    didSet {
      guard framing !== oldValue else { return }
      if oldValue?.view === self { oldValue?.view = nil }
      framing?.view = self
    }
  }
  /// The session for its window, if nothing in it is observed yet.
  package var session: VisibilitySession?
  /// How it covers other views.
  package var isCover: VisibilityCover? {
    didSet { if isCover != oldValue { visibility.cover = isCover } }
  }

  private weak var host: WindowHost?

  override func movedToWindow() {
    let new = window.map { window in
      if let session { WindowHost.suggestSession(session, of: window) }
      return WindowHost.of(window)
    }
    if host !== new { host?.probes.remove(ViewKey(of: self)) }
    host = new
    update()
    framing?.changed()
  }

  /// The viewport around it came or went.
  func viewportChanged() {
    guard let host else { return }
    host.probes.viewportChanged(around: ViewKey(of: self))
    host.requestPass()
  }

  /// The declarative view was dismantled.
  package func dismantle() {
    host?.probes.remove(ViewKey(of: self))
    host = nil
    probe = nil
    framing = nil
    frameOfViewport = nil
  }

  private func update() {
    guard let host else { return }
    host.requestPass()
    guard let probe else { return }
    host.probes.update(host.tree.key(of: self), probe) { [weak self] in
      guard let self, let frame = frameOfViewport else { return nil }
      return self.host?.viewport(framedBy: frame, around: self)
    }
  }
}
#endif

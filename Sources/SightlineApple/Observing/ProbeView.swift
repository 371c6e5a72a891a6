#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
package import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// Settings that a declarative view makes for its window; `nil` for those of the window.
package struct WindowSettings: Equatable {
  package var needsActivity: Bool?
  package var keyboardCovers: Bool?

  package init() {}
}

/// An invisible view at the position of a declarative view, observed in its place.
///
/// SwiftUI sets its frame from the enclosing view, unless that view has no width or no height. The
/// probe also autoresizes with the enclosing view, so a view that collapses to nothing does not
/// show.
package final class ProbeView: PassiveView {
  /// The observations of the view's modifiers. Set them last.
  package var observations: [Observation] = [] {
    didSet { update() }
  }
  /// The list that contains the view, if the list is not a platform view: a carousel, a page, a
  /// screen.
  package var list: ItemOwner?
  /// Whether the dwell of impressions counts.
  package var countsDwell = true
  /// The id of an observation without one.
  private lazy var ownID = ItemOwner()
  /// The enclosing viewport; `nil` for the window.
  package var frameOfViewport: ViewportFrame? {
    didSet {
      guard frameOfViewport !== oldValue else { return }
      oldValue?.remove(self)
      frameOfViewport?.add(self)
      viewportChanged()
    }
  }
  /// The viewport whose frame is that of this probe.
  package weak var framing: ViewportFrame? {
    didSet {
      guard framing !== oldValue else { return }
      if oldValue?.view === self { oldValue?.view = nil }
      framing?.view = self
    }
  }
  /// The session for its window, used if nothing in the window is observed yet.
  package var session: VisibilitySession?
  /// How it covers other views; `nil` if that is not said, and `.some(nil)` in a presentation that
  /// covers nothing.
  package var isCover: VisibilityCover?? {
    didSet { if isCover != oldValue { visibility.cover = isCover ?? nil } }
  }
  /// Settings for its window; `nil` for the window's own.
  package var settings = WindowSettings() {
    didSet { if settings != oldValue { applySettings() } }
  }

  /// Called at the end of a turn with the window's presence: at first, and after each change.
  package var presenceChanged: ((WindowPresence) -> Void)? {
    didSet { followPresence() }
  }
  private var lastPresence: WindowPresence?
  private var turns: AppHost.TurnAction?

  private weak var host: WindowHost?

  package override init() {
    super.init()
    #if canImport(UIKit)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    #else
    autoresizingMask = [.width, .height]
    #endif
  }

  override func movedToWindow() {
    let new = window.map { window in
      if let session { WindowHost.suggestSession(session, of: window) }
      return WindowHost.of(window)
    }
    if host !== new { host?.modifiers.remove(ViewKey(of: self)) }
    host = new
    if settings != WindowSettings() { applySettings() }
    followPresence()
    update()
    framing?.changed()
  }

  private func applySettings() {
    host?.needsActivity = settings.needsActivity ?? PlatformWindow.needsActivityByDefault
    host?.keyboardCovers = settings.keyboardCovers ?? KeyboardView.mayCover
  }

  private func followPresence() {
    guard presenceChanged != nil, window != nil else {
      turns = nil
      return
    }
    turns =
      turns
      ?? AppHost.shared.onTurns(whileNeeded: { [weak self] in
        self?.reportPresence()
        return self?.mayBeOnScreen ?? false
      })
    AppHost.shared.requestTurn()
  }

  private func reportPresence() {
    let presence = host?.presence ?? WindowPresence()
    if presence == lastPresence { return }
    lastPresence = presence
    presenceChanged?(presence)
  }

  /// Handles a view that a pass did not find in its window.
  func wasLost() { host?.modifiers.remove(ViewKey(of: self)) }

  /// Handles a change of the enclosing viewport.
  func viewportChanged() {
    guard let host else { return }
    host.modifiers.viewportChanged(aroundModified: ViewKey(of: self))
    host.requestPass()
  }

  /// Called when the declarative view has been dismantled.
  package func dismantle() {
    observations = []
    presenceChanged = nil
    framing = nil
    frameOfViewport = nil
  }

  private func update() {
    guard let host else { return }
    if observations.isEmpty { return host.modifiers.remove(ViewKey(of: self)) }
    host.modifiers.update(
      observations, of: host.tree.key(of: self), ownID, in: list, countsDwell: countsDwell,
      in: host.window)
  }

  /// The viewport to measure it against.
  var viewport: ViewportID? {
    frameOfViewport.flatMap { host?.viewport(framedBy: $0, around: self) }
  }

  /// The owner of its item: the nearest scroll view, whose rows SwiftUI creates and discards, or
  /// otherwise the nearest controller.
  var itemOwner: ItemOwner? {
    if let scrollView = enclosingScrollView { return Self.owner(attachedTo: scrollView) }
    return nearestController.map { Self.owner(attachedTo: $0) }
  }

  private static func owner(attachedTo object: PlatformResponder) -> ItemOwner {
    if let existing = owners[object] { return existing }
    let owner = ItemOwner()
    owners[object] = owner
    return owner
  }

  private static let owners = AttachedObject<ItemOwner>()
}
#endif

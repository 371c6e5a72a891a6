#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
public import SightlineCore
public import SightlineHost
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension PlatformView {
  /// Observes how much of this view is visible to the user.
  ///
  /// ```swift
  /// card.visibility.changed(.fraction(0.7)) { state in print(state) }
  /// card.visibility.impression(of: ad.id, .mrcDisplay) { impression in log(impression) }
  /// ```
  public var visibility: ViewVisibility { ViewVisibility(view: self) }
}

/// Observes one view, with the verbs of `VisibilityObserving`. Use the `visibility` property of a
/// view to access it.
///
/// Closures run at the end of a run loop turn. Nothing runs while nothing happens.
@MainActor
public struct ViewVisibility: VisibilityObserving {
  let view: PlatformView

  init(view: PlatformView) { self.view = view }

  // MARK: For the verbs

  /// The view's slot, created on first use.
  public var slot: ViewSlot { ViewRecord.of(view).slot }
  /// The view's slot, if something of it has been observed.
  public var existingSlot: ViewSlot? { ViewRecord.existing(of: view)?.slot }
  /// The view's window, if something in it has been observed.
  public var mirroredWindow: MirroredWindow? { view.window?.existingMirroredWindow }

  /// Follows the view from window to window.
  public func wasObserved() { ViewRecord.of(view).track() }

  /// Returns the viewport of an ancestor of the view.
  public func viewport(_ ancestor: ViewVisibility) -> ViewportID? {
    ViewRecord.viewport(of: ancestor.view, around: view)
  }

  /// Requests a pass at the end of this run loop turn.
  ///
  /// Rarely needed: every turn in which something happened ends with a pass. Use it for changes
  /// that cause no turn, such as changes to a layer from another thread.
  public func invalidate() { ViewRecord.existing(of: view)?.windowChanged() }

  // MARK: Viewports and covers

  /// The margins that make this view the viewport of the views in it, instead of the window; `nil`
  /// for an ordinary view.
  ///
  /// `.safeArea` is the area of the view that bars, notches and a docked keyboard leave free.
  /// Rotation, bars and the keyboard take effect in the same turn. Negative margins in points
  /// shrink the viewport, to account for an app's own bars over it. Positive ones grow it, to
  /// report views before they come on screen. Set on a window, they apply to all its views without
  /// a viewport of their own.
  ///
  /// A view's viewport is its nearest ancestor with margins. When its nearest such ancestor
  /// changes, the view leaves and enters again.
  public var viewportMargins: ViewportMargins? {
    get {
      #if canImport(UIKit)
      if let window = view as? UIWindow {
        let margins = window.viewportMargins
        return margins == .zero ? nil : margins
      }
      #endif
      return ViewRecord.existing(of: view)?.viewportMargins
    }
    nonmutating set {
      #if canImport(UIKit)
      if let window = view as? UIWindow {
        window.viewportMargins = newValue ?? .zero
        return
      }
      #endif
      ViewRecord.of(view).viewportMargins = newValue
      if let window = view.window { WindowHost.of(window).requestPass() }
    }
  }

  /// How the view covers the views it overlaps; `nil`, the default for most views, if it does not.
  ///
  /// Whatever is presented over content covers it by itself, even as glass, unless its own
  /// background is clear; set it to `nil` on the view of a presented controller to say otherwise.
  public var cover: VisibilityCover? {
    get { ViewRecord.existing(of: view)?.cover }
    nonmutating set {
      let record = ViewRecord.of(view)
      record.cover = newValue
      record.follow()
    }
  }
}
#endif

#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

// Bars, rotation, the keyboard and the frames of probes change in a run loop turn, and the host
// already observes the end of every turn. Each pass therefore resolves the margins of these few
// views, after layout, and nothing else is observed.
extension WindowHost {
  /// A viewport other than the window: a view with margins, or the frame of a probe.
  struct Viewport {
    let id: ViewportID
    let view: ViewKey
    weak var container: PlatformView?
    /// The frame of a probe, as margins of a view around it; `nil` for a view with margins.
    let frame: ViewportFrame?
  }

  /// Returns the viewport of a view with margins.
  func viewport(of view: PlatformView, margins: ViewportMargins) -> ViewportID? {
    viewport(in: view, nil) { resolve(margins, of: view) }
  }

  /// Returns the viewport with the frame of a probe, around a view.
  ///
  /// It consists of margins of their nearest common ancestor or, if the margins of the frame grow
  /// it, of the outermost scroll view around the view, whose clip grows with it.
  func viewport(framedBy frame: ViewportFrame, around view: PlatformView) -> ViewportID? {
    guard let framing = frame.view else { return nil }
    var container = view.superview
    var clip: PlatformView?
    while let current = container, !framing.isDescendant(of: current) {
      if frame.margins.grows, current.scrollsSubviews { clip = current }
      container = current.superview
    }
    // A sheet in the same window has the environment of the view that presents it.
    guard let container,
      framing.nearestController?.loadedView.map({ view.isDescendant(of: $0) }) ?? true
    else { return nil }
    return viewport(in: clip ?? container, frame) {
      margins(of: frame, in: clip ?? container) ?? .zero
    }
  }

  private func viewport(
    in view: PlatformView, _ frame: ViewportFrame?, _ margins: () -> ViewportMargins
  ) -> ViewportID? {
    let key = tree.key(of: view)
    guard let container = window.mirror.container(for: key) else { return nil }
    for existing in viewports
    where existing.view == key && existing.frame === frame
      && window.isViewport(existing.id, of: container)
    { return existing.id }
    let id = window.addViewport(in: container, margins: margins())
    viewports.append(Viewport(id: id, view: key, container: view, frame: frame))
    return id
  }

  // MARK: Each pass

  /// Applies the margins of all viewports. Called in a pass, after layout.
  ///
  /// - Returns: the viewports whose frame is gone. Remove them after the pass, which reports the
  ///   views that were in them.
  func refreshViewports() -> [ViewportID] {
    if windowMargins.countsFromSafeArea { applyWindowMargins() }
    if viewports.isEmpty { return [] }
    viewports.removeAll { !window.contains($0.id) }
    var gone: [ViewportID] = []
    for viewport in viewports {
      if let container = viewport.container, container.window === platformWindow,
        let margins = margins(of: viewport, in: container)
      {
        window.setMargins(margins, of: viewport.id)
      } else if viewport.frame != nil {
        gone.append(viewport.id)
      }
    }
    return gone
  }

  private func margins(of viewport: Viewport, in container: PlatformView) -> ViewportMargins? {
    if let frame = viewport.frame { return margins(of: frame, in: container) }
    return ViewRecord.existing(of: container)?.viewportMargins.map { resolve($0, of: container) }
  }

  private func margins(of frame: ViewportFrame, in container: PlatformView) -> ViewportMargins? {
    guard let view = frame.view, view.window != nil, view.window === platformWindow else {
      return nil
    }
    let (rect, whole) = (view.convert(view.bounds, to: container), container.bounds)
    var margins = resolve(frame.margins, of: view)
    let extra = margins.points
    let isClip = !view.isDescendant(of: container)
    // A scroll view's own clip counts, less what the frame cuts off.
    func side(_ distance: CGFloat, _ extra: Double) -> Double {
      let distance = Double(distance)
      if !isClip { return distance + extra }
      return extra > 0 ? min(0, distance) + extra : min(0, distance + extra)
    }
    let (low, high) = (whole.minY - rect.minY, rect.maxY - whole.maxY)
    let (top, bottom) = container.isTopDown ? (low, high) : (high, low)
    margins.points = LayoutInsets(
      top: side(top, extra.top), left: side(whole.minX - rect.minX, extra.left),
      bottom: side(bottom, extra.bottom), right: side(rect.maxX - whole.maxX, extra.right))
    return margins
  }

  func applyWindowMargins() {
    let margins = windowMargins.resolved {
      findKeyboard()
      return platformWindow?.windowSafeArea(keyboard)
        ?? SafeAreaReading(bounds: .zero, insets: .zero)
    }
    window.setMargins(margins)
  }

  // MARK: The safe area

  private func resolve(_ margins: ViewportMargins, of view: PlatformView) -> ViewportMargins {
    margins.resolved {
      findKeyboard()
      return view.safeArea(keyboard)
    }
  }

  /// Finds the keyboard view, inserting it if necessary, or again if the window has lost it, as
  /// when its root view controller changes. The window awaits layout then, which positions the
  /// view.
  func findKeyboard() {
    if let keyboard, !keyboard.isLost { return }
    guard let platformWindow else { return }
    let view = keyboard ?? KeyboardView()
    keyboard = view
    view.insert(into: platformWindow)
  }
}

extension ViewportMargins {
  /// Whether they may grow a viewport.
  var grows: Bool {
    max(points.top, points.left, points.bottom, points.right) > 0
      || max(fractions.top, fractions.left, fractions.bottom, fractions.right) > 0
  }
}

extension PlatformView {
  /// Whether it clips what it scrolls.
  fileprivate var scrollsSubviews: Bool {
    #if canImport(UIKit)
    self is UIScrollView
    #else
    self is NSClipView
    #endif
  }
}
#endif

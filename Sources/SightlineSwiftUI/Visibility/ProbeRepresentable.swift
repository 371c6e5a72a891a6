#if canImport(SwiftUI) && !os(watchOS)
package import SightlineApple
import SightlineCore
package import SightlineHost
package import SwiftUI

/// Inserts a platform view at the position of a SwiftUI view, to be observed in its place.
///
/// SwiftUI knows the position of a view, but not its clips, its covers, or whether it is hidden or
/// faded, and each frame's geometry costs a closure per row. Platform views provide all of that,
/// and a scroll moves none of them in its content. A frame that scrolls therefore costs no SwiftUI
/// work.
package struct ProbeRepresentable: PlatformRepresentable {
  package typealias Shown = ProbeView

  private let probe: Probe?
  private let cover: VisibilityCover?
  /// The viewport with the modified view's frame.
  private let framing: ViewportFrame?
  /// The margins of that viewport.
  private let margins: VisibilityMargins
  /// Called with whether the window is active.
  private let activityChanged: (@MainActor (Bool) -> Void)?
  @Environment(\.visibilitySession) private var session
  @Environment(\.viewportFrame) private var frameOfViewport
  @Environment(\.itemList) private var list
  @Environment(\.countsDwell) private var countsDwell

  package init(
    probe: Probe? = nil, cover: VisibilityCover? = nil, framing: ViewportFrame? = nil,
    margins: VisibilityMargins = .zero, activityChanged: (@MainActor (Bool) -> Void)? = nil
  ) {
    self.probe = probe
    self.cover = cover
    self.framing = framing
    self.margins = margins
    self.activityChanged = activityChanged
  }

  package func make(_ coordinator: Void) -> ProbeView {
    let view = ProbeView()
    view.session = session
    return view
  }

  package func update(_ view: ProbeView, _ coordinator: Void) {
    view.frameOfViewport = frameOfViewport
    view.framing = framing
    framing?.margins = margins
    view.isCover = cover
    view.activityChanged = activityChanged
    var probe = probe
    probe?.list = list
    probe?.countsDwell = countsDwell
    view.probe = probe
  }

  package static func dismantle(_ view: ProbeView, _ coordinator: Void) { view.dismantle() }
}

extension View {
  /// Observes the view with a probe in its overlay, as large as the view and above it. A cover is
  /// in the background, so a view that is both does not cover itself, regardless of the order of
  /// its modifiers.
  @MainActor
  package func observed(
    _ probe: Probe, activityChanged: (@MainActor (Bool) -> Void)? = nil
  ) -> some View {
    var probe = probe
    probe.kind = ObjectIdentifier(Self.self)
    return overlay(
      PlatformProbe(ProbeRepresentable(probe: probe, activityChanged: activityChanged)))
  }

  /// Adds a probe to the background, below the view's content.
  @MainActor
  func backed(by probe: ProbeRepresentable) -> some View {
    background(PlatformProbe(probe))
  }
}
#endif

#if canImport(SwiftUI) && !os(watchOS)
package import SightlineApple
package import SightlineHost
import SwiftUI

/// Inserts a platform view at the position of a SwiftUI view, to be observed in its place.
///
/// SwiftUI knows the position of a view, but not its clips, its covers, or whether it is hidden or
/// faded, and each frame's geometry costs a closure per row. Platform views provide all of that,
/// and a frame that scrolls costs no SwiftUI work.
package struct ProbeRepresentable {
  private let probes: [Probe]
  private let cover: VisibilityCover??
  /// The viewport with the modified view's frame.
  private let framing: ViewportFrame?
  /// The margins of that viewport.
  private let margins: VisibilityMargins
  /// Called with the presence of the window.
  private let presenceChanged: (@MainActor (WindowPresence) -> Void)?
  @Environment(\.observation) private var observation

  package init(
    probes: [Probe] = [], cover: VisibilityCover?? = nil, framing: ViewportFrame? = nil,
    margins: VisibilityMargins = .zero,
    presenceChanged: (@MainActor (WindowPresence) -> Void)? = nil
  ) {
    self.probes = probes
    self.cover = cover
    self.framing = framing
    self.margins = margins
    self.presenceChanged = presenceChanged
  }
}

@MainActor
extension ProbeRepresentable: PlatformRepresentable {
  package typealias Shown = ProbeView

  package func make(_ coordinator: Void) -> ProbeView {
    let view = ProbeView()
    view.session = observation.session
    return view
  }

  package func update(_ view: ProbeView, _ coordinator: Void) {
    view.frameOfViewport = observation.viewportFrame
    view.framing = framing
    framing?.margins = margins
    view.isCover = cover
    view.settings = observation.window
    view.presenceChanged = presenceChanged
    view.probes = probes.map { probe in
      var probe = probe
      probe.list = observation.list
      probe.countsDwell = observation.countsDwell
      return probe
    }
  }

  package static func dismantle(_ view: ProbeView, _ coordinator: Void) { view.dismantle() }
}

nonisolated extension View {
  /// Adds a probe to the background, below the view's content.
  func backed(by probe: ProbeRepresentable) -> some View {
    background(PlatformProbe(probe))
  }
}
#endif

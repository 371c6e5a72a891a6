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
  private let observations: [Observation]
  private let cover: VisibilityCover??
  /// The viewport with the modified view's frame.
  private let framing: ViewportFrame?
  /// The margins of that viewport.
  private let margins: ViewportMargins
  /// Called with the presence of the window.
  private let presenceChanged: (@MainActor (WindowPresence) -> Void)?
  @Environment(\.observation) private var environment

  package init(
    observations: [Observation] = [], cover: VisibilityCover?? = nil, framing: ViewportFrame? = nil,
    margins: ViewportMargins = .zero,
    presenceChanged: (@MainActor (WindowPresence) -> Void)? = nil
  ) {
    self.observations = observations
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
    view.session = environment.session
    return view
  }

  package func update(_ view: ProbeView, _ coordinator: Void) {
    view.frameOfViewport = environment.viewportFrame
    view.framing = framing
    framing?.margins = margins
    view.isCover = cover
    view.settings = environment.window
    view.presenceChanged = presenceChanged
    (view.list, view.countsDwell) = (environment.list, environment.countsDwell)
    view.observations = observations.map { $0.filled(environment.rule, environment.policy) }
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

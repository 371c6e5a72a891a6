#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineCore
import SightlineHost
import SwiftUI

/// Puts a platform view where a SwiftUI view is, to be observed in its place.
///
/// SwiftUI knows where a view is, but not what clips, hides, fades and covers it, and each frame's
/// geometry costs a closure for each row. Platform views know all of that, and a scroll moves none
/// of them in its content. So a frame that scrolls costs no SwiftUI work at all.
struct ProbeRepresentable: PlatformRepresentable {
  typealias Shown = ProbeView

  private let probe: Probe?
  private let cover: VisibilityCover?
  /// The viewport that has the modified view's frame.
  private let framing: ViewportFrame?
  /// The margins of that viewport.
  private let margins: VisibilityMargins
  @Environment(\.visibilitySession) private var session
  @Environment(\.viewportFrame) private var frameOfViewport

  init(
    probe: Probe? = nil, cover: VisibilityCover? = nil, framing: ViewportFrame? = nil,
    margins: VisibilityMargins = .zero
  ) {
    self.probe = probe
    self.cover = cover
    self.framing = framing
    self.margins = margins
  }

  func make(_ coordinator: Void) -> ProbeView {
    let view = ProbeView()
    view.session = session
    return view
  }

  func update(_ view: ProbeView, _ coordinator: Void) {
    view.frameOfViewport = frameOfViewport
    view.framing = framing
    framing?.margins = margins
    view.isCover = cover
    view.probe = probe
  }

  static func dismantle(_ view: ProbeView, _ coordinator: Void) { view.dismantle() }
}

extension View {
  /// In the overlay, as large as the view and above it. A cover is in the background, so a view
  /// that is both does not cover itself, whatever the order of its modifiers.
  @MainActor
  func observed(_ probe: Probe) -> some View {
    overlay(PlatformProbe(ProbeRepresentable(probe: probe)))
  }

  /// In the background, so that what the view holds is above it.
  @MainActor
  func backed(by probe: ProbeRepresentable) -> some View {
    background(PlatformProbe(probe))
  }
}
#endif

#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineCore
public import SightlineScroll
public import SwiftUI

extension View {
  /// Calls closures when the scroll view around this view scrolls, changes its sizes, or goes to
  /// another phase. Put it on the scroll view's content.
  ///
  /// It works alike on every system. From iOS 18 on SwiftUI's own `onScrollGeometryChange` and
  /// `onScrollPhaseChange` report the same of a scroll view that they are put on; convert their
  /// values with `ScrollMetrics(_:)`.
  ///
  /// Closures run on the main actor and may change state: at the end of a turn of the run loop,
  /// before the frame is committed, and never while SwiftUI updates or lays out. So what follows an
  /// offset is in the same frame; sizes, which a layout changes, come in the next turn. All changes
  /// of a turn are one call, and a scroll costs one call a frame, whatever the content holds.
  ///
  /// Put it on one view: on a `ForEach` or a `Group`, as with every modifier, each child gets one,
  /// with an observer of its own. Without a scroll view around, nothing is called.
  ///
  /// - Parameters:
  ///   - geometry: called with each new geometry, the first one included.
  ///   - phase: called with each change of phase, after the geometry; if the view leaves a scroll
  ///     view, its scroll ends with `idle`.
  @MainActor
  public func onEnclosingScroll(
    geometry: ((ScrollMetrics) -> Void)? = nil,
    phase: ((ScrollPhaseChange) -> Void)? = nil
  ) -> some View {
    background(PlatformProbe(ScrollProbeRepresentable(geometry: geometry, phase: phase)))
  }
}

@available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
extension ScrollMetrics {
  /// SwiftUI's geometry of a scroll view; its leading inset counts as the left one.
  public init(_ geometry: ScrollGeometry) {
    self.init(
      contentOffset: .init(geometry.contentOffset), contentSize: .init(geometry.contentSize),
      containerSize: .init(geometry.containerSize),
      contentInsets: .init(
        top: geometry.contentInsets.top, left: geometry.contentInsets.leading,
        bottom: geometry.contentInsets.bottom, right: geometry.contentInsets.trailing))
  }
}

@available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
extension ScrollingPhase {
  /// SwiftUI's phase of the same name.
  public init(_ phase: ScrollPhase) {
    switch phase {
    case .idle: self = .idle
    case .tracking: self = .tracking
    case .interacting: self = .interacting
    case .decelerating: self = .decelerating
    case .animating: self = .animating
    }
  }
}

extension ReadingDirection {
  /// SwiftUI's direction of the same name.
  public init(_ direction: LayoutDirection) {
    self = direction == .rightToLeft ? .rightToLeft : .leftToRight
  }
}

extension MotionPreference {
  /// What the environment's `accessibilityReduceMotion` means.
  public init(reduceMotion: Bool) { self = reduceMotion ? .reduced : .full }
}

private struct ScrollProbeRepresentable: PlatformRepresentable {
  typealias Shown = SentinelView

  var geometry: ((ScrollMetrics) -> Void)?
  var phase: ((ScrollPhaseChange) -> Void)?

  func makeCoordinator() -> ScrollProbe { ScrollProbe() }

  func make(_ probe: ScrollProbe) -> SentinelView { probe.view }

  func update(_ view: SentinelView, _ probe: ScrollProbe) {
    probe.geometryChanged = geometry
    probe.phaseChanged = phase
  }

  static func dismantle(_ view: SentinelView, _ probe: ScrollProbe) { probe.dismantle() }
}
#endif

#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineCore
public import SightlineScroll
public import SwiftUI
#if canImport(UIKit)
import SightlineUIKit
import UIKit
#else
import AppKit
import SightlineAppKit
#endif

extension View {
  /// Calls closures when the scroll view that this view is in scrolls, changes its sizes, or goes from
  /// one phase to another. Put it on the scroll view's content.
  ///
  /// It works alike on every system. From iOS 18 on SwiftUI's own `onScrollGeometryChange` and
  /// `onScrollPhaseChange` say the same of a scroll view that they are put on; their values convert with
  /// `ScrollMetrics(_:)`.
  ///
  /// Closures run on the main actor and may change state: offsets at once, so that what follows them is
  /// in the same frame; other changes come from a layout and are handed on after it. A scroll costs one
  /// closure a frame, whatever the content holds.
  ///
  /// - Parameters:
  ///   - geometry: called with each new geometry, the first one included.
  ///   - phase: called with each change of phase.
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

@MainActor
private struct ScrollProbeRepresentable {
  var geometry: ((ScrollMetrics) -> Void)?
  var phase: ((ScrollPhaseChange) -> Void)?

  func makeCoordinator() -> ScrollProbe { ScrollProbe() }

  private func update(_ probe: ScrollProbe) {
    probe.geometryChanged = geometry
    probe.phaseChanged = phase
  }
}

#if canImport(UIKit)
extension ScrollProbeRepresentable: UIViewRepresentable {
  func makeUIView(context: Context) -> SentinelView { context.coordinator.view }
  func updateUIView(_ view: SentinelView, context: Context) { update(context.coordinator) }
}
#else
extension ScrollProbeRepresentable: NSViewRepresentable {
  func makeNSView(context: Context) -> SentinelView { context.coordinator.view }
  func updateNSView(_ view: SentinelView, context: Context) { update(context.coordinator) }
}
#endif

/// Finds the scroll view that its view is in, and observes it.
@MainActor
private final class ScrollProbe {
  let view = SentinelView()
  var geometryChanged: ((ScrollMetrics) -> Void)?
  var phaseChanged: ((ScrollPhaseChange) -> Void)?
  private var observer: ScrollObserver?
  private var handedOn: ScrollMetrics?
  private var later: DeadlineTimer?

  init() {
    view.windowChanged = { [weak self] in self?.attach() }
  }

  #if canImport(UIKit)
  private var scrollView: UIScrollView? {
    var ancestor = view.superview
    while let current = ancestor, !(current is UIScrollView) { ancestor = current.superview }
    return ancestor as? UIScrollView
  }
  #else
  private var scrollView: NSScrollView? { view.enclosingScrollView }
  #endif

  private func attach() {
    observer = nil
    guard view.window != nil, let scrollView else { return }
    let observer = ScrollObserver(of: scrollView)
    self.observer = observer
    later = DeadlineTimer { [weak self] in self?.handOn() }
    observer.phaseChanged = { [weak self] change in self?.phaseChanged?(change) }
    observer.geometryChanged = { [weak self] geometry in self?.note(geometry) }
    handOnLater()
  }

  private func note(_ geometry: ScrollMetrics) {
    // Sizes change in a layout, in which no state may be changed.
    if handedOn?.scrolled(to: geometry.contentOffset) == geometry {
      handOn()
    } else {
      handOnLater()
    }
  }

  private func handOnLater() { later?.set(MonotonicClock.now) }

  private func handOn() {
    guard let geometry = observer?.geometry, geometry != handedOn else { return }
    handedOn = geometry
    geometryChanged?(geometry)
  }
}
#endif

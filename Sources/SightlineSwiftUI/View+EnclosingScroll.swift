#if canImport(SwiftUI) && !os(watchOS)
package import SightlineApple
public import SightlineCore
public import SwiftUI

nonisolated extension View {
  /// Calls closures when the enclosing scroll view scrolls, changes its sizes, or enters another
  /// phase. Apply it to the scroll view's content.
  ///
  /// It works the same on every system. From iOS 18 on, SwiftUI's `onScrollGeometryChange` and
  /// `onScrollPhaseChange` report the same for the scroll view they are applied to; convert their
  /// values with `ScrollMetrics(_:)`.
  ///
  /// Closures run on the main actor and may change state; they never run while SwiftUI updates or
  /// lays out. From iOS 18, tvOS 18 and visionOS 2 on, they run right before Core Animation
  /// commits, so views that follow an offset change in the same frame. On other systems they run at
  /// the end of the run loop turn, possibly after the commit (iOS 16 and 17), so such views lag by
  /// a frame. Sizes, which change during layout, are reported in the next turn. All changes of a
  /// turn cause one call, regardless of the content.
  ///
  /// Apply it to one view: on a `ForEach` or a `Group`, as with every modifier, each child gets
  /// one, with its own observer. Without an enclosing scroll view, nothing is called.
  ///
  /// - Parameters:
  ///   - geometry: called with each new geometry, including the first.
  ///   - phase: called with each change of phase, after the geometry; if the view leaves a scroll
  ///     view, its scroll ends with `idle`.
  public func onEnclosingScroll(
    geometry: (@MainActor (ScrollMetrics) -> Void)? = nil,
    phase: (@MainActor (ScrollPhaseChange) -> Void)? = nil
  ) -> some View {
    onScroll(of: .around, geometry: geometry, phase: phase)
  }

  /// Calls closures when this `List` or scroll view scrolls, as
  /// `onEnclosingScroll(geometry:phase:)` does in its content.
  public func onScroll(
    geometry: (@MainActor (ScrollMetrics) -> Void)? = nil,
    phase: (@MainActor (ScrollPhaseChange) -> Void)? = nil
  ) -> some View {
    onScroll(of: .inFront, geometry: geometry, phase: phase)
  }

  /// Calls a closure when a value derived from the enclosing scroll view's geometry changes, as
  /// SwiftUI's `onScrollGeometryChange(for:of:action:)` does on new systems; at first with the
  /// first value twice.
  ///
  /// ```swift
  /// content.onEnclosingScroll(for: Bool.self) { $0.contentOffset.y > 200 } action: { _, isFar in
  ///   showsButton = isFar
  /// }
  /// ```
  public func onEnclosingScroll<Value: Equatable>(
    for type: Value.Type = Value.self, of transform: @escaping @MainActor (ScrollMetrics) -> Value,
    action: @escaping @MainActor (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View {
    modifier(ScrollValueModifier(target: .around, transform: transform, action: action))
  }

  /// Calls a closure when a value derived from the geometry of this `List` or scroll view changes,
  /// as `onEnclosingScroll(for:of:action:)` does in its content.
  public func onScroll<Value: Equatable>(
    for type: Value.Type = Value.self, of transform: @escaping @MainActor (ScrollMetrics) -> Value,
    action: @escaping @MainActor (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View {
    modifier(ScrollValueModifier(target: .inFront, transform: transform, action: action))
  }

  /// Does the same for the scroll view around this view, or for this view if it is a scroll view.
  package func onScroll(
    of target: ScrollProbe.Target, reader: ScrollReader? = nil,
    geometry: (@MainActor (ScrollMetrics) -> Void)? = nil,
    phase: (@MainActor (ScrollPhaseChange) -> Void)? = nil
  ) -> some View {
    background(
      PlatformProbe(
        ScrollProbeRepresentable(target: target, reader: reader, geometry: geometry, phase: phase)))
  }
}

@available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
extension ScrollMetrics {
  /// Creates the metrics from SwiftUI's geometry and the environment's `pixelLength`; the leading
  /// inset counts as the left one.
  public init(_ geometry: ScrollGeometry, pixelLength: Double = DevicePixel.defaultLength) {
    self.init(
      contentOffset: .init(geometry.contentOffset), contentSize: .init(geometry.contentSize),
      containerSize: .init(geometry.containerSize),
      contentInsets: .init(
        top: geometry.contentInsets.top, left: geometry.contentInsets.leading,
        bottom: geometry.contentInsets.bottom, right: geometry.contentInsets.trailing),
      pixelLength: pixelLength)
  }
}

@available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
extension ScrollingPhase {
  /// Creates the phase from SwiftUI's phase of the same name.
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
  /// Creates the direction from SwiftUI's direction of the same name.
  public init(_ direction: LayoutDirection) {
    self = direction == .rightToLeft ? .rightToLeft : .leftToRight
  }
}

extension MotionPreference {
  /// Creates the preference from the environment's `accessibilityReduceMotion`.
  public init(reduceMotion: Bool) { self = reduceMotion ? .reduced : .full }
}

private struct ScrollValueModifier<Value: Equatable> {
  let target: ScrollProbe.Target
  let transform: @MainActor (ScrollMetrics) -> Value
  let action: @MainActor (Value, Value) -> Void
  @State private var last = LastValue()

  private final class LastValue {
    var value: Value?
  }
}

@MainActor
extension ScrollValueModifier: ViewModifier {
  func body(content: Content) -> some View {
    content.onScroll(
      of: target,
      geometry: { [last] geometry in
        let new = transform(geometry)
        guard new != last.value else { return }
        let old = last.value ?? new
        last.value = new
        action(old, new)
      })
  }
}

/// Reads the distance of a scroll view within the layout of the frame.
@MainActor
package final class ScrollReader {
  fileprivate weak var probe: ScrollProbe?

  /// The distance shown by the last layout.
  package var shown: Double?

  /// Creates a reader without a scroll view.
  package nonisolated init() {}

  /// The distance of the content from rest at the top, in points; `nil` without a scroll view.
  package var distance: Double? { probe?.distanceFromTop }

  /// Makes the geometry be forwarded after the next layout, even if it is the same.
  package func forwardAgain() { probe?.forwardAgain() }
}

private struct ScrollProbeRepresentable {
  let target: ScrollProbe.Target
  let reader: ScrollReader?
  let geometry: (@MainActor (ScrollMetrics) -> Void)?
  let phase: (@MainActor (ScrollPhaseChange) -> Void)?
}

@MainActor
extension ScrollProbeRepresentable: PlatformRepresentable {
  typealias Shown = SentinelView

  func makeCoordinator() -> ScrollProbe { ScrollProbe(of: target) }

  func make(_ probe: ScrollProbe) -> SentinelView { probe.view }

  func update(_ view: SentinelView, _ probe: ScrollProbe) {
    reader?.probe = probe
    probe.geometryChanged = geometry
    probe.phaseChanged = phase
  }

  static func dismantle(_ view: SentinelView, _ probe: ScrollProbe) { probe.dismantle() }
}
#endif

#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
public import SightlineScroll
import SightlineSwiftUI
public import SwiftUI

nonisolated extension View {
  /// Adds a header over this scroll view, or list, that collapses once the content is scrolled past
  /// a threshold.
  ///
  /// ```swift
  /// ScrollView {
  ///   LazyVStack { ForEach(items) { Row($0) } }
  /// }
  /// .collapsingHeader { layout in
  ///   VStack {
  ///     Text("42").font(.title)
  ///     if layout.showsLabel { Text("items") }
  ///   }
  ///   .padding(.vertical, layout.padding)
  ///   .frame(maxWidth: .infinity, maxHeight: .infinity)
  ///   .background(.bar)
  ///   .accessibilityElement().accessibilityLabel("42 items").accessibilityAddTraits(.isHeader)
  /// }
  /// ```
  ///
  /// The expanded height is a constant safe area inset of the scroll view, so the header does not
  /// toggle itself; `scrollTo`, `refreshable` and the scroll indicator take it into account. The
  /// height grows with the user's text size. The header's content is clipped only at its bottom:
  /// its background extends under the bars above it, as any background does.
  ///
  /// Pinned section headers stay below the expanded height, since the inset is constant.
  ///
  /// Several views in the header are stacked vertically, centred and without spacing. On a view
  /// other than a scroll view the header stays expanded.
  ///
  /// VoiceOver reads the header, then the content. Collapsing is not announced, so repeat the text
  /// of the header's label in an accessibility label, as in the example.
  ///
  /// - Parameters:
  ///   - style: heights and paddings in points, and how they change.
  ///   - isCover: whether rows below the header count as hidden, as they do below an opaque one.
  ///   - header: the header for a layout; called when it toggles.
  public func collapsingHeader(
    _ style: CollapsingHeader.Style = CollapsingHeader.Style(), isCover: Bool = true,
    @ViewBuilder header: @escaping @MainActor (CollapsingHeader.Layout) -> some View
  ) -> some View {
    modifier(CollapsingHeaderModifier(style: style, isCover: isCover, header: header))
  }
}

private struct CollapsingHeaderModifier<Header: View> {
  private let style: CollapsingHeader.Style
  private let isCover: Bool
  private let header: @MainActor (CollapsingHeader.Layout) -> Header
  @State private var follower: HeaderFollower
  /// The layout that SwiftUI animates to. The only state that updates the view.
  @State private var layout: CollapsingHeader.Layout
  @Environment(\.accessibilityReduceMotion) private var reduceMotion
  /// The text size in percent of the standard one. SwiftUI rounds it to pixels.
  @ScaledMetric private var scaledHundred = 100.0

  init(
    style: CollapsingHeader.Style, isCover: Bool,
    header: @escaping @MainActor (CollapsingHeader.Layout) -> Header
  ) {
    self.style = style
    self.isCover = isCover
    self.header = header
    let state = CollapsingHeader(style: style)
    _follower = State(initialValue: HeaderFollower(state))
    _layout = State(initialValue: state.layout(at: .never))
  }
}

@MainActor
extension CollapsingHeaderModifier: ViewModifier {
  func body(content: Content) -> some View {
    content
      .safeAreaInset(edge: .top, spacing: 0) {
        Color.clear.frame(height: scaledStyle.expandedHeight)
          .allowsHitTesting(false)
      }
      .overlay(alignment: .top) {
        VStack(spacing: 0) { header(layout) }
          .frame(maxWidth: .infinity)
          .frame(height: layout.height)
          .visibilityCover(isCover ? .opaque : nil)
          .clipShape(EdgeClip(edges: .bottom))
          .accessibilityElement(children: .contain)
          .accessibilitySortPriority(1)
      }
      .onScroll(of: .inFront, geometry: { scrolled($0) })
      .onAppear { apply(scaledStyle) }
      .onNewValue(of: scaledStyle) { apply($0) }
  }

  private var scaledStyle: CollapsingHeader.Style { style.scaled(by: scaledHundred / 100) }

  private func apply(_ style: CollapsingHeader.Style) {
    guard style != follower.state.style else { return }
    follower.state.setStyle(style)
    layout = follower.state.layout(at: .never)
  }

  private func scrolled(_ geometry: ScrollMetrics) {
    let duration = follower.state.scroll(
      in: geometry, at: MonotonicClock.now,
      motion: MotionPreference(reduceMotion: reduceMotion))
    guard let duration else { return }
    withAnimation(follower.state.style.easing.animation(over: duration)) {
      layout = follower.state.layout(at: .never)
    }
  }
}

/// Holds the header's state. It changes in each frame of a scroll without updating the view.
private final class HeaderFollower {
  var state: CollapsingHeader

  init(_ state: CollapsingHeader) { self.state = state }
}

/// Clips at some edges as the bounds of a view do, and lets content draw beyond the others.
nonisolated struct EdgeClip: Shape {
  let edges: Edge.Set
  /// The distance beyond the other edges, in points; by default larger than any bar.
  var reach: CGFloat = 1_000

  func path(in rect: CGRect) -> Path {
    let (top, bottom) = (edges.contains(.top), edges.contains(.bottom))
    let sides = edges.contains(.horizontal)
    return Path(
      CGRect(
        x: rect.minX - (sides ? 0 : reach), y: rect.minY - (top ? 0 : reach),
        width: rect.width + (sides ? 0 : 2 * reach),
        height: rect.height + (top ? 0 : reach) + (bottom ? 0 : reach)))
  }
}

extension Easing {
  /// SwiftUI's animation with this curve; none for a duration of zero.
  func animation(over duration: Duration) -> Animation? {
    duration > .zero ? .timingCurve(x1, y1, x2, y2, duration: duration.inSeconds) : nil
  }
}
#endif

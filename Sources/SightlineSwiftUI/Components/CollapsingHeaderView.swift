#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineCore
public import SightlineScroll
public import SwiftUI

/// A scroll view under a header that collapses once the content is scrolled past a threshold.
///
/// ```swift
/// CollapsingHeaderView { layout in
///   VStack {
///     Text("42").font(.title)
///     if layout.showsLabel { Text("items") }
///   }
///   .padding(.vertical, layout.padding)
///   .accessibilityElement().accessibilityLabel("42 items").accessibilityAddTraits(.isHeader)
/// } content: {
///   ForEach(items) { Row($0) }
/// }
/// ```
///
/// The numbers are ``SightlineScroll/CollapsingHeader/Style``'s: 82 to 53 pt at 142 pt, in 0.08 s.
/// The header lies over the content, whose inset never changes, so that it does not toggle itself.
/// It clips what it holds to its height, which grows with the text size that people choose.
///
/// Several views in the header or the content are stacked vertically, centred and without spacing;
/// put them into a stack of your own for anything else.
///
/// VoiceOver reads the header, then the content. Collapsing is not announced: what the header's
/// label says belongs into an accessibility label, as in the example.
public struct CollapsingHeaderView<Header: View, Content: View>: View {
  private let style: CollapsingHeader.Style
  private let header: (CollapsingHeader.Layout) -> Header
  private let content: Content
  @State private var follower: HeaderFollower
  /// The layout that SwiftUI animates to. The only state that updates the view.
  @State private var layout: CollapsingHeader.Layout
  @Environment(\.accessibilityReduceMotion) private var reduceMotion
  /// The text size as a multiple of the standard one.
  @ScaledMetric private var textScale = 1.0

  /// Creates a header over a vertical scroll view.
  public init(
    style: CollapsingHeader.Style = CollapsingHeader.Style(),
    @ViewBuilder header: @escaping (CollapsingHeader.Layout) -> Header,
    @ViewBuilder content: () -> Content
  ) {
    self.style = style
    self.header = header
    self.content = content()
    let state = CollapsingHeader(style: style)
    _follower = State(initialValue: HeaderFollower(state))
    _layout = State(initialValue: state.layout(at: .never))
  }

  /// The scroll view with the header over it.
  public var body: some View {
    ScrollView {
      VStack(spacing: 0) { content }
        .frame(maxWidth: .infinity)
        .padding(.top, scaledStyle.expandedHeight)
        .onEnclosingScroll(geometry: scrolled)
    }
    .overlay(alignment: .top) {
      VStack(spacing: 0) { header(layout) }
        .frame(maxWidth: .infinity)
        .frame(height: layout.height)
        .clipped()
        .accessibilityElement(children: .contain)
        .accessibilitySortPriority(1)
    }
    .onAppear { apply(scaledStyle) }
    .onNewValue(of: scaledStyle, perform: apply)
  }

  private var scaledStyle: CollapsingHeader.Style { style.scaled(by: textScale) }

  private func apply(_ style: CollapsingHeader.Style) {
    guard style != follower.state.style else { return }
    follower.state.setStyle(style)
    layout = follower.state.layout(at: .never)
  }

  private func scrolled(_ geometry: ScrollMetrics) {
    let duration = follower.state.scroll(
      in: geometry, placement: .overlay, at: MonotonicClock.now,
      motion: MotionPreference(reduceMotion: reduceMotion))
    guard let duration else { return }
    withAnimation(follower.state.style.easing.animation(over: duration)) {
      layout = follower.state.layout(at: .never)
    }
  }
}

/// Holds the header's state, which changes in each frame of a scroll without showing.
private final class HeaderFollower {
  var state: CollapsingHeader

  init(_ state: CollapsingHeader) { self.state = state }
}

extension Easing {
  /// SwiftUI's animation with this curve; none for a duration of zero.
  func animation(over duration: Duration) -> Animation? {
    duration > .zero ? .timingCurve(x1, y1, x2, y2, duration: duration.inSeconds) : nil
  }
}

#if DEBUG
struct CollapsingHeaderView_Previews: PreviewProvider {
  static var previews: some View {
    CollapsingHeaderView { layout in
      VStack {
        Text("42").font(.title2.bold())
        if layout.showsLabel { Text("items").font(.caption) }
      }
      .padding(.vertical, layout.padding)
      .background(.thinMaterial)
      .accessibilityElement()
      .accessibilityLabel("42 items")
      .accessibilityAddTraits(.isHeader)
    } content: {
      ForEach(0..<40, id: \.self) { Text("Row \($0)").padding() }
    }
  }
}
#endif
#endif

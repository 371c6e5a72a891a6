#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineCore
public import SightlineScroll
public import SwiftUI

/// A scroll view under a header that becomes lower once the content is scrolled past a threshold.
///
/// ```swift
/// CollapsingHeaderView { layout in
///   VStack {
///     Text("42").font(.title)
///     if layout.showsLabel { Text("items") }
///   }
///   .padding(.vertical, layout.padding)
/// } content: {
///   ForEach(items) { Row($0) }
/// }
/// ```
///
/// The numbers are ``SightlineScroll/CollapsingHeader/Style``'s: 82 to 53 pt at 142 pt, in 0.08 s. The
/// header lies over the content, whose inset never changes, so that it does not toggle itself.
public struct CollapsingHeaderView<Header: View, Content: View>: View {
  private let header: (CollapsingHeader.Layout) -> Header
  private let content: Content
  @State private var state: CollapsingHeader
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  /// Creates a header over a vertical scroll view.
  public init(
    style: CollapsingHeader.Style = CollapsingHeader.Style(),
    @ViewBuilder header: @escaping (CollapsingHeader.Layout) -> Header,
    @ViewBuilder content: () -> Content
  ) {
    self.header = header
    self.content = content()
    _state = State(initialValue: CollapsingHeader(style: style))
  }

  /// The scroll view with the header over it.
  public var body: some View {
    // The state that it is going to; SwiftUI animates the way.
    let layout = state.layout(at: .never)
    ScrollView {
      content
        .padding(.top, state.contentInset)
        .onEnclosingScroll(geometry: scrolled)
    }
    .overlay(alignment: .top) {
      header(layout)
        .frame(maxWidth: .infinity)
        .frame(height: layout.height)
        .clipped()
    }
  }

  private func scrolled(_ geometry: ScrollMetrics) {
    var next = state
    let now = MonotonicClock.now
    let changed = next.scroll(
      to: next.distance(in: geometry, placement: .overlay, at: now), at: now)
    guard changed else { return }
    let duration = next.isAnimating(at: now) && !reduceMotion ? next.style.duration : .zero
    withAnimation(next.style.easing.animation(over: duration)) { state = next }
  }
}

extension Easing {
  /// SwiftUI's animation with this curve; none for a duration of zero.
  func animation(over duration: Duration) -> Animation? {
    duration > .zero ? .timingCurve(x1, y1, x2, y2, duration: duration.seconds) : nil
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
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
    } content: {
      ForEach(0..<40, id: \.self) { Text("Row \($0)").padding() }
    }
  }
}
#endif
#endif

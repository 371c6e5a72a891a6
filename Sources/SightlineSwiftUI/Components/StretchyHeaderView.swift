#if canImport(SwiftUI) && !os(watchOS)
import SightlineCore
public import SightlineScroll
public import SwiftUI

/// The first view in a scroll view. Pulled down, it grows by exactly the pull; scrolled up, its
/// background moves slower than the content and its title shrinks.
///
/// ```swift
/// ScrollView {
///   StretchyHeaderView(height: 260) {
///     Image("hero").resizable().scaledToFill()
///   } title: {
///     Text("Hero")
///   }
///   …
/// }
/// ```
///
/// It finds the scroll view around it by itself; without one it stays at rest. A frame that scrolls
/// updates the header alone, and nothing once the header is out of sight.
///
/// Several views of the background lie over one another, centred. Several views of the title are
/// stacked vertically, at the leading edge and without spacing. The title grows with the text size
/// that people choose, and wraps; the header does not grow.
///
/// VoiceOver reads the title as one heading. The background is decoration and hidden from it: what
/// it has to say belongs into the title.
public struct StretchyHeaderView<Background: View, Title: View>: View {
  private let header: StretchyHeader
  private let background: Background
  private let title: Title
  /// How far the content is scrolled, as far as it matters, in points.
  @State private var scrolled = 0.0
  @Environment(\.accessibilityReduceMotion) private var reduceMotion
  /// The size of a large title as a multiple of the standard one.
  @ScaledMetric(relativeTo: .largeTitle) private var textScale = 1.0

  /// Creates a header.
  ///
  /// - Parameters:
  ///   - height: the height at rest, in points.
  ///   - parallaxRate: the background's share of the content's speed.
  ///   - background: what fills it.
  ///   - title: what stands at its bottom; its font's size follows the scroll.
  public init(
    height: CGFloat, parallaxRate: Double = StretchyHeader.defaultParallaxRate,
    @ViewBuilder background: () -> Background, @ViewBuilder title: () -> Title
  ) {
    header = StretchyHeader(height: Double(height), parallaxRate: parallaxRate)
    self.background = background()
    self.title = title()
  }

  /// A slot of the header's height, with the header where the scroll puts it.
  public var body: some View {
    GeometryReader { proxy in
      let layout = header.layout(
        scrolled: scrolled, width: Double(proxy.size.width),
        motion: MotionPreference(reduceMotion: reduceMotion))
      // In the slot's own space, which has scrolled along.
      let top = layout.frame.minY + scrolled
      ZStack { background }
        .frame(width: layout.background.width, height: layout.background.height)
        .accessibilityHidden(true)
        .offset(y: layout.background.minY - layout.frame.minY)
        .frame(width: layout.frame.width, height: layout.frame.height)
        .clipped()
        .overlay(alignment: .bottomLeading) {
          VStack(alignment: .leading, spacing: 0) { title }
            .font(.system(size: layout.titleSize * textScale, weight: .bold))
            .padding()
            .accessibilityElement(children: .combine)
            .accessibilityAddTraits(.isHeader)
        }
        .offset(y: top)
    }
    .frame(height: header.height)
    .onEnclosingScroll { geometry in
      let distance = header.visibleDistance(geometry.distance(along: .vertical))
      if distance != scrolled { scrolled = distance }
    }
  }
}

#if DEBUG
struct StretchyHeaderView_Previews: PreviewProvider {
  static var previews: some View {
    ScrollView {
      StretchyHeaderView(height: 260) {
        LinearGradient(colors: [.orange, .purple], startPoint: .top, endPoint: .bottom)
      } title: {
        Text("Dunes").foregroundColor(.white)
      }
      ForEach(0..<30, id: \.self) { Text("Row \($0)").padding() }
    }
  }
}
#endif
#endif

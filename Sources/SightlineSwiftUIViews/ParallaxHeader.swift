#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
public import SightlineScroll
import SightlineSwiftUI
public import SwiftUI

/// The first view in a scroll view. Pulled down, it grows by exactly the pull; scrolled up, its
/// background moves more slowly than the content and its title shrinks.
///
/// ```swift
/// ScrollView {
///   ParallaxHeader(height: 260) {
///     Image("hero").resizable().scaledToFill()
///   } title: {
///     Text("Hero")
///   }
///   …
/// }
/// ```
///
/// It finds the enclosing scroll view by itself; without one it stays at rest. It reads the scroll
/// position in the layout of the same frame, so there is no gap above a pulled header. A frame that
/// scrolls moves and scales background and title without evaluating them.
///
/// Several background views overlay one another, centred. Several title views are stacked
/// vertically, at the leading edge and without spacing. The title grows with the user's text size,
/// and wraps; the header does not grow.
///
/// VoiceOver reads the title as one heading. The background is decoration and hidden from it, so
/// put any information into the title.
public struct ParallaxHeader<Background: View, Title: View> {
  private let header: StretchyHeader
  private let background: Background
  private let title: Title
  @State private var reader = ScrollReader()
  /// Incremented when the header's distance differs from the scroll view's.
  @State private var corrections = 0
  @Environment(\.accessibilityReduceMotion) private var reduceMotion
  /// The size of a large title in percent of the standard one. SwiftUI rounds it to pixels.
  @ScaledMetric(relativeTo: .largeTitle) private var scaledHundred = 100.0

  /// Creates a header.
  ///
  /// - Parameters:
  ///   - height: the height at rest, in points.
  ///   - parallaxRate: the background's speed as a fraction of the content's.
  ///   - background: the view that fills the header.
  ///   - title: the title at the bottom, bold and 34 pt large; it is scaled with the scroll.
  public init(
    height: CGFloat, parallaxRate: Double = StretchyHeader.defaultParallaxRate,
    @ViewBuilder background: () -> Background, @ViewBuilder title: () -> Title
  ) {
    header = StretchyHeader(height: Double(height), parallaxRate: parallaxRate)
    self.background = background()
    self.title = title()
  }
}

@MainActor
extension ParallaxHeader: View {
  /// A slot of the header's height, with the header at the position given by the scroll.
  public var body: some View {
    let titleSize = header.titleSize.value(at: 0)
    return GeometryReader { proxy in
      let distance = distance(in: proxy)
      let layout = header.layout(
        scrolled: distance, width: Double(proxy.size.width),
        motion: MotionPreference(reduceMotion: reduceMotion))
      ZStack { background }
        .frame(width: layout.background.width, height: layout.background.height)
        .accessibilityHidden(true)
        .offset(y: layout.background.minY - layout.frame.minY)
        .frame(width: layout.frame.width, height: layout.frame.height)
        .clipped()
        .contentShape(Rectangle())
        .overlay(alignment: .bottomLeading) {
          VStack(alignment: .leading, spacing: 0) { title }
            .font(.system(size: titleSize * scaledHundred / 100, weight: .bold))
            .scaleEffect(layout.titleSize / titleSize, anchor: .bottomLeading)
            .padding()
            .accessibilityElement(children: .combine)
            .accessibilityAddTraits(.isHeader)
        }
        // In the slot's own space, which scrolls along.
        .offset(y: layout.frame.minY + distance)
    }
    .frame(height: header.height)
    .onScroll(of: .around, reader: reader) { _ in
      // exact: the header follows every movement.
      if let now = reader.distance, header.visibleDistance(now) != reader.shown { corrections += 1 }
    }
  }

  private func distance(in proxy: GeometryProxy) -> Double {
    // Reading both causes a new layout of the header: in the layout of a frame that scrolls, and
    // after the scroll view has been found.
    _ = (proxy.frame(in: .global), corrections)
    let distance = header.visibleDistance(reader.distance ?? 0)
    reader.shown = distance
    return distance
  }
}
#endif

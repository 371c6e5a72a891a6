#if canImport(SwiftUI) && !os(watchOS)
import SightlineCore
public import SightlineScroll
public import SwiftUI

/// The first view in a scroll view: pulled down it grows by exactly the pull, scrolled up its background
/// goes slower than the content and its title becomes smaller.
///
/// ```swift
/// ScrollView {
///   StretchyHeaderView(height: 260) { Image("hero").resizable().scaledToFill() } title: { Text("Hero") }
///   …
/// }
/// .stretchyHeaderSpace()
/// ```
///
/// Its geometry is read while it is laid out; no state changes as it scrolls.
public struct StretchyHeaderView<Background: View, Title: View>: View {
  private let header: StretchyHeader
  private let background: Background
  private let title: Title
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

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
      let scrolled = -Double(proxy.frame(in: .named(StretchyHeaderSpace.name)).minY)
      let layout = header.layout(
        scrolled: scrolled, width: Double(proxy.size.width),
        motion: MotionPreference(reduceMotion: reduceMotion))
      // In the slot's own space, which has scrolled along.
      let top = layout.frame.minY + scrolled
      background
        .frame(width: layout.background.width, height: layout.background.height)
        .offset(y: layout.background.minY - layout.frame.minY)
        .frame(width: layout.frame.width, height: layout.frame.height)
        .clipped()
        .overlay(alignment: .bottomLeading) {
          title.font(.system(size: layout.titleSize, weight: .bold)).padding()
        }
        .offset(y: top)
    }
    .frame(height: header.height)
  }
}

enum StretchyHeaderSpace {
  static let name = "Sightline.StretchyHeader"
}

extension View {
  /// Lets a ``StretchyHeaderView`` know the scroll view that it is in: put it on the scroll view.
  public func stretchyHeaderSpace() -> some View { coordinateSpace(name: StretchyHeaderSpace.name) }
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
    .stretchyHeaderSpace()
  }
}
#endif
#endif

#if canImport(SwiftUI) && !os(watchOS)
import SightlineScroll
public import SwiftUI

/// As many equal columns as fit, in a lazy grid: see ``SightlineScroll/AdaptiveColumns``.
public struct AdaptiveGrid<Content: View>: View {
  private let grid: AdaptiveColumns
  private let content: Content
  @State private var width: CGFloat = 0

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - minimumItemWidth: the least width of an item, in points.
  ///   - spacing: the gap between columns and between rows, in points.
  ///   - content: the items.
  public init(
    minimumItemWidth: CGFloat, spacing: CGFloat = 12, @ViewBuilder content: () -> Content
  ) {
    grid = AdaptiveColumns(minimumItemWidth: Double(minimumItemWidth), spacing: Double(spacing))
    self.content = content()
  }

  /// The grid, as wide as it is offered.
  public var body: some View {
    let columns = grid.columns(for: Double(width))
    LazyVGrid(
      columns: Array(
        repeating: GridItem(.flexible(minimum: 0), spacing: grid.spacing), count: columns.count),
      spacing: grid.rowSpacing
    ) { content }
    .frame(maxWidth: .infinity)
    .onGeometryChange(for: CGFloat.self) {
      $0.size.width
    } action: {
      width = $0
    }
  }
}

#if DEBUG
struct AdaptiveGrid_Previews: PreviewProvider {
  static var previews: some View {
    ScrollView {
      AdaptiveGrid(minimumItemWidth: 110) {
        ForEach(0..<40, id: \.self) { _ in
          RoundedRectangle(cornerRadius: 8).fill(.quaternary).frame(height: 90)
        }
      }
      .padding()
    }
  }
}
#endif
#endif

#if canImport(SwiftUI) && !os(watchOS)
import SightlineScroll
public import SwiftUI

/// A lazy grid with as many equal columns as fit; see ``/SightlineScroll/AdaptiveColumns``.
///
/// ```swift
/// ScrollView {
///   AdaptiveGrid(minimumItemWidth: 160) { ForEach(items) { Card($0) } }
/// }
/// ```
///
/// Each view of the content is an item, which keeps its state when the number of columns changes.
/// In right-to-left layouts, the first item of a row is at the right. VoiceOver reads row by row.
public struct AdaptiveGrid<Content: View> {
  private let grid: AdaptiveColumns
  private let content: Content
  @State private var width: CGFloat = 0

  /// Creates a grid from the minimum width of an item and the gap between columns and rows, in
  /// points.
  public init(
    minimumItemWidth: CGFloat, spacing: CGFloat = 12, @ViewBuilder content: () -> Content
  ) {
    grid = AdaptiveColumns(minimumItemWidth: Double(minimumItemWidth), spacing: Double(spacing))
    self.content = content()
  }
}

@MainActor
extension AdaptiveGrid: View {
  /// The grid, which takes the full width available.
  public var body: some View {
    LazyVGrid(columns: columns, spacing: grid.rowSpacing) { content }
      .frame(maxWidth: .infinity)
      .onNewWidth { width = $0 }
  }

  private var columns: [GridItem] {
    // SwiftUI computes the same columns unless less than one fits, which is good enough until the
    // width is known.
    guard width > 0 else {
      return [GridItem(.adaptive(minimum: grid.minimumItemWidth), spacing: grid.spacing)]
    }
    return Array(
      repeating: GridItem(.flexible(minimum: 0), spacing: grid.spacing),
      count: grid.columns(for: Double(width)).count)
  }
}
#endif

#if canImport(SwiftUI) && !os(watchOS)
public import SightlineScroll
import SightlineSwiftUI
public import SwiftUI

/// Equal buttons side by side, with a capsule that slides under the selected one, for days or the
/// segments of a control.
///
/// The defaults are margins of 16, gaps of 8 and a slide of 0.16 s. The capsule's position follows
/// from the selection and the width, so a rotation moves it without an animation. A label is one
/// view, regardless of the number of views from its builder. Without a selected item there is no
/// capsule.
///
/// VoiceOver finds the row as a tab bar, with the labels as buttons in reading order and the
/// selected one marked: "Tuesday. Selected. Button."
public struct SegmentedRow<Item: Hashable, Label: View>: View {
  private let items: [Item]
  @Binding private var selection: Item
  private let metrics: SegmentedTabs.Metrics
  private let label: (Item) -> Label
  @Environment(\.layoutDirection) private var direction
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  /// Creates a row of buttons.
  ///
  /// - Parameters:
  ///   - items: the items of the buttons, in reading order, each once.
  ///   - selection: the selected item.
  ///   - metrics: the margins and gaps in points.
  ///   - label: the label of a button. Several views are placed side by side.
  public init(
    _ items: [Item], selection: Binding<Item>, metrics: SegmentedTabs.Metrics = .dateTabs,
    @ViewBuilder label: @escaping (Item) -> Label
  ) {
    self.items = items
    _selection = selection
    self.metrics = metrics
    self.label = label
  }

  /// The row, as high as its highest label.
  public var body: some View {
    // The labels determine the row's height; the buttons overlay them.
    HStack(spacing: metrics.spacing) {
      ForEach(items, id: \.self) { item in
        tab(item).padding(.vertical, 8).frame(maxWidth: .infinity)
      }
    }
    .padding(.leading, metrics.leadingMargin)
    .padding(.trailing, metrics.trailingMargin)
    .hidden()
    .accessibilityHidden(true)
    .overlay { GeometryReader { buttons(width: $0.size.width) } }
    .accessibilityElement(children: .contain)
    .accessibilityTabBar()
  }

  private func tab(_ item: Item) -> some View {
    StyledTab(isSelected: item == selection, plain: .primary, selected: .primary) { label(item) }
  }

  // The buttons. Positions count from the left in either direction, so the row is laid out left to
  // right.
  @ViewBuilder
  private func buttons(width: CGFloat) -> some View {
    let chosen = items.firstIndex(of: selection)
    let tabs = SegmentedTabs(
      count: items.count, width: Double(width), selection: chosen ?? 0, metrics: metrics,
      direction: ReadingDirection(direction))
    ZStack(alignment: .topLeading) {
      if let chosen, let span = tabs.span(of: chosen) {
        // Readable under primary text with any tint.
        Capsule().fill(.tint).opacity(0.2)
          .frame(width: span.width)
          .offset(x: span.x)
          .animation(
            reduceMotion ? nil : .easeInOut(duration: SegmentedTabs.slideDuration.inSeconds),
            value: chosen)
      }
      ForEach(Array(items.enumerated()), id: \.element) { index, item in
        if let span = tabs.span(of: index) {
          Button {
            selection = item
          } label: {
            tab(item)
              .environment(\.layoutDirection, direction)
              .frame(maxWidth: .infinity, maxHeight: .infinity)
              .contentShape(Rectangle())
          }
          .buttonStyle(.plain)
          .accessibilityAddTraits(item == selection ? .isSelected : [])
          .accessibilitySortPriority(-Double(index))
          .frame(width: span.width)
          .offset(x: span.x)
        }
      }
    }
    // As wide as the geometry reader, which places it at the leading edge.
    .frame(width: width, alignment: .topLeading)
    .environment(\.layoutDirection, .leftToRight)
  }
}

#if DEBUG
struct SegmentedRow_Previews: PreviewProvider {
  private struct Example: View {
    @State private var day = 3
    var body: some View { SegmentedRow([1, 2, 3, 4, 5], selection: $day) { Text("\($0)") } }
  }

  static var previews: some View { Example() }
}
#endif
#endif

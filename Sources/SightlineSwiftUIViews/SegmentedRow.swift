#if canImport(SwiftUI) && !os(watchOS)
public import SightlineScroll
import SightlineSwiftUI
public import SwiftUI

/// Equal buttons side by side, with a capsule that slides under the selected one, for days or the
/// segments of a control.
///
/// The capsule's position follows from the selection and the width, so a rotation moves it without
/// an animation. A label is one view, regardless of the number of views from its builder. Without a
/// selected item there is no capsule.
///
/// VoiceOver finds the row as a tab bar, with the labels as buttons in reading order and the
/// selected one marked: "Tuesday. Selected. Button."
public struct SegmentedRow<Item: Hashable, Label: View> {
  private let items: [Item]
  @Binding private var selection: Item
  private let metrics: SegmentedTabs.Metrics
  private let label: @MainActor (Item) -> Label
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
    @ViewBuilder label: @escaping @MainActor (Item) -> Label
  ) {
    self.items = items
    _selection = selection
    self.metrics = metrics
    self.label = label
  }
}

@MainActor
extension SegmentedRow: View {
  /// The row, as tall as its tallest label.
  public var body: some View {
    HStack(spacing: metrics.spacing) {
      ForEach(onMainActor: items, id: \.self) { item in
        Button {
          selection = item
        } label: {
          HStack { label(item) }.foregroundColor(.primary)
            .padding(.vertical, 8)
            .frame(minWidth: 0, maxWidth: .infinity, maxHeight: .infinity)
            .contentShape(Rectangle())
        }
        .buttonStyle(.plain)
        .accessibilityAddTraits(item == selection ? .isSelected : [])
      }
    }
    .padding(.leading, metrics.leadingMargin)
    .padding(.trailing, metrics.trailingMargin)
    // All buttons are as tall as the tallest label.
    .fixedSize(horizontal: false, vertical: true)
    .background { GeometryReader { capsule(width: $0.size.width) } }
    .accessibilityElement(children: .contain)
    .accessibilityTabBar()
  }

  // Positions count from the left in either direction, so the capsule is laid out left to right.
  @ViewBuilder
  private func capsule(width: CGFloat) -> some View {
    if let chosen = items.firstIndex(of: selection),
      let span = SegmentedTabs(
        count: items.count, width: Double(width), selection: chosen, metrics: metrics,
        direction: ReadingDirection(direction)
      ).span(of: chosen)
    {
      // Readable under primary text with any tint.
      Capsule().fill(.tint).opacity(0.2)
        .frame(width: span.width)
        .offset(x: span.x)
        .animation(
          reduceMotion ? nil : .easeInOut(duration: SegmentedTabs.slideDuration.inSeconds),
          value: chosen
        )
        .frame(width: width, alignment: .leading)
        .environment(\.layoutDirection, .leftToRight)
    }
  }
}
#endif

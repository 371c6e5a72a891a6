#if canImport(SwiftUI) && !os(watchOS)
public import SwiftUI

/// The appearance of the labels of `PagedTabs`, `SectionTabs` and `SegmentedRow`, as `ButtonStyle`
/// is that of buttons.
///
/// ```swift
/// struct BoldTabs: TabLabelStyle {
///   func makeBody(configuration: TabLabelConfiguration) -> some View {
///     configuration.label.foregroundColor(configuration.isSelected ? .primary : .secondary)
///   }
/// }
/// PagedTabs(["For you", "New"], selection: $tab) { … }.tabLabelStyle(BoldTabs())
/// ```
///
/// The underline and the capsule have the environment's tint.
@MainActor @preconcurrency
public protocol TabLabelStyle {
  /// The styled label.
  associatedtype Body: View
  /// Returns the styled label of a tab.
  @ViewBuilder func makeBody(configuration: TabLabelConfiguration) -> Body
}

/// A tab to style.
public struct TabLabelConfiguration {
  /// The app's label.
  public let label: AnyView
  /// Whether the tab is selected.
  public let isSelected: Bool
}

extension View {
  /// Sets the appearance of the labels of tabs in this view.
  @MainActor
  public func tabLabelStyle(_ style: some TabLabelStyle) -> some View {
    let styled: @MainActor (TabLabelConfiguration) -> AnyView = {
      AnyView(style.makeBody(configuration: $0))
    }
    return environment(\.styledTabLabel, styled)
  }
}

private struct StyledTabLabelKey: EnvironmentKey {
  static var defaultValue: (@MainActor (TabLabelConfiguration) -> AnyView)? { nil }
}

extension EnvironmentValues {
  fileprivate var styledTabLabel: (@MainActor (TabLabelConfiguration) -> AnyView)? {
    get { self[StyledTabLabelKey.self] }
    set { self[StyledTabLabelKey.self] = newValue }
  }
}

/// A label in the style of the environment, or in two colours, with its views side by side.
struct StyledTab<Label: View>: View {
  let isSelected: Bool
  var plain = Color.secondary
  var selected = Color.accentColor
  @ViewBuilder let label: Label
  @Environment(\.styledTabLabel) private var style

  var body: some View {
    if let style {
      style(TabLabelConfiguration(label: AnyView(HStack { label }), isSelected: isSelected))
    } else {
      HStack { label }.foregroundColor(isSelected ? selected : plain)
    }
  }
}
#endif

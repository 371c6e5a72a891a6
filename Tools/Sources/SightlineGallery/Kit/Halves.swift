import CSightlineGTK
import SightlineGTKToolkit

/// Shares its space between two widgets: side by side, or in a narrow window one above the other.
@MainActor
final class Halves: CustomWidgetDelegate {
  /// The minimum width side by side, at normal text size.
  private static let wide = 520.0

  static func make(_ first: WidgetPointer, _ second: WidgetPointer) -> WidgetPointer {
    let widget = CustomWidget.make(Halves(), cssName: "halves")
    for child in [first, second] { CustomWidget.add(child, to: widget) }
    return widget
  }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    let lengths = CustomWidget.children(of: widget).map { Flow.lengths($0, orientation) }
    return (lengths.map(\.minimum).max() ?? 0, lengths.reduce(0) { $0 + $1.natural })
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    let isBeside = Double(width) >= Self.wide * Style.shared.wholeTextScale
    let (width, height) = (Double(width), Double(height))
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    for (index, child) in CustomWidget.children(of: widget).enumerated() {
      let place =
        isBeside
        ? Placement(x: (index == 1) == isMirrored ? 0 : width / 2, width: width / 2, height: height)
        : Placement(y: Double(index) * height / 2, width: width, height: height / 2)
      CustomWidget.place(child, place)
    }
  }
}

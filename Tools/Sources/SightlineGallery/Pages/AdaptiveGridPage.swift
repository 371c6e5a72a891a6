import CGTK
import Foundation
import SightlineCore
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineScroll

/// C10: as many columns as fit.
final class AdaptiveGridPage: Page {
  static let name = "adaptive-grid"
  static let title = "Adaptive grid"
  static let summary =
    "As many equal columns of at least 120 pt as fit, 12 pt apart. Drag the handle: the columns fill "
    + "the width exactly."

  static let minimumItemWidth = 120.0
  private static let colors = ["blue", "teal", "green", "purple", "orange"]

  let widget: WidgetPointer
  private let grid = AdaptiveGrid(
    AdaptiveColumns(
      minimumItemWidth: AdaptiveGridPage.minimumItemWidth, spacing: 12,
      margins: LayoutInsets(top: 16, left: 16, bottom: 16, right: 16)))
  private let split = required(gtk_paned_new(GTK_ORIENTATION_HORIZONTAL))
  private let readout = Make.label("", "readout", "caption")

  init(log: EventLog) {
    widget = Make.column()
    for number in 1...24 {
      let picture = Make.block("picture", Self.colors[number % 5], height: 84)
      grid.append(
        Make.column(spacing: 8, [picture, Make.label("Item \(number)", "card-title")])
          .styled("card"))
    }
    let space = Make.label("← drag →", "caption")
    gtk_label_set_xalign(OpaquePointer(space), 0.5)
    gtk_label_set_ellipsize(OpaquePointer(space), PANGO_ELLIPSIZE_END)
    gtk_paned_set_start_child(OpaquePointer(split), Make.scroller(grid.widget))
    gtk_paned_set_end_child(OpaquePointer(split), space)
    gtk_paned_set_shrink_start_child(OpaquePointer(split), 0)
    gtk_paned_set_position(OpaquePointer(split), 560)
    widget.append(split.expanding())
    widget.append(readout)
    grid.columnCountChanged { log.note("\($0) \($0 == 1 ? "column" : "columns")") }
    Frames.follow(widget) { [weak self] in self?.update() }
  }

  private func update() {
    guard let count = grid.columnCount, let width = grid.itemWidth else { return }
    readout.setText(
      String(
        format: "%d wide · columns: %d · each %.1f wide", gtk_widget_get_width(grid.widget), count,
        width))
  }

  private func drag(to end: Int, on stage: Stage) async {
    let begin = Int(gtk_paned_get_position(OpaquePointer(split)))
    for step in 1...40 {
      let position = begin + (end - begin) * step / 40
      gtk_paned_set_position(OpaquePointer(split), gint(position))
      await stage.frames(1)
    }
  }

  func perform(_ stage: Stage) async throws {
    await stage.frames(3)
    try await stage.shot("wide")
    await drag(to: 430, on: stage)
    await stage.frames(3)
    try await stage.shot("three")
    await drag(to: 220, on: stage)
    await stage.frames(3)
    try await stage.shot("one")
    await drag(to: 560, on: stage)
  }
}

import CGTK
import Foundation
import SightlineCore
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineScroll

/// As many columns as fit.
final class AdaptiveGridPage: Page {
  static let name = "adaptive-grid"
  static let title = "Adaptive grid"
  static let summary =
    "As many equal columns as fit, none narrower than a minimum. Drag the handle: the columns fill "
    + "the width exactly."

  /// The last settings, in points.
  private static var minimumItemWidth = 120.0
  private static var spacing = 12.0
  /// The initial part of the page's width.
  private static let share = 0.8

  let widget: WidgetPointer
  private let grid = AdaptiveGrid(
    AdaptiveColumns(
      minimumItemWidth: AdaptiveGridPage.minimumItemWidth, spacing: AdaptiveGridPage.spacing,
      margins: LayoutInsets(top: 16, left: 16, bottom: 16, right: 16)))
  private let split = required(gtk_paned_new(GTK_ORIENTATION_HORIZONTAL))
  private let readout = Make.paragraph("", "readout", "caption")

  init(log: EventLog) {
    widget = Make.column()
    for number in 1...24 {
      let picture = Make.block("picture", Rows.colors[number % 5], height: 84)
      grid.append(
        Make.column(spacing: 8, [picture, Make.paragraph("Item \(number)", "card-title")])
          .styled("card"))
    }
    let space = Make.line("← drag →", "caption")
    gtk_label_set_xalign(OpaquePointer(space), 0.5)
    split.setAccessibleLabel("Width of the grid")
    gtk_paned_set_start_child(
      OpaquePointer(split), ScrollKeys.add(to: Make.scroller(grid.widget), named: "Items"))
    gtk_paned_set_end_child(OpaquePointer(split), space)
    gtk_paned_set_shrink_start_child(OpaquePointer(split), 0)
    split.startAtShare(Self.share)
    widget.append(split.expanding().sized(-1, 260))
    widget.append(readout)
    grid.columnCountChanged { log.note("\($0) \($0 == 1 ? "column" : "columns")") }
    Frames.follow(widget) { [weak self] in self?.update() }
  }

  var knobs: [Knob] {
    [
      Knob("Width", .slider(100 * Self.share, in: 30...100, step: 5, unit: "%")) { [weak self] in
        self?.split.setShare($0 / 100)
      },
      Knob(
        "At least", .slider(Self.minimumItemWidth, in: 60...300, step: 10, unit: "pt"),
        rebuilds: true
      ) { Self.minimumItemWidth = $0 },
      Knob("Gap", .slider(Self.spacing, in: 0...40, step: 2, unit: "pt"), rebuilds: true) {
        Self.spacing = $0
      },
    ]
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
    let start = Int(gtk_paned_get_position(OpaquePointer(split)))
    try await stage.shot("wide")
    await drag(to: 430, on: stage)
    await stage.frames(3)
    try await stage.shot("three")
    await drag(to: 220, on: stage)
    await stage.frames(3)
    try await stage.shot("one")
    await drag(to: start, on: stage)
  }
}

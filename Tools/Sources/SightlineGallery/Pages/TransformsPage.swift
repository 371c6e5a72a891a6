// GTK's constructors are declared as nullable but never return nil.
// swift-format-ignore-file: NeverForceUnwrap

import CGTK
import Foundation
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineHost

/// Rotated, scaled and moved cards in a clipping frame, with the exact visible area.
final class TransformsPage: Page {
  static let name = "transforms"
  static let title = "Transforms"
  static let summary =
    "The frame clips its cards. Each card shows the exact visible fraction of its area, with that "
    + "of its bounding box in brackets."

  static let thresholds = [0.25, 0.5, 0.75, 1]

  let widget: WidgetPointer
  private let frame: WidgetPointer
  private let board = TransformBoard()
  private let angle = TransformsPage.slider(0...360, step: 1)
  private let scale = TransformsPage.slider(0.5...1.6, step: 0.01)
  private var cards: [TransformCard] = []
  /// Repeats the cards' texts, which the frame may clip.
  private let readout = Make.paragraph("", "readout", "caption")

  init(log: EventLog) {
    frame = CustomWidget.make(board).styled("frame").expanding().margins(28)
    gtk_widget_set_overflow(frame, GTK_OVERFLOW_HIDDEN)
    let sliders = [("Angle", angle), ("Scale", scale)].map { name, slider in
      slider.setAccessibleLabel(name)
      return Make.row(spacing: 8, [Make.label(name, "caption"), slider])
    }
    widget = Make.column([
      Make.column([Flow.make(sliders)]).styled("toolbar"), frame, readout,
    ])
    for kind in TransformBoard.kinds {
      let card = TransformCard(kind.name, color: kind.color, in: frame, log: log)
      CustomWidget.add(card.widget, to: frame)
      cards.append(card)
    }
    let frame = WeakObjectReference(frame)
    for slider in [angle, scale] {
      Signal.connect(slider, "value-changed") { [weak self] in
        guard let self, let frame = frame.pointer else { return }
        board.angle = gtk_range_get_value(sightline_range(angle))
        board.scale = gtk_range_get_value(sightline_range(scale))
        gtk_widget_queue_allocate(frame)
      }
    }
    gtk_range_set_value(sightline_range(scale), 1)
    gtk_range_set_value(sightline_range(angle), 20)
    Frames.follow(widget) { [weak self] in self?.update() }
  }

  private static func slider(_ range: ClosedRange<Double>, step: Double) -> WidgetPointer {
    let slider = gtk_scale_new_with_range(
      GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step)!
    gtk_scale_set_draw_value(sightline_scale(slider), 1)
    gtk_scale_set_value_pos(sightline_scale(slider), GTK_POS_RIGHT)
    return slider.sized(200, -1)
  }

  var knobs: [Knob] {
    [
      Knob("The frame cuts off", .toggle(true)) { [weak self] in
        guard let self else { return }
        gtk_widget_set_overflow(frame, $0 == 1 ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE)
        gtk_widget_queue_draw(frame)
      }
    ]
  }

  private func update() {
    for card in cards { card.update(in: frame) }
    readout.setText(cards.map(\.words).joined(separator: " · "))
  }

  func perform(_ stage: Stage) async throws {
    let angles = gtk_range_get_adjustment(sightline_range(angle))!
    let scales = gtk_range_get_adjustment(sightline_range(scale))!
    try await stage.shot("20-degrees")
    await stage.scroll(angles, to: 65, over: .seconds(1))
    await stage.scroll(scales, to: 1.5, over: .seconds(0.8))
    try await stage.shot("65-degrees-large")
    await stage.scroll(angles, to: 215, over: .seconds(1.2))
    await stage.scroll(scales, to: 0.7, over: .seconds(0.6))
    try await stage.shot("215-degrees-small")
    await stage.scroll(angles, to: 360, over: .seconds(0.8))
  }
}

/// The positions and transforms of the cards.
@MainActor
private final class TransformBoard: CustomWidgetDelegate {
  static let kinds: [(name: String, color: String)] = [
    ("Turned", "blue"), ("Scaled", "purple"), ("Moved", "teal"), ("All three", "orange"),
  ]
  /// Returns a card's size, which scales with its text.
  ///
  /// - Parameter width: the width of the frame, which must fit two cards side by side.
  private func size(in width: Double) -> (width: Double, height: Double) {
    let scale = max(1, Style.shared.wholeTextScale)
    return (min(184 * scale, max(200, 0.5 * width)), 126 * scale)
  }

  var angle = 0.0
  var scale = 1.0

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) { (200, 500) }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    let (width, height) = (Double(width), Double(height))
    let size = size(in: width)
    let shift = Foundation.sin(angle * .pi / 180)
    for (index, child) in CustomWidget.children(of: widget).enumerated() {
      var place = Placement(width: size.width, height: size.height)
      var center = (x: index % 2 == 0 ? 0.12 : 0.84, y: index < 2 ? 0.22 : 0.72)
      if index == 0 || index == 3 { place.rotation = angle }
      if index == 1 || index == 3 { place.scale = scale }
      if index >= 2 { center = (center.x + 0.06 * shift, center.y + 0.16 * shift) }
      place.x = center.x * width - place.width / 2
      place.y = center.y * height - place.height / 2
      CustomWidget.place(child, place)
    }
  }
}

/// A card of the board.
@MainActor
private final class TransformCard {
  let widget: WidgetPointer
  private let name: String
  private let exact = Make.label("", "number")
  private let box = Make.label("", "caption")

  init(_ name: String, color: String, in frame: WidgetPointer, log: EventLog) {
    self.name = name
    let text = Make.column(spacing: 2, [Make.label(name, "card-title"), exact, box])
    for label in CustomWidget.children(of: text) {
      gtk_label_set_xalign(OpaquePointer(label), 0.5)
    }
    text.expanding().aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
    widget = Make.column([text]).styled("plate", color)
    let thresholds = TransformsPage.thresholds
    let subjects = thresholds.map {
      EventSubject("\(name) (from \(GalleryEvent.percent($0)))", widget)
    }
    widget.visibility.crossed(.thresholds(thresholds), in: frame.visibility) {
      log.note($0, subjects[$0.threshold])
    }
  }

  /// The visible fraction as text.
  var words: String { "\(name) \(String(cString: gtk_label_get_text(OpaquePointer(exact))))" }

  func update(in frame: WidgetPointer) {
    guard let state = widget.visibility.current(in: frame.visibility) else { return }
    exact.setText(Percent.text(state.fraction, digits: 2))
    guard let bounds = state.boundingRect, bounds.area > 0 else { return }
    let clip = state.viewportRect
    let width = max(0, min(bounds.maxX, clip.maxX) - max(bounds.minX, clip.minX))
    let height = max(0, min(bounds.maxY, clip.maxY) - max(bounds.minY, clip.minY))
    box.setText("(box: \(Percent.text(width * height / bounds.area, digits: 2)))")
  }
}

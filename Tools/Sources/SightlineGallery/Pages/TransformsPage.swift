import Foundation
import SightlineGTK
import SightlineGTKToolkit

/// Rotated, scaled and moved cards in a clipping frame, with the exact visible area.
final class TransformsPage: Page {
  static let thresholds = [0.25, 0.5, 0.75, 1]

  let widget: WidgetPointer
  private let frame: WidgetPointer
  private let board = TransformBoard()
  private static let angle = Setting("Angle", 20, in: 0...360, step: 1, unit: "°")
  private static let scale = Setting("Scale", 1, in: 0.5...1.6, step: 0.01)
  private static let clips = Setting("Clip to the frame", isOn: true)
  private var cards: [TransformCard] = []
  /// Repeats the cards' texts, which the frame may clip.
  private let readout = Make.paragraph("", "readout", "caption")

  init(log: EventLog) {
    frame = CustomWidget.make(board).styled("frame").expanding().margins(16, 24, 12, 24)
    // The page's only part for the keyboard.
    gtk_widget_set_focusable(frame, 1)
    frame.setAccessibleLabel("Cards")
    widget = Make.column([frame, readout])
    for kind in TransformBoard.kinds {
      let card = TransformCard(kind.name, color: kind.color, in: frame, log: log)
      CustomWidget.add(card.widget, to: frame)
      cards.append(card)
    }
    apply()
  }

  var knobs: [Setting] {
    [Self.angle, Self.scale, Self.clips].map { $0.applied { [weak self] _ in self?.apply() } }
  }

  private func apply() {
    (board.angle, board.scale) = (Self.angle.value, Self.scale.value)
    let overflow = Self.clips.isOn ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE
    gtk_widget_set_overflow(frame, overflow)
    gtk_widget_queue_allocate(frame)
  }

  func frameEnded() {
    for card in cards { card.update(in: frame) }
    readout.setText(cards.map(\.words).joined(separator: " · "))
  }

  func perform(_ stage: Stage) async throws {
    try await stage.say("Each card shows how much of it is inside the frame.", shot: "20-degrees")
    await stage.say("Turned and enlarged, the exact share follows.")
    await turn(to: 65, scale: 1.5, on: stage)
    try await stage.shot("65-degrees-large")
    await stage.say("A bounding box would be wrong for turned cards.")
    await turn(to: 215, scale: 0.7, on: stage)
    try await stage.shot("215-degrees-small")
    await turn(to: 380, scale: 1, on: stage)
  }

  private func turn(to angle: Double, scale: Double, on stage: Stage) async {
    let begin = (board.angle, board.scale)
    await stage.move(over: .seconds(1.5)) {
      board.angle = begin.0 + (angle - begin.0) * $0
      board.scale = begin.1 + (scale - begin.1) * $0
      gtk_widget_queue_allocate(frame)
    }
  }
}

/// The positions and transforms of the cards.
@MainActor
private final class TransformBoard: CustomWidgetDelegate {
  static let kinds: [(name: String, color: String)] = [
    ("Turned", "slate"), ("Scaled", "plum"), ("Moved", "sage"), ("All three", "clay"),
  ]
  /// Returns a card's size, which scales with its text.
  ///
  /// - Parameter width: the width of the frame, which must fit two cards side by side.
  private func size(in width: Double) -> (width: Double, height: Double) {
    let scale = max(1, Style.shared.wholeTextScale)
    return (min(184 * scale, 0.46 * width), 126 * min(scale, width / 400))
  }

  var angle = 0.0
  var scale = 1.0

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    orientation == GTK_ORIENTATION_HORIZONTAL ? (200, 500) : (240, 500)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    let (width, height) = (Double(width), Double(height))
    let size = size(in: width)
    let shift = Foundation.sin(angle * .pi / 180)
    for (index, child) in CustomWidget.children(of: widget).enumerated() {
      let least = child.room(along: GTK_ORIENTATION_HORIZONTAL).minimum
      var place = Placement(width: max(Double(least), size.width), height: size.height)
      var center = (x: index % 2 == 0 ? 0.2 : 0.78, y: index < 2 ? 0.22 : 0.72)
      if index == 0 || index == 3 { place.rotation = angle }
      if index == 1 || index == 3 { place.scale = scale }
      if index >= 2 { center = (center.x + 0.06 * shift, center.y + 0.16 * shift) }
      place.x = center.x * width - place.width / 2
      place.y = center.y * height - place.height / 2
      CustomWidget.place(child, place)
    }
  }
}

@MainActor
private final class TransformCard {
  let widget: WidgetPointer
  private let name: String
  private let exact = Make.label("", "percent").textAligned(0.5)
  private let box = Make.label("", "caption").textAligned(0.5)

  init(_ name: String, color: String, in frame: WidgetPointer, log: EventLog) {
    self.name = name
    let title = Make.label(name, "card-title").textAligned(0.5)
    let text = Make.column(spacing: 2, [title, exact, box]).expanding()
      .aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
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
    exact.setText(Percent.text(state.fraction, digits: 2), of: (widget, name))
    guard let bounds = state.boundingRect, bounds.area > 0 else { return }
    let inside = bounds.intersection(state.viewportRect)?.area ?? 0
    box.setText("(box: \(Percent.text(inside / bounds.area, digits: 2)))")
  }
}

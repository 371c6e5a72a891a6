import SightlineGTKToolkit

/// One of the two observers, with its counts on screen.
@MainActor
final class FeedSide {
  let name: String
  let widget: WidgetPointer
  let verdict = Verdict()
  /// The time of each measurement.
  var costs: [Duration] = []
  private let mistakes: WeakObjectReference<WidgetPointer>
  private let details: WeakObjectReference<WidgetPointer>
  private let box: WeakObjectReference<WidgetPointer>
  private var impressions = (lost: 0, wrong: 0)

  init(_ name: String) {
    self.name = name
    let mistakes = Make.paragraph("no mistakes", "card-title")
    let details = Make.paragraph("", "caption")
    widget = Make.column(spacing: 2, [Make.label(name, "caption"), mistakes, details])
      .styled("measure")
    self.mistakes = WeakObjectReference(mistakes)
    self.details = WeakObjectReference(details)
    box = WeakObjectReference(widget)
  }

  private var lost: Int { verdict.lost + impressions.lost }
  private var wrong: Int { verdict.wrong + impressions.wrong }

  /// A remark to show beside the time; empty for none.
  var remark = ""

  /// The counts in one line.
  var words: String {
    let total = verdict.right + verdict.lost
    return
      "\(verdict.right) of \(total) events right, \(verdict.lost) lost, \(verdict.wrong) false; of the impressions "
      + "\(impressions.lost) lost, \(impressions.wrong) false; \(median) a frame\(remark)"
  }

  private var median: String {
    guard !costs.isEmpty else { return "0 µs" }
    return costs.sorted()[costs.count / 2].inMicroseconds(step: 1).withPlainSpaces
  }

  func show(_ impressions: (lost: Int, wrong: Int)) {
    self.impressions = impressions
    mistakes.pointer?.setText(lost + wrong == 0 ? "no mistakes" : "\(lost) lost, \(wrong) false")
    details.pointer?.setText(
      "\(verdict.right) right, \(verdict.seen.count) seen; \(median) a frame\(remark)")
    box.pointer?.setClass("is-visible", lost + wrong == 0)
    box.pointer?.setClass("has-mistakes", lost + wrong > 0)
  }
}

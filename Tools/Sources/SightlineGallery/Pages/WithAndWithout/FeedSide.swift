import SightlineGTKToolkit

/// One of the two observers, with its counts on screen.
@MainActor
final class FeedSide {
  let name: String
  let widget: WidgetPointer
  let verdict = Verdict()
  var costs: [Duration] = []
  private let mistakes = Make.paragraph("no mistakes", "card-title")
  private let details = Make.paragraph("", "caption")
  /// Weak, because a script may count after the page is gone.
  private let box: WeakObjectReference<WidgetPointer>
  private var impressions = (lost: 0, wrong: 0)

  init(_ name: String) {
    self.name = name
    widget = Make.column(spacing: 2, [Make.label(name, "caption"), mistakes, details])
      .styled("measure")
    box = WeakObjectReference(widget)
  }

  private var lost: Int { verdict.lost + impressions.lost }
  private var wrong: Int { verdict.wrong + impressions.wrong }
  var hasMistakes: Bool { lost + wrong > 0 }

  var words: String {
    let total = verdict.right + verdict.lost
    return
      "\(verdict.right) of \(total) events right, \(verdict.lost) lost, \(verdict.wrong) false; of the impressions "
      + "\(impressions.lost) lost, \(impressions.wrong) false; \(median) a frame"
  }

  private var median: String {
    guard !costs.isEmpty else { return "0 µs" }
    return costs.sorted()[costs.count / 2].inMicroseconds(step: 1).withPlainSpaces
  }

  /// Counts the impressions, and shows all counts.
  func show(_ truth: FeedTruth) {
    impressions = verdict.impressions(certain: truth.mustBeSeen, possible: truth.mayBeSeen)
    guard let box = box.pointer else { return }
    mistakes.setText(hasMistakes ? "\(lost) lost, \(wrong) false" : "no mistakes")
    details.setText("\(verdict.right) right, \(verdict.seen.count) seen; \(median) a frame")
    box.setClass("is-visible", !hasMistakes)
    box.setClass("has-mistakes", hasMistakes)
  }
}

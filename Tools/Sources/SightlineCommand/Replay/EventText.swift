import Foundation
import SightlineCore
import SightlineTrace

// What a replay prints for people.

extension ReplayEvent {
  /// One line: the time, the target, what happened.
  var text: String {
    let time = String(format: "%10.3f s  ", self.time.seconds)
    let target = "target \(node)".padding(toLength: 14, withPad: " ", startingAt: 0)
    switch kind {
    case .change(let change):
      let percent = String(format: "%6.2f %%", change.fraction * 100)
      let rung = change.threshold > 0 ? ", threshold \(change.threshold)" : ""
      return time + target
        + (change.isVisible
          ? "visible    \(percent)" : "invisible  \(percent), \(change.reason?.description ?? "")")
        + rung
    case .impression(let impression):
      let total = impression.exposure.total.seconds
      let visible = total > 0 ? String(format: ", visible for %.3f s", total) : ""
      let again = impression.count > 1 ? " for the \(impression.count)th time" : ""
      return time + target + "seen\(again)\(visible)"
    }
  }
}

extension TraceReplayer.Summary {
  /// What follows the trace's name.
  var text: String {
    var text =
      "\(steps) steps in " + String(format: "%.3f s", end.seconds)
      + ", \(targets) targets: \(entered) became visible, \(left) became invisible, "
      + "\(impressions) seen"
    if skippedLines > 0 { text += " (\(skippedLines) lines of unknown kinds were skipped)" }
    return text
  }
}

extension Duration {
  /// In seconds.
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}

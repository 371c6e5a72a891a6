import Foundation
import SightlineCore
import SightlineTrace

// What a replay prints for people.

extension ReplayEvent {
  /// One line: the time since the first step, the target and its name, what happened.
  func text(at time: Duration) -> String {
    let time = String(format: "%10.3f s  ", time.seconds)
    let target =
      padded("target \(node)", to: 14) + (name.map { padded(printable($0), to: 14) } ?? "")
    switch kind {
    case .change(let change):
      let percent = String(format: "%6.2f %%", change.fraction * 100)
      let threshold = change.threshold > 0 ? ", threshold \(change.threshold)" : ""
      return time + target
        + (change.isVisible
          ? "visible    \(percent)" : "invisible  \(percent), \(change.reason?.description ?? "")")
        + threshold
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
      "\(steps) steps in " + String(format: "%.3f s", duration.seconds)
      + ", \(targets) targets: \(entered) became visible, \(left) became invisible, "
      + "\(impressions) seen"
    if skippedLines > 0 { text += " (\(skippedLines) lines of unknown kinds were skipped)" }
    return text
  }
}

/// At least this wide, and two spaces from what follows.
private func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(2, width - text.count))
}

/// A name that is safe to print on one line: what moves a terminal's cursor, colours it or changes
/// the direction of the text is escaped.
func printable(_ name: String) -> String {
  var result = ""
  for scalar in name.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    // Joiners belong to words and to emoji.
    case .format where scalar.value != 0x200C && scalar.value != 0x200D && scalar.value < 0xE0000:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension Duration {
  /// In milliseconds, exact for whole nanoseconds up to 2^53.
  var milliseconds: Double {
    let (seconds, attoseconds) = components
    return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / 1e6
  }

  /// In seconds.
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}

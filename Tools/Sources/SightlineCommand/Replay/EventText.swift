import Foundation
import SightlineTrace

// The human-readable output of a replay.

extension ReplayEvent {
  /// Returns one line with the time since the first step, the target, its name and the event.
  func text(at time: Duration) -> String {
    let time = String(format: "%10.3f s  ", time.seconds)
    let target =
      padded(targetText(node, incarnation), to: 14)
      + (name.map { padded(printable($0), to: 14) } ?? "")
    switch kind {
    case .change(let change):
      let percent = String(format: "%6.2f %%", change.fraction * 100)
      let threshold = change.threshold > 0 ? ", threshold \(change.threshold)" : ""
      return time + target
        + (change.isVisible
          ? "visible    \(percent)"
          : "invisible  \(percent), \(text(change.reason, change.exit))")
        + threshold
    case .impression(let impression):
      let total = impression.exposure.total.seconds
      let visible = total > 0 ? String(format: ", visible for %.3f s", total) : ""
      let again = impression.count > 1 ? ", \(impression.count) times so far" : ""
      return time + target + "seen\(again)\(visible)"
    case .exposure(let exposure):
      if exposure.isVisible { return time + target + "exposure begins" }
      return time + target
        + String(
          format: "exposure ends after %.3f s, at most %.2f %%", exposure.duration.seconds,
          exposure.greatestFraction * 100)
        + (exposure.reason == nil ? "" : ", " + text(exposure.reason, exposure.exit))
    case .unwatched: return time + target + "no longer watched"
    }
  }

  /// A reason, with the edge at which the target left and the cause.
  private func text(_ reason: InvisibilityReason?, _ exit: VisibilityExit?) -> String {
    (reason?.description ?? "") + (exit.map { " (\($0.edge), by a \($0.cause))" } ?? "")
  }
}

extension TraceReplayer.Summary {
  var text: String {
    var text =
      "\(steps) steps in " + String(format: "%.3f s", duration.seconds)
      + ", \(targets) targets: \(entered) became visible, \(left) became invisible, "
      + "\(impressions) seen"
    if skippedLines > 0 { text += " (\(skippedLines) lines of unknown kinds were skipped)" }
    return text
  }
}

/// Returns the label of an unnamed target: `target 7`, or `target 7 #2` for the second node with
/// that number.
func targetText(_ node: Int, _ incarnation: Int) -> String {
  "target \(node)" + (incarnation > 0 ? " #\(incarnation + 1)" : "")
}

/// Pads a text to a width, with at least two spaces.
private func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(2, width - text.count))
}

/// Returns a name that is safe to print on one line, escaping characters that move a terminal's
/// cursor, change its colour or change the text direction.
func printable(_ name: String) -> String {
  var result = ""
  for scalar in name.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    // Joiners belong to words and emoji.
    case .format where scalar.value != 0x200C && scalar.value != 0x200D && scalar.value < 0xE0000:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension Duration {
  /// The duration in milliseconds, exact for whole nanoseconds up to 2^53.
  var milliseconds: Double { Double(nanoseconds) / 1e6 }

  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}

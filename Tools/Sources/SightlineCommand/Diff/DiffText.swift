import Foundation
import SightlineHost

/// A comparison as a human-readable table and as JSON.
struct DiffText {
  struct Side {
    var trace: String
    var watching: WatchingArguments

    /// The policy; `nil` for the recorded one.
    var policy: ImpressionPolicy? { watching.impressions }

    var description: String {
      var text = "\(printable(trace)) " + (policy.map { "under \($0.text)" } ?? "as recorded")
      if let margins = watching.margins { text += ", margins \(margins)" }
      if watching.ignoreCovers { text += ", without covers" }
      return text
    }
  }

  let a: Side
  let b: Side
  let diff: ImpressionDiff
  let differences: [ImpressionDiff.Row]
  /// The number of rows to show; 0 for all.
  let limit: Int

  private var shown: ArraySlice<ImpressionDiff.Row> {
    limit == 0 ? differences[...] : differences.prefix(limit)
  }

  // MARK: Table

  var table: [String] {
    let head = ["A: \(a.description)", "B: \(b.description)", "", summary]
    if differences.isEmpty { return head }
    let total = diff.total
    var cells = [["item", "impressions A", "B", "change", "time in view A", "B", "change"]]
    cells += shown.map { [TextTable.shortened(name($0))] + DiffText.cells($0.a, $0.b) }
    cells.append(["all \(items)"] + DiffText.cells(total.a, total.b))
    return head + [""] + TextTable.lines(cells) + shown.compactMap(exits)
  }

  /// How an item left in A and in B, if that differs.
  private func exits(_ row: ImpressionDiff.Row) -> String? {
    if row.a.exits == row.b.exits { return nil }
    let (a, b) = (row.a.exitsText ?? "never", row.b.exitsText ?? "never")
    return "\(name(row)) left in A: \(a); in B: \(b)"
  }

  private var items: String {
    let count = diff.rows.count
    return "\(grouped(count)) item\(count == 1 ? "" : "s")"
  }

  /// The differences in one line.
  private var summary: String {
    if diff.rows.isEmpty { return "No item was in view." }
    let total = diff.total
    let count = "\(grouped(differences.count)) of \(items) differ"
    let change = "\(grouped(total.gained)) impressions gained, \(grouped(total.lost)) lost"
    let isCut = shown.count < differences.count
    return "\(count): \(change)" + (isCut ? "; the first \(shown.count)" : "")
  }

  private static func cells(_ a: ImpressionDiff.Figures, _ b: ImpressionDiff.Figures) -> [String] {
    let gain = b.impressions - a.impressions
    let more = b.timeInView - a.timeInView
    return [
      grouped(a.impressions), grouped(b.impressions),
      gain == 0 ? "–" : (gain > 0 ? "+" : "") + grouped(gain),
      short(a.timeInView), short(b.timeInView),
      more == .zero ? "–" : more > .zero ? "+" + short(more) : "-" + short(.zero - more),
    ]
  }

  private func name(_ row: ImpressionDiff.Row) -> String {
    if let name = row.name { return printable(name) }
    return switch row.key {
    case .name(let name): printable(name)
    case .identity(let number): "item \(number)"
    case .node(let node, let incarnation): targetText(node, incarnation)
    }
  }

  // MARK: JSON

  /// The differing items, as printed by `sightline diff --json`.
  var records: [JSONRecord] {
    shown.map { row in
      var record: JSONRecord = [
        "event": "item", "name": row.name,
        "a_impressions": row.a.impressions, "b_impressions": row.b.impressions,
        "a_time_in_view_ns": row.a.timeInView.nanoseconds,
        "b_time_in_view_ns": row.b.timeInView.nanoseconds,
        "a_exits": row.a.exitsText, "b_exits": row.b.exitsText,
      ]
      switch row.key {
      case .name: break
      // A string, because programs that read numbers as doubles would merge some values.
      case .identity(let number): record["identity"] = "\(number)"
      // The target's node, if nothing else identifies the item, and the number of earlier nodes
      // with this ID, if any.
      case .node(let node, let number):
        record["id"] = node
        if number > 0 { record["incarnation"] = number }
      }
      return record
    }
  }

  /// The last line of a comparison with `--json`. The recorded policy is left out.
  var totalRecord: JSONRecord {
    let total = diff.total
    return [
      "event": "total", "a": a.trace, "b": b.trace, "a_policy": a.policy?.text,
      "b_policy": b.policy?.text, "items": diff.rows.count, "differing": differences.count,
      "gained": total.gained, "lost": total.lost,
      "a_impressions": total.a.impressions, "b_impressions": total.b.impressions,
      "a_time_in_view_ns": total.a.timeInView.nanoseconds,
      "b_time_in_view_ns": total.b.timeInView.nanoseconds,
    ]
  }
}

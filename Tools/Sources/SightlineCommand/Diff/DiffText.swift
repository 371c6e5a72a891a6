import Foundation
import SightlineCore
import SightlineHost

/// A comparison as a human-readable table and as JSON.
struct DiffText {
  /// One of the two replays.
  struct Side {
    var trace: String
    /// The policy; `nil` for the recorded one.
    var policy: ImpressionPolicy?
    var margins: MarginsText?
    var ignoresCovers: Bool

    var description: String {
      var text = "\(printable(trace)) " + (policy.map { "under \($0.text)" } ?? "as recorded")
      if let margins { text += ", margins \(margins)" }
      if ignoresCovers { text += ", without covers" }
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
    for row in shown {
      cells.append([TextTable.shortened(name(row))] + DiffText.cells(row.a, row.b))
    }
    cells.append(["all \(items)"] + DiffText.cells(total.a, total.b))
    return head + [""] + TextTable.lines(cells)
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

  var records: [DiffRecord] { shown.map { DiffRecord($0) } }

  var totalRecord: DiffTotalRecord {
    let total = diff.total
    return DiffTotalRecord(
      a: a.trace, b: b.trace, aPolicy: a.policy?.text, bPolicy: b.policy?.text,
      items: diff.rows.count, differing: differences.count, gained: total.gained,
      lost: total.lost, aImpressions: total.a.impressions, bImpressions: total.b.impressions,
      aTimeInViewNs: total.a.timeInView.nanoseconds,
      bTimeInViewNs: total.b.timeInView.nanoseconds)
  }
}

/// A differing item, as printed by `sightline diff --json`.
struct DiffRecord: Encodable {
  var event = "item"
  var name: String?
  /// A string, because programs that read numbers as doubles would merge some values.
  var identity: String?
  /// The target's node, if nothing else identifies the item.
  var id: Int?
  /// The number of earlier nodes with this ID, if any.
  var incarnation: Int?
  var aImpressions: Int
  var bImpressions: Int
  var aTimeInViewNs: Int64
  var bTimeInViewNs: Int64

  init(_ row: ImpressionDiff.Row) {
    name = row.name
    switch row.key {
    case .name: break
    case .identity(let number): identity = "\(number)"
    case .node(let node, let number):
      id = node
      if number > 0 { incarnation = number }
    }
    aImpressions = row.a.impressions
    bImpressions = row.b.impressions
    aTimeInViewNs = row.a.timeInView.nanoseconds
    bTimeInViewNs = row.b.timeInView.nanoseconds
  }
}

/// The last line of a comparison with `--json`.
struct DiffTotalRecord: Encodable {
  var event = "total"
  var a: String
  var b: String
  /// Missing for the recorded policy.
  var aPolicy: String?
  var bPolicy: String?
  var items: Int
  var differing: Int
  var gained: Int
  var lost: Int
  var aImpressions: Int
  var bImpressions: Int
  var aTimeInViewNs: Int64
  var bTimeInViewNs: Int64
}

import Foundation
import SightlineLog

/// A report as one HTML file with inline SVG charts and no external resources.
///
/// Shapes are SVG that stretches to the available width. Text is HTML, so it keeps its size on a
/// phone and can be read aloud and searched. Every chart has its numbers as text or in a table.
struct ReportPage {
  let text: ReportText

  init(_ text: ReportText) { self.text = text }

  var html: String {
    let title = "Impressions · \(text.file)"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(escaped(title))</title>
      <style>
      \(String(decoding: PackageResources.report_css, as: UTF8.self))
      </style>
      </head>
      <body>
      <main>
      \(header)
      \(tiles)
      \(timeline)
      \(bars)
      \(heatMap)
      \(table)
      \(footer)
      </main>
      </body>
      </html>
      """
  }

  /// No scripts, requests or forms; only the page's own styles.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  private var header: String {
    let notes = text.notes.map { "<p class=\"note\">\(escaped($0))</p>" }.joined(separator: "\n")
    return """
      <header>
      <h1>Impressions</h1>
      <p class="facts"><span><bdi>\(escaped(printable(text.file)))</bdi></span>
      <span>Policy <b><bdi>\(escaped(printable(text.report.policy)))</bdi></b></span>
      <span>\(escaped(text.span))</span></p>
      \(notes)
      </header>
      """
  }

  // MARK: Tiles

  private var tiles: String {
    let total = text.report.total
    var tiles = [
      ("Impressions", grouped(total.impressions), "of \(text.noun(text.report.rows.count))"),
      ("Reach", grouped(total.reach), "\(text.reached) with an impression"),
      ("Frequency", total.frequency.map { decimal($0, 2) } ?? "–", "impressions for each of them"),
    ]
    if text.hasExposures {
      tiles += [
        (
          "Share seen", total.share.map { "\(decimal($0 * 100, 1)) %" } ?? "–",
          "of \(grouped(total.exposures)) exposures"
        ),
        ("Time in view", short(total.timeInView), "all exposures together"),
        (
          "Median exposure", total.median.map(short) ?? "–",
          "9 of 10 up to \(total.ninetiethPercentile.map(short) ?? "–")"
        ),
      ]
    }
    let items = tiles.map { name, value, more in
      "<div class=\"tile\"><dt>\(name)</dt><dd><strong>\(escaped(value))</strong>"
        + "<span>\(escaped(more))</span></dd></div>"
    }
    return "<dl class=\"tiles\">\n\(items.joined(separator: "\n"))\n</dl>"
  }

  // MARK: Bars

  private var bars: String {
    let value: (ImpressionReport.Figures) -> Double =
      text.hasExposures ? { $0.timeInView.seconds } : { Double($0.impressions) }
    let what = text.hasExposures ? "Time in view" : "Impressions"
    let isChronological = text.report.grouping == .day
    // The top rows by this value, regardless of the table's order.
    let rows =
      isChronological
      ? text.rows
      : Array(
        text.report.rows.sorted { value($0.figures) > value($1.figures) }
          .prefix(max(text.rows.count, 1)))
    let most = rows.map { value($0.figures) }.max() ?? 0
    let items = rows.map { row in
      let name = escaped(text.name(row.key))
      let figures = row.figures
      let amount = text.hasExposures ? short(figures.timeInView) : grouped(figures.impressions)
      let width = most > 0 ? value(figures) / most * 100 : 0
      let more =
        figures.median.map { "median \(short($0)), \(grouped(figures.exposures)) exposures" }
        ?? "\(grouped(figures.reach)) reached"
      return """
        <li><span class="name" title="\(name)"><bdi>\(name)</bdi></span>\
        <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">\
        <title>\(name): \(amount), \(more)</title><rect class="track" width="100" height="10"/>\
        <rect class="fill" width="\(decimal(width, 2))" height="10"/></svg>\
        <span class="amount">\(amount)</span></li>
        """
    }
    let all = text.report.rows.count
    let about =
      isChronological
      ? "\(text.selection.capitalizedFirst)."
      : rows.count == all
        ? "\(text.noun(all).capitalizedFirst), the most first."
        : "The \(rows.count) with the most of \(text.noun(all))."
    return Self.section(
      "bars", "\(what) per \(text.report.grouping.rawValue)", about,
      "<ol class=\"bars\">\n\(items.joined(separator: "\n"))\n</ol>")
  }

  // MARK: Table

  private var table: String {
    let grouping = text.report.grouping
    let rows = text.rows.map { row in
      let name = escaped(text.name(row.key))
      return "<tr><th scope=\"row\" title=\"\(name)\"><bdi>\(name)</bdi></th>"
        + Self.cells(row.figures) + "</tr>"
    }
    let label =
      text.rows.count < text.report.rows.count ? "All \(text.noun(text.report.rows.count))" : "All"
    return Self.section(
      "table", "Figures per \(grouping.rawValue)",
      "\(text.selection.capitalizedFirst), \(grouping == .day ? "in order" : "by impressions").",
      Self.table(
        "aria-labelledby=\"table\"", text.heads.map(\.capitalizedFirst), rows,
        "\n<tfoot><tr><th scope=\"row\">\(label)</th>\(Self.cells(text.report.total))</tr></tfoot>")
    )
  }

  private static func cells(_ figures: ImpressionReport.Figures) -> String {
    ReportText.cells(figures).map { "<td>\($0)</td>" }.joined()
  }

  // MARK: Parts

  static func section(_ id: String, _ title: String, _ about: String, _ content: String) -> String {
    """
    <section aria-labelledby="\(id)">
    <h2 id="\(id)">\(title)</h2>
    <p class="about">\(escaped(about))</p>
    \(content)
    </section>
    """
  }

  /// Returns a table that scrolls sideways.
  ///
  /// - Parameter label: the attribute that names it.
  static func table(
    _ label: String, _ heads: [String], _ rows: [String], _ foot: String = ""
  ) -> String {
    """
    <div class="scroller" tabindex="0" role="region" \(label)><table>
    <thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
    <tbody>
    \(rows.joined(separator: "\n"))
    </tbody>\(foot)
    </table></div>
    """
  }

  private var footer: String {
    let whom =
      text.attribute.map { "people, by the attribute \(printable($0)), " } ?? "\(text.reached) "
    return """
      <footer><p>An impression counts when the policy’s rule has held for its dwell. Reach counts \
      \(escaped(whom))with at least one impression; frequency is impressions over reach. An exposure is one \
      interval of being visible; share is the part of exposures with an impression. Median and \
      90 % are the lengths not exceeded by half and nine tenths of the exposures.</p></footer>
      """
  }
}

extension String {
  /// The string with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

private let entities: [Unicode.Scalar: String] = [
  "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
]

/// Escapes a text for HTML, inside and outside quotation marks. Scalar by scalar, because a sign
/// and a combining mark after it are one character.
func escaped(_ text: String) -> String {
  text.unicodeScalars.map { entities[$0] ?? String($0) }.joined()
}

/// A human-readable table with a header, rows and a totals row. The first column is left-aligned.
enum TextTable {
  private static let nameWidth = 48

  /// Returns the lines of a table with rules after its first row, the header, and before its last
  /// row, the totals.
  ///
  /// - Parameter cells: rows with equal numbers of cells.
  static func lines(_ cells: [[String]]) -> [String] {
    let widths = cells[0].indices.map { column in cells.map { width(of: $0[column]) }.max() ?? 0 }
    var lines = cells.map { row in
      zip(row, widths).enumerated().map { index, cell in
        let space = String(repeating: " ", count: cell.1 - width(of: cell.0))
        return index == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
    let rule = String(repeating: "─", count: widths.reduce(0, +) + 2 * (widths.count - 1))
    lines.insert(rule, at: cells.count - 1)
    lines.insert(rule, at: 1)
    return lines
  }

  /// Shortens a name to leave space for the other columns.
  static func shortened(_ name: String) -> String {
    name.count <= nameWidth ? name : name.prefix(nameWidth - 1) + "…"
  }

  /// Returns the approximate number of terminal columns of a text; East Asian characters take two.
  private static func width(of text: String) -> Int {
    text.reduce(0) { width, character in
      let first = character.unicodeScalars.first?.value ?? 0
      let isWide =
        (0x1100...0x115F).contains(first) || (0x2E80...0xA4CF).contains(first)
        || (0xAC00...0xD7A3).contains(first) || (0xF900...0xFAFF).contains(first)
        || (0xFF00...0xFF60).contains(first) || (0x1F300...0x1FAFF).contains(first)
      return width + (isWide ? 2 : 1)
    }
  }
}

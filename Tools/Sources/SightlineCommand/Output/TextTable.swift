/// A table for people: a head, rows, and a last row that sums up. The first column is flush left.
enum TextTable {
  private static let nameWidth = 48

  /// The lines of a table whose first row is its head and whose last row is its sum, with a rule
  /// behind the one and before the other.
  ///
  /// - Parameter cells: rows with as many cells each.
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

  /// A name that leaves room for the other columns.
  static func shortened(_ name: String) -> String {
    name.count <= nameWidth ? name : name.prefix(nameWidth - 1) + "…"
  }

  /// How many columns a terminal takes for it, nearly: characters of the far East take two.
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

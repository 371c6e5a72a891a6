/// Converts Swift code to Pango markup, with bold keywords and italic comments. It uses no colours,
/// so it is readable in every appearance.
enum SwiftMarkup {
  private static let keywords: Set<Substring> = [
    "import", "let", "var", "func", "struct", "class", "enum", "extension", "if", "else", "for",
    "in",
    "guard", "return", "switch", "case", "init", "self", "some", "any", "try", "await", "private",
    "override", "weak", "nil", "true", "false", "final", "protocol", "while",
  ]

  static func markup(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map(line)
      .joined(separator: "\n")
  }

  private static func line(_ line: Substring) -> String {
    var result = ""
    var rest = line
    while let first = rest.first {
      if rest.hasPrefix("//") {
        return result + "<i>" + escaped(rest) + "</i>"
      }
      if first == "\"" {
        let end = rest.dropFirst().firstIndex(of: "\"").map { rest.index(after: $0) }
        let string = rest[..<(end ?? rest.endIndex)]
        result += escaped(string)
        rest = rest[string.endIndex...]
      } else if first.isLetter {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        result += keywords.contains(word) ? "<b>\(word)</b>" : String(word)
        rest = rest[word.endIndex...]
      } else {
        result += escaped(rest.prefix(1))
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func escaped(_ text: Substring) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}

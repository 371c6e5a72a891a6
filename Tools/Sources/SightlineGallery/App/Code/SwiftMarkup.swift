/// Converts Swift code to Pango markup, with bold keywords and italic comments. It uses no colours,
/// so it is readable in every appearance.
enum SwiftMarkup {
  private static let keywords: Set<Substring> = [
    "import", "let", "var", "func", "struct", "class", "enum", "extension", "if", "else", "for",
    "in", "guard", "return", "switch", "case", "init", "self", "some", "any", "try", "await",
    "private", "override", "weak", "nil", "true", "false", "final", "protocol", "while",
  ]

  static func markup(_ code: String) -> String {
    code.replacing(#///.*|"[^"\n]*"|\w+|[&<>]/#) { match in
      let text = escaped(match.output)
      if text.hasPrefix("//") { return "<i>\(text)</i>" }
      return keywords.contains(match.output) ? "<b>\(text)</b>" : text
    }
  }

  private static func escaped(_ text: Substring) -> String {
    String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}

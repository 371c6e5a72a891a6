/// A page's texts, and its code for each host, from `Code/PAGE.md`.
struct PageCode: Equatable {
  /// The hosts in the order of the tabs.
  static let hosts = ["GTK", "SwiftUI", "UIKit"]

  var title = ""
  /// The introduction to the gallery, on its first page.
  var welcome = ""
  var summary = ""
  /// Synonyms and related words, for the search.
  var keywords = ""
  var blocks: [String: String] = [:]
  /// A sentence to accompany the code, by host, if any.
  var notes: [String: String] = [:]

  /// Parses a Markdown page with its title, its welcome as a quotation, its summary, and a heading,
  /// a sentence and a block of Swift for each host. Skips the comments around snippets, which
  /// `scripts/check snippets` reads.
  init(markdown: String) {
    keywords = markdown.firstMatch(of: #/<!-- search: (.*) -->/#).map { String($0.1) } ?? ""
    let text = markdown.replacing(#/<!--[\s\S]*?-->/#, with: "")
    var sections = text.split(separator: "\n## ")
    let head = sections.isEmpty ? [] : sections.removeFirst().split(separator: "\n")
    let titles = head.filter { $0.hasPrefix("# ") }
    let quotation = head.filter { $0.hasPrefix("> ") }
    title = Self.joined(titles.map { $0.dropFirst(2) })
    welcome = Self.joined(quotation.map { $0.dropFirst(2) })
    summary = Self.joined(head.filter { !titles.contains($0) && !quotation.contains($0) })
    for section in sections {
      guard let parts = section.firstMatch(of: #/^(.*)\n([\s\S]*?)```swift\n([\s\S]*?)\n```/#),
        Self.hosts.contains(String(parts.1))
      else { continue }
      let (host, note) = (String(parts.1), Self.joined(parts.2.split(separator: "\n")))
      blocks[host] = String(parts.3)
      notes[host] = note.isEmpty ? nil : note
    }
  }

  private static func joined(_ lines: [Substring]) -> String { lines.joined(separator: " ") }
}

/// A page's texts, and its code for each host, from `Code/PAGE.md`.
struct PageCode: Equatable {
  /// The hosts in the order of the tabs.
  static let hosts = ["GTK", "SwiftUI", "UIKit"]
  /// The maximum number of lines, so the code reads at a glance.
  static let mostLines = 15

  /// The page's name in the list of pages.
  var title = ""
  /// The introduction to the gallery, on its first page.
  var welcome = ""
  /// A summary of the page in a sentence or two.
  var summary = ""
  /// Synonyms and related words, for the search.
  var keywords = ""
  /// The code by host.
  var blocks: [String: String] = [:]
  /// A sentence to accompany the code, by host, if any.
  var notes: [String: String] = [:]

  /// Parses a Markdown page with its title, its welcome as a quotation, its summary, and a heading,
  /// a sentence and a block of Swift for each host. Skips the comments around snippets, which
  /// `scripts/check snippets` reads.
  init(markdown: String) {
    var host: String?
    var block: [Substring]?
    var isComment = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = block {
        if line == "```" {
          if let host, blocks[host] == nil { blocks[host] = lines.joined(separator: "\n") }
          block = nil
        } else {
          block = lines + [line]
        }
      } else if isComment {
        isComment = line != "-->"
      } else if let words = line.firstMatch(of: #/^<!-- search: (.*) -->$/#) {
        keywords = String(words.1)
      } else if line.hasPrefix("<!--") {
        isComment = !line.hasSuffix("-->")
      } else if line == "```swift" {
        block = []
      } else if line.hasPrefix("# ") {
        title = String(line.dropFirst(2))
      } else if line.hasPrefix("> ") {
        welcome = Self.joined(welcome, line.dropFirst(2))
      } else if line.hasPrefix("## ") {
        host = line.dropFirst(3).description
      } else if !line.isEmpty {
        if let host {
          notes[host] = Self.joined(notes[host], line)
        } else {
          summary = Self.joined(summary, line)
        }
      }
    }
    blocks = blocks.filter { Self.hosts.contains($0.key) }
  }

  private static func joined(_ text: String?, _ line: Substring) -> String {
    guard let text, !text.isEmpty else { return String(line) }
    return "\(text) \(line)"
  }
}

/// A page's code for each host, from `Code/PAGE.md`.
struct PageCode: Equatable {
  /// The hosts in the order of the tabs.
  static let hosts = ["GTK", "SwiftUI", "UIKit"]
  /// The maximum number of lines, so the code reads at a glance.
  static let mostLines = 15

  /// The code by host.
  var blocks: [String: String] = [:]
  /// A sentence to accompany the code, by host, if any.
  var notes: [String: String] = [:]

  /// Parses a Markdown page with a heading, a sentence and a block of Swift for each host. Skips
  /// the comments around snippets, which `scripts/check snippets` reads.
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
      } else if line.hasPrefix("<!--") {
        isComment = !line.hasSuffix("-->")
      } else if line == "```swift" {
        block = []
      } else if line.hasPrefix("## ") {
        host = Self.hosts.first { $0 == line.dropFirst(3) }
      } else if let host, !line.isEmpty {
        notes[host] = notes[host].map { "\($0) \(line)" } ?? String(line)
      }
    }
  }
}

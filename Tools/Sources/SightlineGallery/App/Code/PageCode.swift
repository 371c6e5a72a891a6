/// The code of one page, for each host: what `Code/PAGE.md` shows.
struct PageCode: Equatable {
  /// In the order of the tabs.
  static let hosts = ["GTK", "SwiftUI", "UIKit"]
  /// What reads at a glance.
  static let mostLines = 15

  /// By host.
  var blocks: [String: String] = [:]
  /// By host, what has to be known beside the code: a sentence, where there is one.
  var notes: [String: String] = [:]

  /// Reads a page of Markdown: a heading for each host, a sentence and a block of Swift under it.
  /// Comments around snippets, which `scripts/check-snippets` reads, are left out.
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

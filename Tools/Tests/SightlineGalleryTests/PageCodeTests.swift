import Testing

@testable import SightlineGallery

/// Tests of the code shown with each page.
@MainActor
@Suite struct PageCodeTests {
  @Test func `every page has code for each host in lines of readable length`() {
    for (page, code) in Pages.all.map({ ($0.name, $0.text) }) {
      #expect(
        !code.title.isEmpty && code.summary.hasSuffix(".") && !code.keywords.isEmpty, "\(page)")
      for host in PageCode.hosts { check(code.blocks[host] ?? "", "\(page), \(host)", host) }
    }
  }

  private func check(_ block: String, _ place: Comment, _ host: String) {
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
    // So the code reads at a glance.
    #expect((3...15).contains(lines.count), place)
    // Code cut off at the side isn't read.
    #expect(lines.allSatisfy { $0.count <= 78 }, place)
    let module = host == "UIKit" ? "SightlineApple" : "Sightline\(host)"
    #expect(block.contains("import \(module)"), place)
  }

  @Test func `comments around a snippet are not shown`() {
    let code = PageCode(
      markdown: """
        # A title

        > A welcome
        > in two lines.

        <!-- search: one two -->
        A summary
        in two lines.

        ## GTK

        A row is
        bound again.

        <!-- snippet
        let a = 1
        -->
        ```swift
        print(a)
        ```
        ## Other
        ```swift
        no
        ```
        """)
    #expect(code.blocks == ["GTK": "print(a)"])
    #expect(code.notes == ["GTK": "A row is bound again."])
    #expect(code.title == "A title" && code.summary == "A summary in two lines.")
    #expect(code.welcome == "A welcome in two lines." && code.keywords == "one two")
  }

  @Test func `markup matches the code`() {
    #expect(
      SwiftMarkup.markup("let a = \"<let>\"  // if & else")
        == "<b>let</b> a = \"&lt;let&gt;\"  <i>// if &amp; else</i>")
    #expect(SwiftMarkup.markup("isLet(lets)\n") == "isLet(lets)\n")
  }

  @Test func `each page is in exactly one group`() {
    let names = Pages.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.first == "product")
    #expect(Pages.groups.map(\.key) == ["Welcome", "See", "Count", "Scroll", "Put together"])
  }
}

import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit

extension SwiftUIHost {
  @MainActor
  @Suite
  struct ListTabsTests {
    /// A list of sections with a header and ten rows of 60 pt each; the last one has one row.
    private struct Menu: View {
      var names = ["a", "b", "c", "d"]
      @Binding var selection: String?

      var body: some View {
        List {
          ForEach(names, id: \.self) { name in
            Section {
              ForEach(0..<(name == "d" ? 1 : 10), id: \.self) { row in
                Mark("\(name) \(row)").frame(height: 60).tabSection(name)
              }
            } header: {
              Mark("header \(name)").frame(height: 50)
            }
            .id(name)
          }
        }
        .sectionTabs(names, selection: $selection) { name in
          Text("tab \(name)").background(Mark("tab \(name)"))
        }
      }
    }

    private func selected(_ hosted: Hosted) -> String? {
      hosted.spoken.first { $0.contains("selected") }.map { String($0.dropFirst(4).prefix(1)) }
    }

    private func list(_ hosted: Hosted) throws -> UIScrollView {
      try #require(hosted.scrollViews.first { $0.bounds.height > 300 })
    }

    private func withMenu(
      _ selection: String? = nil, in setting: Setting = Setting(),
      _ body: (Hosted, Setter<String?>) throws -> Void
    ) rethrows {
      let setter = Setter<String?>()
      try withViews(Changing(selection, setter) { Menu(selection: $0) }, in: setting) {
        try body($0, setter)
      }
    }

    @Test func `rows that scroll off have no views, and other rows use their cells`() throws {
      try withMenu { hosted, _ in
        let list = try list(hosted)
        #expect(hosted.marks(of: "a 0").count == 1 && hosted.marks(of: "b 5").isEmpty)
        let views = list.subviews.count
        for offset in stride(from: CGFloat(0), to: 1_200, by: 100) {
          list.contentOffset.y = offset
          hosted.run(for: Hosted.frame)
        }
        #expect(hosted.marks(of: "a 0").isEmpty && hosted.marks(of: "b 9").count == 1)
        #expect(list.subviews.count <= views + 2)
      }
    }

    @Test func `scrolling selects the first section that shows, and the last one at the end`()
      throws
    {
      try withMenu { hosted, setter in
        #expect(selected(hosted) == "a")
        let list = try list(hosted)
        // A header and ten rows are 650 pt high.
        for (offset, expected) in [(640.0, "a"), (655, "b"), (645, "a"), (100, "a")] {
          list.contentOffset.y = offset
          hosted.settle()
          #expect(selected(hosted) == expected)
          #expect(setter.value ?? "a" == expected)
        }
        for _ in 0..<40 {
          list.contentOffset.y = min(
            list.contentOffset.y + 100, list.contentSize.height - list.bounds.height)
          hosted.run(for: Hosted.frame)
        }
        #expect(selected(hosted) == "d")
        list.contentOffset.y -= 10
        hosted.settle()
        #expect(selected(hosted) == "b" || selected(hosted) == "c")
      }
    }

    @Test(arguments: Setting.directions)
    func `a tap scrolls to a section without rows so far, and selects none on the way`(
      setting: Setting
    ) throws {
      try withMenu(in: setting) { hosted, setter in
        let list = try list(hosted)
        try hosted.tap("tab c")
        var selections: Set<String?> = []
        for _ in 0..<60 {
          hosted.run(for: Hosted.frame)
          selections.insert(selected(hosted))
        }
        #expect(selections == ["c"])
        #expect(setter.value == "c")
        // The rows above turned out to be higher than estimated.
        let header = try #require(hosted.shownFrame(of: "header c"))
        #expect(header.minY > hosted.frame(list).minY)
        list.contentOffset.y -= 20
        hosted.settle()
        #expect(selected(hosted) == "b")
      }
    }

    @Test func `the list scrolls to an initial selection, and to one set later`() throws {
      try withMenu("b") { hosted, setter in
        hosted.run(for: 1)
        #expect(selected(hosted) == "b")
        #expect(hosted.shownFrame(of: "header b") != nil)
        setter.set("a")
        hosted.run(for: 1)
        #expect(selected(hosted) == "a")
        let offset = try list(hosted).contentOffset.y
        #expect(offset == 0)
      }
    }

    @Test func `a frame that scrolls within a section updates no view`() throws {
      try withMenu { hosted, _ in
        let list = try list(hosted)
        hosted.settle()
        let before = hosted.evaluationCount(of: "SectionBar")
        for _ in 0..<10 {
          list.contentOffset.y += 10
          hosted.run(for: Hosted.frame)
        }
        #expect(hosted.evaluationCount(of: "SectionBar") == before)
      }
    }
  }
}

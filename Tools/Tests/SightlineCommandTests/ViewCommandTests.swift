import Foundation
import Testing

/// End-to-end tests of `sightline view`. `Web/Tests/page.test.mjs` tests the content of its pages.
@Suite struct ViewCommandTests {
  /// Calls a closure with a copy of a trace in a temporary folder.
  private func withTrace(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "sightline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      atPath: fixture("blocks"), toPath: folder.appendingPathComponent("a.b.ndjson").path)
    try body(folder)
  }

  private func page(_ file: URL) throws -> String {
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.hasPrefix("<!doctype html>"))
    #expect(text.hasSuffix("</html>\n"))
    return text
  }

  @Test func `a page is written next to its trace or to a given path`() throws {
    try withTrace { folder in
      let trace = folder.appendingPathComponent("a.b.ndjson").path
      let result = try sightline(["view", trace])
      #expect(result.status == 0)
      #expect(result.error == "")
      let beside = folder.appendingPathComponent("a.b.html")
      #expect(result.output.hasPrefix("\(beside.path): "))
      let other = folder.appendingPathComponent("other")
      #expect(try sightline(["view", trace, "-o", other.path]).status == 0)
      #expect(try page(other) == page(beside))
      let printed = try sightline(["view", trace, "-o", "-"])
      #expect(try printed.output == page(beside))
    }
  }

  @Test func `a trace can come from standard input`() throws {
    try withTrace { folder in
      let result = try shell(
        "cd \"$1\" && \"$0\" view - <a.b.ndjson && cat session.html | head -c 15",
        [folder.path])
      #expect(result.status == 0)
      #expect(result.output.hasPrefix("session.html: "))
      #expect(result.output.hasSuffix("<!doctype html>"))
    }
  }

  @Test func `an unreadable trace keeps the existing page`() throws {
    try withTrace { folder in
      let file = folder.appendingPathComponent("page.html")
      try Data("old".utf8).write(to: file)
      let missing = try sightline(["view", "/nonexistent.ndjson", "-o", file.path])
      #expect(missing.status == 66)
      #expect(
        missing.error == "sightline: /nonexistent.ndjson: no such file; check the path\n")
      let broken = try sightline(
        ["view", "-", "-o", file.path], input: #"{"k":"meta","v":1}"# + "\n{")
      #expect(broken.status == 65)
      #expect(broken.error.hasPrefix("sightline: standard input:2: "))
      #expect(try String(contentsOf: file, encoding: .utf8) == "old")
    }
  }

  @Test func `a page of a truncated trace ends before the cut`() throws {
    try withTrace { folder in
      let trace = try Data(contentsOf: folder.appendingPathComponent("a.b.ndjson"))
      let cut = folder.appendingPathComponent("cut.ndjson")
      try trace.dropLast(5).write(to: cut)
      let result = try sightline(["view", cut.path])
      #expect(result.status == 0 && result.output.contains("cut.html: "))
      #expect(
        result.error.hasSuffix(
          ": the last line is truncated; record again, or delete that line; the page ends before "
            + "it\n"))
      let page = folder.appendingPathComponent("cut.html").path
      #expect(FileManager.default.fileExists(atPath: page))
    }
  }

  @Test func `a page never replaces its trace`() throws {
    try withTrace { folder in
      let trace = folder.appendingPathComponent("a.b.ndjson")
      let html = folder.appendingPathComponent("c.html")
      try FileManager.default.copyItem(at: trace, to: html)
      let before = try Data(contentsOf: trace)
      for (file, options) in [
        (html, []), (trace, ["-o", trace.path]), (trace, ["--session", trace.path]),
      ] {
        let result = try sightline(["view", file.path] + options)
        #expect(result.status == 64)
        #expect(result.error.contains("the page must not replace the trace"))
        #expect(try Data(contentsOf: file) == before)
      }
    }
  }

  @Test func `an unwritable page is reported`() throws {
    let result = try sightline(["view", fixture("blocks"), "-o", "/nonexistent/page.html"])
    #expect(result.status == 74)
    #expect(
      result.error == "sightline: /nonexistent/page.html: cannot be written "
        + "(No such file or directory); create its folder first\n")
  }

  @Test func `the page opens with the system's command`() throws {
    try withTrace { folder in
      let line = """
        cd "$1" && mkdir bin && printf '#!/bin/sh\\necho "$1" >opened\\nexit '$2'\\n' >bin/xdg-open
        cp bin/xdg-open bin/open && chmod +x bin/*open && PATH="$PWD/bin:$PATH" "$0" view a.b.ndjson --open
        """
      let opened = try shell(line, [folder.path, "0"])
      #expect(opened.status == 0, "\(opened.error)")
      let page = try String(contentsOf: folder.appendingPathComponent("opened"), encoding: .utf8)
      #expect(page.hasSuffix("/a.b.html\n"))
      try FileManager.default.removeItem(at: folder.appendingPathComponent("bin"))
      let failed = try shell(line, [folder.path, "3"])
      #expect(failed.status == 69)
      #expect(failed.output.hasPrefix("a.b.html: "))
      #expect(failed.error.contains("found no browser; open a.b.html in one"))
    }
  }

  @Test func `only a file can be opened`() throws {
    let result = try sightline(["view", fixture("blocks"), "-o", "-", "--open"])
    #expect(result.status == 64)
    #expect(result.error.contains("only a file can be opened"))
  }
}

import Foundation
import Testing

@_spi(Tools) @testable import SightlineTrace

@Suite struct LineSourceTests {
  /// Returns all lines, with `…` after a cut one, up to the first error, which is `!`.
  private func lines(_ source: consuming LineSource) throws -> [String] {
    var lines: [String] = []
    do throws(TraceError.Problem) {
      while let line = try source.next() {
        lines.append(String(decoding: line, as: UTF8.self) + (source.isCut ? "…" : ""))
      }
      // The end stays the end.
      if try source.next() != nil { Issue.record("a line after the end") }
    } catch {
      guard case .lineTooLong = error else { throw error }
      lines.append("!")
    }
    return lines
  }

  private func expected(_ text: String, _ most: Int) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let isLong = { (line: String) in line.count > most }
    if let long = lines.firstIndex(where: isLong) { return lines[..<long] + ["!"] }
    let rest = lines.removeLast()
    return rest.isEmpty ? lines : lines + [rest + "…"]
  }

  @Test func `every short text has its lines, for chunks and lines of any length`() throws {
    var (texts, latest) = ([""], [""])
    for _ in 0..<6 {
      latest = latest.flatMap { [$0 + "a", $0 + "\n"] }
      texts += latest
    }
    try withTemporaryFile { path in
      for text in texts {
        try writeBytes(Array(text.utf8), to: path)
        for most in 0...3 {
          let expected = expected(text, most)
          let found = try lines(LineSource(bytes: Array(text.utf8), maximumLineLength: most))
          #expect(found == expected, "\(text.debugDescription), lines up to \(most)")
          for chunk in 1...4 {
            let found = try lines(LineSource(path: path, maximumLineLength: most, chunkSize: chunk))
            #expect(found == expected, "\(text.debugDescription), up to \(most), by \(chunk)")
          }
        }
      }
    }
  }

  @Test func `a path through a file does not exist, and a loop of links cannot be read`() throws {
    func problem(_ path: String) -> TraceError.Problem? {
      do throws(TraceError.Problem) {
        _ = try LineSource(path: path, maximumLineLength: 9)
        return nil
      } catch { return error }
    }
    try withTemporaryFile { path in
      try writeBytes([], to: path)
      #expect(problem(path) == nil)
      #expect(problem(path + "/inside") == .noSuchFile)
      #expect(problem(path + "-missing") == .noSuchFile)
      let link = path + "-link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
      defer { try? FileManager.default.removeItem(atPath: link) }
      guard case .unreadable = problem(link) else {
        Issue.record("a loop of links cannot be read")
        return
      }
    }
  }

  @Test(arguments: [EINTR, EAGAIN]) func `an interrupted call is repeated`(reason: Int32) throws {
    // A descriptor that is ready at once.
    let null = open("/dev/null", O_RDONLY)
    defer { close(null) }
    var answers = [(-1, reason), (-1, reason), (5, 0)]
    let count = completed(null, POLLIN) {
      let (count, error) = answers.removeFirst()
      errno = error
      return count
    }
    #expect(count == 5 && answers.isEmpty)
  }

  @Test func `a call that fails is not repeated`() {
    var calls = 0
    let count = completed(-1, POLLIN) {
      calls += 1
      errno = EIO
      return -1
    }
    #expect(count == -1 && calls == 1)
  }
}

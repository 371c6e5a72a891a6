import Foundation
import Testing

@_spi(Tools) @testable import SightlineTrace

@Suite struct LineSourceTests {
  private enum Item: Equatable {
    case line(String, isCut: Bool)
    case tooLong
  }

  /// Reads all lines, up to the first error.
  private func items(_ source: consuming LineSource) throws -> [Item] {
    var items: [Item] = []
    do throws(TraceError.Problem) {
      while let line = try source.next() {
        let text = try source.withBytes(of: line) { (bytes) throws(TraceError.Problem) in
          String(decoding: bytes, as: UTF8.self)
        }
        items.append(.line(text, isCut: line.isCut))
      }
      // The end stays the end.
      if try source.next() != nil { Issue.record("a line after the end") }
    } catch {
      guard case .lineTooLong = error else { throw error }
      items.append(.tooLong)
    }
    return items
  }

  private func expected(_ text: String, _ most: Int) -> [Item] {
    var items: [Item] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let rest = lines.removeLast()
    for line in lines {
      if line.count > most { return items + [.tooLong] }
      items.append(.line(line, isCut: false))
    }
    if rest.count > most { return items + [.tooLong] }
    return rest.isEmpty ? items : items + [.line(rest, isCut: true)]
  }

  @Test func `every short text has its lines, for chunks and lines of any length`() throws {
    var texts = [""]
    var latest = [""]
    for _ in 0..<6 {
      latest = latest.flatMap { [$0 + "a", $0 + "\n"] }
      texts += latest
    }
    try withTemporaryFile { path in
      for text in texts {
        try writeBytes(Array(text.utf8), to: path)
        for most in 0...3 {
          let expected = expected(text, most)
          let found = try items(LineSource(bytes: Array(text.utf8), maximumLineLength: most))
          #expect(found == expected, "\(text.debugDescription), lines up to \(most)")
          for chunk in 1...4 {
            let found = try items(
              LineSource(path: path, maximumLineLength: most, chunkSize: chunk))
            #expect(
              found == expected,
              "\(text.debugDescription), lines up to \(most), chunks of \(chunk)")
          }
        }
      }
    }
  }

  @Test func `the buffer takes at most the longest line and two chunks`() throws {
    try withTemporaryFile { path in
      for length in [0, 1, 7, 8, 9, 63, 64, 65, 500, 1_000] {
        let line = String(repeating: "x", count: length) + "\n"
        try writeBytes(Array(String(repeating: line, count: 40).utf8), to: path)
        for chunk in [1, 8, 64] {
          var source = try LineSource(path: path, maximumLineLength: 1_000, chunkSize: chunk)
          var count = 0
          while try source.next() != nil { count += 1 }
          #expect(count == 40)
          #expect(source.capacity <= 1_000 + 2 * chunk, "\(length), \(chunk)")
          // It doubles, so at most half of it is unused.
          #expect(source.capacity <= 2 * (length + 1) + 4 * chunk, "\(length), \(chunk)")
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func `a source closes only a descriptor it owns`(closes: Bool) throws {
    try withTemporaryFile { path in
      try writeBytes([0x61, 0x0A], to: path)
      let descriptor = open(path, O_RDONLY)
      #expect(descriptor >= 0)
      do {
        let found = try items(
          LineSource(descriptor: descriptor, closes: closes, maximumLineLength: 9))
        #expect(found == [.line("a", isCut: false)])
      }
      // Another test may have opened a file with its number.
      var status = stat()
      let isOpen = fstat(descriptor, &status) == 0 && status.st_size == 2
      if !closes {
        #expect(isOpen)
        close(descriptor)
      } else if isOpen {
        var opened = stat()
        #expect(stat(path, &opened) != 0 || opened.st_ino != status.st_ino)
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

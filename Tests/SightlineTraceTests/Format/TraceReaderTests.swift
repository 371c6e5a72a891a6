import Foundation
import Testing

@testable import SightlineTrace

@Suite struct TraceReaderTests {
  @Test(arguments: zip(Fixture.allCases, [1_877, 819]))
  func `fixtures are read completely, except for verdicts`(_ fixture: Fixture, _ count: Int) throws
  {
    var reader = try TraceReader(path: fixture.url.path)
    var lines = 0
    while try reader.next() != nil { lines += 1 }
    let verdicts = String(decoding: try fixture.bytes, as: UTF8.self).split(separator: "\n").count {
      $0.contains(/^{"k": ?"(obs|snap|e|names)"/)
    }
    #expect(verdicts > 100 && lines == count - verdicts)
    #expect(reader.lineNumber == count)
    #expect(reader.unknownLines == 0)
    #expect(try reader.next() == nil)
  }

  @Test func `a truncated verdict is not skipped`() {
    #expect(throws: TraceError(file: "test", line: 2, problem: .cutOff)) {
      try read(meta + #"{"k":"snap","s":1,"v":[[1,"#)
    }
  }

  @Test func `reports can be skipped`() throws {
    let reports = """
      {"k":"ev","s":0,"w":5,"on":true,"f":1}
      {"k":"imp","s":0,"w":5,"id":12,"ns":1,"n":1}
      {"k":"exp","s":0,"w":5,"id":12,"on":true}
      """
    #expect(try read(meta + stepZero + reports, skipsReports: true).count == 2)
    #expect(try read(meta + stepZero + reports).count == 5)
  }

  @Test func `all line endings are accepted`() throws {
    let step = #"{"k":"step","s":0,"ms":0}"#
    let expected: [TraceLine] = [.meta(TraceMeta()), .step(TraceStep(step: 0, milliseconds: 0))]
    #expect(try read(meta + step) == expected)
    #expect(try read(meta + step + "\n") == expected)
    #expect(try read("\n \t \r\n" + meta + "\r\n\n" + step + "\r\n\r\n") == expected)
    #expect(try read("\u{FEFF}" + meta + step) == expected)
  }

  @Test func `unknown kinds are counted`() throws {
    var reader = TraceReader(
      bytes: Array((meta + #"{"k":"later","x":[1,{"y":2}]}"# + "\n" + stepZero).utf8), file: "t")
    _ = try reader.next()
    let next = try #require(try reader.next())
    #expect(next.number == 3)
    #expect(next.line == .step(TraceStep(step: 0, milliseconds: 0)))
    #expect(reader.unknownLines == 1)
  }

  @Test(arguments: [
    ("", 1, TraceError.Problem.empty), ("\n\n", 3, .empty), (stepZero, 1, .missingMeta),
    (#"{"v":1}"#, 1, .missingMeta), (meta + meta, 2, .repeatedMeta),
    (#"{"k":"meta","v":2,"ua":5}"#, 1, .futureVersion(2)),
    (#"{"k":"meta"}"#, 1, .missingKey("v", kind: "meta")),
    (#"{"k":"meta","v":0}"#, 1, .outOfRange(key: "v", expected: "an integer in 1...\(Int.max)")),
    (meta + #"{"k":"step","s":0,"m"#, 2, .cutOff), (meta + #"{"k":"step","s":0"#, 2, .cutOff),
    (meta + #"{"k":"later","s":tru"#, 2, .cutOff), (meta + "{", 2, .cutOff),
    (meta + #"{"k":"step","s":0"# + "\n", 2, .notJSON(column: 18, expected: #""," or "}""#)),
    ("PK", 1, .notJSON(column: 1, expected: "a value")),
  ])
  func badFilesAreNamed(_ text: String, _ line: Int, _ problem: TraceError.Problem) {
    let error = failure(in: text)
    #expect(error?.problem == problem)
    #expect(error?.line == (problem == .empty ? 0 : line))
    #expect(error?.isInputMissing == false)
  }

  @Test(arguments: [
    // gzip, ZIP, xz, LZ4, ELF, UTF-16 with and without a byte order mark.
    [0x1F, 0x8B, 0x08, 0x00], [0x50, 0x4B, 0x03, 0x04, 0x0A], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],
    [0x04, 0x22, 0x4D, 0x18, 0x64], [0x7F, 0x45, 0x4C, 0x46, 0x02], [0xFF, 0xFE, 0x7B, 0x00],
    [0x7B, 0x00, 0x22, 0x00], [0x00],
  ])
  func `a binary file is named as such`(_ bytes: [UInt8]) {
    for bytes in [bytes, bytes + ([0x0A] as [UInt8]) + bytes] {
      #expect(throws: TraceError(file: "test", line: 0, problem: .notText)) { try read(bytes) }
    }
  }

  @Test(arguments: [0, 1, 510, 511, 512])
  func `a control character among the first 512 bytes makes a file binary`(_ place: Int) {
    for byte in UInt8.min..<0x20 {
      let text = [UInt8](repeating: 0x20, count: place) + [byte, 0x7B]
      let isText = (0x09...0x0D).contains(byte) || byte == 0x1B
      let problem = #expect(throws: TraceError.self) { try read(text) }?.problem
      #expect((problem == .notText) == (!isText && place < 512), "\(byte)")
    }
  }

  @Test func `a byte order mark and tabs are text`() throws {
    let text = ([0xEF, 0xBB, 0xBF] as [UInt8]) + Array(meta.utf8)
    #expect(throws: Never.self) { try read(text) }
    #expect(throws: Never.self) { try read(Array("{\t\"k\":\"meta\",\"v\":1}\r\n".utf8)) }
  }

  @Test func `other encodings are named in the error`() {
    #expect(throws: TraceError(file: "test", line: 1, problem: .notUTF8(column: 1))) {
      try read([0xE9, 0x7B])
    }
    #expect(throws: TraceError(file: "test", line: 2, problem: .notUTF8(column: 19))) {
      try read(Array((meta + #"{"k":"later","name"#).utf8) + [0xE9] + Array("\"}\n".utf8))
    }
  }

  @Test func `a truncated character is reported as such`() {
    let line = Array((meta + #"{"k":"later","name":""#).utf8)
    let cut = TraceError(file: "test", line: 2, problem: .cutOff)
    #expect(throws: cut) { try read(line + [0xC3]) }
    #expect(throws: cut) { try read(line + [0xF0, 0x9F, 0x98]) }
    #expect(throws: TraceError(file: "test", line: 2, problem: .notUTF8(column: 22))) {
      try read(line + [0xFF])
    }
  }

  @Test func `reading ends at an error`() throws {
    var reader = TraceReader(bytes: Array((meta + "x\n" + stepZero).utf8), file: "t")
    _ = try reader.next()
    do throws(TraceError) {
      _ = try reader.next()
      Issue.record("no error")
    } catch { #expect(error.line == 2) }
    #expect(try reader.next() == nil)
  }

  @Test func `unreadable files are missing input`() throws {
    func error(_ path: String) -> TraceError? {
      do throws(TraceError) {
        var reader = try TraceReader(path: path)
        _ = try reader.next()
        return nil
      } catch { return error }
    }
    let missing = error("/no/such/file")
    #expect(missing == TraceError(file: "/no/such/file", line: 0, problem: .noSuchFile))
    #expect(missing?.isInputMissing == true)
    let directory = error(NSTemporaryDirectory())
    #expect(directory?.problem == .isDirectory)
    #expect(directory?.isInputMissing == true)
    let long = error("/" + String(repeating: "x", count: 5_000))
    #expect(long?.isInputMissing == true)
    guard case .unreadable = long?.problem else {
      Issue.record("\(String(describing: long))")
      return
    }
  }

  #if os(Linux)
  @Test func `a folder named in place of a file does not stay open`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: TraceError.self) {
      var reader = try TraceReader(path: folder.path)
      _ = try reader.next()
    }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    #expect(!open.isEmpty && !open.contains(folder.path))
  }
  #endif

  @Test func `the buffer does not grow with the file's size`() throws {
    try withTemporaryFile { path in
      let chunk = 8 << 10
      try writeBytes(try Fixture.feed.bytes, to: path)
      let source = try LineSource(path: path, maximumLineLength: 1 << 20, chunkSize: chunk)
      var reader = TraceReader(source: source, file: path)
      var greatest = 0
      while try reader.next() != nil { greatest = max(greatest, reader.source.count) }
      #expect(greatest <= 2 * chunk)
    }
  }

  @Test func `pipes are read`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let bytes = Array((meta + stepZero).utf8)
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    var reader = try TraceReader(path: "/dev/fd/\(ends[0])")
    close(ends[0])
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 2)
  }
}

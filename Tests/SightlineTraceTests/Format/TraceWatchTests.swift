import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineTrace

@Suite struct TraceWatchTests {
  private func line(_ name: String?) -> TraceLine {
    .watch(
      TraceWatch(step: 0, watch: 1, id: 2, view: 0, name: name, rule: .fully))
  }

  private func written(_ line: TraceLine) throws -> TraceLine {
    var encoder = LineEncoder()
    encoder.append(line.record)
    return try readLine(String(decoding: encoder.bytes.dropLast(), as: UTF8.self))
  }

  @Test(arguments: [
    nil, "", "card 7", "\"quoted\" \\ back", "two\nlines\r\n\tand\u{0}more", "👩‍👩‍👧 café \u{202E}x",
    "\u{FEFF}\u{2028}\u{10FFFF}", String(repeating: "é", count: 128),
  ])
  func `names with any characters round-trip`(_ name: String?) throws {
    #expect(try written(line(name)) == line(name))
  }

  @Test(arguments: [
    String(repeating: "x", count: 257), String(repeating: "é", count: 100_000),
    "e" + String(repeating: "\u{301}", count: 5_000), String(repeating: "👩‍👩‍👧", count: 90),
  ])
  func `a long name is truncated on writing and reading`(_ name: String) throws {
    guard case .watch(let watch) = try written(line(name)), let short = watch.name else {
      Issue.record("no watch")
      return
    }
    #expect(short.utf8.count <= 256 && short.utf8.count > 249)
    #expect(
      short.hasSuffix("…") && name.unicodeScalars.starts(with: short.unicodeScalars.dropLast()))
    if name.utf8.count < 65_000 {
      let read = try readLine(
        #"{"k":"watch","s":0,"w":1,"id":2,"v":0,"rule":{"thr":[1]},"name":"\#(name)"}"#)
      #expect(read == line(short))
    }
  }

  @Test func `watches without names or with unknown keys are read`() throws {
    let read = try readLine(
      #"{"k":"watch","s":0,"w":1,"id":2,"v":0,"rule":{"thr":[1]},"later":{"x":[1]}}"#)
    #expect(read == line(nil))
    #expect(
      failure(
        in: meta + #"{"k":"watch","s":0,"w":1,"id":2,"v":0,"rule":{"thr":[1]},"name":7}"#)?.problem
        == .wrongType(key: "name", expected: "a string"))
  }
}

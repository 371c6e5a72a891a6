import Testing

@testable import SightlineTrace

@Suite struct TraceErrorTests {
  @Test func `descriptions have a location, a problem and a remedy`() {
    #expect(
      TraceError(file: "a.ndjson", line: 7, problem: .futureVersion(2)).description
        == "a.ndjson:7: version 2 is too new; this reads version 1: update sightline")
    #expect(
      TraceError(file: "a.ndjson", line: 9, problem: .cutOff).description
        == "a.ndjson:9: the last line is truncated; record again, or delete that line")
    #expect(
      TraceError(file: "a.ndjson", line: 0, problem: .noSuchFile).description
        == "a.ndjson: no such file; check the path")
    #expect(
      TraceError(file: "a", line: 3, problem: .notJSON(column: 5, expected: "a value")).description
        == "a:3: not JSON at byte 5: expected a value; each line must be one JSON object")
    #expect(
      TraceError(file: "a", line: 3, problem: .wrongStep(4, current: nil)).description
        == "a:3: the line belongs to step 4, but no step has begun; put it after its step's line")
  }

  @Test(arguments: [
    TraceError.Problem.noSuchFile, .isDirectory, .unreadable("x"), .unwritable("x"),
    .notUTF8(column: 1), .notJSON(column: 1, expected: "x"), .nestedTooDeeply(column: 1), .cutOff,
    .lineTooLong(limit: 1), .notAnObject, .missingKey("x", kind: "y"), .duplicateKey("x"),
    .wrongType(key: "x", expected: "y"), .outOfRange(key: "x", expected: "y"),
    .badValue(key: "x", reason: "y"), .empty, .missingMeta, .repeatedMeta, .futureVersion(2),
    .stepBackwards(1, previous: 2), .timeBackwards(step: 1), .wrongStep(1, current: 2),
    .unknownNode(1, key: "p"), .duplicateNode(1), .missingRoot, .secondRoot(1),
    .rootMoved, .cycle(1), .tooDeep(1, limit: 2), .childStays(1, child: 2),
    .tooMany("x", limit: 1), .unknownView(1),
    .viewMoved(1), .unknownWatch(1), .duplicateWatch(1),
  ])
  func `every problem is described in one line with a remedy`(_ problem: TraceError.Problem) {
    let text = TraceError(file: "f", line: 1, problem: problem).description
    #expect(text.contains("; "))
    #expect(!text.contains("\n"))
  }
}

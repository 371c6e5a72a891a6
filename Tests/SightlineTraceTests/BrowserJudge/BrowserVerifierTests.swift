import Foundation
import Testing

@testable import SightlineTrace

@Suite struct BrowserVerifierTests {
  static func lines(_ fixture: String) throws -> [String] {
    let url = try #require(
      Bundle.module.url(forResource: fixture, withExtension: "ndjson", subdirectory: "Fixtures"))
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  static func verify(_ lines: some Sequence<String>) throws -> BrowserVerification {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    return try BrowserVerification(bytes, file: "test")
  }

  @Test(arguments: [
    ("blocks", 1_035, 44_109, 43_740), ("feed", 555, 7_440, 5_920),
  ])
  func `recorded sessions agree with the browser`(
    _ name: String, _ entries: Int, _ states: Int, _ engineStates: Int
  ) throws {
    let result = try Self.verify(try Self.lines(name))
    #expect(result.differences.isEmpty, "\(result.differences.first?.explanation ?? "")")
    #expect(result.entries == entries)
    #expect(result.states == states)
    #expect(result.engineStates == engineStates)
  }

  @Test(arguments: ["churn", "fixed", "fuzz-transforms", "rtl", "scroll-margins", "zero-area"])
  func `every browser quirk is matched`(_ name: String) throws {
    let result = try Self.verify(try Self.lines("Judge/" + name))
    #expect(result.differences.isEmpty, "\(result.differences.first?.explanation ?? "")")
    #expect(result.entries > 0 && result.states > 0)
    #expect(result.engineStates > 0)
  }

  /// The comparison must be able to fail.
  @Test func `a scene without its nested clips differs`() throws {
    let lines = try Self.lines("Judge/churn").map { line in
      line.contains(#""k":"node""#) && !line.contains(#""id":0,"#)
        ? line.replacing(/"clip":\[[^\]]*\],?/, with: "") : line
    }
    #expect(try !Self.verify(lines).differences.isEmpty)
  }

  @Test func `an observer can be created once its nodes exist`() throws {
    let lines = try Self.lines("Judge/churn")
    let nodes = try #require(lines.lastIndex { $0.contains(#""k":"node""#) })
    let (early, late) = (lines[...nodes], lines[(nodes + 1)...])
    func isObserver(_ line: String) -> Bool { line.contains(#""k": "obs""#) }
    #expect(early.contains(where: isObserver))
    let result = try Self.verify(early.filter { !isObserver($0) } + early.filter(isObserver) + late)
    #expect(result == (try Self.verify(lines)))
  }

  @Test func `a changed verdict is one difference`() throws {
    let lines = try Self.lines("Judge/zero-area")
    let entry = try #require(
      lines.lastIndex { $0.contains(#""k":"e""#) && $0.contains(#""in":true"#) })
    var changed = lines
    changed[entry] = changed[entry].replacing(/"q":[0-9.]+/, with: #""q":0.123"#)
    let result = try Self.verify(changed)
    #expect(result.differences.count == 1)
    #expect(result.differences[0].explanation.contains("0.123"))
  }

  @Test func `missing and extra entries are differences`() throws {
    let lines = try Self.lines("Judge/zero-area")
    let entry = try #require(
      lines.lastIndex { $0.contains(#""k":"e""#) && $0.contains(#""in":true"#) })
    var missing = lines
    missing.remove(at: entry)
    #expect(try Self.verify(missing).differences.count > 0)
    var extra = lines
    let snapshot = try #require(lines.last { $0.contains(#""k":"snap""#) })
    let step = try #require(snapshot.firstMatch(of: /"s":(\d+)/)).1
    let alien =
      #"{"k":"e","s":\#(step),"o":0,"id":1,"t":0,"br":[0,0,0,0],"ir":[0,0,0,0],"rb":[0,0,0,0],"q":0.77,"in":true}"#
    extra.insert(alien, at: extra.count - 1)
    #expect(try Self.verify(extra).differences.count > 0)
  }

  @Test func `an extra or missing state is a difference`() throws {
    let lines = try Self.lines("Judge/zero-area")
    let index = try #require(
      lines.firstIndex { $0.contains(#""k":"snap""#) && !$0.contains(#""v":[]"#) })
    var changed = lines
    changed[index] = changed[index].replacing(/"v":\[\[.*\]\]/, with: #""v":[]"#)
    let result = try Self.verify(changed)
    #expect(result.differences.count > 0)
    #expect(result.differences[0].explanation == "the model sees it, the judge does not")
  }

  @Test func `a node outliving an observer's root is watched again when the root returns`() throws {
    func entry(_ step: Int, bounds: String, root: String, isIntersecting: Bool) -> String {
      """
      {"k":"e","s":\(step),"o":0,"id":2,"t":0,"br":\(bounds),"ir":\(bounds),"rb":\(root),\
      "q":\(isIntersecting ? 1 : 0),"in":\(isIntersecting)}
      """
    }
    let frame = "[0,0,10,10]"
    let rootFrame = "[0,0,50,50]"
    let zero = "[0,0,0,0]"
    let lines = [
      #"{"k":"meta","v":1}"#,
      #"{"k":"obs","o":0,"root":1,"thr":[0]}"#,
      #"{"k":"step","s":0,"ms":0}"#,
      #"{"k":"node","id":0,"p":-1,"frame":[0,0,100,100]}"#,
      #"{"k":"node","id":1,"p":0,"frame":[0,0,50,50],"clip":[0,0,50,50]}"#,
      #"{"k":"node","id":2,"p":1,"frame":[0,0,10,10]}"#,
      #"{"k":"observe","s":0,"ids":[2]}"#,
      entry(0, bounds: frame, root: rootFrame, isIntersecting: true),
      #"{"k":"step","s":1,"ms":16}"#,
      #"{"k":"d","s":1,"set":[{"id":2,"p":0}],"rm":[1]}"#,
      entry(1, bounds: zero, root: zero, isIntersecting: false),
      #"{"k":"step","s":2,"ms":32}"#,
      """
      {"k":"d","s":2,"add":[{"id":1,"p":0,"frame":[0,0,50,50],"clip":[0,0,50,50]}],\
      "set":[{"id":2,"p":1}]}
      """,
      entry(2, bounds: frame, root: rootFrame, isIntersecting: true),
      #"{"k":"snap","s":2,"o":0,"root":[0,0,50,50],"n":1,"v":[[2,1,[0,0,10,10],[0,0,10,10]]]}"#,
    ]
    let result = try Self.verify(lines)
    #expect(result.differences.isEmpty, "\(result.differences.first?.explanation ?? "")")
    #expect(result.entries == 3)
    #expect(result.states == 1)
  }

  /// The second target touches the root's edge: it intersects but reaches no threshold.
  @Test func `an observer can have 65,535 thresholds, and touching targets intersect`() throws {
    let thresholds = (1...65_535).map { "\(Double($0) / 65_535)" }.joined(separator: ",")
    func verify(listing second: String) throws -> BrowserVerification {
      try Self.verify([
        #"{"k":"meta","v":1}"#,
        #"{"k":"step","s":0,"ms":0}"#,
        #"{"k":"node","id":0,"p":-1,"frame":[0,0,100,100],"clip":[0,0,100,100]}"#,
        #"{"k":"node","id":1,"p":0,"frame":[0,0,10,10]}"#,
        #"{"k":"node","id":2,"p":0,"frame":[0,100,10,10]}"#,
        #"{"k":"obs","o":0,"root":0,"thr":[\#(thresholds)]}"#,
        #"{"k":"observe","s":0,"ids":[1,2]}"#,
        #"{"k":"snap","s":0,"o":0,"n":2,"v":[[1,1,[0,0,10,10],[0,0,10,10]]\#(second)]}"#,
        #"{"k":"e","s":0,"o":0,"id":1,"t":0,"br":[0,0,10,10],"ir":[0,0,10,10],"q":1,"in":true}"#,
        #"{"k":"e","s":0,"o":0,"id":2,"t":0,"br":[0,100,10,10],"ir":[0,100,10,0],"q":0,"in":false}"#,
      ])
    }
    let right = try verify(listing: ",[2,0,[0,100,10,0],[0,100,10,10]]")
    #expect(right.entries == 2 && right.states == 2 && right.differences.isEmpty)
    let wrong = try verify(listing: "")
    #expect(wrong.entries == 2 && wrong.states == 2)
    #expect(wrong.differences.map(\.explanation) == ["the model sees it, the judge does not"])
    #expect(wrong.differences.map(\.node) == [2])
  }
}

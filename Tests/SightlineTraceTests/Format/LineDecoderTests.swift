import SightlineCore
import Testing

@testable import SightlineTrace

@Suite struct LineDecoderTests {
  private func problem(_ line: String) -> TraceError.Problem? {
    do throws(TraceError) {
      _ = try read(meta + line + "\n")
      return nil
    } catch {
      #expect(error.line == 2, "\(error)")
      return error.problem
    }
  }

  @Test func `nodes have defaults`() throws {
    let node = TraceNode(id: 7, parent: 3, frame: LayoutRect(x: 1, y: 2.5, width: 3, height: 4))
    #expect(
      try readLine(#"{"k":"node","id":7,"p":3,"frame":[1,2.5,3,4]}"#) == .node(node))
    #expect(
      try readLine(
        #"{"hidden":false,"frame":[1,2.5,3,4],"clip":null,"z":null,"p":3,"id":7,"k":"node"}"#)
        == .node(node))
  }

  @Test func `nodes accept every key`() throws {
    var node = TraceNode(id: 1, parent: nil, frame: LayoutRect(x: 0, y: 0, width: 10, height: 20))
    node.clip = LayoutRect(x: 1, y: 1, width: 8, height: 18)
    node.scroll = LayoutPoint(x: -3, y: 4)
    node.transform = LayoutTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    node.opacity = 0.5
    node.isHidden = true
    node.isFixed = true
    node.isGone = true
    node.z = -2
    node.cover = .friendly
    node.isContainer = true
    #expect(
      try readLine(
        #"{"k":"node","id":1,"p":-1,"frame":[0,0,10,20],"clip":[1,1,8,18],"scroll":[-3,4],"#
          + #""tf":[1,2,3,4,5,6],"opacity":0.5,"hidden":true,"fixed":true,"gone":true,"z":-2,"#
          + #""cover":"friendly","box":true,"later":{"a":[1]}}"#) == .node(node))
  }

  @Test func `null geometry is not measurable`() throws {
    guard
      case .node(let node) = try readLine(
        #"{"k":"node","id":1,"p":0,"frame":[null,0,10,20],"scroll":[null,0]}"#)
    else {
      Issue.record("no node")
      return
    }
    #expect(node.frame.minX.isNaN && node.frame.height == 20)
    #expect(node.scroll?.x.isNaN == true)
  }

  @Test func `changes keep, clear and set fields`() throws {
    var old = TraceNode(id: 5, parent: 1, frame: LayoutRect(x: 1, y: 2, width: 3, height: 4))
    old.clip = .zero
    old.isGone = true
    old.z = 3
    var new = old
    new.parent = 2
    new.clip = nil
    new.opacity = 0
    new.isHidden = true
    new.isGone = false
    new.cover = .opaque
    let patch = try #require(TraceNodePatch(from: old, to: new))
    #expect(patch.applied(to: old) == new)
    #expect(TraceNodePatch(from: new, to: new) == nil)
    let added = TraceNode(id: 9, parent: 0, frame: .zero)
    #expect(
      try readLine(
        #"{"k":"d","s":3,"set":[{"id":5,"p":2,"clip":null,"opacity":0,"hidden":true,"gone":null,"#
          + #""cover":"opaque"}],"add":[{"id":9,"p":0,"frame":[0,0,0,0]}],"rm":[1,2]}"#)
        == .delta(TraceDelta(step: 3, set: [patch], add: [added], remove: [1, 2])))
    #expect(try readLine(#"{"k":"d","s":3}"#) == .delta(TraceDelta(step: 3)))
  }

  @Test func `watches have rules or policies`() throws {
    #expect(
      try readLine(
        #"{"k":"watch","s":1,"w":5,"id":3,"v":0,"rule":{"of":"smaller","thr":[0.7,0],"hyst":0.2}}"#)
        == .watch(
          TraceWatch(
            step: 1, watch: 5, id: 3, view: 0,
            rule: .thresholds([0, 0.7], of: .smaller, hysteresis: 0.2))))
    let policy = ImpressionPolicy(
      rule: .fraction(0.7).minimumOpacity(0.5).minimumArea(400), dwell: .seconds(1),
      accumulation: .cumulative, inactivity: .pauses, repetition: .perDay(3), scrollSpeedLimit: 2500
    )
    #expect(
      try readLine(
        #"{"k":"watch","s":1,"w":5,"id":3,"v":0,"rule":{"thr":[0.7],"alpha":0.5,"area":400},"see":"#
          + #"{"id":18446744073709551615,"dwell":1000000000,"sum":true,"pause":true,"#
          + #""again":"day","n":3,"speed":2500}}"#)
        == .watch(
          TraceWatch(
            step: 1, watch: 5, id: 3, view: 0, rule: policy.rule,
            impressions: TraceImpressions(of: ItemIdentity(.max), policy))))
  }

  @Test func `identities too large for a double are strings, and any can be one`() throws {
    func line(_ identity: String) -> String {
      #"{"k":"imp","s":1,"w":2,"id":\#(identity),"ns":3,"n":4}"#
    }
    let lines: [(identity: UInt64, text: String)] = [
      (9_007_199_254_740_992, "9007199254740992"), (9_007_199_254_740_993, "\"9007199254740993\""),
      (.max, "\"18446744073709551615\""),
    ]
    for (identity, text) in lines {
      let read = TraceLine.impression(
        TraceImpression(
          step: 1, watch: 2, identity: ItemIdentity(identity),
          time: MonotonicTime(nanoseconds: 3), count: 4))
      #expect(try readLine(line(text)) == read)
      #expect(try readLine(line("\(identity)")) == read)
      #expect(try readLine(line("\"\(identity)\"")) == read)
      var encoder = LineEncoder()
      ValueForm<UInt64>.identity.write(identity, &encoder)
      #expect(String(decoding: encoder.bytes, as: UTF8.self) == text)
    }
    for text in ["", "-1", "+1", "01", "1.0", "18446744073709551616"] {
      #expect(
        failure(in: meta + line("\"\(text)\""))?.problem
          == .outOfRange(key: "id", expected: "an integer in 0...18446744073709551615"))
    }
  }

  @Test func `a line about earlier impressions has their policy, count, time and periods`() throws {
    let policy = ImpressionPolicy(rule: .fraction(0.7), repetition: .perDay(3))
    var record = ImpressionRecord(
      identity: ItemIdentity(9), policy: policy, count: 4,
      lastImpression: MonotonicTime(nanoseconds: -5), day: 20_000, countOnDay: 2)
    record.isOfSession = true
    record.isOfScreenVisit = true
    record.isOfExposure = true
    let line = try readLine(
      #"{"k":"seen","s":1,"rule":{"thr":[0.7]},"see":{"id":9,"again":"day","n":3},"n":4,"ns":-5,"#
        + #""day":20000,"today":2,"session":true,"visit":true,"shown":true}"#)
    guard case .seen(let seen) = line else {
      Issue.record("not read as a line about earlier impressions")
      return
    }
    #expect(seen.record == record)
    #expect(seen == TraceSeen(record, step: 1))
    guard
      case .seen(let plain) = try readLine(
        #"{"k":"seen","s":1,"rule":{"thr":[1]},"see":{"id":9},"n":1}"#)
    else { return }
    #expect(plain.record.lastImpression == nil)
    #expect(!plain.record.isOfSession && !plain.record.isOfScreenVisit)
  }

  @Test func `views have margins in the order top right bottom left`() throws {
    #expect(
      try readLine(
        #"{"k":"view","s":0,"v":1,"root":4,"margin":[1,2,3,4],"share":[0.1,0,0,0]}"#)
        == .view(
          TraceView(
            step: 0, view: 1, root: 4,
            margins: ViewportMargins(
              points: LayoutInsets(top: 1, left: 4, bottom: 3, right: 2),
              fractions: LayoutInsets(top: 0.1)))))
    #expect(
      try readLine(#"{"k":"view","s":0,"v":1,"rm":true}"#)
        == .view(TraceView(step: 0, view: 1, isRemoved: true)))
  }

  @Test func `step counts go up to JavaScript's largest safe integer`() throws {
    let last = 9_007_199_254_740_992
    #expect(
      try readLine(#"{"k":"app","s":\#(last),"visit":true}"#)
        == .app(TraceApp(step: last, beginsVisit: true)))
    #expect(throws: TraceError.self) {
      try readLine(#"{"k":"app","s":\#(last + 1),"visit":true}"#)
    }
  }

  @Test func `app lines have one event each`() throws {
    #expect(
      try readLine(#"{"k":"app","s":3,"active":false}"#)
        == .app(TraceApp(step: 3, isActive: false)))
    #expect(
      try readLine(#"{"k":"app","s":3,"session":true}"#)
        == .app(TraceApp(step: 3, beginsSession: true)))
    #expect(
      try readLine(#"{"k":"app","s":3,"day":-5}"#) == .app(TraceApp(step: 3, day: -5)))
    for day in [Int.max, Int.min, 9_007_199_254_740_993] {
      #expect(
        try readLine(#"{"k":"app","s":3,"day":\#(day)}"#)
          == .app(TraceApp(step: 3, day: day)))
    }
    // These numbers don't identify a day.
    for day in ["9223372036854775808", "-9223372036854775809", "9007199254740994.0", "1e16"] {
      #expect(problem(#"{"k":"app","s":3,"day":\#(day)}"#) != nil, "\(day)")
    }
    #expect(problem(#"{"k":"app","s":3}"#) == .missingKey("active", kind: "app"))
    #expect(problem(#"{"k":"app","s":3,"visit":false}"#) != nil)
    #expect(problem(#"{"k":"app","s":3,"visit":true,"day":1}"#) != nil)
  }

  @Test func `times are exact`() throws {
    guard case .step(let step) = try readLine(#"{"k":"step","s":1,"ms":16.67}"#)
    else {
      Issue.record("no step")
      return
    }
    #expect(step.time == MonotonicTime(nanoseconds: 16_670_000))
    #expect(
      try readLine(#"{"k":"step","s":1,"ms":0,"ns":9223372036854775807}"#)
        == .step(TraceStep(step: 1, milliseconds: 0, nanoseconds: .max)))
    #expect(
      problem(#"{"k":"step","s":1,"ms":1e13}"#)
        == .outOfRange(key: "ms", expected: "a number in -9200000000000.0...9200000000000.0"))
  }

  @Test(arguments: [
    (#"{"k":"node","id":1,"p":0}"#, TraceError.Problem.missingKey("frame", kind: "node")),
    (#"{"k":"d","s":1,"add":[{"id":1,"frame":[0,0,0,0]}]}"#, .missingKey("p", kind: "node")),
    (#"{"k":"d","s":1,"set":[{"opacity":1}]}"#, .missingKey("id", kind: "set")),
    (#"{"k":"node","id":1,"id":1,"p":0,"frame":[0,0,1,1]}"#, .duplicateKey("id")),
    (#"{"k":"d","s":1,"set":[{"id":1,"clip":null,"clip":null}]}"#, .duplicateKey("clip")),
    (#"{"k":"d","s":1,"rm":[],"rm":[]}"#, .duplicateKey("rm")),
    (#"{"k":"node","id":"1"}"#, .wrongType(key: "id", expected: "an integer")),
    (#"{"k":"node","id":1.5}"#, .wrongType(key: "id", expected: "an integer")),
    (#"{"k":"node","id":1,"hidden":1}"#, .wrongType(key: "hidden", expected: "true or false")),
    (#"{"k":"node","id":1,"frame":{}}"#, .wrongType(key: "frame", expected: "an array")),
    (#"{"k":"node","id":1,"frame":["0",0,0,0]}"#, .wrongType(key: "frame", expected: "a number")),
    (#"{"k":7}"#, .wrongType(key: "k", expected: "a string")),
    (#"{"k":"d","s":1,"set":[1]}"#, .wrongType(key: "set", expected: "an object")),
    (#"{"k":"d","s":1,"set":[{"id":1},1]}"#, .wrongType(key: "set", expected: "an object")),
    (#"{"k":"node","id":-1}"#, .outOfRange(key: "id", expected: "an integer in 0...2147483647")),
    (
      #"{"k":"node","id":2147483648}"#,
      .outOfRange(key: "id", expected: "an integer in 0...2147483647")
    ),
    (
      #"{"k":"node","id":1,"frame":[0,0,1e999,0]}"#,
      .outOfRange(key: "frame", expected: "a finite number")
    ),
    (
      #"{"k":"node","id":1,"opacity":1.5}"#,
      .outOfRange(key: "opacity", expected: "a number in 0.0...1.0")
    ),
    (
      #"{"k":"node","id":1,"frame":[0,0,1]}"#,
      .badValue(key: "frame", reason: "3 numbers instead of 4")
    ),
    (
      #"{"k":"node","id":1,"frame":[0,0,1,1,1]}"#,
      .badValue(key: "frame", reason: "more than 4 numbers")
    ),
    (
      #"{"k":"node","id":1,"cover":"thin"}"#,
      .badValue(key: "cover", reason: #""thin" is not one of opaque, friendly"#)
    ),
    (
      #"{"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[]}}"#,
      .badValue(key: "thr", reason: "0 thresholds, not 1 to 65535")
    ),
    (
      #"{"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[1.01]}}"#,
      .outOfRange(key: "thr", expected: "a number in 0.0...1.0")
    ),
    (
      #"{"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[1]},"see":{"id":1,"speed":0}}"#,
      .outOfRange(key: "speed", expected: "a number above 0")
    ),
    (
      #"{"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[1]},"see":{"id":1,"again":"coolDown"}}"#,
      .missingKey("n", kind: "see")
    ),
    (
      #"{"k":"d","s":1,"set":[{"id":1,"p":-1}]}"#,
      .badValue(key: "p", reason: "a node cannot become the root")
    ),
    (#"{"id":1}"#, .missingKey("k", kind: "line")),
    ("[1]", .notAnObject),
    ("3", .notAnObject),
    ("{'k':1}", .notJSON(column: 2, expected: "a key in quotes")),
    (#"{"k":"later","v":[1,]}"#, .notJSON(column: 21, expected: "a value")),
    (#"{"k":"later"} x"#, .notJSON(column: 15, expected: "the end of the line")),
    (#"{"k":"later""#, .notJSON(column: 13, expected: #""," or "}""#)),
  ])
  func whatIsWrongIsNamed(_ line: String, _ expected: TraceError.Problem) {
    #expect(problem(line) == expected)
  }

  @Test(arguments: [
    (#"{"k":"step","ms":0,"s":_}"#, "0", "-1"),
    (#"{"k":"step","ms":0,"s":_}"#, "9007199254740992", "9007199254740993"),
    (#"{"k":"step","s":0,"ms":_}"#, "-9.2e12", "-9.3e12"),
    (#"{"k":"step","s":0,"ms":0,"ns":_}"#, "-9223372036854775808", "9223372036854775808"),
    (#"{"k":"node","id":1,"p":_,"frame":[0,0,1,1]}"#, "-1", "-2"),
    (#"{"k":"node","id":1,"p":0,"frame":[0,0,1,1],"z":_}"#, "2147483647", "2147483648"),
    (#"{"k":"node","id":1,"p":0,"frame":[0,0,1,1],"z":_}"#, "-2147483648", "-2147483649"),
    (#"{"k":"node","id":1,"p":0,"frame":[0,0,1,1],"opacity":_}"#, "1", "1.01"),
    (#"{"k":"observe","s":0,"ids":[_]}"#, "-2147483647", "-2147483648"),
    (#"{"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[1],"hyst":_}}"#, "1", "1.01"),
    (#"{"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[1],"alpha":_}}"#, "0", "-0.1"),
    (#"{"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[1],"area":_}}"#, "1e9", "-1"),
    (#"{"k":"seen","s":0,"rule":{"thr":[1]},"see":{"id":1,"dwell":_},"n":1}"#, "0", "-1"),
    (#"{"k":"seen","s":0,"rule":{"thr":[1]},"see":{"id":1,"again":"day","n":_},"n":1}"#, "1", "0"),
    (#"{"k":"seen","s":0,"rule":{"thr":[1]},"see":{"id":1},"n":_}"#, "1", "0"),
    (#"{"k":"seen","s":0,"rule":{"thr":[1]},"see":{"id":1},"n":1,"today":_}"#, "0", "-1"),
    (#"{"k":"ev","s":0,"w":0,"on":true,"f":1,"thr":_}"#, "65534", "65535"),
    (#"{"k":"ev","s":0,"w":0,"f":1,"on":_}"#, "false", "null"),
    (#"{"k":"imp","s":0,"w":0,"id":1,"ns":0,"n":_}"#, "1", "0"),
    (#"{"k":"app","s":0,"pixel":_}"#, "0.5", "0"),
    (#"{"k":"app","s":0,"ends":_}"#, "true", "false"),
    (#"{"k":"app","s":0,"rtl":_}"#, "false", "null"),
    (#"{"k":"view","s":0,"v":0,"root":0,"margin":_}"#, "null", "[null,0,0,0]"),
  ])
  func `values are accepted up to the ends of their ranges`(
    _ line: String, _ accepted: String, _ refused: String
  ) {
    #expect(problem(line.replacing("_", with: accepted)) == nil)
    #expect(problem(line.replacing("_", with: refused)) != nil)
  }

  @Test func `excessive nesting is an error`() {
    #expect(
      problem(#"{"k":"later","v":"# + String(repeating: "[", count: 1_000))
        == .nestedTooDeeply(column: 17 + JSONScanner.maximumDepth))
  }
}

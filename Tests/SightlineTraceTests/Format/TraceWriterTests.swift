import Foundation
import SightlineCore
import Testing

@testable import SightlineTrace

@Suite struct TraceWriterTests {
  private func text(_ lines: [TraceLine]) throws -> String {
    try withTemporaryFile { path in
      var writer = try TraceWriter(path: path)
      for line in lines { try writer.write(line.record) }
      try writer.finish()
      return try String(contentsOfFile: path, encoding: .utf8)
    }
  }

  @Test(arguments: Fixture.allCases)
  func `fixtures round-trip`(_ fixture: Fixture) throws {
    let lines = try read(fixture.bytes)
    #expect(try read(text(lines)) == lines)
  }

  @Test(arguments: Fixture.allCases)
  func `the browser's nodes round-trip byte for byte`(_ fixture: Fixture) throws {
    func nodes(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.hasPrefix(#"{"k":"node""#) }
    }
    let original = nodes(String(decoding: try fixture.bytes, as: UTF8.self))
    #expect(original.count > 90)
    #expect(try nodes(text(read(fixture.bytes))) == original)
  }

  private static let every: [TraceLine] = {
    var node = TraceNode(
      id: 3, parent: 0, frame: LayoutRect(x: -1.5, y: 1e21, width: 1e-7, height: 0.1))
    node.clip = .zero
    node.scroll = LayoutPoint(x: 0.30000000000000004, y: -5)
    node.transform = LayoutTransform(a: 0.5, b: 0, c: -0.25, d: 1, tx: 5, ty: 1e-300)
    node.opacity = 0.25
    node.isHidden = true
    node.isFixed = true
    node.isGone = true
    node.z = -7
    node.cover = .opaque
    node.isContainer = true
    node.isTarget = true
    node.isShift = true
    let bare = TraceNode(id: 9, parent: 3, frame: .zero)
    var same = node
    same.id = bare.id
    let margins = ViewportMargins(
      points: LayoutInsets(top: 1, left: 2, bottom: -3, right: 4.5),
      fractions: LayoutInsets(top: 0.1, left: -0.5, bottom: 0, right: 1))
    let view = TraceView(step: 2, view: 0, root: 3, margins: margins, scrollMargins: margins)
    // Set every field, and clear every field with a default.
    guard let patch = TraceNodePatch(from: bare, to: same),
      let clearing = TraceNodePatch(from: same, to: bare)
    else { preconditionFailure("the nodes are the same") }
    var lines: [TraceLine] = [
      .meta(
        TraceMeta(
          recorder: "a \"b\" \\ \n é", page: "p",
          viewport: LayoutSize(width: 800, height: 0.5), unit: "pt")),
      .step(TraceStep(step: 0, milliseconds: 0)),
      .step(TraceStep(1, at: MonotonicTime(nanoseconds: 1_234_567_891))),
      .step(TraceStep(step: 2, milliseconds: 5, nanoseconds: .max)), .node(node), .node(bare),
      .node(TraceNode(id: 0, parent: nil, frame: .zero)),
      .observe(TraceObserve(step: 2, ids: [3, -9, 0])),
      .delta(TraceDelta(step: 2)),
      .delta(TraceDelta(step: 2, set: [patch, clearing], add: [node, bare], remove: [7, 8])),
      .view(view),
      .view(TraceView(step: 2, view: 1)),
      .view(TraceView(step: 2, view: 0, isRemoved: true)),
      .unwatch(TraceUnwatch(step: 2, watch: 1)),
      .change(
        TraceChange(step: 2, watch: 1, isVisible: true, threshold: 20, fraction: 0.7100000000000001)
      ),
      .impression(
        TraceImpression(
          step: 2, watch: 1, identity: ItemIdentity(.max), time: MonotonicTime(nanoseconds: .min),
          count: 2)
      ),
    ]
    for isActive in [false, true] { lines.append(.app(TraceApp(step: 2, isActive: isActive))) }
    for day in [-123, .max, .min] { lines.append(.app(TraceApp(step: 2, day: day))) }
    lines.append(.app(TraceApp(step: 2, beginsSession: true)))
    lines.append(.app(TraceApp(step: 2, beginsVisit: true)))
    for reason in InvisibilityReason.allCases {
      lines.append(
        .change(
          TraceChange(
            step: 2, watch: 1, isVisible: false, threshold: 0, fraction: 0, reason: reason)))
    }
    for (watch, measure) in VisibilityRule.Measure.allCases.enumerated() {
      let rule = VisibilityRule.thresholds([0.2, 0, 1], of: measure, hysteresis: 0.1)
        .minimumOpacity(0.5).minimumArea(1234.5)
      lines.append(
        .watch(TraceWatch(step: 2, watch: watch, id: 3, view: 1, rule: rule)))
    }
    let repetitions: [ImpressionRepetition] = [
      .once, .oncePerSession, .oncePerScreenVisit, .afterLeaving, .afterCoolDown(.seconds(90)),
      .perDay(4),
    ]
    for (index, repetition) in repetitions.enumerated() {
      let policy = ImpressionPolicy(
        rule: .fraction(0.7, exit: 0.5), dwell: .milliseconds(1_500 * index),
        accumulation: index % 2 == 0 ? .continuous : .cumulative,
        inactivity: index % 3 == 0 ? .drops : .pauses, repetition: repetition,
        scrollSpeedLimit: index == 0 ? nil : 2_500)
      lines.append(
        .watch(
          TraceWatch(
            step: 2, watch: 10 + index, id: 3, view: 1, rule: policy.rule,
            impressions: TraceImpressions(of: ItemIdentity(UInt64(index)), policy))))
    }
    return lines
  }()

  @Test func `every kind round-trips`() throws {
    let written = try text(Self.every)
    #expect(try read(written) == Self.every)
    #expect(written.split(separator: "\n").count == Self.every.count)
    #expect(written.hasSuffix("\n"))
    func kind(_ record: some TraceRecord) -> String { type(of: record).format.kind }
    #expect(
      Set(Self.every.map { kind($0.record) }).count == 11, "all kinds of lines are among them")
  }

  @Test func `lines match the format`() throws {
    let policy = ImpressionPolicy(rule: .fraction(0.7), dwell: .seconds(1))
    #expect(
      try text([
        .view(TraceView(step: 0, view: 0)),
        .watch(
          TraceWatch(
            step: 1, watch: 5, id: 3, view: 0, rule: policy.rule,
            impressions: TraceImpressions(of: ItemIdentity(12), policy))),
        .app(TraceApp(step: 3, isActive: false)),
        .change(
          TraceChange(
            step: 4, watch: 5, isVisible: false, threshold: 0, fraction: 0.71, reason: .clipped)),
      ]) == """
        {"k":"view","s":0,"v":0,"root":0,"margin":[0,0,0,0]}
        {"k":"watch","s":1,"w":5,"id":3,"v":0,"rule":{"of":"item","thr":[0.7]},\
        "see":{"id":12,"dwell":1000000000,"again":"once"}}
        {"k":"app","s":3,"active":false}
        {"k":"ev","s":4,"w":5,"on":false,"thr":0,"f":0.71,"why":"clipped"}

        """)
  }

  @Test func `nonfinite values are written`() throws {
    let node = TraceNode(
      id: 1, parent: 0, frame: LayoutRect(x: .nan, y: .infinity, width: 1, height: 2))
    let margins = ViewportMargins.points(top: .nan, left: 3)
    let written = try text([
      .node(node),
      .view(TraceView(step: 0, view: 0, margins: margins.finite)),
    ])
    #expect(
      written == """
        {"k":"node","id":1,"p":0,"frame":[null,null,1,2]}
        {"k":"view","s":0,"v":0,"root":0,"margin":[0,0,0,3]}

        """)
    #expect(try read(meta + written).count == 3)
  }

  @Test func `a file that cannot be created is an error`() {
    let error = #expect(throws: TraceError.self) {
      _ = try TraceWriter(path: "/no/such/directory/x").lineCount
    }
    #expect(error?.problem == .unwritable("No such file or directory"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDiskIsAnError() throws {
    var writer = try TraceWriter(path: "/dev/full")
    try writer.write(TraceUnwatch())
    do throws(TraceError) {
      try writer.finish()
      Issue.record("no error")
    } catch {
      #expect(error.problem == .unwritable("No space left on device"))
      #expect(error.line == 1)
      #expect(error.file == "/dev/full")
    }
  }

  @Test func `a file that is being written cannot be written twice`() throws {
    try withTemporaryFile { path in
      var first = try TraceWriter(path: path)
      try first.write(TraceStep(0, at: .zero))
      #expect(throws: TraceError.self) { _ = try TraceWriter(path: path).file }
      try first.finish()
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("step"))
      var second = try TraceWriter(path: path)
      try second.finish()
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "")
    }
  }

  @Test func `a full buffer is written out`() throws {
    try withTemporaryFile { path in
      var writer = try TraceWriter(path: path)
      for _ in 0..<10_000 { try writer.write(TraceUnwatch()) }
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      #expect(try #require(size) >= 10_000 * 20 - 2 * TraceWriter.bufferSize)
      #expect(writer.lineCount == 10_000)
      try writer.finish()
    }
  }
}

import Foundation
import SightlineCore
import Testing

@testable import SightlineTrace

/// Compares the field lists with `docs/reference/trace-format.md`.
@Suite struct LineFormatTests {
  /// A key, and whether it is required.
  private struct Key: Hashable, CustomStringConvertible {
    var name: String
    var isRequired: Bool
    var description: String { isRequired ? "**\(name)**" : name }
  }

  /// Returns the keys in the document's tables, by the kind of line or the key of the object.
  private static func documentedKeys() throws -> [String: [Key]] {
    let document = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../../docs/reference/trace-format.md").standardized
    var keys: [String: [Key]] = [:]
    var kind: String?
    for line in try String(contentsOf: document, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("#") {
        kind = line.firstMatch(of: /^### `(\w+)`/).map { String($0.1) }
      } else if let object = line.firstMatch(of: /^\| Key in `(\w+)`/) {
        kind = String(object.1)
      } else if let kind, let cell = line.firstMatch(of: /^\| ([^|]*`[^|]*) \|/) {
        for key in cell.1.matches(of: /(\*\*)?`(\w+)`/) {
          keys[kind, default: []].append(Key(name: String(key.2), isRequired: key.1 != nil))
        }
      }
    }
    return keys
  }

  private func expectDocumented<Line: TraceRecord>(_: Line.Type) throws {
    let format = Line.format
    let declared = format.fields.map { Key(name: $0.key, isRequired: $0.isRequired) }
    let documented = try #require(try Self.documentedKeys()[format.kind], "\(format.kind)")
    #expect(Set(documented) == Set(declared), "\(format.kind)")
    #expect(documented.count == declared.count, "\(format.kind)")
  }

  @Test func `the documentation's tables have exactly the format's fields`() throws {
    try expectDocumented(TraceMeta.self)
    try expectDocumented(TraceStep.self)
    try expectDocumented(TraceNode.self)
    try expectDocumented(TraceDelta.self)
    try expectDocumented(TraceObserver.self)
    try expectDocumented(TraceObserve.self)
    try expectDocumented(TraceSnapshot.self)
    try expectDocumented(TraceEntry.self)
    try expectDocumented(TraceView.self)
    try expectDocumented(TraceWatch.self)
    try expectDocumented(TraceRule.self)
    try expectDocumented(TraceImpressions.self)
    try expectDocumented(TraceUnwatch.self)
    try expectDocumented(TraceApp.self)
    try expectDocumented(TraceSeen.self)
    try expectDocumented(TraceChange.self)
    try expectDocumented(TraceImpression.self)
    try expectDocumented(TraceExposure.self)
    // The 17 kinds and the two objects on a `watch` line.
    #expect(try Self.documentedKeys().count == 19)
  }

  /// Changes each field of a node in turn.
  @Test func `every node field is diffed and copied`() throws {
    var full = TraceNode(id: 3, parent: 7, frame: LayoutRect(x: 1, y: 2, width: 3, height: 4))
    (full.clip, full.scroll) = (.zero, .zero)
    full.transform = .identity
    (full.isFixed, full.isHidden, full.isGone) = (true, true, true)
    (full.opacity, full.z, full.cover) = (0.5, 4, .friendly)
    (full.isContainer, full.isTarget, full.isIdle, full.isShift) = (true, true, true, true)
    full.isScrolledByApp = true
    let plain = TraceNode(id: 3, parent: 0, frame: .zero)
    let format = TraceNode.format
    for index in format.fields.indices where format.fields[index].key != "id" {
      var one = plain
      format.copy(.field(index), from: full, to: &one)
      #expect(format.difference(plain, one) == .field(index), "\(format.fields[index].key)")
      let patch = try #require(TraceNodePatch(from: plain, to: one))
      #expect(patch.applied(to: plain) == one)
      let back = try #require(TraceNodePatch(from: one, to: plain))
      #expect(back.applied(to: one) == plain)
    }
    #expect(format.difference(full, full) == [])
  }

  @Test func `keys are found once each, in any order`() throws {
    let keys = [#""s":1"#, #""w":2"#, #""on":true"#, #""f":0.5"#, #""new":{"a":[1]}"#]
    for first in keys.indices {
      let turned = keys[first...] + keys[..<first]
      let line = #"{"k":"ev",\#(turned.joined(separator: ","))}"#
      #expect(
        try readLine(line)
          == .change(TraceChange(step: 1, watch: 2, isVisible: true, fraction: 0.5)))
      let twice = #"{\#(turned.joined(separator: ",")),"k":"ev","w":2}"#
      #expect(failure(in: meta + twice)?.problem == .duplicateKey("w"))
    }
  }
}

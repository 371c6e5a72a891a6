import Foundation
import Testing

@testable import SightlineTrace

/// Limits on the state that a trace makes its reader hold.
@Suite struct TraceLimitsTests {
  private static let head = meta + stepZero + root

  private static let node = #"{"k":"node","id":1,"p":0,"frame":[0,0,1,1]}"# + "\n"
  private static let view = #"{"k":"view","s":0,"v":0,"root":0}"# + "\n"

  /// Returns a line for each number.
  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    var text = ""
    for number in 1...count {
      text += line(number)
      text += "\n"
    }
    return text
  }

  private static func thresholds(_ count: Int) -> String {
    "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]"
  }

  private func limit(of text: String) -> Int? {
    guard case .tooMany(_, let limit)? = failure(in: text, checkingScene: true)?.problem else {
      return nil
    }
    return limit
  }

  @Test func `nodes up to the limit are accepted, on separate lines or one`() {
    let most = TraceLimits.elements - 1
    func nodes(_ count: Int) -> String {
      Self.head + Self.lines(count) { #"{"k":"node","id":\#($0),"p":0,"frame":[0,0,1,1]}"# }
    }
    #expect(failure(in: nodes(most), checkingScene: true) == nil)
    #expect(limit(of: nodes(most + 1)) == TraceLimits.elements)
    let one = nodes(most) + #"{"k":"d","s":0,"add":[{"id":200000,"p":0,"frame":[0,0,1,1]}]}"#
    #expect(limit(of: one) == TraceLimits.elements)
    // Removing a node makes room for another.
    let instead =
      nodes(most) + #"{"k":"d","s":0,"rm":[7]}"# + "\n"
      + #"{"k":"d","s":0,"add":[{"id":200000,"p":0,"frame":[0,0,1,1]}]}"#
    #expect(failure(in: instead, checkingScene: true) == nil)
  }

  @Test func `reports are counted per step`() throws {
    let report = #"{"k":"ev","s":0,"w":0,"on":true,"f":1}"#
    let full = Self.head + Self.lines(TraceLimits.reports) { _ in report }
    let next = #"{"k":"step","s":1,"ms":1}"# + "\n" + report.replacing(#""s":0"#, with: #""s":1"#)
    func verify(_ text: String) throws -> TraceVerification {
      try TraceVerifier(TraceReader(bytes: Array(text.utf8), file: "test")).run()
    }
    #expect(try verify(full + next).differences == TraceLimits.reports + 1)
    let error = #expect(throws: TraceError.self) { try verify(full + report) }
    #expect(error?.problem == .tooMany("reports in one step", limit: TraceLimits.reports))
  }

  @Test func `thresholds of all watches share a limit and are released with their watches`() {
    let many = Self.thresholds(65_535)
    func watch(_ number: Int) -> String {
      #"{"k":"watch","s":0,"w":\#(number),"id":1,"v":0,"rule":{"thr":\#(many)}}"#
    }
    let head = Self.head + Self.node + Self.view
    let full = head + Self.lines(16, watch)
    #expect(failure(in: full, checkingScene: true) == nil)
    #expect(limit(of: full + watch(17)) == TraceLimits.thresholds)
    let ended = full + #"{"k":"unwatch","s":0,"w":3}"# + "\n" + watch(17)
    #expect(failure(in: ended, checkingScene: true) == nil)
    let gone =
      full + #"{"k":"d","s":0,"rm":[1]}"# + "\n"
      + Self.node
      .replacing(#""k":"node","#, with: "").replacing("\n", with: "")
      .replacing(#"{"id""#, with: #"{"k":"d","s":0,"add":[{"id""#) + "]}\n" + watch(17)
    #expect(failure(in: gone, checkingScene: true) == nil)
  }

  @Test func `thresholds of policies without a watch count until the end`() {
    let many = Self.thresholds(32_767)
    let seen = #"{"k":"seen","s":0,"rule":{"thr":\#(many)},"see":{"id":1},"n":1}"# + "\n"
    let replaced =
      #"{"k":"app","s":0,"policy":{"rule":{"thr":\#(many)},"see":{"id":0},"#
      + #""newRule":{"thr":\#(many)},"newSee":{"id":0}}}"# + "\n"
    let full = Self.head + Self.lines(10) { _ in seen + replaced.dropLast() } + replaced
    #expect(failure(in: full, checkingScene: true) == nil)
    #expect(limit(of: full + seen) == TraceLimits.thresholds)
    #expect(limit(of: full + replaced) == TraceLimits.thresholds)
  }

  @Test func `a rule has at most 65,535 thresholds`() {
    let watch = {
      #"{"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":\#(Self.thresholds($0))}}"#
    }
    let head = Self.head + Self.node + Self.view
    #expect(failure(in: head + watch(65_535), checkingScene: true) == nil)
    #expect(limit(of: head + watch(65_536)) == 65_535)
  }

  @Test func `the number of viewports is limited`() {
    let views =
      Self.head
      + Self.lines(TraceLimits.views) { #"{"k":"view","s":0,"v":\#($0),"root":0}"# }
    #expect(failure(in: views, checkingScene: true) == nil)
    #expect(limit(of: views + #"{"k":"view","s":0,"v":0,"root":0}"#) == TraceLimits.views)
  }

  @Test func `long strings are rejected`() {
    let long = String(repeating: "x", count: TraceLimits.text)
    #expect(failure(in: #"{"k":"meta","v":1,"page":"\#(long)"}"#) == nil)
    #expect(limit(of: #"{"k":"meta","v":1,"page":"\#(long)x"}"#) == TraceLimits.text)
  }

  @Test func `the limits match the documentation`() throws {
    let document = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../../docs/reference/trace-format.md").standardized
    let limits = try String(contentsOf: document, encoding: .utf8)
      .matches(of: /\n\| ([^|\n]+) \| ([0-9,]+) \|/)
      .map { ("\($0.1)", Int($0.2.filter { $0 != "," })) }
    func limit(_ start: String) -> Int? { limits.first { $0.0.hasPrefix(start) }?.1 }
    #expect(limit("nodes at once") == TraceLimits.elements)
    #expect(limit("distinct node numbers") == TraceLimits.numbers)
    #expect(limit("thresholds of all") == TraceLimits.thresholds)
    #expect(limit("`ev`") == TraceLimits.reports)
    #expect(limit("viewports") == TraceLimits.views)
    #expect(limit("bytes of a text") == TraceLimits.text)
    #expect(limit("bytes of a line") == TraceReader.maximumLineLength)
  }
}

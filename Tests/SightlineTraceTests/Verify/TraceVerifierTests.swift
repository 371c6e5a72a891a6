import SightlineCore
import SightlineOracle
import Testing

@testable import SightlineTrace

@Suite struct TraceVerifierTests {
  /// A target of which 80 % are visible.
  private static let scene = """
    {"k":"meta","v":1}
    {"k":"step","s":0,"ms":0}
    {"k":"node","id":0,"p":-1,"frame":[0,0,100,100],"clip":[0,0,100,100]}
    {"k":"node","id":1,"p":0,"frame":[0,20,100,100]}
    {"k":"view","s":0,"v":0,"root":0}
    """

  /// Verifies a recording of the target that reports the given fraction.
  private func verify(fraction: Double) throws -> TraceVerification {
    let text = """
      \(Self.scene)
      {"k":"watch","s":0,"w":4,"id":1,"v":0,"name":"card","rule":{"thr":[0.5]}}
      {"k":"ev","s":0,"w":4,"on":true,"f":\(fraction)}
      """
    return try TraceVerifier(TraceReader(bytes: Array(text.utf8), file: "test")).run()
  }

  @Test func `a fraction too large or too small is a difference`() throws {
    #expect(try verify(fraction: 0.8).differences == 0)
    #expect(try verify(fraction: 0.8 + VisibilityRule.tolerance / 2).differences == 0)
    for wrong in [0.5, 0.79, 0.81, 1] {
      let result = try verify(fraction: wrong)
      #expect(result.differences == 1, "\(wrong)")
      let difference = try #require(result.examples.first)
      #expect(difference.watch == 4 && difference.node == 1 && difference.name == "card")
      #expect(
        difference.explanation
          == "the replay says visible (threshold 0, fraction 0.8), the recording visible (threshold 0, "
          + "fraction \(wrong))")
      #expect(result.isRecording)
    }
  }

  @Test func `differences of exposures and impressions are described`() throws {
    let see = #""see":{"id":9,"dwell":"#
    let text = """
      \(Self.scene)
      {"k":"watch","s":0,"w":4,"id":1,"v":0,"rule":{"thr":[0.5]},\(see)9223372036854775807}}
      {"k":"watch","s":0,"w":5,"id":1,"v":0,"rule":{"thr":[0.5]},\(see)0}}
      {"k":"imp","s":0,"w":5,"id":9,"ns":0,"n":2}
      {"k":"exp","s":0,"w":4,"id":9,"on":true,"f":0.7}
      {"k":"step","s":1,"ms":1000}
      {"k":"d","s":1,"set":[{"id":1,"hidden":true}]}
      {"k":"exp","s":1,"w":4,"id":9,"on":false,"f":0.8,"why":"covered"}
      """
    let result = try TraceVerifier(TraceReader(bytes: Array(text.utf8), file: "test")).run()
    #expect(
      result.examples.map(\.explanation) == [
        "the replay says seen (identity 9, time 0 ns, count 1), the recording seen (identity 9, "
          + "time 0 ns, count 2)",
        "the replay says exposure began (identity 9, greatest fraction 0.8), the recording exposure "
          + "began (identity 9, greatest fraction 0.7)",
        "the replay says exposure ended (identity 9, greatest fraction 0.8, hidden), the recording "
          + "exposure ended (identity 9, greatest fraction 0.8, covered)",
      ])
  }

  @Test(arguments: ["churn", "fuzz-transforms", "scroll-margins", "zero-area"])
  func `a browser's trace has no events, but its passes agree with the reference path`(
    _ name: String
  ) throws {
    let text = try BrowserVerifierTests.lines("Judge/" + name).joined(separator: "\n")
    func verify(comparesReference: Bool) throws -> TraceVerification {
      let reader = TraceReader(bytes: Array(text.utf8), file: "test")
      return try TraceVerifier(reader, reference: comparesReference ? Oracle.counter() : nil).run()
    }
    let plain = try verify(comparesReference: false)
    #expect(!plain.isRecording && plain.events == 0 && plain.passes == 0)
    let compared = try verify(comparesReference: true)
    #expect(compared.passes > 0 && compared.differences == 0)
  }

  @Test(arguments: [999, 1_000, 1_001])
  func `all differences are counted, and the first thousand kept`(_ count: Int) throws {
    var text = """
      {"k":"meta","v":1}
      {"k":"step","s":0,"ms":0}
      {"k":"node","id":0,"p":-1,"frame":[0,0,100,100],"clip":[0,0,100,100]}
      {"k":"node","id":1,"p":0,"frame":[0,200,100,100]}
      {"k":"view","s":0,"v":0,"root":0}
      {"k":"watch","s":0,"w":4,"id":1,"v":0,"rule":{"thr":[0.5]}}

      """
    for _ in 0..<count { text += #"{"k":"ev","s":0,"w":4,"on":true,"f":1}"# + "\n" }
    let result = try TraceVerifier(TraceReader(bytes: Array(text.utf8), file: "test")).run()
    #expect(result.differences == count && result.events == count)
    #expect(result.examples.count == min(count, 1_000))
    #expect(result.examples.allSatisfy { $0.step == 0 && $0.watch == 4 && $0.node == 1 })
    #expect(
      result.examples.first?.explanation
        == "the replay says nothing, the recording visible (threshold 0, fraction 1.0)")
  }
}

import Testing

@testable import SightlineTrace

/// Covers that a line of a trace adds, moves or ends.
@Suite struct CoverChangesTests {
  /// Compares the changes of a target under a node, by step, with a line in step 1 that sets the
  /// node.
  private func expect(_ node: String, then set: String, _ expected: [String]) throws {
    let text = """
      {"k":"meta","v":1}
      {"k":"step","s":0,"ms":0}
      {"k":"node","id":0,"p":-1,"frame":[0,0,100,100],"clip":[0,0,100,100]}
      {"k":"node","id":1,"p":0,"frame":[0,0,50,50],"target":true}
      {"k":"node","id":2,"p":0,\(node)}
      {"k":"observe","s":0,"ids":[1]}
      {"k":"step","s":1,"ms":100}
      {"k":"d","s":1,"set":[{"id":2,\(set)}]}
      """
    var replayer = TraceReplayer(TraceReader(bytes: Array(text.utf8), file: "test"))
    var changes: [String] = []
    while let events = try replayer.next() {
      for event in events {
        guard case .change(let change) = event.kind else { continue }
        changes.append("\(change.isVisible ? "+" : "-")\(event.step)")
      }
    }
    #expect(changes == expected, "\(node), then \(set)")
  }

  @Test func `a node hides what lies under it while it is a cover`() throws {
    let frame = #""frame":[0,0,60,60]"#
    let (cover, friendly) = (#""cover":"opaque""#, #""cover":"friendly""#)
    try expect("\(frame),\(cover)", then: #""cover":null"#, ["+1"])
    try expect("\(frame),\(cover)", then: friendly, ["+1"])
    try expect("\(frame),\(cover)", then: #""frame":[60,0,40,40]"#, ["+1"])
    try expect(frame, then: cover, ["+0", "-1"])
    try expect("\(frame),\(friendly)", then: cover, ["+0", "-1"])
    try expect(frame, then: friendly, ["+0"])
  }
}

import SightlineTestSupport
import Testing

@testable import SightlineTrace

/// Compares a changed node with one created in its final state.
@Suite struct ChangedNodesTests {
  private static let variants: [[String: String]] = [
    [:], ["cover": "\"opaque\""], ["cover": "\"friendly\""], ["cover": "\"opaque\"", "z": "-1"],
    ["clip": "[0,0,15,15]"], ["scroll": "[0,25]"], ["hidden": "true"], ["opacity": "0"],
    ["gone": "true"], ["tf": "[1,0,0,1,200,0]"], ["fixed": "true"],
    ["frame": "[80,80,60,60]", "cover": "\"opaque\""],
  ]

  private func members(_ variant: [String: String], since old: [String: String] = [:]) -> String {
    var members = old.mapValues { _ in "null" }
    if old["frame"] != nil { members["frame"] = "[0,30,60,60]" }
    return members.merging(variant) { $1 }.sorted { $0.key < $1.key }
      .map { ",\"\($0.key)\":\($0.value)" }.joined()
  }

  /// Returns the nodes fully visible at the end of a trace.
  private func visible(
    _ variant: [String: String], changedTo new: [String: String]? = nil
  ) throws -> Set<Int> {
    var node = variant
    node["frame"] = variant["frame"] ?? "[0,30,60,60]"
    var text = """
      {"k":"meta","v":1}
      {"k":"step","s":0,"ms":0}
      {"k":"node","id":0,"p":-1,"frame":[0,0,100,100],"clip":[0,0,100,100],"scroll":[0,30]}
      {"k":"node","id":1,"p":0,"frame":[0,30,50,50]}
      {"k":"node","id":2,"p":0\(members(node))}
      {"k":"node","id":3,"p":2,"frame":[10,10,20,20]}
      {"k":"observe","s":0,"ids":[1,2,3]}
      {"k":"step","s":1,"ms":100}

      """
    if let new {
      text += #"{"k":"d","s":1,"set":[{"id":2\#(members(new, since: variant))}]}"# + "\n"
    }
    text += #"{"k":"step","s":2,"ms":200}"#
    var replayer = TraceReplayer(TraceReader(bytes: Array(text.utf8), file: "test"))
    var visible: Set<Int> = []
    while let events = try replayer.next() {
      for event in events {
        guard case .change(let change) = event.kind else { continue }
        if change.isVisible { visible.insert(event.node) } else { visible.remove(event.node) }
      }
    }
    return visible
  }

  @Test func `a changed node shows and covers the same as one created in that state`() throws {
    try withEvery(Self.variants, Self.variants) { old, new in
      // A cover set by a later line lies over the nodes listed until then.
      if new["cover"] != nil && new["cover"] != old["cover"] { return }
      let (changed, expected) = (try visible(old, changedTo: new), try visible(new))
      #expect(changed == expected, "\(old) changed to \(new)")
    }
    #expect(try Set(Self.variants.map { try visible($0) }).count >= 3)
  }
}

import Foundation
import Testing

/// Traces that are valid but enormous, or crafted to break the command.
@Suite struct HostileTraceTests {
  private static let head = """
    {"k":"meta","v":1}
    {"k":"step","s":0,"ms":0}
    {"k":"node","id":0,"p":-1,"frame":[0,0,100,100],"clip":[0,0,100,100]}
    {"k":"node","id":1,"p":0,"frame":[0,0,10,10]}
    {"k":"node","id":2,"p":0,"frame":[0,100,10,10]}

    """

  /// The maximum number of thresholds for a watch; none is 0.
  private static let thresholds = (1...65_535).map { "\(Double($0) / 65_535)" }
    .joined(separator: ",")

  @Test func `a watch can have 65,535 thresholds`() throws {
    let result = try sightline(
      ["replay", "-"],
      input: Self.head + """
        {"k":"view","s":0,"v":0,"root":0}
        {"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[\(Self.thresholds)]}}

        """)
    #expect(result.status == 0)
    #expect(
      result.output.hasSuffix("1 targets: 65535 became visible, 0 became invisible, 0 seen\n"))
  }

  /// The start, a repeated item and the end of a line, for each kind of list.
  private static let lists: [(String, String, String)] = [
    (#"{"k":"d","s":0,"add":["#, #"{"id":3,"p":0,"frame":[0,0,1,1]},"#, "]}"),
    (#"{"k":"d","s":0,"set":["#, #"{"id":1},"#, "]}"), (#"{"k":"d","s":0,"rm":["#, "1,", "]}"),
    (#"{"k":"observe","s":0,"ids":["#, "1,", "]}"),
    (#"{"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":["#, "1,", "]}}"),
    (#"{"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[1]},"name":""#, "card ", #""}"#),
  ]

  /// Before limits were introduced, a line of the full 64 MiB took 3.3 GB.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/statm")), arguments: 0..<6)
  func `a line of 8 MB is rejected within 250 MB of address space`(_ kind: Int) throws {
    let (head, item, tail) = Self.lists[kind]
    let items = String(repeating: item, count: 8_000_000 / item.utf8.count) + item.dropLast()
    let input = Self.head + head + items + tail
    let result = try sightline(["verify", "-"], input: input + "\n", megabytes: 250)
    #expect(result.status == 65)
    #expect(result.error.contains("more than "), "\(result.error)")
  }
}

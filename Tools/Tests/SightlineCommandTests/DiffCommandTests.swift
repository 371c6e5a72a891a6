import Foundation
import Testing

/// Tests of `sightline diff`: the differences it finds, the matching of items, and the exit status.
@Suite struct DiffCommandTests {
  /// Two rows in view for 1.5 s, a third for 0.5 s, and a fourth watched only for crossings.
  private static func recording(names: [String?], identities: [Int]) -> String {
    func see(_ number: Int) -> String {
      let name = names[number].map { #","name":\#(quoted($0))"# } ?? ""
      return
        #"{"k":"watch","s":0,"w":\#(number),"id":\#(number + 1),"v":0\#(name),"rule":{"thr":[0.5]},"see":{"id":\#(identities[number])}}"#
    }
    return """
      {"k":"meta","v":1}
      {"k":"step","s":0,"ms":0}
      {"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200],"scroll":[0,0]}
      {"k":"node","id":1,"p":0,"frame":[0,0,100,100]}
      {"k":"node","id":2,"p":0,"frame":[0,100,100,100]}
      {"k":"node","id":3,"p":0,"frame":[0,200,100,100]}
      {"k":"node","id":4,"p":0,"frame":[0,300,100,100]}
      {"k":"view","s":0,"v":0,"root":0}
      \(see(0))
      \(see(1))
      \(see(2))
      {"k":"watch","s":0,"w":9,"id":4,"v":0,"rule":{"thr":[0.5]}}
      {"k":"step","s":1,"ms":1500}
      {"k":"d","s":1,"set":[{"id":0,"scroll":[0,200]}]}
      {"k":"step","s":2,"ms":2000}

      """
  }

  private static func quoted(_ text: String) -> String {
    String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
  }

  private static let session = recording(names: ["ad", "card", nil], identities: [1, 2, 3])

  private func withFiles(_ traces: [String], _ body: ([String]) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "sightline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = ["a", "b", "c"]
    let paths = zip(traces, names).map { folder.appendingPathComponent("\($0.1).ndjson").path }
    for (trace, path) in zip(traces, paths) {
      try trace.write(toFile: path, atomically: true, encoding: .utf8)
    }
    try body(paths)
  }

  @Test func `items that left in other ways differ`() throws {
    // The same row leaves by the reader's scroll in one recording, and by the app's in the other.
    let scrolled = Self.session.replacingOccurrences(
      of: #"{"k":"step","s":1"#,
      with: #"{"k":"watch","s":0,"w":8,"id":1,"v":0,"name":"ad","rule":{"thr":[0.5]}}"# + "\n"
        + #"{"k":"step","s":1"#)
    let moved = scrolled.replacingOccurrences(
      of: #""scroll":[0,200]"#, with: #""scroll":[0,200],"auto":true"#)
    try withFiles([scrolled, moved]) { paths in
      let result = try sightline(["diff", paths[0], paths[1]])
      #expect(result.status == 1 && result.error == "")
      #expect(
        result.output.contains("ad left in A: top scroll 1; in B: top change 1"), "\(result.output)"
      )
      let json = try sightline(["diff", paths[0], paths[1], "--json"])
      #expect(json.output.contains(#""a_exits":"top scroll 1""#), "\(json.output)")
    }
  }

  @Test func `a recording is compared with itself under another policy in a table`() throws {
    try withFiles([Self.session]) { paths in
      let result = try sightline(["diff", paths[0], "--against", "mrcDisplay,repeat=leaving"])
      #expect(result.status == 1 && result.error == "")
      #expect(
        result.output == """
          A: a.ndjson as recorded
          B: a.ndjson under 0.5,dwell=1s,repeat=leaving

          2 of 4 items differ: 0 impressions gained, 1 lost

          item         impressions A  B  change  time in view A       B   change
          ──────────────────────────────────────────────────────────────────────
          item 3                   1  0      -1          500 ms  500 ms        –
          target 4                 0  0       –             0 s  500 ms  +500 ms
          ──────────────────────────────────────────────────────────────────────
          all 4 items              3  2      -1          3.50 s  4.00 s  +500 ms

          """)
    }
  }

  @Test func `a comparison is printed as JSON with one object per line`() throws {
    try withFiles([Self.session]) { paths in
      let result = try sightline([
        "diff", paths[0], "--impressions", "any", "--against", "mrcDisplay", "--against-margins",
        "-1,0,-150,0", "--json",
      ])
      #expect(result.status == 1 && result.error == "")
      #expect(
        result.output == """
          {"a_impressions":1,"a_time_in_view_ns":1500000000,"b_impressions":0,"b_time_in_view_ns":0,"event":"item","identity":"1","name":"ad"}
          {"a_impressions":1,"a_time_in_view_ns":1500000000,"b_impressions":0,"b_time_in_view_ns":0,"event":"item","identity":"2","name":"card"}
          {"a_impressions":1,"a_time_in_view_ns":500000000,"b_impressions":0,"b_time_in_view_ns":0,"event":"item","identity":"3"}
          {"a_impressions":1,"a_time_in_view_ns":500000000,"b_impressions":0,"b_time_in_view_ns":0,"event":"item","id":4}
          {"a":"a.ndjson","a_impressions":4,"a_policy":"any","a_time_in_view_ns":4000000000,"b":"a.ndjson","b_impressions":0,"b_policy":"mrcDisplay","b_time_in_view_ns":0,"differing":4,"event":"total","gained":0,"items":4,"lost":4}

          """)
      let short = try sightline([
        "diff", paths[0], "--impressions", "any", "--against", "mrcDisplay", "--json", "--limit",
        "1",
      ])
      #expect(short.output.split(separator: "\n").count == 2)
    }
  }

  /// A node, and another one that reuses its number.
  static let reused = """
    {"k":"meta","v":1}
    {"k":"step","s":0,"ms":0}
    {"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200]}
    {"k":"node","id":1,"p":0,"frame":[0,0,100,100]}
    {"k":"view","s":0,"v":0,"root":0}
    {"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[1]}}
    {"k":"step","s":1,"ms":3000}
    {"k":"d","s":1,"rm":[1]}
    {"k":"d","s":1,"add":[{"id":1,"p":0,"frame":[0,0,100,100]}]}
    {"k":"watch","s":1,"w":0,"id":1,"v":0,"rule":{"thr":[1]}}
    {"k":"step","s":2,"ms":4500}

    """

  @Test func `each numbered node is an item`() throws {
    try withFiles([Self.reused]) { paths in
      let options = ["diff", paths[0], "--impressions", "mrcDisplay", "--against", "mrcVideo"]
      let table = try sightline(options).output
      #expect(table.contains("\n1 of 2 items differ: 0 impressions gained, 1 lost\n"))
      #expect(
        table.contains("\ntarget 1 #2              1  0      -1          1.50 s  1.50 s       –\n"))
      let json = try sightline(options + ["--json"]).output
      #expect(
        json.hasPrefix(
          #"{"a_impressions":1,"a_time_in_view_ns":1500000000,"b_impressions":0,"#
            + #""b_time_in_view_ns":1500000000,"event":"item","id":1,"incarnation":1}"#), "\(json)")
    }
  }

  @Test func `two recordings are matched by name, or by identity without one`() throws {
    let later = Self.recording(names: ["card", nil, "ad"], identities: [7, 3, 9])
    try withFiles([Self.session, later]) { paths in
      let result = try sightline(["diff", paths[0], paths[1], "--json"])
      #expect(result.status == 1)
      // The card is in view as before, the ad later and item 3 earlier.
      #expect(
        result.output == """
          {"a_impressions":1,"a_time_in_view_ns":1500000000,"b_impressions":1,"b_time_in_view_ns":500000000,"event":"item","name":"ad"}
          {"a_impressions":1,"a_time_in_view_ns":500000000,"b_impressions":1,"b_time_in_view_ns":1500000000,"event":"item","identity":"3"}
          {"a":"a.ndjson","a_impressions":3,"a_time_in_view_ns":3500000000,"b":"b.ndjson","b_impressions":3,"b_time_in_view_ns":3500000000,"differing":2,"event":"total","gained":0,"items":3,"lost":0}

          """)
      let piped = try sightline(["diff", "-", paths[1], "--json"], input: Self.session)
      #expect(piped.output == result.output.replacing(#""a":"a.ndjson""#, with: #""a":"-""#))
    }
  }

  @Test func `items with one name in a recording merge, as do an item's policies`() throws {
    let twins = Self.recording(names: ["ad", "ad", "card"], identities: [1, 2, 3])
    let video = twins.replacing(
      #"{"k":"step","s":1"#,
      with: #"""
        {"k":"watch","s":0,"w":5,"id":1,"v":0,"rule":{"thr":[1]},"see":{"id":1,"dwell":1000000000}}
        {"k":"step","s":1
        """#)
    try withFiles([twins, video]) { paths in
      let result = try sightline(["diff", paths[0], paths[1], "--json"])
      #expect(
        result.output.hasPrefix(
          #"{"a_impressions":2,"a_time_in_view_ns":3000000000,"b_impressions":3,"b_time_in_view_ns":3000000000,"event":"item","name":"ad"}"#
        ), "\(result.output)")
      #expect(result.output.split(separator: "\n").count == 2)
    }
  }

  @Test func `equal recordings exit with status 0`() throws {
    try withFiles([Self.session, Self.session]) { paths in
      for arguments in [
        [paths[0], paths[1]], [paths[0], paths[1], "--impressions", "mrcVideo"],
        [paths[0], "--impressions", "mrcDisplay", "--against", "0.5,dwell=1000ms"],
        [paths[0], "--against-ignoring-covers"],
      ] {
        let result = try sightline(["diff"] + arguments)
        #expect(result.status == 0 && result.error == "", "\(arguments) \(result.error)")
        #expect(
          result.output.contains(" items differ: 0 impressions gained, 0 lost\n"),
          "\(result.output)")
        #expect(result.output.split(separator: "\n").count == 3)
      }
    }
  }

  @Test(arguments: ["blocks", "feed"], ["feed", "mrcDisplay,of=viewport", "any,repeat=leaving"])
  func `diff counts match a replay's`(_ name: String, _ policy: String) throws {
    func seen(_ arguments: [String]) throws -> Int {
      let result = try sightline(["replay", fixture(name)] + arguments)
      return try Int(#require(result.output.firstMatch(of: /, (\d+) seen\n/)).1) ?? -1
    }
    let a = try seen(["--impressions", policy])
    let b = try seen(["--impressions", "0.3", "--margins", "-100,0,0,0"])
    let result = try sightline([
      "diff", fixture(name), "--impressions", policy, "--against", "0.3", "--against-margins",
      "-100,0,0,0", "--json",
    ])
    let lines = result.output.split(separator: "\n")
    let objects = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    func sum(_ key: String) -> Int { objects.dropLast().reduce(0) { $0 + ($1[key] as? Int ?? 0) } }
    let total = try #require(objects.last)
    #expect(total["a_impressions"] as? Int == a && total["b_impressions"] as? Int == b)
    #expect(total["differing"] as? Int == objects.count - 1)
    #expect(sum("b_impressions") - sum("a_impressions") == b - a)
    let (gained, lost) = (total["gained"] as? Int ?? -1, total["lost"] as? Int ?? -1)
    #expect(gained - lost == b - a && gained >= 0 && lost >= 0)
  }

  @Test func `hostile names stay on their line`() throws {
    let hostile = [
      "a\n\u{1B}[31m\u{202E}b", "<script>alert(1)</script>", String(repeating: "x", count: 10_000),
    ]
    let trace = Self.recording(names: hostile, identities: [1, 2, 3])
    try withFiles([trace]) { paths in
      let table = try sightline(["diff", paths[0], "--against", "full,dwell=1h"])
      #expect(table.output.split(separator: "\n").count == 11)
      #expect(table.output.contains(#"a\u{a}\u{1b}[31m\u{202e}b  "#))
      #expect(table.output.contains("\n" + String(repeating: "x", count: 47) + "…  "))
      let json = try sightline(["diff", paths[0], "--against", "full,dwell=1h", "--json"])
      let names = try json.output.split(separator: "\n").compactMap {
        let object = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        return object?["name"] as? String
      }
      #expect(names.prefix(2) == hostile.prefix(2))
    }
  }

  @Test func `an impossible comparison gives a one-line error with a remedy`() throws {
    func expect(_ arguments: [String], _ status: Int32, _ words: String) throws {
      let result = try sightline(["diff"] + arguments)
      #expect(result.status == status, "\(arguments): \(result.error)")
      #expect(result.output == "")
      #expect(result.error.contains(words), "\(result.error)")
      #expect(result.error.split(separator: "\n").count == 1)
    }
    let blocks = fixture("blocks")
    try expect([blocks], 64, "name a second recording, or a policy to compare")
    try expect([blocks, blocks, "--against", "feed"], 64, "leave out --against")
    try expect([blocks, blocks, blocks], 64, "name one recording or two, not 3")
    try expect(["-", "--against", "feed"], 64, "takes two replays; name a file")
    try expect(["-", "-"], 64, "can be read only once")
    try expect([blocks, "--against", "x"], 64, "it must begin with feed")
    try expect([blocks, "--against", "feed", "--limit=-1"], 64, "--limit must be 0 or more")
    try expect(
      [blocks, "--against", "feed"], 65,
      "blocks.ndjson: no impression watch is recorded; name a policy with --impressions")
    try expect([blocks, "there-is-none", "--impressions", "feed"], 66, "no such file")
  }
}

import Foundation
import Testing

/// The command as a user calls it: its output, its exit status, and what it says when it fails.
@Suite struct CommandTests {
  private static let list = """
    {"k":"meta","v":1}
    {"k":"step","s":0,"ms":0}
    {"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200],"scroll":[0,0]}
    {"k":"node","id":1,"p":0,"frame":[0,0,100,100]}
    {"k":"node","id":2,"p":0,"frame":[0,150,100,100]}
    {"k":"observe","s":0,"ids":[1,2]}
    {"k":"step","s":1,"ms":1500}
    {"k":"d","s":1,"set":[{"id":0,"scroll":[0,50]}]}

    """

  @Test func `the version is the newest one of the changelog`() throws {
    let changes = try String(contentsOf: inProject("CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(changes.firstMatch(of: /(?m)^## \[([0-9.]+)\]/)).1
    let result = try sightline(["--version"])
    #expect(result.status == 0)
    #expect(result.output == "\(newest)\n")
  }

  @Test func `replay prints what happened in order of time, and a summary`() throws {
    let result = try sightline(["replay", "-", "--rule", "full"], input: Self.list)
    #expect(result.status == 0)
    #expect(result.error == "")
    #expect(
      result.output == """
             0.000 s  target 1      visible    100.00 %
             1.500 s  target 1      invisible   50.00 %, out of viewport
             1.500 s  target 2      visible    100.00 %
        -: 2 steps in 1.500 s, 2 targets: 2 became visible, 1 became invisible, 0 seen

        """)
  }

  @Test func `a rule of the command may ask for as much as fits and for an area`() throws {
    let tall = Self.list.replacingOccurrences(of: "[0,150,100,100]", with: "[0,50,100,900]")
    let fits = try sightline(["replay", "-", "--rule", "fits"], input: tall)
    #expect(
      fits.output == """
             0.000 s  target 1      visible    100.00 %
             1.500 s  target 1      invisible   50.00 %, out of viewport
             1.500 s  target 2      visible    100.00 %
        -: 2 steps in 1.500 s, 2 targets: 2 became visible, 1 became invisible, 0 seen

        """)
    let area = try sightline(["replay", "-", "--rule", "any,area=5001"], input: Self.list)
    #expect(
      area.output == """
             0.000 s  target 1      visible    100.00 %
             1.500 s  target 1      invisible   50.00 %, out of viewport
             1.500 s  target 2      visible    100.00 %
        -: 2 steps in 1.500 s, 2 targets: 2 became visible, 1 became invisible, 0 seen

        """)
  }

  @Test func `replay prints JSON, an object a line, with sorted keys`() throws {
    let result = try sightline(
      ["replay", "-", "--impressions", "display", "--json"], input: Self.list)
    #expect(result.status == 0)
    #expect(
      result.output == """
        {"count":1,"event":"seen","id":1,"identity":1,"ms":1000,"step":0,"total_ms":1000,"trace":"-"}
        {"count":1,"event":"seen","id":2,"identity":2,"ms":1000,"step":0,"total_ms":1000,"trace":"-"}
        {"event":"end","invisible":0,"ms":1500,"seen":2,"skipped_lines":0,"start_ms":0,"steps":2,"targets":2,"trace":"-","visible":0}

        """)
  }

  /// A host's clock shows how long the machine has been up, for instance.
  @Test func `times count from the first step`() throws {
    let late = Self.list.replacingOccurrences(of: #""ms":0}"#, with: #""ms":3000000}"#)
      .replacingOccurrences(of: #""ms":1500}"#, with: #""ms":3001500}"#)
    let text = try sightline(["replay", "-", "--rule", "full"], input: late)
    #expect(
      try text.output == sightline(["replay", "-", "--rule", "full"], input: Self.list).output)
    let json = try sightline(["replay", "-", "--impressions", "display", "--json"], input: late)
    #expect(
      json.output == """
        {"count":1,"event":"seen","id":1,"identity":1,"ms":1000,"step":0,"total_ms":1000,"trace":"-"}
        {"count":1,"event":"seen","id":2,"identity":2,"ms":1000,"step":0,"total_ms":1000,"trace":"-"}
        {"event":"end","invisible":0,"ms":1500,"seen":2,"skipped_lines":0,"start_ms":3000000,"steps":2,"targets":2,"trace":"-","visible":0}

        """)
  }

  private static let named = """
    {"k":"meta","v":1}
    {"k":"step","s":0,"ms":0}
    {"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200]}
    {"k":"node","id":487,"p":0,"frame":[0,0,100,100]}
    {"k":"node","id":490,"p":0,"frame":[0,100,100,100]}
    {"k":"view","s":0,"v":0,"root":0}
    {"k":"watch","s":0,"w":0,"id":487,"v":0,"rule":{"thr":[1]}}
    {"k":"watch","s":0,"w":1,"id":487,"v":0,"name":"card 7","rule":{"thr":[1]},"see":{"id":9}}
    {"k":"watch","s":0,"w":2,"id":490,"v":0,"name":"a\\n\\u001b[31m\\u202eb","rule":{"thr":[1]}}
    {"k":"ev","s":0,"w":0,"on":true,"f":0.5}
    {"k":"ev","s":0,"w":2,"on":true,"f":1}
    {"k":"imp","s":0,"w":1,"id":9,"ns":0,"n":1}

    """

  @Test func `the app's names stand beside the targets, without control characters`() throws {
    let text = try sightline(["replay", "-"], input: Self.named)
    #expect(
      text.output == """
             0.000 s  target 487    card 7        visible    100.00 %
             0.000 s  target 490    a\\u{a}\\u{1b}[31m\\u{202e}b  visible    100.00 %
             0.000 s  target 487    card 7        seen
        -: 1 steps in 0.000 s, 2 targets: 2 became visible, 0 became invisible, 1 seen

        """)
    let json = try sightline(["replay", "-", "--json"], input: Self.named)
    #expect(
      json.output.hasPrefix(
        #"{"event":"visible","fraction":1,"id":487,"ms":0,"name":"card 7","step":0,"#))
    let verified = try sightline(["verify", "-"], input: Self.named)
    #expect(
      verified.output == """
        -: step 0, watch 0, target 487 (card 7): the replay says visible (threshold 0, fraction 1.0), the recording visible (threshold 0, fraction 0.5)
        -: 3 entries, 0 states, 1 differences

        """)
  }

  @Test func `verify ends each trace with its count, and with status 1 if anything differs`() throws
  {
    let equal = try sightline(["verify", fixture("blocks"), fixture("feed")])
    #expect(equal.status == 0)
    #expect(
      equal.output == """
        blocks.ndjson: 1035 entries, 44109 states, 0 differences
        feed.ndjson: 4890 entries, 207927 states, 0 differences

        """)
    let text = try String(contentsOfFile: fixture("blocks"), encoding: .utf8)
    let changed = text.replacingOccurrences(of: "\"q\":1,", with: "\"q\":0.25,")
    let different = try sightline(["verify", "-"], input: changed)
    #expect(different.status == 1)
    #expect(different.output.hasSuffix(" differences\n") && !different.output.contains(", 0 diff"))
    let record = try sightline(["verify", fixture("blocks"), "--json"])
    #expect(
      record.output == """
        {"differences":0,"entries":1035,"skipped_entries":0,"skipped_lines":0,"skipped_observers":0,"states":44109,"trace":"blocks.ndjson"}

        """)
  }

  @Test func `bench prints one line of JSON with the documented keys`() throws {
    let result = try sightline(["bench", "--targets", "50", "--frames", "10", "--json"])
    #expect(result.status == 0)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == ["scenario", "targets", "step", "frames", "engine", "recipe", "ratio"])
    let engine = try #require(object["engine"] as? [String: Any])
    #expect(
      Set(engine.keys) == [
        "median_ns", "p99_ns", "allocations_per_pass", "evaluated_per_pass", "bytes_per_target",
        "build_ms",
      ])
    #expect(result.output.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (["replay"], 64), (["replay", "x", "--rule", "2"], 64), (["frobnicate"], 64),
    (["replay", "x", "--rule", "0.5,area=-1"], 64), (["replay", "x", "--rule", "0.5,400"], 64),
    (["bench", "--targets", "0"], 64), (["bench", "--step", "nan"], 64),
    (["replay", "-", "-"], 64),
    (["verify", "there-is-no-such-file.ndjson"], 66), (["replay", "."], 66),
  ])
  func `wrong calls and missing inputs end in one line and their status`(
    _ arguments: [String], _ status: Int
  ) throws {
    let result = try sightline(arguments)
    #expect(Int(result.status) == status)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("sightline: "))
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
  }

  @Test(arguments: [
    (list.replacingOccurrences(of: "\"v\":1", with: "\"v\":2"), 1, "from the future"),
    (list + #"{"k":"d","s":1,"set":[{"id":9,"scroll":[0,1]}]}"#, 9, "node 9"),
    (list + #"{"k":"d","s":1,"set":[{"id":1,"p":2},{"id":2,"p":1}]}"#, 9, "its own ancestor"),
    (list + #"{"k":"d","s":1,"set":[{"id":1,"frame":[0,0,NaN,1]}]}"#, 9, "not JSON"),
    (list + #"{"k":"d","s":1,"set":[{"id":1,"frame":[0,0,1e999,1]}]}"#, 9, "out of range"),
    (list + #"{"k":"d","s":1,"se"#, 9, "cut off"), ("", 0, "holds no line"),
    ("<html>\n", 1, "not a \"meta\" line"),
  ])
  func `a bad trace ends in one line that says where and what, with status 65`(
    _ trace: String, _ line: Int, _ words: String
  ) throws {
    for command in ["replay", "verify"] {
      let result = try sightline([command, "-"], input: trace)
      #expect(result.status == 65, "\(result.error)")
      #expect(result.error.split(separator: "\n").count == 1)
      #expect(result.error.contains(words) || line == 1, "\(result.error)")
      #expect(
        result.error.hasPrefix("sightline: standard input" + (line > 0 ? ":\(line): " : ": ")),
        "\(result.error)")
    }
  }

  @Test func `a reader that goes away ends it quietly`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let result = try sightline(
      ["replay", fixture("feed"), "--rule", "any", "--json"], output: pipe.fileHandleForWriting)
    #expect(result.status == 0)
    #expect(result.error == "")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk ends it with one line and status 74`() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let result = try sightline(["replay", fixture("blocks")], output: full)
    #expect(result.status == 74)
    #expect(result.error.split(separator: "\n").count == 1)
    #expect(result.error.contains("cannot be written"))
  }
}

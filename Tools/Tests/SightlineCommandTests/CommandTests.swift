import Foundation
import Testing

/// Tests of the command as users call it: its output, exit status and error messages.
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

  @Test func `the version is the changelog's newest`() throws {
    let changes = try String(contentsOf: inProject("CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(changes.firstMatch(of: /(?m)^## \[([0-9.]+)\]/)).1
    let result = try sightline(["--version"])
    #expect(result.status == 0)
    #expect(result.output == "\(newest)\n")
    let package = try String(contentsOf: inProject("Web/JavaScript/package.json"), encoding: .utf8)
    #expect(package.contains("\"version\": \"\(newest)\""))
  }

  @Test func `replay prints events in order of time and a summary`() throws {
    let result = try sightline(["replay", "-", "--rule", "full"], input: Self.list)
    #expect(result.status == 0)
    #expect(result.error == "")
    #expect(
      result.output == """
             0.000 s  target 1      visible    100.00 %
             1.500 s  target 1      invisible   50.00 %, out of viewport (top, by a scroll)
             1.500 s  target 2      visible    100.00 %
        -: 2 steps in 1.500 s, 2 targets: 2 became visible, 1 became invisible, 0 seen

        """)
  }

  @Test func `a rule option can require as much as fits and an area`() throws {
    let tall = Self.list.replacingOccurrences(of: "[0,150,100,100]", with: "[0,50,100,900]")
    let fits = try sightline(["replay", "-", "--rule", "fits"], input: tall)
    #expect(
      fits.output == """
             0.000 s  target 1      visible    100.00 %
             1.500 s  target 1      invisible   50.00 %, out of viewport (top, by a scroll)
             1.500 s  target 2      visible    100.00 %
        -: 2 steps in 1.500 s, 2 targets: 2 became visible, 1 became invisible, 0 seen

        """)
    let area = try sightline(["replay", "-", "--rule", "any,area=5001"], input: Self.list)
    #expect(
      area.output == """
             0.000 s  target 1      visible    100.00 %
             1.500 s  target 1      invisible   50.00 %, out of viewport (top, by a scroll)
             1.500 s  target 2      visible    100.00 %
        -: 2 steps in 1.500 s, 2 targets: 2 became visible, 1 became invisible, 0 seen

        """)
  }

  @Test func `ended watches and nodes sharing an ID are distinguished`() throws {
    let options = ["replay", "-", "--rule", "full", "--impressions", "mrcDisplay"]
    let recording = DiffCommandTests.reused + #"{"k":"unwatch","s":2,"w":0}"#
    #expect(
      try sightline(options, input: recording).output == """
             0.000 s  target 1      visible    100.00 %
             3.000 s  target 1      invisible    0.00 %, removed
             3.000 s  target 1 #2   visible    100.00 %
             1.000 s  target 1      seen, visible for 1.000 s
             4.500 s  target 1 #2   no longer watched
             4.000 s  target 1 #2   seen, visible for 1.000 s
        -: 3 steps in 4.500 s, 2 targets: 2 became visible, 1 became invisible, 2 seen

        """)
    let lines = try sightline(options + ["--json"], input: recording).output.split(separator: "\n")
    #expect(
      lines.suffix(3).dropLast() == [
        #"{"event":"unwatched","id":1,"incarnation":1,"ms":4500,"step":2,"trace":"-"}"#,
        #"{"count":1,"event":"seen","id":1,"identity":"9223372041149743105","incarnation":1,"#
          + #""ms":4000,"step":2,"total_ms":1000,"trace":"-"}"#,
      ])
  }

  @Test func `a file's name cannot control the terminal`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "sightline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a\u{1B}[31m\n\u{202E}b.ndjson")
    try Data(Self.list.utf8).write(to: file)
    for arguments in [
      ["replay"], ["verify"], ["diff", "--impressions", "any", "--against", "any"],
    ] {
      let result = try sightline(arguments + [file.path])
      #expect(result.output.contains("a\\u{1b}[31m\\u{a}\\u{202e}b.ndjson"), "\(result.output)")
      #expect(!result.output.contains("\u{1B}") && !result.output.contains("\u{202E}"))
    }
    let missing = try sightline(["replay", file.path + "\u{1B}"])
    #expect(missing.status == 66 && !missing.error.contains("\u{1B}"), "\(missing.error)")
  }

  @Test func `replay prints JSON with one object per line and sorted keys`() throws {
    let result = try sightline(
      ["replay", "-", "--impressions", "mrcDisplay", "--json"], input: Self.list)
    #expect(result.status == 0)
    #expect(
      result.output == """
        {"count":1,"event":"seen","id":1,"identity":"1","ms":1000,"step":0,"total_ms":1000,"trace":"-"}
        {"count":1,"event":"seen","id":2,"identity":"2","ms":1000,"step":0,"total_ms":1000,"trace":"-"}
        {"event":"end","invisible":0,"ms":1500,"seen":2,"skipped_lines":0,"start_ms":0,"steps":2,"targets":2,"trace":"-","visible":0}

        """)
  }

  /// A host's clock may, for example, show the machine's uptime.
  @Test func `times are relative to the first step`() throws {
    let late = Self.list.replacingOccurrences(of: #""ms":0}"#, with: #""ms":3000000}"#)
      .replacingOccurrences(of: #""ms":1500}"#, with: #""ms":3001500}"#)
    let text = try sightline(["replay", "-", "--rule", "full"], input: late)
    #expect(
      try text.output == sightline(["replay", "-", "--rule", "full"], input: Self.list).output)
    let json = try sightline(["replay", "-", "--impressions", "mrcDisplay", "--json"], input: late)
    #expect(
      json.output == """
        {"count":1,"event":"seen","id":1,"identity":"1","ms":1000,"step":0,"total_ms":1000,"trace":"-"}
        {"count":1,"event":"seen","id":2,"identity":"2","ms":1000,"step":0,"total_ms":1000,"trace":"-"}
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

  @Test func `targets have the app's names without control characters`() throws {
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
        -: 3 events, 1 differences

        """)
  }

  @Test func `verify prints a count per trace and exits with status 1 on differences`() throws {
    let right = Self.named.replacingOccurrences(of: "\"f\":0.5", with: "\"f\":1")
    let equal = try sightline(["verify", "-"], input: right)
    #expect(equal.output == "-: 3 events, 0 differences\n")
    #expect(equal.status == 0)
    let reference = try sightline(["verify", "-", "--reference"], input: right)
    #expect(reference.output == "-: 3 events, 1 passes, 0 differences\n")
    let different = try sightline(["verify", "-", "--json"], input: Self.named)
    #expect(different.status == 1)
    #expect(
      different.output == """
        {"difference":"the replay says visible (threshold 0, fraction 1.0), the recording visible (threshold 0, fraction 0.5)","id":487,"name":"card 7","step":0,"trace":"-","watch":0}
        {"differences":1,"events":3,"passes":0,"skipped_lines":0,"trace":"-"}

        """)
  }

  @Test func `verify compares a browser's trace with the reference path only`() throws {
    let nothing = try sightline(["verify", fixture("blocks")])
    #expect(nothing.status == 0)
    #expect(
      nothing.output == """
        blocks.ndjson: recorded by a browser, without events of the engine; --reference compares its passes
        blocks.ndjson: 0 events, 0 differences

        """)
    let compared = try sightline(["verify", fixture("blocks"), "--reference"])
    #expect(compared.status == 0)
    #expect(compared.output == "blocks.ndjson: 0 events, 147 passes, 0 differences\n")
  }

  @Test func `every pass of the recorded sessions agrees with the reference path`() throws {
    let fixtures = inProject("Tests/SightlineTraceTests/Fixtures")
    let traces = try ["", "/Judge"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: fixtures.path + folder)
        .filter { $0.hasSuffix(".ndjson") }.map { "\(fixtures.path)\(folder)/\($0)" }
    }
    let result = try sightline(["verify", "--reference"] + traces)
    #expect(traces.count > 1)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func `bench prints one JSON line with the documented keys`() throws {
    let result = try sightline(["bench", "--targets", "50", "--frames", "10", "--json"])
    #expect(result.status == 0)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "scenario", "targets", "step", "frames", "engine", "recipe", "simple", "ratio",
      ])
    let engine = try #require(object["engine"] as? [String: Any])
    #expect(
      Set(engine.keys) == [
        "median_ns", "p99_ns", "allocations_per_pass", "evaluated_per_pass", "bytes_per_target",
        "build_ms",
      ])
    #expect(result.output.split(separator: "\n").count == 1)
  }

  /// Unoptimised code makes allocations that the optimiser removes.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["SIGHTLINE_OPTIMISED"] != nil),
    arguments: ["list", "feed", "nested", "grid", "covers", "relayout"])
  func `a steady pass allocates nothing`(scenario: String) throws {
    let options = ["--scenario", scenario, "--targets", "2500", "--frames", "400", "--json"]
    let result = try sightline(["bench"] + options)
    #expect(result.output.contains(#""allocations_per_pass":0,"#), "\(result.output)")
  }

  @Test(arguments: [
    (["replay"], 64), (["replay", "x", "--rule", "2"], 64), (["frobnicate"], 64),
    (["replay", "x", "--rule", "0.5,area=-1"], 64), (["replay", "x", "--rule", "0.5,400"], 64),
    (["bench", "--targets", "0"], 64), (["bench", "--step", "nan"], 64),
    (["replay", "-", "-"], 64),
    (["verify", "there-is-no-such-file.ndjson"], 66), (["replay", "."], 66),
  ])
  func `invalid calls and missing inputs give a one-line error and their status`(
    _ arguments: [String], _ status: Int
  ) throws {
    let result = try sightline(arguments)
    #expect(Int(result.status) == status)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("sightline: "))
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
  }

  @Test(arguments: [
    (list.replacingOccurrences(of: "\"v\":1", with: "\"v\":2"), 1, "is too new"),
    (list + #"{"k":"d","s":1,"set":[{"id":9,"scroll":[0,1]}]}"#, 9, "node 9"),
    (list + #"{"k":"d","s":1,"set":[{"id":1,"p":2},{"id":2,"p":1}]}"#, 9, "its own ancestor"),
    (list + #"{"k":"d","s":1,"set":[{"id":1,"frame":[0,0,NaN,1]}]}"#, 9, "not JSON"),
    (list + #"{"k":"d","s":1,"set":[{"id":1,"frame":[0,0,1e999,1]}]}"#, 9, "out of range"),
    (list + #"{"k":"d","s":1,"se"#, 9, "truncated"), ("", 0, "is empty"),
    ("<html>\n", 1, "not a \"meta\" line"),
  ])
  func `a bad trace gives a one-line error with its location and status 65`(
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

  @Test func `a closed pipe ends the command quietly`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let result = try sightline(
      ["replay", fixture("feed"), "--rule", "any", "--json"], output: pipe.fileHandleForWriting)
    #expect(result.status == 0)
    #expect(result.error == "")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk gives a one-line error and status 74`() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let result = try sightline(["replay", fixture("blocks")], output: full)
    #expect(result.status == 74)
    #expect(result.error.split(separator: "\n").count == 1)
    #expect(result.error.contains("cannot be written"))
  }
}

import Foundation
import Testing

/// Tests of the command's error messages, which state the problem and give advice.
@Suite struct MessageTests {
  @Test(arguments: [
    (["replay"], "Missing expected argument '<trace> ...'; see sightline replay --help"),
    (
      ["replay", "x", "--rule", "2"],
      "The value '2' is invalid for '--rule <rule>': it must be full, fits, any, edges, or a fraction from 0 to 1; "
        + "see sightline replay --help"
    ),
    (
      ["replay", "x", "--impressions", "x"],
      "The value 'x' is invalid for '--impressions <policy>': it must begin with feed, mrcDisplay, mrcLargeDisplay, mrcVideo, "
        + "full, fits, any, edges, or a fraction from 0 to 1; see sightline replay --help"
    ),
    (["verify", "--rule"], "see sightline verify --help"),
    (["bench", "--targets", "0"], "see sightline bench --help"),
    (
      ["frobnicate"],
      "no command frobnicate; the commands are report, export, receive, replay, view, diff, verify, "
        + "bench; see sightline --help"
    ),
    (["veiw", "a.ndjson"], "no command veiw; did you mean view?"),
  ])
  func `an invalid call points to its subcommand's help`(
    _ arguments: [String], _ words: String
  ) throws {
    let result = try sightline(arguments)
    #expect(result.status == 64)
    #expect(result.error.hasSuffix(words + "\n"), "\(result.error)")
  }

  @Test func `a closed output is reported as such`() throws {
    for command in ["replay", "verify"] {
      let result = try shell("exec \"$0\" \(command) \"$1\" >&-", [fixture("blocks")])
      #expect(result.status == 74)
      #expect(
        result.error
          == "sightline: standard output is closed; leave it open, or redirect it to a file or to "
          + "/dev/null\n")
    }
  }

  @Test func `a failure has its status even if it cannot be reported`() throws {
    for output in ["2>&-", "2</dev/null"] {
      #expect(try shell("\"$0\" replay /no/such/file \(output)").status == 66)
    }
  }

  @Test func `a benchmark reports that its output is closed`() throws {
    let result = try shell("exec \"$0\" bench --targets 50 --frames 10 >&-")
    #expect(result.status == 74)
    #expect(result.error.contains("standard output is closed"))
  }

  @Test func `a limit on the size of files is reported`() throws {
    let result = try shell(
      "file=$(mktemp) && (ulimit -f 1 && \"$0\" replay \"$1\" --rule any >$file); status=$?; "
        + "rm -f $file; exit $status", [fixture("feed")])
    #expect(result.status == 74)
    #expect(result.error.contains("check the limit on the size of files"), "\(result.error)")
  }

  /// Another process may make the shared pipe non-blocking.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func `a full non-blocking pipe delays the output`() throws {
    // More than the pipe holds.
    let line = "\"$0\" replay \"$1\" \"$1\" \"$1\" \"$1\" --rule any --json"
    let waiting = "/usr/bin/python3 -c 'import os; os.set_blocking(1, False)'"
    let whole = try shell("\(line) | wc -c", [fixture("feed")])
    let delayed = try shell(
      "{ \(waiting); \(line); } | { sleep 0.5; wc -c; }", [fixture("feed")])
    #expect(delayed.output == whole.output)
    #expect(delayed.error == "")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `only a full disk is reported as a disk error`() throws {
    let result = try shell("exec \"$0\" replay \"$1\" >/dev/full", [fixture("blocks")])
    #expect(result.status == 74)
    #expect(result.error.hasSuffix("; check the space on the disk\n"))
  }
}

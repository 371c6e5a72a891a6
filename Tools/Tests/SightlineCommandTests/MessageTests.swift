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
      "The value 'x' is invalid for '--impressions <policy>': it must begin with feed, display, large, video, "
        + "full, fits, any, edges, or a fraction from 0 to 1; see sightline replay --help"
    ),
    (["verify", "--rule"], "see sightline verify --help"),
    (["bench", "--targets", "0"], "see sightline bench --help"),
    (["frobnicate"], "Unexpected argument 'frobnicate'; see sightline --help"),
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

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `only a full disk is reported as a disk error`() throws {
    let result = try shell("exec \"$0\" replay \"$1\" >/dev/full", [fixture("blocks")])
    #expect(result.status == 74)
    #expect(result.error.hasSuffix("; check the space on the disk\n"))
  }
}

import ArgumentParser
import Foundation

/// The command-line tool.
@main
struct Sightline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sightline",
    abstract: "Knows what people actually see: replays, verifies and measures visibility.",
    version: Version.current,
    subcommands: [Replay.self, Verify.self, Bench.self])

  /// Like the library's own `main`, but a wrong call is told in one line, as every failure is.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      Failure.report("\(message(for: error)); see sightline --help")
      exit(withError: ExitCode.validationFailure)
    }
  }
}

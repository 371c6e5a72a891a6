import ArgumentParser
import Foundation

/// The command-line tool.
@main
struct Sightline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sightline",
    abstract: "Knows what people actually see: reports impressions, replays and verifies sessions.",
    version: Version.current,
    subcommands: [
      Report.self, Export.self, Replay.self, View.self, Diff.self, Verify.self, Bench.self,
    ])

  /// Like the library's own `main`, but reports a wrong call in one line, as every failure.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      let message = message(for: error)
      // The library ends some messages with a full stop and some without.
      let text = message.hasSuffix(".") ? String(message.dropLast()) : message
      Failure.report("\(text); see \(helpCall(CommandLine.arguments))")
      exit(withError: ExitCode.validationFailure)
    }
  }

  /// How to call the help of the subcommand that was called.
  private static func helpCall(_ arguments: [String]) -> String {
    let names = configuration.subcommands.map { $0._commandName }
    let called = arguments.dropFirst().first { names.contains($0) }
    return (["sightline"] + (called.map { [$0] } ?? []) + ["--help"]).joined(separator: " ")
  }
}

import ArgumentParser
import Foundation
import SightlineCore

/// The command-line tool.
@main
struct SightlineTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sightline",
    abstract: "Receives and reports impressions, and replays and verifies recorded sessions.",
    version: sightlineVersion,
    subcommands: [
      Report.self, Export.self, Receive.self, Replay.self, View.self, Diff.self, Verify.self,
      Bench.self,
    ])

  /// Like the library's `main`, but reports an invalid call in one line, like every failure.
  @MainActor static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      let message = message(for: error)
      // The library ends only some messages with a full stop.
      let text = message.hasSuffix(".") ? String(message.dropLast()) : message
      Failure.report("\(text); see \(helpCall(CommandLine.arguments))")
      exit(withError: ExitCode.validationFailure)
    }
  }

  /// Returns the help command for the called subcommand.
  private static func helpCall(_ arguments: [String]) -> String {
    let names = configuration.subcommands.map { $0._commandName }
    let called = arguments.dropFirst().first { names.contains($0) }
    return (["sightline"] + (called.map { [$0] } ?? []) + ["--help"]).joined(separator: " ")
  }
}

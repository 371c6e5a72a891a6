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
      if let message = unknownCommand(CommandLine.arguments) {
        Failure.report(message)
        exit(withError: ExitCode.validationFailure)
      }
      let message = message(for: error)
      // The library ends only some messages with a full stop.
      let text = message.hasSuffix(".") ? String(message.dropLast()) : message
      Failure.report("\(text); see \(helpCall(CommandLine.arguments))")
      exit(withError: ExitCode.validationFailure)
    }
  }

  /// Returns the message for a call that begins with the name of no command, if it does.
  private static func unknownCommand(_ arguments: [String]) -> String? {
    let names = configuration.subcommands.map { $0._commandName }
    guard let called = arguments.dropFirst().first, !called.hasPrefix("-"),
      !(names + ["help"]).contains(called)
    else { return nil }
    let similar = names.min { $0.distance(to: called) < $1.distance(to: called) }
    if let similar, similar.distance(to: called) <= 2 {
      return "no command \(called); did you mean \(similar)?"
    }
    let list = names.joined(separator: ", ")
    return "no command \(called); the commands are \(list); see sightline --help"
  }

  /// Returns the help command for the called subcommand.
  private static func helpCall(_ arguments: [String]) -> String {
    let names = configuration.subcommands.map { $0._commandName }
    let called = arguments.dropFirst().first { names.contains($0) }
    return (["sightline"] + (called.map { [$0] } ?? []) + ["--help"]).joined(separator: " ")
  }
}

extension String {
  /// Returns the number of letters to insert, remove or replace to get another text (Levenshtein's
  /// distance).
  fileprivate func distance(to other: String) -> Int {
    var row = Array(0...other.count)
    for (index, letter) in enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, another) in other.enumerated() {
        let replaced = diagonal + (letter == another ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}

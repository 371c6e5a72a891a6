import ArgumentParser

/// Log tests beyond the reach of unit tests: killing the process, and measuring an optimised build.
@main
struct LogTrial: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log-trial", abstract: "Tests the impression log.",
    subcommands: [
      Kill.self, Measure.self, Encode.self, Write.self, Fill.self, Fleet.self, Tail.self,
    ])
}

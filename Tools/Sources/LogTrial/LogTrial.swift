import ArgumentParser

/// What a unit test cannot do to the log: kill its process, and measure it in an optimised build.
@main
struct LogTrial: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log-trial", abstract: "Puts the impression log to the test.",
    subcommands: [Kill.self, Measure.self, Encode.self, Write.self, Fill.self])
}

import ArgumentParser

/// The parts of log tests that need the library: a writer to kill, simulated devices, requests to
/// decode, and a benchmark.
@main
struct LogTrial: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log-trial", abstract: "Tests the impression log.",
    subcommands: [Write.self, Fleet.self, Encode.self, Measure.self])
}

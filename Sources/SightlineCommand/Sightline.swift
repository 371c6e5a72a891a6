import ArgumentParser

/// The command-line tool.
@main
struct Sightline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sightline",
    abstract: "Knows what people actually see: replays, verifies and measures visibility.",
    subcommands: [Replay.self, Verify.self, Bench.self])
}

import ArgumentParser
import Foundation

/// The traces a command works on.
struct TraceArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("Traces: files, or - for standard input.", valueName: "trace"))
  var traces: [String]

  func validate() throws {
    if traces.filter({ $0 == "-" }).count > 1 {
      throw ValidationError("standard input (-) can be read only once")
    }
  }
}

/// Returns a trace's name for the output: the last component of its path.
func displayName(of trace: String) -> String {
  trace == "-" ? "-" : URL(fileURLWithPath: trace).lastPathComponent
}

import ArgumentParser
import Foundation

/// The traces that a command works on.
struct TraceArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Traces: files, or - for the standard input.", valueName: "trace"))
  var traces: [String]

  func validate() throws {
    if traces.filter({ $0 == "-" }).count > 1 {
      throw ValidationError("the standard input (-) can be read only once")
    }
  }
}

/// What a trace is called in the output: the last part of its path.
func displayName(of trace: String) -> String {
  trace == "-" ? "-" : URL(fileURLWithPath: trace).lastPathComponent
}

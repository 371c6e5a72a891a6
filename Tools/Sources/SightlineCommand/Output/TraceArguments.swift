import ArgumentParser
import Foundation
import SightlineCore
import SightlineTrace

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
  let name = trace == "-" ? "-" : URL(fileURLWithPath: trace).lastPathComponent
  return name
}

/// `full`, `any` or a fraction.
struct RuleArgument: ExpressibleByArgument {
  let rule: VisibilityRule

  init?(argument: String) {
    switch argument {
    case "full": rule = .fully
    case "any": rule = .anyPixel
    default:
      guard let fraction = Double(argument), fraction >= 0, fraction <= 1 else { return nil }
      rule = .fraction(fraction)
    }
  }
}

/// The presets of impressions.
enum PolicyArgument: String, ExpressibleByArgument, CaseIterable {
  case feed
  case display
  case video

  var policy: ImpressionPolicy {
    switch self {
    case .feed: .feed
    case .display: .mrcDisplay
    case .video: .mrcVideo
    }
  }
}

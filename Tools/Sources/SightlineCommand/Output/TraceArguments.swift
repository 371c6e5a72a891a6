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
  trace == "-" ? "-" : URL(fileURLWithPath: trace).lastPathComponent
}

/// `full`, `fits`, `any` or a fraction, and a minimum area after a comma: `0.5,area=400`.
struct RuleArgument {
  let rule: VisibilityRule

  init(_ argument: String) throws {
    let parts = argument.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let base: VisibilityRule
    switch parts[0] {
    case "full": base = .fully
    case "fits": base = .asMuchAsFits
    case "any": base = .anyPixel
    default:
      guard let fraction = Double(parts[0]), fraction >= 0, fraction <= 1 else {
        throw ValidationError("it must be full, fits, any, or a fraction from 0 to 1")
      }
      base = .fraction(fraction)
    }
    if parts.count == 1 {
      rule = base
      return
    }
    let prefix = "area="
    guard parts[1].hasPrefix(prefix), let area = Double(parts[1].dropFirst(prefix.count)),
      area >= 0, area.isFinite
    else {
      throw ValidationError(
        "after the comma there must be a minimum area in square points, such as area=400")
    }
    rule = base.minimumArea(area)
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

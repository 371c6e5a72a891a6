import SightlineCore

// What enumerations are called in a trace. They are part of the format: never renamed.

extension InvisibilityReason {
  var traceCode: StaticString {
    switch self {
    case .removed: "removed"
    case .notMeasurable: "notMeasurable"
    case .inactive: "inactive"
    case .hidden: "hidden"
    case .transparent: "transparent"
    case .zeroArea: "zeroArea"
    case .tooSmall: "tooSmall"
    case .outOfViewport: "outOfViewport"
    case .clipped: "clipped"
    case .covered: "covered"
    case .edgesUnseen: "edgesUnseen"
    }
  }
}

extension VisibilityRule.Measure {
  var traceCode: StaticString {
    switch self {
    case .item: "item"
    case .viewport: "viewport"
    case .smaller: "smaller"
    case .edges: "edges"
    }
  }
}

extension TraceNode.Cover {
  var traceCode: StaticString {
    switch self {
    case .opaque: "opaque"
    case .friendly: "friendly"
    }
  }
}

extension ImpressionRepetition {
  var traceCode: StaticString {
    switch self {
    case .once: "once"
    case .oncePerSession: "session"
    case .oncePerScreenVisit: "visit"
    case .afterLeaving: "leaving"
    case .afterCoolDown: "coolDown"
    case .perDay: "day"
    }
  }

  /// What `n` holds beside the code: nanoseconds or a count.
  var traceNumber: Int64? {
    switch self {
    case .afterCoolDown(let duration): duration.saturatedNanoseconds
    case .perDay(let count): Int64(count)
    default: nil
    }
  }
}

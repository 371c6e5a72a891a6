// The vocabulary: the names, codes, ranges and words that traces, texts, sessions, logs, records
// and JavaScript share. Everything in Swift takes them from here, and `scripts/check notation
// --fix` writes `Web/JavaScript/notation.mjs` and the marked parts of
// `Web/JavaScript/sightline.d.ts`, `Web/sightline.h` and `docs/reference/trace-format.md` from this
// file.
//
// The script reads comments, cases and literals, so an entry is a `case` with one row of literals
// in `notation`. A raw value is the code in records: append cases, and never reuse a code.

/// The reason a target is not visible under a rule.
///
/// If several reasons apply, the first in the order below is reported: the one that would remain if
/// all later ones were resolved. Of the three that cut area away, it is the first that makes the
/// rule fail: the viewport and the scroll views in it, then other clips, then covers.
public enum InvisibilityReason: UInt8, Hashable, Sendable, CaseIterable {
  /// The target was removed from the scene while it was visible.
  case removed
  /// Its frame, or an ancestor's geometry, is not finite (or beyond ±2^50 points).
  case notMeasurable
  /// The app is in the background, or the window is hidden or minimised.
  case inactive
  /// It or an ancestor is hidden.
  case hidden
  /// Its effective opacity is below the rule's minimum.
  case transparent
  /// It has no area, so it cannot be seen.
  case zeroArea
  /// Its whole area is below the rule's minimum (``VisibilityRule/minimumArea(_:)``).
  case tooSmall
  /// Too little of it is inside the viewport, or inside a scroll view in the viewport, to reach the
  /// fraction or the rule's minimum area: scrolling may bring it into view.
  case outOfViewport
  /// Other ancestors that clip, which don't scroll, leave too little of it to reach the fraction or
  /// minimum area.
  case clipped
  /// Too little of it is uncovered to reach the fraction or minimum area.
  case covered
  /// Not every edge of it has been in view yet (``VisibilityRule/allEdgesSeen``).
  case edgesUnseen

  /// The name in Swift, traces and JavaScript; the words of the command and the inspector; the
  /// words for people who use an app, as in the viewer; and the sentence of the gallery.
  package var notation:
    (name: StaticString, text: StaticString, label: StaticString, sentence: StaticString)
  {
    switch self {
    case .removed:
      ("removed", "removed", "removed", "it was removed from the window.")
    case .notMeasurable:
      (
        "notMeasurable", "not measurable", "not measurable",
        "its position or transform is not finite."
      )
    case .inactive:
      (
        "inactive", "inactive", "inactive",
        "the window is hidden, minimised or in the background."
      )
    case .hidden:
      ("hidden", "hidden", "hidden", "it or an ancestor is hidden.")
    case .transparent:
      ("transparent", "transparent", "transparent", "its opacity is below its rule's minimum.")
    case .zeroArea:
      ("zeroArea", "zero area", "no area", "it has no area.")
    case .tooSmall:
      ("tooSmall", "too small", "too small", "it is smaller than its rule requires.")
    case .outOfViewport:
      (
        "outOfViewport", "out of viewport", "out of view",
        "too little of it is inside the viewport."
      )
    case .clipped:
      ("clipped", "clipped", "clipped", "an ancestor clips too much of it.")
    case .covered:
      ("covered", "covered", "covered", "a cover hides too much of it.")
    case .edgesUnseen:
      (
        "edgesUnseen", "edges unseen", "edges not seen yet",
        "not all of its edges have been in view yet."
      )
    }
  }
}

extension InvisibilityReason: CustomStringConvertible {
  /// The reason in words, as the command line and the inspector print it.
  public var description: String { notation.text.description }

  /// The reason in words for people who use an app.
  @_spi(Gallery) public var label: String { notation.label.description }

  /// The reason as a sentence about the target.
  @_spi(Gallery) public var sentence: String { notation.sentence.description }
}

extension VisibilityExit {
  /// An edge of the viewport, or of the scroll view that the target left.
  public enum Edge: UInt8, Hashable, Sendable, CaseIterable {
    /// The upper edge.
    case top
    /// The lower edge.
    case bottom
    /// The edge at which reading begins: the left one, from right to left the right one.
    case leading
    /// The edge at which reading ends.
    case trailing

    /// The name in all notations.
    package var notation: StaticString {
      switch self {
      case .top: "top"
      case .bottom: "bottom"
      case .leading: "leading"
      case .trailing: "trailing"
      }
    }
  }

  /// A cause of a leave.
  public enum Cause: UInt8, Hashable, Sendable, CaseIterable {
    /// A scroll of the reader's: a finger, its momentum, a wheel or a key.
    case scroll
    /// A change of the app's: a scroll by code, another layout, rows removed or put in, a keyboard.
    case change

    /// The name in all notations.
    package var notation: StaticString {
      switch self {
      case .scroll: "scroll"
      case .change: "change"
      }
    }
  }

  /// The code in records, above 0: each cause has a code for each edge.
  package var code: UInt32 {
    UInt32(cause.rawValue) * UInt32(Edge.allCases.count) + UInt32(edge.rawValue) + 1
  }
}

extension VisibilityRule {
  /// The reference for the visible area.
  public enum Measure: UInt8, Hashable, Sendable, CaseIterable {
    /// The target's own area.
    case item
    /// The viewport's area, grown by its margins.
    case viewport
    /// The area of the largest part of the target that the viewport could show at once: the smaller
    /// of both widths times the smaller of both heights. If one is rotated relative to the other,
    /// it is the area of their intersection with coinciding centres.
    case smaller
    /// Whether each of the target's four edges has been in view since the target came on screen:
    /// some visible part of the target has been within a device pixel of the edge. Ends, and
    /// resets, when the target leaves the viewport or its clips, or is hidden or transparent. A
    /// cover or inactivity only interrupts it.
    case edges

    /// The name in all notations, and the words of the viewer.
    package var notation: (name: StaticString, label: StaticString) {
      switch self {
      case .item: ("item", "the item’s area")
      case .viewport: ("viewport", "the viewport’s area")
      case .smaller: ("smaller", "the smaller of both")
      case .edges: ("edges", "all edges seen")
      }
    }
  }

  /// The numbers of a rule besides its thresholds.
  package enum Number: Int, Hashable, Sendable, CaseIterable {
    /// The distance below a threshold at which a target leaves, 0...1.
    case hysteresis
    /// The minimum opacity, multiplied along all ancestors, 0...1.
    case minimumOpacity
    /// The minimum visible area, in square points.
    case minimumArea

    /// The name in Swift, JavaScript, sessions and logs; the option in texts, with an example and
    /// the expected value; the key in traces; the range and the default; and the words and unit of
    /// its field in the viewer, if it has one.
    package var notation:
      (
        name: StaticString, option: StaticString, example: StaticString, expectation: StaticString,
        key: StaticString, range: ClosedRange<Double>, usual: Double, label: StaticString?,
        unit: StaticString?
      )
    {
      switch self {
      case .hysteresis:
        (
          "hysteresis", "hysteresis", "0.1", "a fraction from 0 to 1",
          "hyst", 0...1, 0, nil, nil
        )
      case .minimumOpacity:
        (
          "minimumOpacity", "opacity", "0.5", "an opacity from 0 to 1",
          "alpha", 0...1, 0.01, "Minimum opacity", "%"
        )
      case .minimumArea:
        (
          "minimumArea", "area", "400", "a minimum area in square points",
          "area", 0...Double.greatestFiniteMagnitude, 0, "Minimum visible area", "pt²"
        )
      }
    }
  }

  /// A number of the rule.
  ///
  /// - Precondition: The number is in its range.
  package subscript(number: Number) -> Double {
    get {
      switch number {
      case .hysteresis: hysteresis
      case .minimumOpacity: minimumOpacity
      case .minimumArea: minimumArea
      }
    }
    set {
      let notation = number.notation
      require(
        notation.range.contains(newValue),
        "a rule's \(notation.name) must be \(notation.expectation), not \(newValue)")
      switch number {
      case .hysteresis: hysteresis = newValue
      case .minimumOpacity: minimumOpacity = newValue
      case .minimumArea: minimumArea = newValue
      }
    }
  }
}

extension ImpressionRepetition {
  /// The kinds of repetition.
  package enum Kind: UInt32, Sendable, CaseIterable {
    case once
    case session
    case visit
    case leaving
    case coolDown
    case day

    /// The word in texts, traces, sessions and JavaScript; the name in Swift and in logs; and the
    /// unit of its number, if it has one.
    package var notation: (word: StaticString, name: StaticString, unit: Unit?) {
      switch self {
      case .once: ("once", "once", nil)
      case .session: ("session", "oncePerSession", nil)
      case .visit: ("visit", "oncePerScreenVisit", nil)
      case .leaving: ("leaving", "afterLeaving", nil)
      case .coolDown: ("coolDown", "afterCoolDown", .duration)
      case .day: ("day", "perDay", .count)
      }
    }
  }

  /// The units of a kind's number.
  package enum Unit: Sendable {
    /// Notations without durations write nanoseconds.
    case duration
    /// A count per day.
    case count

    package var range: PartialRangeFrom<Int64> { self == .duration ? 0... : 1... }
  }
}

extension ImpressionPolicy {
  /// A way of adding up dwell time.
  public enum Accumulation: UInt8, Hashable, Sendable {
    /// Within one exposure: leaving resets it to zero.
    case continuous
    /// Across all exposures of the identity.
    case cumulative

    /// The name in Swift and in logs. In texts, a name is an option if it isn't the default.
    package var notation: StaticString {
      switch self {
      case .continuous: "continuous"
      case .cumulative: "cumulative"
      }
    }
  }

  /// The effect of inactivity on dwell time.
  public enum Inactivity: UInt8, Hashable, Sendable {
    /// Dwell time is lost (the Media Rating Council's rule for ads).
    case drops
    /// Dwell time pauses, and continues if the target is visible immediately afterwards.
    case pauses

    /// The name in Swift and in logs. In texts, a name is an option if it isn't the default.
    package var notation: StaticString {
      switch self {
      case .drops: "drops"
      case .pauses: "pauses"
      }
    }
  }

  /// An item of a feed: at least 70 % of the area, without dwell.
  public static let feed = ImpressionPolicy(rule: .fraction(0.7))

  /// A display ad: at least 50 % of the area for 1 continuous second (Media Rating Council).
  public static let mrcDisplay = ImpressionPolicy(rule: .fraction(0.5), dwell: .seconds(1))

  /// A large display ad (at least ``largeDisplayArea``): 30 % for 1 continuous second.
  public static let mrcLargeDisplay = ImpressionPolicy(rule: .fraction(0.3), dwell: .seconds(1))

  /// A video ad: at least 50 % of the area for 2 continuous seconds (Media Rating Council).
  public static let mrcVideo = ImpressionPolicy(rule: .fraction(0.5), dwell: .seconds(2))

  /// The presets, with their names in all notations and the words of the viewer.
  package static let presets: [(name: String, label: String, policy: ImpressionPolicy)] = [
    ("feed", "Feed item", .feed),
    ("mrcDisplay", "Display ad", .mrcDisplay),
    ("mrcLargeDisplay", "Large display ad", .mrcLargeDisplay),
    ("mrcVideo", "Video ad", .mrcVideo),
  ]
}

/// The kinds of edits in the records of `Web/sightline.h`, which explains the types of the fields.
/// A case's comment lists its fields.
package enum EditKind: UInt32, Sendable, CaseIterable {
  /// uint32_t parent; box. Has the default appearance until one is set
  case addContainer = 1
  /// uint32_t unused; box
  case setContainer
  /// appearance
  case setContainerAppearance
  /// point offset
  case scroll
  /// uint32_t parent, unused
  case moveContainer
  /// with its contents
  case removeContainer
  /// uint32_t container, unused; rect frame
  case addTarget
  /// rect frame
  case setTargetFrame
  /// appearance
  case setTargetAppearance
  /// uint32_t container, unused
  case moveTarget
  case removeTarget
  /// uint32_t container, flags (1 friendly); rect frame
  case addCover
  /// uint32_t unused, flags; rect frame
  case setCover
  /// appearance
  case setCoverAppearance
  /// uint32_t container, unused
  case moveCover
  case removeCover
  /// uint32_t container, unused; margins; margins of scrolling containers inside
  case addViewport
  /// margins
  case setMargins
  /// ends its watches
  case removeViewport
  /// uint32_t measure (SightlineMeasure), count (1...65,535); double
  /// numbers[SIGHTLINE_RULE_NUMBERS], thresholds[count]. Applies to later watches
  case setRule
  /// uint32_t rule, repetition (SightlineRepetition), flags (1 cumulative, 2 pauses), unused;
  /// int64_t dwell, the repetition's number in nanoseconds or as a count; double speed limit. 0 for
  /// none
  case setPolicy
  /// uint32_t target, viewport, rule, unused
  case watch
  /// uint32_t target, viewport, policy, unused; uint64_t identity
  case watchForImpressions
  case unwatch
  /// number: 0 or 1
  case setForeground
  /// number unused
  case beginSession
  /// number unused
  case beginScreenVisit
  /// number: the day
  case beginDay
  /// uint32_t successor, unused
  case replacePolicy
  /// impressions before the first watch; number: the policy. uint32_t flags (1 of this session, 2
  /// of this screen visit, 4 of this exposure, 8 has a time), unused; uint64_t identity; int64_t
  /// count, time of the last one plus that slept until then, its day, count on that day
  case restore
  /// number unused; int64_t nanoseconds that the device has slept so far, since any fixed moment.
  /// Counts for cool-downs, from the next pass on
  case sleep
  /// number unused; double: the points of a device pixel, above 0 (0.5 until then)
  case setPixelLength
  /// number: 0 from left to right, 1 from right to left
  case setReadingDirection
  /// of a container, from now on: uint32_t 0 the reader, 1 the app; unused
  case setScrollSource
  /// number unused; the next frame only ends all exposures and reports dwells reached. Other edits
  /// wait for the frame after it
  case endExposures
  /// number unused
  case forgetAllImpressions
}

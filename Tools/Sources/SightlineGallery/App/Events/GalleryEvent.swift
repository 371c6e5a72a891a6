@_spi(Gallery) import SightlineCore

/// An event on a page. All events are worded here to be consistent.
struct GalleryEvent {
  enum Kind: String, CaseIterable {
    case entered
    case left
    case seen
    case other

    var symbol: String {
      switch self {
      case .entered: "●"
      case .left: "○"
      case .seen: "✓"
      case .other: "·"
      }
    }
  }

  /// The time since the page was opened.
  var time: Duration
  var kind: Kind
  var subject: String?
  /// The visible fraction as measured by the rule, 0...1.
  var fraction: Double?
  var reason: InvisibilityReason?
  /// The description, without the time.
  var text: String

  init(time: Duration, note: String, subject: String? = nil) {
    self.time = time
    kind = .other
    self.subject = subject
    text = note
  }

  init(
    time: Duration, isVisible: Bool, subject: String, fraction: Double?,
    reason: InvisibilityReason?
  ) {
    self.time = time
    self.subject = subject
    self.fraction = fraction
    kind = isVisible ? .entered : .left
    self.reason = isVisible ? nil : reason
    let words = ["\(subject) \(kind.rawValue)", fraction.map(Self.percent), self.reason?.label]
    text = words.compactMap { $0 }.joined(separator: ", ")
  }

  /// - Parameter dwell: the uninterrupted visible time; zero if it doesn't count.
  init(time: Duration, seen subject: String, dwell: Duration, count: Int) {
    self.time = time
    self.subject = subject
    kind = .seen
    let often = count > 1 ? ", \(count) times so far" : ""
    text =
      "\(subject) was seen "
      + (dwell > .zero ? "after \(dwell.inSeconds(step: 0.01).withPlainSpaces)" : "at once") + often
  }

  /// The event with its time, as printed and copied.
  var line: String { String(repeating: " ", count: max(0, 9 - clock.count)) + "\(clock)  \(text)" }

  /// The text for labels that wrap, with numbers kept together with their units.
  var unbrokenText: String {
    text.replacing(#/(\d) (?=[%s])/#) { "\($0.output.1)\u{A0}" }
  }

  /// The time since the page was opened, such as `1.204 s`.
  var clock: String { time.inSeconds(step: 0.001).withPlainSpaces }

  /// Formats a fraction, rounded down to a tenth so that only complete items show 100 %.
  static func percent(_ fraction: Double) -> String {
    let tenths = Int((fraction * 1_000 + 1e-6).rounded(.down))
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }
}

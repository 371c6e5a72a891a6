import SightlineCore

/// Something that happened on a page. All events are worded here, so that they read alike.
struct GalleryEvent {
  enum Kind: String, CaseIterable {
    case entered
    case left
    case seen
    case other
  }

  /// Since the page was opened.
  var time: Duration
  var kind: Kind
  /// Whom it is about, such as "Card 3".
  var subject: String?
  /// How much of it was visible, 0...1, as its rule measures it.
  var fraction: Double?
  /// Why it left.
  var reason: InvisibilityReason?
  /// What happened, without the time.
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
    let words = [
      "\(subject) \(kind.rawValue)", fraction.map(Self.percent), self.reason?.description,
    ]
    text = words.compactMap { $0 }.joined(separator: ", ")
  }

  /// - Parameter dwell: for how long it was visible without a break; zero if that does not count.
  init(time: Duration, seen subject: String, dwell: Duration, count: Int) {
    self.time = time
    self.subject = subject
    kind = .seen
    let often = count > 1 ? ", \(count) times by now" : ""
    text =
      "\(subject) was seen "
      + (dwell > .zero ? "after \(Self.seconds(dwell, digits: 2))" : "at once") + often
  }

  /// The event with its time, as it is printed and copied.
  var line: String {
    let time = clock
    return String(repeating: " ", count: max(0, 9 - time.count)) + time + "  " + text
  }

  /// For labels that wrap: a number is not parted from its unit.
  var unbrokenText: String {
    var result = ""
    var last: Character = " "
    for (index, character) in zip(text.indices, text) {
      let next = text[text.index(after: index)...].first
      let isUnit = next == "%" || next == "s"
      result.append(character == " " && last.isNumber && isUnit ? "\u{A0}" : character)
      last = character
    }
    return result
  }

  /// Since the page was opened, such as `1.204 s`.
  var clock: String { Self.seconds(time, digits: 3) }

  /// Rounded down to a tenth, so that only what is complete says 100 %.
  static func percent(_ fraction: Double) -> String {
    let tenths = Int((fraction * 1_000 + 1e-6).rounded(.down))
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  private static func seconds(_ duration: Duration, digits: Int) -> String {
    Knob.text(duration / .seconds(1), step: digits == 2 ? 0.01 : 0.001, unit: "s")
      .replacing("\u{A0}", with: " ")
  }
}

import Foundation
import Testing

@testable import SightlineGallery

/// Tests of the style sheet's text, by parsing it for every appearance.
@Suite struct StyleSheetTests {
  /// From WCAG 2.2, 1.4.3.
  private static let least = 4.5
  /// Selectors without text.
  private static let wordless: Set<String> = [
    ".edge", ".lamp", ".lamp.is-awake", ".handle", ".landscape", ".sun",
    ".lake",
    "progressbar progress", "progressbar trough",
  ]

  @Test(arguments: Palette.allCases)
  func `text has a contrast of at least 4.5 to 1 on every background`(_ palette: Palette) {
    let surfaces = [palette["side"], palette["base"], palette["card"]]
    var pairs = 0
    func check(_ text: String, on ground: String, _ rule: String) {
      pairs += 1
      let ratio = Contrast.ratio(text, ground)
      #expect(ratio >= Self.least, "\(rule): \(text) on \(ground) is \(ratio) to 1")
    }
    for rule in Rule.rules(of: palette.styleSheet) where !isWordless(rule) {
      let ground = rule.color(of: "background", over: palette["base"])
      let text = rule.color(of: "color", over: palette["base"])
      switch (text, ground) {
      case (let text?, let ground?): check(text, on: ground, rule.selector)
      case (let text?, nil):
        for surface in surfaces { check(text, on: surface, rule.selector) }
      case (nil, let ground?): check(palette["text"], on: ground, rule.selector)
      case (nil, nil): break
      }
    }
    // Captions appear on most surfaces of the pages.
    for surface in surfaces + [palette["shade"]] {
      check(palette["secondary"], on: surface, "a caption")
      check(palette["text"], on: surface, "text")
    }
    #expect(pairs > 50)
  }

  private func isWordless(_ rule: Rule) -> Bool {
    rule.selector.split(separator: ",").allSatisfy {
      Self.wordless.contains($0.trimmingCharacters(in: .whitespaces))
    }
  }

  @Test func `text is never faded`() {
    for rule in Rule.rules(of: Palette.light.styleSheet) {
      #expect(rule.values["opacity"] == nil, "\(rule.selector)")
    }
  }

  @Test func `text scales with the text size setting`() {
    for rule in Rule.rules(of: Palette.light.styleSheet) {
      guard let size = rule.values["font-size"] else { continue }
      #expect(size.hasSuffix("rem"), "\(rule.selector): \(size)")
    }
  }

  @Test func `contrast is computed as in WCAG`() {
    #expect(abs(Contrast.ratio("#000000", "#ffffff") - 21) < 0.001)
    #expect(abs(Contrast.ratio("#ffffff", "#2ec27e") - 2.30) < 0.01)
    #expect(Contrast.ratio("#777777", "#ffffff") < 4.5)
    #expect(Contrast.ratio("#767676", "#ffffff") > 4.5)
  }
}

/// A rule of a style sheet.
private struct Rule {
  var selector: String
  var values: [String: String]

  static func rules(of text: String) -> [Rule] {
    text.split(separator: "}").compactMap { part in
      let halves = part.split(separator: "{", maxSplits: 1)
      guard halves.count == 2 else { return nil }
      var values: [String: String] = [:]
      for value in halves[1].split(separator: ";") {
        let pair = value.split(separator: ":", maxSplits: 1)
          .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        if pair.count == 2 { values[pair[0]] = pair[1] }
      }
      return Rule(
        selector: halves[0].trimmingCharacters(in: .whitespacesAndNewlines), values: values)
    }
  }

  /// - Returns: a colour as `#rrggbb`, with translucent colours blended with the background.
  func color(of name: String, over behind: String) -> String? {
    guard let value = values[name] else { return nil }
    if value.hasPrefix("#") { return value }
    guard value.hasPrefix("alpha(#"), let comma = value.firstIndex(of: ","),
      let alpha = Double(
        value[value.index(after: comma)...].dropLast().trimmingCharacters(in: .whitespaces))
    else { return nil }
    let mixed = zip(
      Contrast.parts(String(value[..<comma].dropFirst(6))), Contrast.parts(behind)
    ).map { Int(($0 * alpha + $1 * (1 - alpha)).rounded()) }
    return "#" + mixed.map { String(format: "%02x", $0) }.joined()
  }
}

private enum Contrast {
  static func parts(_ color: String) -> [Double] {
    let number = Int(color.dropFirst(), radix: 16) ?? 0
    return [16, 8, 0].map { Double(number >> $0 & 0xFF) }
  }

  /// Returns the relative luminance as defined by WCAG 2.2.
  private static func luminance(_ color: String) -> Double {
    let linear = parts(color).map { part in
      let value = part / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  static func ratio(_ one: String, _ other: String) -> Double {
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}

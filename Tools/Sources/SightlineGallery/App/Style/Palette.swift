/// The gallery's colours in one appearance. All are opaque, so the style sheet alone determines the
/// text contrast ratio, at least 4.5:1 in every appearance (`StyleSheetTests`).
struct Palette: Sendable {
  /// The background of the page list and the events.
  var side: String
  /// The page's background.
  var base: String
  /// The background of cards on the page.
  var card: String
  /// Chips and boxes on a card or the page.
  var shade: String
  var text: String
  /// Captions.
  var secondary: String
  var border: String
  /// Coloured text and lines.
  var accent: String
  /// Coloured text for visible items.
  var greenText: String
  var heart: String
  /// Backgrounds for visible, seen and failed states.
  var greenTint: String
  var blueTint: String
  var redTint: String

  /// Backgrounds for white text; the same in all appearances.
  enum Fill {
    static let blue = "#1c62b8"
    static let green = "#1a7a43"
    /// Item colours, muted because they carry no meaning.
    static let items = [
      ("slate", "#5a6880"), ("sage", "#5b7064"), ("clay", "#80665a"), ("plum", "#70617c"),
      ("sand", "#75694d"),
    ]
    static let text = "#ffffff"
  }

  static let light = Palette(
    side: "#f4f4f6", base: "#ffffff", card: "#f8f8f9", shade: "#ececef", text: "#1f2328",
    secondary: "#565d66", border: "#d3d6db", accent: "#1c62b8", greenText: "#1a7a43",
    heart: "#c01c28",
    greenTint: "#d6efdf", blueTint: "#dbe8f8", redTint: "#fbe1e2")
  static let dark = Palette(
    side: "#2b2b2e", base: "#1e1e21", card: "#29292c", shade: "#36363a", text: "#f3f3f4",
    secondary: "#b9bcc2", border: "#4a4b50", accent: "#86b7f0", greenText: "#7fd4a0",
    heart: "#ff8a90",
    greenTint: "#1e4a31", blueTint: "#1e3f66", redTint: "#5a2226")
  static let highContrastLight = Palette(
    side: "#ffffff", base: "#ffffff", card: "#ffffff", shade: "#e8e8e8", text: "#000000",
    secondary: "#1a1a1a", border: "#000000", accent: "#003e8a", greenText: "#005c28",
    heart: "#9a0010",
    greenTint: "#c4efd3", blueTint: "#cfe2fb", redTint: "#ffdcde")
  static let highContrastDark = Palette(
    side: "#000000", base: "#000000", card: "#000000", shade: "#262626", text: "#ffffff",
    secondary: "#ededed", border: "#ffffff", accent: "#a8d0ff", greenText: "#9df0bd",
    heart: "#ffb0b5",
    greenTint: "#0b4a28", blueTint: "#0c3a70", redTint: "#641018")
  static let all = [light, dark, highContrastLight, highContrastDark]

  static func named(isDark: Bool, hasHighContrast: Bool) -> Palette {
    switch (isDark, hasHighContrast) {
    case (false, false): light
    case (true, false): dark
    case (false, true): highContrastLight
    case (true, true): highContrastDark
    }
  }
}

/// The gallery's colours in one appearance. All are opaque, so the style sheet alone determines the
/// text contrast ratio, at least 4.5:1 in every appearance (`StyleSheetTests`).
enum Palette: Int, CaseIterable {
  case light
  case dark
  case highContrastLight
  case highContrastDark

  /// The colours by their names in the style sheet, in the order of the appearances.
  private static let colors = [
    // Backgrounds: of the page list and the events, of the page, of cards on the page, and of chips
    // and boxes on either.
    "side": ["#f4f4f6", "#2b2b2e", "#ffffff", "#000000"],
    "base": ["#ffffff", "#1e1e21", "#ffffff", "#000000"],
    "card": ["#f8f8f9", "#29292c", "#ffffff", "#000000"],
    "shade": ["#ececef", "#36363a", "#e8e8e8", "#262626"],
    "text": ["#1f2328", "#f3f3f4", "#000000", "#ffffff"],
    // Captions.
    "secondary": ["#565d66", "#b9bcc2", "#1a1a1a", "#ededed"],
    "border": ["#d3d6db", "#4a4b50", "#000000", "#ffffff"],
    // Coloured text and lines, and coloured text for visible items.
    "accent": ["#1c62b8", "#86b7f0", "#003e8a", "#a8d0ff"],
    "greenText": ["#1a7a43", "#7fd4a0", "#005c28", "#9df0bd"],
    "heart": ["#c01c28", "#ff8a90", "#9a0010", "#ffb0b5"],
    // Backgrounds for visible, seen and failed states.
    "greenTint": ["#d6efdf", "#1e4a31", "#c4efd3", "#0b4a28"],
    "blueTint": ["#dbe8f8", "#1e3f66", "#cfe2fb", "#0c3a70"],
    "redTint": ["#fbe1e2", "#5a2226", "#ffdcde", "#641018"],
  ]
  /// Backgrounds for white text; the same in all appearances.
  private static let fills = ["blueFill": "#1c62b8", "greenFill": "#1a7a43", "fillText": "#ffffff"]

  init(isDark: Bool, hasHighContrast: Bool) {
    switch (isDark, hasHighContrast) {
    case (false, false): self = .light
    case (true, false): self = .dark
    case (false, true): self = .highContrastLight
    case (true, true): self = .highContrastDark
    }
  }

  /// The gallery's style sheet, `gallery.css` with these colours.
  var styleSheet: String {
    let template = String(decoding: PackageResources.gallery_css, as: UTF8.self)
    return template.replacing(#/@(\w+)/#) { self[String($0.1)] }
  }

  /// A colour as `#rrggbb`.
  subscript(name: String) -> String {
    guard let color = Self.fills[name] ?? Self.colors[name]?[rawValue] else {
      preconditionFailure("gallery.css uses @\(name), which is not a colour of Palette")
    }
    return color
  }
}

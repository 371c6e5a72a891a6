import SightlineGTKToolkit

/// The process-wide appearance: colours, contrast, text size, direction and motion.
@MainActor
final class Style {
  static let shared = Style()

  static let scales = [1, 1.25, 1.5]
  /// The settings offered, with their commands.
  static let switches:
    [(title: String, action: String, path: ReferenceWritableKeyPath<Style, Bool>)] =
      [
        ("Dark", "dark", \.isDark), ("High contrast", "high-contrast", \.hasHighContrast),
        ("Right to left", "right-to-left", \.isRightToLeft),
        ("Reduce motion", "reduce-motion", \.reducesMotion),
      ]

  private var onChange: () -> Void = {}
  /// Called after a change of the text size, from which pages compute sizes.
  var onScale: () -> Void = {}
  private let provider = gtk_css_provider_new()
  private let settings = Properties(object: required(gtk_settings_get_default()))

  private init() {
    guard let display = gdk_display_get_default(), let provider else { return }
    gtk_style_context_add_provider_for_display(
      display, sightline_style_provider(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    load()
    _ = plainTheme
    for name in ["gtk-application-prefer-dark-theme", "gtk-theme-name"] {
      Signal.notify(settings.object, name) { [weak self] in self?.load() }
    }
  }

  private func load() {
    guard let provider else { return }
    let palette = Palette(isDark: isDark, hasHighContrast: hasHighContrast)
    sightline_css_provider_load(provider, palette.styleSheet)
    onChange()
  }

  func addActions(to actions: Actions) {
    func name(_ scale: Double) -> String { "text-\(Int(scale * 100))" }
    for (_, action, path) in Self.switches {
      actions.addSwitch(action) { [weak self] in self?[keyPath: path] = $0 }
    }
    for scale in Self.scales {
      actions.addSwitch(name(scale)) { [weak self] _ in
        self?.textScale = scale
        self?.onChange()
      }
    }
    onChange = { [weak self, weak actions] in
      guard let self, let actions else { return }
      for (_, action, path) in Self.switches { actions[action] = self[keyPath: path] }
      for scale in Self.scales { actions[name(scale)] = textScale == scale }
    }
    onChange()
  }

  // MARK: Settings

  var isDark: Bool {
    get { settings["gtk-application-prefer-dark-theme"] || themeName.hasSuffix("-dark") }
    set { settings["gtk-application-prefer-dark-theme"] = newValue }
  }

  /// GTK's own high-contrast theme.
  private static let highContrast = "Default-hc"

  private var themeName: String { settings["gtk-theme-name"] }
  /// The system's theme, unless it is a high-contrast one.
  private lazy var plainTheme = hasHighContrast ? "Default" : themeName

  var hasHighContrast: Bool {
    get { themeName.hasPrefix(Self.highContrast) || themeName.hasPrefix("HighContrast") }
    set { settings["gtk-theme-name"] = newValue ? Self.highContrast : plainTheme }
  }

  /// GTK's unit for `gtk-xft-dpi`.
  private static let dpiUnit = 1_024.0
  /// The DPI at which the text size is 100 %.
  private static let plainDPI = 96.0
  /// The system's DPI; the sizes below are relative to it.
  private lazy var systemDPI = max(
    Self.plainDPI, Double(settings["gtk-xft-dpi"] as Int) / Self.dpiUnit)

  /// The text size relative to the system's.
  var textScale = 1.0 {
    didSet {
      if textScale == oldValue { return }
      settings["gtk-xft-dpi"] = Int((systemDPI * textScale * Self.dpiUnit).rounded())
      onChange()
      onScale()
    }
  }

  /// The text size relative to 96 DPI, including the system's size.
  var wholeTextScale: Double { systemDPI / Self.plainDPI * textScale }

  var isRightToLeft: Bool {
    get { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }
    set {
      gtk_widget_set_default_direction(newValue ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
      onChange()
    }
  }

  var reducesMotion: Bool {
    get { !settings["gtk-enable-animations"] }
    set { settings["gtk-enable-animations"] = !newValue }
  }
}

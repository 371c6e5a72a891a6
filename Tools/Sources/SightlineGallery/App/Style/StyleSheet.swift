/// The gallery's style sheet. Text sizes are in `rem`, so they follow the user's setting.
enum StyleSheet {
  static func text(_ palette: Palette) -> String { shell(palette) + pages(palette) }

  /// Returns the styles of the window around the page.
  private static func shell(_ palette: Palette) -> String {
    """
    .shell { background: \(palette.base); color: \(palette.text); }
    scrolledwindow:focus:focus-visible { outline: 2px solid \(palette.accent); outline-offset: -2px; }
    .side { background: \(palette.side); color: \(palette.text); }
    .window-title { font-weight: 700; }
    .header-button.text-button { padding-left: 9px; padding-right: 9px; }
    .rule { background: \(palette.border); min-width: 1px; min-height: 1px; }
    .group-title { font-weight: 700; font-size: 0.85rem; padding: 14px 12px 4px 12px; \
    color: \(palette.secondary); }
    .page-name { padding: 5px 12px; border-radius: 8px; }
    .side list, .side listview { background: none; color: \(palette.text); }
    .side list row { background: none; margin: 1px 8px; padding: 0; min-height: 1.9rem; }
    .side list row:hover .page-name { background: \(palette.shade); }
    .side list row:selected .page-name { background: \(Palette.Fill.blue); \
    color: \(Palette.Fill.text); }
    .pane-bar { padding: 10px 10px 8px 10px; }
    .pane-title { font-weight: 700; padding: 0 4px; }
    .page-heading { padding: 18px 24px 14px 24px; }
    .page-title { font-weight: 800; font-size: 1.65rem; }
    .page-summary { color: \(palette.secondary); }
    .welcome { padding-bottom: 6px; }
    .knobs { padding: 0 24px 12px 24px; }
    .knob-value { font-feature-settings: "tnum"; color: \(palette.secondary); }
    .page { background: \(palette.base); color: \(palette.text); }
    .meter { background: \(palette.side); color: \(palette.secondary); padding: 6px 24px; \
    border-top: 1px solid \(palette.border); font-size: 0.9rem; font-feature-settings: "tnum"; }
    .lamp { min-width: 9px; min-height: 9px; border-radius: 99px; background: \(palette.secondary); }
    .lamp.is-awake { background: \(Palette.Fill.green); }
    .events { font-size: 0.9rem; background: \(palette.side); color: \(palette.text); }
    .events row { padding: 3px 10px; font-feature-settings: "tnum"; }
    .events row:selected { background: \(palette.blueTint); color: \(palette.text); }
    .events .is-first { padding-top: 4px; }
    .event-kind { min-width: 14px; font-weight: 800; color: \(palette.secondary); }
    .entered .event-kind { color: \(palette.greenText); }
    .seen .event-kind { color: \(palette.accent); }
    .events row:selected .event-kind { background: \(palette.blueTint); color: \(palette.text); }
    .banner { background: \(palette.blueTint); color: \(palette.text); border-radius: 12px; \
    margin: 8px 24px 12px 24px; padding: 8px 14px; min-height: 34px; }
    .is-recording { color: \(palette.heart); font-feature-settings: "tnum"; }
    .event-time { color: \(palette.secondary); }
    .events row:selected .event-time { background: \(palette.blueTint); color: \(palette.text); }
    .explanation { background: \(palette.card); color: \(palette.text); padding: 12px 14px; \
    border-top: 1px solid \(palette.border); }
    .nothing { color: \(palette.secondary); padding: 24px; }
    .code-panel { background: \(palette.side); color: \(palette.text); }
    .code { font-family: monospace; font-size: 0.95rem; padding: 4px 20px 14px 20px; }
    .code-bar { padding: 8px 14px 4px 20px; }

    """
  }
}

extension StyleSheet {
  /// Returns the styles of the pages' content.
  static func pages(_ palette: Palette) -> String {
    let (fill, line) = (Palette.Fill.self, "1px solid \(palette.border)")
    let items = fill.items.map { name, color in
      """
      .\(name) { background: \(color); color: \(fill.text); }
      .\(name) .caption { color: inherit; }

      """
    }
    return items.joined() + """
      .edge { border-top: 2px dashed \(palette.secondary); }
      .edge-name { font-size: 0.85rem; padding: 2px 24px; color: \(palette.secondary); }
      .target { background: \(palette.shade); border-radius: 14px; margin: 0 24px; \
      transition: background 150ms; }
      .target.is-visible { background: \(palette.greenTint); }
      .title { font-weight: 700; font-size: 1.5rem; }
      .caption { color: \(palette.secondary); }
      .number { font-weight: 800; font-size: 1.95rem; }
      .card { background: \(palette.card); border: \(line); border-radius: 14px; padding: 14px; }
      .card.is-visible { border-color: \(fill.green); background: \(palette.greenTint); }
      .card.is-seen { border-color: \(fill.blue); background: \(palette.blueTint); }
      .card.is-visible .caption, .card.is-seen .caption, .target .caption, .measure .caption { \
      color: \(palette.text); background: none; }
      .sheet { background: \(palette.card); border-top: \(line); border-radius: 18px 18px 0 0; \
      padding: 18px; }
      .toolbar { background: none; padding: 8px 24px; }
      .toolbar button { padding: 3px 12px; background: \(palette.card); color: \(palette.text); \
      border: \(line); }
      .toolbar button:hover { background: \(palette.shade); color: \(palette.text); }
      .toolbar button:active, .toolbar button:checked { background: \(palette.blueTint); \
      color: \(palette.text); }
      pagedtabs > .strip { background: \(palette.card); color: \(palette.accent); \
      border-bottom: \(line); }
      pagedtabs > .strip > button { font-weight: 600; color: \(palette.secondary); \
      border-radius: 8px 8px 0 0; padding: 9px 14px; }
      pagedtabs > .strip > button.selected { color: \(palette.accent); }
      .story { background: \(palette.card); border-radius: 12px; padding: 12px 14px; }
      .slide { border-radius: 12px; }
      .tab-bar { background: \(palette.card); border-top: \(line); padding: 8px 20px; }
      .tab-item { padding: 4px 10px; font-weight: 600; }
      .heart { color: \(palette.heart); font-size: 1.28rem; padding: 2px 9px; }
      .heart:checked { background: none; }
      .product-header { background: \(fill.blue); color: \(fill.text); padding: 0 24px; }
      .product-title { font-weight: 800; font-size: 1.35rem; }
      .product-label { font-size: 1rem; }
      .pill { font-weight: 700; font-size: 1.05rem; background: #164e93; color: \(fill.text); \
      border-radius: 16px; padding: 5px 12px; font-feature-settings: "tnum"; }
      .product-row { padding: 8px 4px 8px 14px; }
      .row-time { font-weight: 700; font-feature-settings: "tnum"; }
      .share-bar { border-radius: 6px; background: \(palette.shade); }
      .share-own { border-radius: 6px; background: \(fill.blue); min-height: 12px; }
      .rounded { border-radius: 12px; }
      .items { background: transparent; }
      .items row { padding: 5px 24px; background: transparent; }
      .tall { background: \(palette.card); border-radius: 14px; }
      .mark { border-top: \(line); font-size: 0.9rem; color: \(palette.secondary); \
      padding: 2px 10px; font-feature-settings: "tnum"; }
      .mark.is-first { border-color: transparent; }
      .measure { background: \(palette.shade); border-radius: 10px; padding: 10px 12px; }
      .measure.is-visible { background: \(palette.greenTint); }
      .measure.has-mistakes { background: \(palette.redTint); }
      .card-title { font-weight: 700; font-size: 1.12rem; }
      .percent { font-weight: 800; font-size: 1.5rem; font-feature-settings: "tnum"; }
      .chip { background: \(palette.shade); border-radius: 10px; padding: 2px 10px; \
      font-size: 0.9rem; font-weight: 600; font-feature-settings: "tnum"; }
      .chip.is-on { background: \(palette.greenTint); }
      .picture { border-radius: 10px; }
      .landscape { background: linear-gradient(#1c3d6e, #3584e4 30%, #f6a15b 58%, #e66100); }
      .sun { background: #ffe9b8; border-radius: 999px; }
      .lake { background: linear-gradient(alpha(#0d2a4d, 0.75), alpha(#0d2a4d, 0.95)); }
      .stretchy-title { color: white; font-weight: 800; text-shadow: 0 1px 5px alpha(black, 0.55); }
      .readout { padding: 8px 24px; border-top: \(line); font-feature-settings: "tnum"; }
      collapsing-header { background: \(palette.blueTint); border-bottom: \(line); }
      .count { font-weight: 800; font-size: 2.1rem; }
      capsule { background: \(palette.blueTint); border-radius: 999px; }
      date-tabs button { background: none; border: none; box-shadow: none; outline-offset: -3px; \
      border-radius: 999px; padding: 7px 2px; min-height: 0; font-weight: 600; }
      .section-bar { background: \(palette.card); padding: 8px 0; border-bottom: \(line); }
      .narrow { border: 1px dashed \(palette.secondary); border-radius: 12px; padding: 8px 0; }
      .progress-value { font-weight: 700; font-feature-settings: "tnum"; }
      .pause { padding: 4px 10px; }
      .failure { background: \(palette.redTint); border-radius: 12px; padding: 10px 14px; }
      .phase { border-radius: 12px; padding: 5px 10px; font-weight: 600; background: \(palette.shade); }
      .phase.is-on { background: \(fill.blue); color: \(fill.text); }
      progressbar trough, progressbar progress { min-width: 0; min-height: 5px; border-radius: 3px; }
      progressbar progress { background: \(fill.blue); border-color: \(fill.blue); }
      .glass { background: alpha(\(palette.card), 0.85); padding: 10px 24px; border-bottom: \(line); }
      .handle { background: \(palette.secondary); border-radius: 3px; }
      .ghost { border: 2px dashed \(palette.secondary); border-radius: 14px; }
      .frame { background: \(palette.card); border: 2px solid \(palette.secondary); }
      .plate { border-radius: 4px; padding: 8px; }
      .huge { font-weight: 800; font-size: 2.9rem; font-feature-settings: "tnum"; }
      .is-outlined { outline: 3px solid \(fill.blue); outline-offset: -3px; }
      progressbar .empty progress { background: transparent; border-color: transparent; }

      """
  }
}

import CGTK
import SightlineGTKToolkit

/// The gallery's look: one style sheet, on GTK's own colours, so that it is light and dark.
@MainActor
enum Style {
  static func apply() {
    guard let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else {
      return
    }
    sightline_css_provider_load(provider, sheet)
    gtk_style_context_add_provider_for_display(
      display, sightline_style_provider(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
  }

  static func setDark(_ isDark: Bool) {
    guard let settings = gtk_settings_get_default() else { return }
    var value = GValue()
    g_value_init(&value, sightline_type_boolean())
    g_value_set_boolean(&value, isDark ? 1 : 0)
    g_object_set_property(
      UnsafeMutableRawPointer(settings).object, "gtk-application-prefer-dark-theme", &value)
    g_value_unset(&value)
  }

  private static let sheet = """
    .side { background: @theme_bg_color; }
    .sidebar-title { font-weight: bold; padding: 12px 14px 6px 14px; opacity: 0.6; font-size: 12px; }
    .page-name { padding: 4px 2px; }
    .heading { padding: 16px 20px 14px 20px; }
    .page-title { font-weight: 800; font-size: 22px; }
    .page-summary { opacity: 0.7; font-weight: normal; }
    .page { background: @theme_base_color; }
    .events { font-family: monospace; font-size: 12px; background: transparent; }
    .events row { padding: 1px 14px; }
    .bar { background: #e01b24; }
    .target { background: alpha(@theme_fg_color, 0.07); border-radius: 14px; margin: 0 24px; \
    transition: background 150ms; }
    .target.is-visible { background: alpha(#2ec27e, 0.30); }
    .title { font-weight: 700; font-size: 20px; }
    .caption { opacity: 0.7; font-size: 13px; }
    .number { font-weight: 800; font-size: 26px; }
    .card { background: @theme_bg_color; border: 1px solid alpha(@theme_fg_color, 0.15); \
    border-radius: 14px; padding: 14px; }
    .card.is-visible { border-color: #2ec27e; background: alpha(#2ec27e, 0.16); }
    .card.is-seen { border-color: #3584e4; background: alpha(#3584e4, 0.16); }
    .sheet { background: @theme_bg_color; border-top: 1px solid alpha(@theme_fg_color, 0.2); \
    border-radius: 18px 18px 0 0; padding: 18px; }
    .toolbar { padding: 8px 20px; }
    .toolbar button { padding: 3px 12px; }
    .blue { background: #3584e4; color: white; }
    .green { background: #2ec27e; color: white; }
    .orange { background: #ff7800; color: white; }
    .purple { background: #9141ac; color: white; }
    .teal { background: #1a8f8f; color: white; }
    pagedtabs > .strip { background: @theme_bg_color; color: #3584e4; \
    border-bottom: 1px solid alpha(@theme_fg_color, 0.12); }
    pagedtabs > .strip > button { font-weight: 600; opacity: 0.6; border-radius: 8px 8px 0 0; padding: 9px 14px; }
    pagedtabs > .strip > button.selected { opacity: 1; }
    .story { background: alpha(@theme_fg_color, 0.05); border-radius: 12px; padding: 12px 14px; }
    .slide { border-radius: 12px; }
    .tab-bar { background: @theme_bg_color; border-top: 1px solid alpha(@theme_fg_color, 0.15); \
    padding: 8px 20px; }
    .tab-item { padding: 4px 10px; font-weight: 600; }
    .heart { color: #e01b24; font-size: 17px; padding: 2px 9px; }
    .product-header { background: #1a5fb4; color: white; padding: 0 20px; }
    .product-number { font-weight: 800; font-size: 24px; }
    .product-label { font-size: 13px; opacity: 0.85; }
    .product-hearts { font-weight: 700; font-size: 16px; background: alpha(white, 0.2); \
    border-radius: 16px; padding: 5px 14px; }
    .rounded { border-radius: 12px; }
    .items { background: transparent; }
    .items row { padding: 5px 24px; background: transparent; }
    .tall { background: alpha(@theme_fg_color, 0.05); border-radius: 14px; }
    .mark { border-top: 1px solid alpha(@theme_fg_color, 0.15); font-size: 12px; opacity: 0.6; \
    padding: 2px 10px; font-feature-settings: "tnum"; }
    .mark.is-first { border-color: transparent; }
    .measure { background: alpha(@theme_fg_color, 0.05); border-radius: 10px; padding: 10px 12px; }
    .measure.is-visible { background: alpha(#2ec27e, 0.28); }
    .card-title { font-weight: 700; font-size: 15px; }
    .percent { font-weight: 800; font-size: 20px; font-feature-settings: "tnum"; }
    .chip { background: alpha(@theme_fg_color, 0.08); border-radius: 10px; padding: 2px 10px; \
    font-size: 12px; font-weight: 600; font-feature-settings: "tnum"; }
    .chip.is-on { background: alpha(#2ec27e, 0.35); }
    .picture { border-radius: 10px; }
    .landscape { background: linear-gradient(#1c3d6e, #3584e4 30%, #f6a15b 58%, #e66100); }
    .sun { background: #ffe9b8; border-radius: 999px; }
    .lake { background: linear-gradient(alpha(#0d2a4d, 0.75), alpha(#0d2a4d, 0.95)); }
    .stretchy-title { color: white; font-weight: 800; text-shadow: 0 1px 5px alpha(black, 0.55); }
    .readout { padding: 8px 20px; border-top: 1px solid alpha(@theme_fg_color, 0.15); \
    font-feature-settings: "tnum"; }
    collapsing-header { background: mix(@theme_bg_color, #3584e4, 0.16); \
    border-bottom: 1px solid alpha(@theme_fg_color, 0.15); }
    .count { font-weight: 800; font-size: 28px; }
    capsule { background: alpha(#3584e4, 0.32); border-radius: 999px; }
    date-tabs button { background: none; border: none; box-shadow: none; outline-offset: -3px; \
    border-radius: 999px; padding: 7px 2px; min-height: 0; font-weight: 600; }
    .section-bar { background: @theme_bg_color; padding: 8px 0; \
    border-bottom: 1px solid alpha(@theme_fg_color, 0.15); }
    .narrow { border: 1px dashed alpha(@theme_fg_color, 0.25); border-radius: 12px; padding: 8px 0; }
    progressbar.is-empty progress { opacity: 0; }
    .failure { background: alpha(#e01b24, 0.14); border-radius: 12px; padding: 10px 14px; }
    .phase { border-radius: 12px; padding: 7px 4px; font-weight: 600; \
    font-size: 13px; background: alpha(@theme_fg_color, 0.07); }
    .phase.is-on { background: #3584e4; color: white; }
    progressbar trough, progressbar progress { min-width: 0; min-height: 5px; border-radius: 3px; }
    progressbar progress { background: #3584e4; border-color: #3584e4; }
    .glass { background: alpha(@theme_bg_color, 0.72); padding: 10px 24px; \
    border-bottom: 1px solid alpha(@theme_fg_color, 0.12); }
    .handle { background: alpha(@theme_fg_color, 0.25); border-radius: 3px; }
    .ghost { border: 2px dashed alpha(@theme_fg_color, 0.2); border-radius: 14px; }
    .frame { background: alpha(@theme_fg_color, 0.04); border: 2px solid alpha(@theme_fg_color, 0.3); }
    .plate { border-radius: 4px; padding: 8px; }
    .huge { font-weight: 800; font-size: 54px; font-feature-settings: "tnum"; }
    progressbar .empty progress { background: transparent; border-color: transparent; }
    """
}

#if GTK && os(Linux)
public import CGTK

/// What assistive technology is given of a widget. Without a screen reader these calls store a
/// value.
///
/// GTK's calls with variable arguments cannot be imported; these are those that take `GValue`s,
/// whose types GTK says. Relations to other widgets go through functions of `CGTK`.
@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Says what the widget is. Only before it is in a window; GTK warns of a change later.
  public func setAccessibleRole(_ role: GtkAccessibleRole) {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, gint(role.rawValue))
    g_object_set_property(object, "accessible-role", &value)
    g_value_unset(&value)
  }

  /// Names the widget, in place of what GTK would take for its name.
  public func setAccessibleLabel(_ text: String) {
    update(GTK_ACCESSIBLE_PROPERTY_LABEL) { g_value_set_string(&$0, text) }
    gtk_accessible_reset_relation(OpaquePointer(self), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
  }

  /// Says a range's value in words.
  public func setAccessibleValueText(_ text: String) {
    update(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT) { g_value_set_string(&$0, text) }
  }

  /// Says how deep a heading is, from 1.
  public func setAccessibleLevel(_ level: Int) {
    update(GTK_ACCESSIBLE_PROPERTY_LEVEL) { g_value_set_int(&$0, gint(level)) }
  }

  /// Says which one of several the widget is, from 1; 0 of 0 for none.
  public func setAccessiblePosition(_ number: Int, of count: Int) {
    let relations = [
      (GTK_ACCESSIBLE_RELATION_POS_IN_SET, number), (GTK_ACCESSIBLE_RELATION_SET_SIZE, count),
    ]
    for (relation, count) in relations {
      guard count > 0 else {
        gtk_accessible_reset_relation(OpaquePointer(self), relation)
        continue
      }
      var (relation, value) = (relation, GValue())
      gtk_accessible_relation_init_value(relation, &value)
      g_value_set_int(&value, gint(clamping: count))
      gtk_accessible_update_relation_value(OpaquePointer(self), 1, &relation, &value)
      g_value_unset(&value)
    }
  }

  /// Says whether the widget is selected or hidden.
  public func setAccessibleState(_ state: GtkAccessibleState, _ isOn: Bool) {
    var (state, value) = (state, GValue())
    gtk_accessible_state_init_value(state, &value)
    // A boolean where there must be one, a number where there may be none.
    if sightline_value_type(&value) == sightline_type_boolean() {
      g_value_set_boolean(&value, isOn ? 1 : 0)
    } else {
      g_value_set_int(&value, isOn ? 1 : 0)
    }
    gtk_accessible_update_state_value(OpaquePointer(self), 1, &state, &value)
    g_value_unset(&value)
  }

  private func update(_ property: GtkAccessibleProperty, _ fill: (inout GValue) -> Void) {
    var (property, value) = (property, GValue())
    gtk_accessible_property_init_value(property, &value)
    fill(&value)
    gtk_accessible_update_property_value(OpaquePointer(self), 1, &property, &value)
    g_value_unset(&value)
  }
}
#endif

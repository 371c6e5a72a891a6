#if GTK && os(Linux)
public import CSightlineGTK

/// A widget's properties for assistive technology. Without a screen reader these calls store a
/// value.
///
/// GTK's variadic functions can't be imported, so these use the `GValue` variants, whose types GTK
/// provides. Functions in `CSightlineGTK` set relations to other widgets.
@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Sets the widget's role. Call it before the widget enters a window; GTK warns about later
  /// changes.
  public func setAccessibleRole(_ role: GtkAccessibleRole) {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, gint(role.rawValue))
    g_object_set_property(object, "accessible-role", &value)
    g_value_unset(&value)
  }

  /// Sets the widget's label, replacing the name GTK would derive.
  public func setAccessibleLabel(_ text: String) {
    update(GTK_ACCESSIBLE_PROPERTY_LABEL) { g_value_set_string(&$0, text) }
    gtk_accessible_reset_relation(OpaquePointer(self), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
  }

  /// Sets the text for a range's value.
  public func setAccessibleValueText(_ text: String) {
    update(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT) { g_value_set_string(&$0, text) }
  }

  /// Sets the level of a heading, starting at 1.
  public func setAccessibleLevel(_ level: Int) {
    update(GTK_ACCESSIBLE_PROPERTY_LEVEL) { g_value_set_int(&$0, gint(level)) }
  }

  /// Sets the widget's position in a set, starting at 1; 0 of 0 removes it.
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

  /// Sets a state such as selected or hidden.
  public func setAccessibleState(_ state: GtkAccessibleState, _ isOn: Bool) {
    var (state, value) = (state, GValue())
    gtk_accessible_state_init_value(state, &value)
    // A state is a boolean, or a number if it may be undefined.
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

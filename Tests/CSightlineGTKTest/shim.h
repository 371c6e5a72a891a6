// GTK's accessibility checks, which are variadic.

#pragma once

#include "../../Sources/CSightlineGTK/shim.h"

// Each returns NULL if the value is the expected one, otherwise the value as text, for `g_free`.
static inline char *_Nullable sightline_test_text(
    gpointer _Nonnull widget, GtkAccessibleProperty property, const char *_Nonnull expected) {
  return gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), property, expected);
}
static inline char *_Nullable sightline_test_number(
    gpointer _Nonnull widget, GtkAccessibleProperty property, double expected) {
  return gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), property, expected);
}
static inline char *_Nullable sightline_test_state(
    gpointer _Nonnull widget, GtkAccessibleState state, int expected) {
  return gtk_test_accessible_check_state(GTK_ACCESSIBLE(widget), state, expected);
}
static inline char *_Nullable sightline_test_count(
    gpointer _Nonnull widget, GtkAccessibleRelation relation, int expected) {
  return gtk_test_accessible_check_relation(GTK_ACCESSIBLE(widget), relation, expected);
}
static inline char *_Nullable sightline_test_widget(
    gpointer _Nonnull widget, GtkAccessibleRelation relation, gpointer _Nonnull expected) {
  return gtk_test_accessible_check_relation(GTK_ACCESSIBLE(widget), relation, expected, NULL);
}

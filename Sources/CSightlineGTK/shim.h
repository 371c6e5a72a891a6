// The parts of GTK 4 that Swift can't import: casts, type tests and type numbers are macros, and Swift imports no macros
// with casts. All names here begin with `sightline_`.

#ifndef SIGHTLINE_CSIGHTLINEGTK_H
#define SIGHTLINE_CSIGHTLINEGTK_H

#if !__has_include(<gtk/gtk.h>)
#error "Sightline's GTK host needs the headers of GTK 4 and pkg-config to find them: apt-get install libgtk-4-dev pkg-config"
#else

#include <errno.h>
#include <gtk/gtk.h>
#include <glib-unix.h>
#include <math.h>
#include <stdint.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#else
#include <pthread.h>
#endif

// MARK: Casts. Like GTK's, they log a warning if the object has the wrong type.

static inline GtkWidget *_Nonnull sightline_widget(gpointer _Nonnull object) { return GTK_WIDGET(object); }
static inline GtkWindow *_Nonnull sightline_window(gpointer _Nonnull object) { return GTK_WINDOW(object); }
static inline GtkBox *_Nonnull sightline_box(gpointer _Nonnull object) { return GTK_BOX(object); }
static inline GtkButton *_Nonnull sightline_button(gpointer _Nonnull object) { return GTK_BUTTON(object); }
static inline GtkToggleButton *_Nonnull sightline_toggle_button(gpointer _Nonnull object) { return GTK_TOGGLE_BUTTON(object); }
static inline GtkFixed *_Nonnull sightline_fixed(gpointer _Nonnull object) { return GTK_FIXED(object); }
static inline GtkRange *_Nonnull sightline_range(gpointer _Nonnull object) { return GTK_RANGE(object); }
static inline GtkScale *_Nonnull sightline_scale(gpointer _Nonnull object) { return GTK_SCALE(object); }
static inline GtkEventController *_Nonnull sightline_event_controller(gpointer _Nonnull object) { return GTK_EVENT_CONTROLLER(object); }
static inline GtkGesture *_Nonnull sightline_gesture(gpointer _Nonnull object) { return GTK_GESTURE(object); }
static inline GtkStyleProvider *_Nonnull sightline_style_provider(gpointer _Nonnull object) { return GTK_STYLE_PROVIDER(object); }

// MARK: Type tests

static inline gboolean sightline_is_widget(gconstpointer _Nullable object) { return GTK_IS_WIDGET(object); }
static inline gboolean sightline_is_scrollable(gconstpointer _Nullable object) { return GTK_IS_SCROLLABLE(object); }
static inline gboolean sightline_is_viewport(gconstpointer _Nullable object) { return GTK_IS_VIEWPORT(object); }
static inline gboolean sightline_is_scrolled_window(gconstpointer _Nullable object) { return GTK_IS_SCROLLED_WINDOW(object); }
static inline gboolean sightline_is_native(gconstpointer _Nullable object) { return GTK_IS_NATIVE(object); }
static inline gboolean sightline_is_window(gconstpointer _Nullable object) { return GTK_IS_WINDOW(object); }
static inline gboolean sightline_is_overlay(gconstpointer _Nullable object) { return GTK_IS_OVERLAY(object); }
static inline gboolean sightline_is_object(gconstpointer _Nullable object) { return G_IS_OBJECT(object); }
static inline gboolean sightline_is_a(gconstpointer _Nullable object, GType type) {
  return object != NULL && g_type_check_instance_is_a((GTypeInstance *)object, type);
}

// MARK: Type numbers

static inline GType sightline_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType sightline_type_int(void) { return G_TYPE_INT; }
static inline GType sightline_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType sightline_type_string(void) { return G_TYPE_STRING; }
static inline GType sightline_type_object(void) { return G_TYPE_OBJECT; }
static inline GType sightline_type_of(gconstpointer _Nonnull object) { return G_TYPE_FROM_INSTANCE(object); }
static inline GType sightline_value_type(const GValue *_Nonnull value) { return G_VALUE_TYPE(value); }
static inline const char *_Nonnull sightline_type_name(gconstpointer _Nonnull object) {
  return G_OBJECT_TYPE_NAME(object);
}

// MARK: Widgets

/// The widths of a widget's CSS borders; children's frames begin inside them. Only the style context exposes them, which
/// GTK 4.10 deprecated without a replacement.
static inline GtkBorder sightline_widget_border(GtkWidget *_Nonnull widget) {
  GtkBorder border;
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_style_context_get_border(gtk_widget_get_style_context(widget), &border);
  G_GNUC_END_IGNORE_DEPRECATIONS
  return border;
}

/// The size allocated by the parent, margins included. GTK 4.12 deprecated these getters without a replacement.
static inline void sightline_widget_allocation(GtkWidget *_Nonnull widget, int *_Nonnull width, int *_Nonnull height) {
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  *width = gtk_widget_get_allocated_width(widget);
  *height = gtk_widget_get_allocated_height(widget);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

/// The widget's CSS text colour.
static inline void sightline_widget_colour(GtkWidget *_Nonnull widget, GdkRGBA *_Nonnull colour) {
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), colour);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

/// The distance that a scrolled window with this page size scrolls per notch of a wheel, by GTK's own formula.
static inline double sightline_wheel_step(double page) { return pow(page, 2.0 / 3.0); }

/// Whether the compositor reports that the window can't be seen. Always false before GTK 4.12.
static inline gboolean sightline_window_is_suspended(GtkWindow *_Nonnull window) {
#if GTK_CHECK_VERSION(4, 12, 0)
  return gtk_window_is_suspended(window);
#else
  (void)window;
  return FALSE;
#endif
}

/// Whether windows emit `notify::suspended` at all.
static inline gboolean sightline_windows_can_be_suspended(void) { return GTK_CHECK_VERSION(4, 12, 0); }

/// The function's name and arguments changed in GTK 4.12.
static inline void sightline_css_provider_load(GtkCssProvider *_Nonnull provider, const char *_Nonnull css) {
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_css_provider_load_from_string(provider, css);
#else
  gtk_css_provider_load_from_data(provider, css, -1);
#endif
}

/// Logs a warning, like GTK's own: G_DEBUG=fatal-warnings makes it fatal.
static inline void sightline_warn(const char *_Nonnull text) {
  g_log("Sightline", G_LOG_LEVEL_WARNING, "%s", text);
}

// MARK: Accessibility. The calls that take lists of widgets exist only as variadic functions.

/// Names a widget for assistive technology after another one, or after the texts of two widgets in order.
static inline void sightline_accessible_set_labels(
    gpointer _Nonnull widget, gpointer _Nonnull first, gpointer _Nullable second) {
  if (second != NULL)
    gtk_accessible_update_relation(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, first, second, NULL, -1);
  else
    gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, first, NULL, -1);
}

/// Tells assistive technology that a widget controls the content of another one.
static inline void sightline_accessible_set_controls(gpointer _Nonnull widget, gpointer _Nonnull controlled) {
  gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_CONTROLS, controlled, NULL, -1);
}

// MARK: Threads and the main queue

/// Whether this is the process's initial thread, which runs the main actor and GTK.
static inline gboolean sightline_is_main_thread(void) {
#if defined(__linux__)
  return (pid_t)syscall(SYS_gettid) == getpid();
#else
  return pthread_main_np() != 0;
#endif
}

// libdispatch exports these two for other run loops, such as CoreFoundation's, but declares them in no header. On Linux
// the handle is an eventfd that is readable while the main queue has work; the poller must reset it.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *_Nullable ignored);

/// Makes the main queue's descriptor unreadable again. Otherwise a loop that polls it would spin.
static inline void sightline_reset_main_queue_handle(int handle) {
  uint64_t count;
  while (read(handle, &count, sizeof count) < 0 && errno == EINTR) {
  }
}

#endif
#endif

// Makes GLib's loop run main-actor tasks from its first turn, before anything is observed: a task that opens the log, and only then the
// window, would wait forever otherwise. Swift has no code that runs when a program is loaded.
#if __has_include(<glib.h>)
#include <glib.h>
#include <sys/syscall.h>
#include <unistd.h>

// In SightlineGTKToolkit.
void sightline_adopt_main_actor(void);

static gboolean adopt(gpointer data) {
  // The loop of another thread must not run them.
  if (syscall(SYS_gettid) == getpid()) sightline_adopt_main_actor();
  return G_SOURCE_REMOVE;
}

__attribute__((constructor)) static void start(void) {
  g_idle_add_full(G_PRIORITY_HIGH, adopt, NULL, NULL);
}
#endif

internal import CGTK

/// Calls something in each frame for as long as it moves. GTK's frame clock runs only meanwhile.
@MainActor
final class FrameTicks {
  private let widget: WeakObjectReference<WidgetPointer>
  private let step: @MainActor () -> Bool
  private var id: guint = 0

  /// - Parameter step: what a frame does; it answers whether another one is needed. It should hold
  ///   its owner weakly, for it lives as long as the widget while something moves.
  init(of widget: WidgetPointer, _ step: @escaping @MainActor () -> Bool) {
    self.widget = WeakObjectReference(widget)
    self.step = step
  }

  var isRunning: Bool { id != 0 }

  /// Begins with the next frame; does nothing while it runs.
  func start() {
    guard id == 0, let widget = widget.pointer else { return }
    let tick: GtkTickCallback = { _, _, data in
      // GTK calls on the main thread: the pointer does not cross threads.
      nonisolated(unsafe) let data = data
      return MainActor.assumeIsolated {
        guard let data else { return 0 }
        let ticks = Unmanaged<FrameTicks>.fromOpaque(data).takeUnretainedValue()
        return ticks.tick() ? 1 : 0
      }
    }
    let ended: GDestroyNotify = { data in
      // The same.
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated {
        guard let data else { return }
        Unmanaged<FrameTicks>.fromOpaque(data).takeRetainedValue().id = 0
      }
    }
    id = gtk_widget_add_tick_callback(
      widget, tick, Unmanaged.passRetained(self).toOpaque(), ended)
  }

  func stop() {
    guard id != 0, let widget = widget.pointer else { return }
    let running = id
    id = 0
    gtk_widget_remove_tick_callback(widget, running)
  }

  private func tick() -> Bool {
    let running = id
    let goesOn = step()
    // The step may have stopped it and begun anew: that is another callback.
    guard id == running else { return false }
    if !goesOn { id = 0 }
    return goesOn
  }
}

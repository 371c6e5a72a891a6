#if GTK && os(Linux)
internal import CSightlineGTK

/// A strong reference to a GObject.
///
/// 1. Takes ownership of a floating object, which every new widget is.
/// 2. Releases on the main thread, regardless of the thread on which the reference is destroyed.
///    GTK objects may only be finalised there.
@MainActor
public final class ObjectReference<Instance: InstancePointer> {
  // `deinit` may run on any thread, but only passes the pointer on.
  /// The object, borrowed. Valid as long as the reference, which Swift may release before the last
  /// use of the pointer: keep the reference in a property, or use `withExtendedLifetime`.
  public nonisolated(unsafe) let pointer: Instance

  /// Adds a reference, or takes ownership of a floating one.
  public init(_ pointer: Instance) {
    self.pointer = pointer
    g_object_ref_sink(pointer.object)
  }

  /// Takes over a reference the caller owns, as returned by *transfer full* functions.
  public init(adopting pointer: Instance) { self.pointer = pointer }

  deinit {
    if sightline_is_main_thread() != 0 { return g_object_unref(pointer.instance) }
    let release: GSourceFunc = { instance in
      g_object_unref(instance)
      return 0
    }
    g_idle_add_full(G_PRIORITY_DEFAULT, release, pointer.instance, nil)
  }
}

/// A weak reference to a GObject.
///
/// The `GWeakRef` is allocated separately because GLib stores its address and Swift moves values.
@MainActor
public final class WeakObjectReference<Instance: InstancePointer> {
  // GLib locks access to it, so any thread may free it.
  private nonisolated(unsafe) let reference: UnsafeMutablePointer<GWeakRef>

  /// Creates a weak reference to an object.
  public init(_ pointer: Instance) {
    reference = .allocate(capacity: 1)
    g_weak_ref_init(reference, pointer.instance)
  }

  deinit {
    g_weak_ref_clear(reference)
    reference.deallocate()
  }

  /// The object, or `nil` if it has been destroyed. The pointer is borrowed; it is valid while the
  /// object's owner keeps the object.
  public var pointer: Instance? {
    guard let found = g_weak_ref_get(reference) else { return nil }
    g_object_unref(found)
    return Instance(instance: found)
  }
}
#endif

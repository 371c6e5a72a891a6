#if GTK && os(Linux)
internal import CSightlineGTK

/// A strong reference to a GObject.
///
/// 1. Takes ownership of a floating object, which every new widget is.
/// 2. Releases on the main thread, regardless of the thread on which the reference is destroyed.
///    GTK objects may only be finalised there.
@MainActor
public final class ObjectReference<Instance: InstancePointer> {
  /// The object, borrowed. Valid as long as the reference, which Swift may release after its last
  /// use and before the pointer's. Keep the reference in a property, or use `withExtendedLifetime`.
  public let pointer: Instance
  // For `deinit`, which may run on any thread: a number can cross threads, a pointer can't.
  private nonisolated let address: UInt

  /// Adds a reference, or takes ownership of a floating one.
  public init(_ pointer: Instance) {
    self.pointer = pointer
    self.address = UInt(bitPattern: pointer.instance)
    g_object_ref_sink(pointer.object)
  }

  /// Takes over a reference the caller owns, as returned by *transfer full* functions.
  public init(adopting pointer: Instance) {
    self.pointer = pointer
    self.address = UInt(bitPattern: pointer.instance)
  }

  deinit { releaseOnMainThread(UnsafeMutableRawPointer(bitPattern: address)) }
}

/// A weak reference to a GObject.
///
/// The `GWeakRef` is allocated separately because GLib stores its address and Swift moves values.
@MainActor
public final class WeakObjectReference<Instance: InstancePointer> {
  private let storage: WeakStorage

  /// Creates a weak reference to an object.
  public init(_ pointer: Instance) { storage = WeakStorage(pointer.instance) }

  /// The object, or `nil` if it has been destroyed. The pointer is borrowed; it is valid while the
  /// object's owner keeps the object.
  public var pointer: Instance? {
    guard let found = storage.found() else { return nil }
    g_object_unref(found)
    return Instance(instance: found)
  }

  /// Returns a strong reference to the object, or `nil` if it has been destroyed.
  public func strong() -> ObjectReference<Instance>? {
    storage.found().map { ObjectReference(adopting: Instance(instance: $0)) }
  }
}

/// The memory of a weak reference. GLib locks access to it, so any thread may free it.
private final class WeakStorage {
  private let reference: UnsafeMutablePointer<GWeakRef>

  init(_ instance: UnsafeMutableRawPointer) {
    reference = .allocate(capacity: 1)
    g_weak_ref_init(reference, instance)
  }

  /// Returns a reference that the caller releases.
  func found() -> UnsafeMutableRawPointer? { g_weak_ref_get(reference) }

  deinit {
    g_weak_ref_clear(reference)
    reference.deallocate()
  }
}

private func releaseOnMainThread(_ instance: UnsafeMutableRawPointer?) {
  guard let instance else { return }
  if sightline_is_main_thread() != 0 {
    g_object_unref(instance)
  } else {
    let release: GSourceFunc = { instance in
      g_object_unref(instance)
      return 0
    }
    g_idle_add_full(G_PRIORITY_DEFAULT, release, instance, nil)
  }
}
#endif

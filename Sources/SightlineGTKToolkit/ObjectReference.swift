#if GTK && os(Linux)
internal import CGTK

/// Keeps a GObject alive for as long as the reference itself lives.
///
/// 1. A floating object, as every new widget is, becomes owned by the reference.
/// 2. The last release happens on the main thread, wherever the reference dies: GTK's objects may
///    be finalised nowhere else.
@MainActor
public final class ObjectReference<Instance: InstancePointer> {
  /// Borrowed: it holds as long as the reference, which Swift may release after its last use and
  /// before the pointer's. Keep the reference in a property, or around the use with
  /// `withExtendedLifetime`.
  public let pointer: Instance
  // Only for `deinit`, which may run on any thread: a number can cross threads, a pointer cannot.
  private nonisolated let address: UInt

  /// Adds a reference; a floating one is taken over instead.
  public init(_ pointer: Instance) {
    self.pointer = pointer
    self.address = UInt(bitPattern: pointer.instance)
    g_object_ref_sink(pointer.object)
  }

  /// Takes over a reference that the caller owns, as from functions that are marked *transfer
  /// full*.
  public init(adopting pointer: Instance) {
    self.pointer = pointer
    self.address = UInt(bitPattern: pointer.instance)
  }

  deinit { releaseOnMainThread(UnsafeMutableRawPointer(bitPattern: address)) }
}

/// Knows a GObject without keeping it alive.
///
/// The reference is a `GWeakRef` in memory of its own, because GLib remembers where it is and Swift
/// moves values.
@MainActor
public final class WeakObjectReference<Instance: InstancePointer> {
  private let storage: WeakStorage

  /// Creates a reference that does not keep the object.
  public init(_ pointer: Instance) { storage = WeakStorage(pointer.instance) }

  /// The object, or nil when it is gone. The pointer is borrowed: it holds as long as whoever owns
  /// the object keeps it.
  public var pointer: Instance? {
    guard let found = storage.found() else { return nil }
    g_object_unref(found)
    return Instance(instance: found)
  }

  /// The object with a reference that keeps it alive, or nil when it is gone.
  public func strong() -> ObjectReference<Instance>? {
    storage.found().map { ObjectReference(adopting: Instance(instance: $0)) }
  }
}

/// The memory of a weak reference. GLib locks what it does with it, so that it may be freed from
/// any thread.
private final class WeakStorage {
  private let reference: UnsafeMutablePointer<GWeakRef>

  init(_ instance: UnsafeMutableRawPointer) {
    reference = .allocate(capacity: 1)
    g_weak_ref_init(reference, instance)
  }

  /// A reference that the caller has to release.
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

#if GTK && os(Linux)
internal import CGTK

/// A place for a Swift object at GObjects: what is attached lives as long as the GObject, and is
/// found again from the GObject alone.
///
/// A place belongs to one type, for good: its name is known to GLib for the whole life of the
/// process, and two places of one name and different types would read each other's objects.
/// - Complexity: Finding is a search through the few things attached to the same GObject.
@MainActor
public struct AttachedObject<Value: AnyObject> {
  private let quark: GQuark

  /// - Parameter name: Unique in the process. The type's own name is part of it.
  public init(_ name: String) {
    quark = g_quark_from_string("sightline-\(name)-\(String(reflecting: Value.self))")
  }

  /// Attaches a value, in the place of an earlier one; nil takes it away.
  public func set(_ value: Value?, at object: some InstancePointer) {
    guard let value else { return g_object_set_qdata(object.object, quark, nil) }
    // A release, nothing else: values are released on the thread where the GObject dies.
    let release: GDestroyNotify = { value in
      if let value { Unmanaged<AnyObject>.fromOpaque(value).release() }
    }
    g_object_set_qdata_full(
      object.object, quark, Unmanaged<AnyObject>.passRetained(value).toOpaque(), release)
  }

  /// What is attached to an object, if anything.
  public func value(at object: some InstancePointer) -> Value? {
    guard let found = g_object_get_qdata(object.object, quark) else { return nil }
    return unsafeDowncast(
      Unmanaged<AnyObject>.fromOpaque(found).takeUnretainedValue(), to: Value.self)
  }
}
#endif

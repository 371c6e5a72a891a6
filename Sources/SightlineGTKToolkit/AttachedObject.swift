#if GTK && os(Linux)
internal import CSightlineGTK

/// A key for attaching a Swift object to GObjects. The attached object lives as long as the GObject
/// and can be retrieved from it.
///
/// A key belongs to one type permanently. GLib keeps its name for the life of the process, and two
/// keys with the same name but different types would read each other's objects.
/// - Complexity: Lookup is linear in the number of values attached to the GObject.
@MainActor
public struct AttachedObject<Value: AnyObject> {
  private let quark: GQuark

  /// - Parameter name: a name that is unique in the process, together with the type's name.
  public init(_ name: String) {
    quark = g_quark_from_string("sightline-\(name)-\(String(reflecting: Value.self))")
  }

  /// Attaches a value, replacing an earlier one.
  public func set(_ value: Value, at object: some InstancePointer) {
    // Only release the value, because this runs on whichever thread finalises the GObject.
    let release: GDestroyNotify = { value in
      if let value { Unmanaged<AnyObject>.fromOpaque(value).release() }
    }
    g_object_set_qdata_full(
      object.object, quark, Unmanaged<AnyObject>.passRetained(value).toOpaque(), release)
  }

  /// Returns the value attached to an object, if any.
  public func value(at object: some InstancePointer) -> Value? {
    guard let found = g_object_get_qdata(object.object, quark) else { return nil }
    return unsafeDowncast(
      Unmanaged<AnyObject>.fromOpaque(found).takeUnretainedValue(), to: Value.self)
  }
}

/// A value as an object that can be attached.
package final class Boxed<Value> {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
#endif

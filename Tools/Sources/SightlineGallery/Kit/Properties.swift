import SightlineGTKToolkit

/// An object's properties that GTK has no functions for, by name. GLib's actions for properties
/// convert them.
@MainActor
struct Properties<Object: InstancePointer> {
  let object: Object

  subscript(_ name: String) -> Bool {
    get { read(name) { g_variant_get_boolean($0) != 0 } ?? false }
    nonmutating set { write(name, g_variant_new_boolean(newValue ? 1 : 0)) }
  }

  subscript(_ name: String) -> Int {
    get { read(name) { Int(g_variant_get_int32($0)) } ?? 0 }
    nonmutating set { write(name, g_variant_new_int32(gint(newValue))) }
  }

  subscript(_ name: String) -> String {
    get { read(name) { String(cString: g_variant_get_string($0, nil)) } ?? "" }
    nonmutating set { write(name, g_variant_new_string(newValue)) }
  }

  private func read<Value>(_ name: String, _ get: (OpaquePointer) -> Value) -> Value? {
    withAction(name) { action in
      guard let state = g_action_get_state(action) else { return nil }
      defer { g_variant_unref(state) }
      return get(state)
    }
  }

  private func write(_ name: String, _ value: OpaquePointer?) {
    withAction(name) { g_action_change_state($0, value) }
  }

  private func withAction<Result>(_ name: String, _ body: (OpaquePointer) -> Result) -> Result {
    let action = required(g_property_action_new(name, object.instance, name))
    defer { g_object_unref(action.instance) }
    return body(action)
  }
}

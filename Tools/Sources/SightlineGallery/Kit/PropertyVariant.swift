import CSightlineGTK
import SightlineGTKToolkit

/// Properties that GTK has no functions for, as variants. GLib's actions for properties convert
/// them.
@MainActor
enum PropertyVariant {
  static func read<Value>(
    _ name: String, of object: some InstancePointer, _ get: (OpaquePointer) -> Value
  ) -> Value? {
    withAction(name, of: object) { action in
      guard let state = g_action_get_state(action) else { return nil }
      defer { g_variant_unref(state) }
      return get(state)
    }
  }

  static func set(_ name: String, of object: some InstancePointer, _ value: OpaquePointer?) {
    withAction(name, of: object) { g_action_change_state($0, value) }
  }

  private static func withAction<Result>(
    _ name: String, of object: some InstancePointer, _ body: (OpaquePointer) -> Result
  ) -> Result {
    let action = required(g_property_action_new(name, object.instance, name))
    defer { g_object_unref(action.instance) }
    return body(action)
  }
}

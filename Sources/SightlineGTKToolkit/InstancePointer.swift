#if GTK && os(Linux)
public import CGTK

/// A pointer to a GObject. GTK's types come into Swift as three kinds of pointers: typed ones,
/// where the C struct is public (`GtkWidget`), opaque ones, where it is not (`GtkLabel`), and
/// `gpointer`.
///
/// The compiler cannot distinguish a pointer to an object from another one. What takes an instance
/// asserts that in debug builds, as far as GLib can tell.
public protocol InstancePointer {
  init(instance: UnsafeMutableRawPointer)
  var instance: UnsafeMutableRawPointer { get }
}

extension UnsafeMutableRawPointer: InstancePointer {
  /// The pointer to the object at an address.
  public init(instance: UnsafeMutableRawPointer) { self = instance }
  /// The address of the object.
  public var instance: UnsafeMutableRawPointer { self }
}

extension OpaquePointer: InstancePointer {
  /// The pointer to the object at an address.
  public init(instance: UnsafeMutableRawPointer) { self = OpaquePointer(instance) }
  /// The address of the object.
  public var instance: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutablePointer: InstancePointer {
  /// The pointer to the object at an address.
  public init(instance: UnsafeMutableRawPointer) {
    self = instance.assumingMemoryBound(to: Pointee.self)
  }
  /// The address of the object.
  public var instance: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

/// A pointer to a widget.
public typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

extension InstancePointer {
  /// The same object seen as a `GObject`, for GLib's functions.
  public var object: UnsafeMutablePointer<GObject> {
    assert(sightline_is_object(instance) != 0, "\(instance) is no GObject")
    return instance.assumingMemoryBound(to: GObject.self)
  }

  /// The same object seen as a widget. Warns on the console if it is none.
  public var widget: WidgetPointer { sightline_widget(instance) }

  /// The name of the object's class, such as `GtkButton`, for messages.
  public var className: String { String(cString: sightline_type_name(instance)) }
}
#endif

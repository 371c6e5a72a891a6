#if canImport(Darwin)
import ObjectiveC

/// A stored property added to a class of another module: the object retains the value.
@MainActor
package struct AttachedObject<Value: AnyObject> {
  /// Only the address is used. It is never freed, since there is one per property of the program.
  private let key = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

  /// Creates a property without values.
  package init() {}

  /// The value of an object; `nil` if it has none.
  package subscript(object: AnyObject) -> Value? {
    get { objc_getAssociatedObject(object, key) as? Value }
    nonmutating set {
      objc_setAssociatedObject(object, key, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }
  }
}
#endif

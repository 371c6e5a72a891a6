#if canImport(Darwin)
import ObjectiveC

/// A stored property of a class that is not ours: the object keeps the value, as long as it lives.
@MainActor
package struct AttachedObject<Value: AnyObject> {
  /// Only the address counts. It is never freed: there is one for each property of the program.
  private let key = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

  /// Creates a property that no object has a value of yet.
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

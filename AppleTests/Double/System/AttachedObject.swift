package import ObjectRuntime

@MainActor
package struct AttachedObject<Value: AnyObject> {
  private let key = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

  package init() {}

  package subscript(object: ToolkitObject) -> Value? {
    get { object[attached: key] as? Value }
    nonmutating set { object[attached: key] = newValue }
  }
}

import CoreFoundation

// On Linux `CFRunLoopMode` is an optional string.
extension Optional where Wrapped == CFString {
  static var commonModes: CFString? { kCFRunLoopCommonModes }
}

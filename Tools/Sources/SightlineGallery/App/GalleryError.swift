import Foundation

/// The reason for a failure of the gallery.
struct GalleryError: Error, CustomStringConvertible {
  let description: String
  /// The exit status, from `sysexits.h`.
  let status: Int32

  init(_ description: String, status: Int32) {
    (self.description, self.status) = (description, status)
  }

  static func notWritable(_ path: String) -> GalleryError {
    GalleryError(
      "\(path) cannot be written: check that its folder exists and is writable",
      status: EX_CANTCREAT)
  }
}

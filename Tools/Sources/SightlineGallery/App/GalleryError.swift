/// The reason the gallery can't do as asked.
enum GalleryError: Error, CustomStringConvertible {
  case noDisplay
  case noSuchPage(String, known: [String])
  case notWritable(String)
  case notRecorded(String)
  case noLog(String)
  case noPage(String)
  case failed(page: String, String)

  /// The `sysexits.h` status for an internal error.
  static let internalStatus: Int32 = 70

  /// The exit status, from `sysexits.h`.
  var status: Int32 {
    switch self {
    case .noSuchPage: 64
    case .noDisplay: 69
    case .notWritable, .notRecorded, .noLog, .noPage: 73
    case .failed: Self.internalStatus
    }
  }

  var description: String {
    switch self {
    case .noDisplay:
      "no display to open a window on. Set DISPLAY or WAYLAND_DISPLAY, or run `make run`, "
        + "which starts a virtual one (scripts/with-display COMMAND does for any command)."
    case .noSuchPage(let name, let known):
      "no page named \(name). The pages are: \(known.joined(separator: ", "))"
    case .notWritable(let path):
      "\(path) cannot be written: check that its folder exists and is writable"
    case .notRecorded(let reason): "the trace: \(reason)"
    case .noLog(let reason): "the log: \(reason)"
    case .noPage(let reason): reason
    case .failed(let page, let what): "the page \(page): \(what)"
    }
  }
}

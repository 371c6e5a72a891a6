/// Why the gallery cannot do what it was asked for.
enum GalleryError: Error, CustomStringConvertible {
  case noDisplay
  case noSuchPage(String, known: [String])
  case notWritable(String)
  case notRecorded(String)
  case noLog(String)
  case noPage(String)
  case failed(page: String, String)

  /// A failure of the gallery's own, in `sysexits.h`.
  static let internalStatus: Int32 = 70

  /// The exit status, of `sysexits.h`.
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
      "there is no display to open a window on. Set DISPLAY or WAYLAND_DISPLAY, or run `make run`, "
        + "which starts a virtual one (scripts/with-display COMMAND does for any command)."
    case .noSuchPage(let name, let known):
      "there is no page called \(name). The pages are: \(known.joined(separator: ", "))"
    case .notWritable(let path):
      "\(path) cannot be written: check that its folder exists and may be written"
    case .notRecorded(let reason): "the trace: \(reason)"
    case .noLog(let reason): "the log: \(reason)"
    case .noPage(let reason): reason
    case .failed(let page, let what): "the page \(page): \(what)"
    }
  }
}

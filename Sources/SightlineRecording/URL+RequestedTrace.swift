public import Foundation

extension URL {
  /// The file named by the launch argument `-SightlineTrace`; `nil` without it.
  ///
  /// A relative name is inside the app's documents folder, from where Xcode downloads it with the
  /// app's container, and where the Files app shows it if the app has `UIFileSharingEnabled`.
  /// In Xcode, add `-SightlineTrace feed.ndjson` to the arguments of the scheme.
  public static var requestedTrace: URL? { requestedTrace(in: ProcessInfo.processInfo.arguments) }

  static func requestedTrace(in arguments: [String]) -> URL? {
    guard let option = arguments.firstIndex(of: "-SightlineTrace"),
      option + 1 < arguments.endIndex
    else { return nil }
    let path = arguments[option + 1]
    if path.hasPrefix("/") { return URL(fileURLWithPath: path) }
    let folders = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)
    return folders.first?.appendingPathComponent(path)
  }
}

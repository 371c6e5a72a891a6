public import Foundation

extension URL {
  /// The file named by the launch argument `-SightlineTrace`; `nil` without it.
  ///
  /// A relative name is inside the app's documents folder, from where Xcode downloads it with the
  /// app's container, and where the Files app shows it if the app has `UIFileSharingEnabled`.
  /// In Xcode, add `-SightlineTrace feed.ndjson` to the arguments of the scheme.
  public static var requestedTrace: URL? { requestedTrace(in: ProcessInfo.processInfo.arguments) }

  package static func requestedTrace(in arguments: [String]) -> URL? {
    guard let option = arguments.firstIndex(of: "-SightlineTrace") else { return nil }
    // Without a value, the next argument is another option.
    guard let path = arguments.dropFirst(option + 1).first, !path.isEmpty, !path.hasPrefix("-")
    else { return nil }
    if path.hasPrefix("/") { return URL(fileURLWithPath: path) }
    let folders = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)
    return folders.first?.appendingPathComponent(path)
  }
}

public import Foundation

/// The system's web browser.
public enum Browser {
  #if os(macOS)
  private static let command = "open"
  #else
  private static let command = "xdg-open"
  #endif

  /// The exit status of `env` for an unknown command.
  private static let notFound: Int32 = 127

  /// Opens a page.
  ///
  /// - Parameter page: a file.
  /// - Returns: a short description of the error; `nil` on success.
  public static func open(_ page: URL) async -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [command, page.path]
    // A browser in the foreground prints a lot.
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return await withCheckedContinuation { continuation in
      process.terminationHandler = { process in
        switch process.terminationStatus {
        case 0: continuation.resume(returning: nil)
        case notFound:
          continuation.resume(returning: "there is no \(command), which opens a browser")
        default: continuation.resume(returning: "\(command) found no browser")
        }
      }
      do { try process.run() } catch {
        continuation.resume(returning: "\(command) cannot be run, which opens a browser")
      }
    }
  }
}

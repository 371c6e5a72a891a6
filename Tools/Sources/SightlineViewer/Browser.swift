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
  /// - Parameters:
  ///   - page: a file.
  ///   - completion: called on any thread with a short description of the error, or `nil` on
  ///     success.
  public static func open(_ page: URL, completion: @escaping @Sendable (String?) -> Void) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [command, page.path]
    // A browser in the foreground prints a lot.
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { process in
      switch process.terminationStatus {
      case 0: completion(nil)
      case notFound: completion("there is no \(command), which opens a browser")
      default: completion("\(command) found no browser")
      }
    }
    do { try process.run() } catch { completion("\(command) cannot be run, which opens a browser") }
  }

  /// Opens a page and waits until it is open.
  ///
  /// - Returns: a short description of the error; `nil` on success.
  public static func open(_ page: URL) -> String? {
    let result = Result()
    let done = DispatchSemaphore(value: 0)
    open(page) { reason in
      result.reason = reason
      done.signal()
    }
    done.wait()
    return result.reason
  }

  /// Written before the semaphore is signalled and read after it.
  private final class Result: @unchecked Sendable {
    var reason: String?
  }
}

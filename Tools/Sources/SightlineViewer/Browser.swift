public import Foundation

/// The browser that the system shows pages in.
public enum Browser {
  #if os(macOS)
  private static let command = "open"
  #else
  private static let command = "xdg-open"
  #endif

  /// How `env` ends if there is no such command.
  private static let notFound: Int32 = 127

  /// Opens a page.
  ///
  /// - Parameters:
  ///   - page: a file.
  ///   - completion: called on any thread, with what went wrong in a few words, or with `nil` if
  ///     the page was opened.
  public static func open(_ page: URL, completion: @escaping @Sendable (String?) -> Void) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [command, page.path]
    // A browser that stays in the foreground has much to say.
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

  /// Opens a page, and returns when that is done.
  ///
  /// - Returns: what went wrong, in a few words; `nil` if the page was opened.
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

  /// Written before the semaphore is signalled, and read behind it.
  private final class Result: @unchecked Sendable {
    var reason: String?
  }
}

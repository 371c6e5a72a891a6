import ArgumentParser
import Foundation
import SightlineLog
import SightlineTrace

/// A command's failure, reported as one line on standard error and a status from `sysexits.h`.
struct Failure: Error {
  /// The output's reader has gone, which is not a failure of the command.
  static let closedPipe = Failure(message: "", status: 0)

  /// The problem and advice.
  private let message: String
  private let status: Int32

  /// The input is damaged, or contains nothing for the command.
  static func badData(_ message: String) -> Failure {
    Failure(message: message, status: EX_DATAERR)
  }

  /// The input can't be opened or read.
  static func noInput(_ message: String) -> Failure {
    Failure(message: message, status: EX_NOINPUT)
  }

  /// A requirement of the command is missing on this machine.
  static func unavailable(_ message: String) -> Failure {
    Failure(message: message, status: EX_UNAVAILABLE)
  }

  /// The output can't be written, for a reason given by the system's error number.
  static func unwritable(_ name: String, _ number: Int32) -> Failure {
    let reason = ": cannot be written (\(String(cString: strerror(number))))"
    let message =
      switch number {
      case EBADF: " is closed; leave it open, or redirect it to a file or to /dev/null"
      case ENOSPC, EDQUOT: reason + "; check the space on the disk"
      case ENOENT: reason + "; create its folder first"
      case EFBIG: reason + "; check the limit on the size of files (ulimit -f)"
      default: reason + "; check where it is redirected to"
      }
    return Failure(message: name + message, status: EX_IOERR)
  }

  /// Describes an error for the reader of a log.
  static func log(_ error: LogError, _ file: String) -> Failure {
    switch error.kind {
    case .newerVersion(let found, let supported):
      badData(
        "\(file): the log has version \(found), this command supports up to \(supported); "
          + "use the command of the version that wrote it")
    case .notALog:
      badData(
        "\(file): not an impression log (\(error.detail)); name the file that SightlineLog writes")
    case .cannotOpen, .readOnly:
      noInput(
        "\(file): cannot be opened; check that it is readable and its folder is writable, "
          + "or copy it with the files whose names begin with its name")
    case .locked: badData("\(file): another process holds the log; try again")
    case .corrupt:
      badData("\(file): the log is damaged (\(error.detail)); sqlite3's .recover salvages the rest")
    default: badData("\(file): \(error.detail)")
    }
  }

  /// Several logs can't be merged into a temporary one.
  static func temporary(_ error: LogError) -> Failure {
    let folder = FileManager.default.temporaryDirectory.path
    let advice = "name a folder with space in TMPDIR"
    return Failure(
      message: "\(folder): the merged logs cannot be written (\(error.detail)); \(advice)",
      status: EX_IOERR)
  }

  /// Runs a command. Reports a failure and turns it into the exit status. Results found before it
  /// are printed before it.
  ///
  /// - Parameter file: the output file; standard output if `nil`.
  static func reporting(to file: String? = nil, _ work: (inout Output) throws -> Void) throws {
    do {
      var output = try Output(file)
      do {
        try work(&output)
      } catch {
        if !output.isEmpty { try output.flush() }
        throw error
      }
      try output.flush()
    } catch let error as TraceError {
      throw (error.isInputMissing ? noInput : badData)(error.description).reported
    } catch let failure as Failure {
      throw failure.reported
    }
  }

  /// Reports the failure. Returns the exit status.
  var reported: ExitCode {
    if status != 0 { Self.report(message) }
    return ExitCode(status)
  }

  static func report(_ message: String) {
    // File names and contents may contain any characters, but the report is one line.
    let line = String(message.map { $0.isNewline ? " " : $0 })
    try? FileHandle.standardError.write(contentsOf: Data("sightline: \(printable(line))\n".utf8))
  }
}

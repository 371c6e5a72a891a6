import ArgumentParser
import Foundation
import SightlineTrace

/// A command's failure, reported as one line on standard error and a status from `sysexits.h`.
enum Failure: Error {
  /// The trace is malformed, contradictory or can't be opened.
  case trace(TraceError)
  /// A log can't be read or contains nothing to report.
  case log(LogFailure)
  /// The input contains nothing for the command; with the reason and advice.
  case nothing(String)
  /// The reader of the output has gone.
  case closedPipe
  /// A requirement of the command is missing on this machine; with the requirement and advice.
  case unavailable(String)
  /// The output can't be written; with its name and the system's error number.
  case unwritable(String, Int32)

  static let badData: Int32 = 65
  private static let noInput: Int32 = 66
  static let serviceUnavailable: Int32 = 69
  private static let outputFailed: Int32 = 74

  /// Runs a command. Reports a failure and turns it into the exit status.
  ///
  /// - Parameter file: the output file; standard output if `nil`.
  static func reporting(to file: String? = nil, _ work: (inout Output) throws -> Void) throws {
    do {
      var output = try Output(file)
      do {
        try work(&output)
        try output.flush()
      } catch let error as TraceError {
        // Results found before the error are printed before it.
        try output.flush()
        throw Failure.trace(error)
      } catch Failure.log(let failure) {
        if !output.isEmpty { try output.flush() }
        throw Failure.log(failure)
      } catch let exit as ExitCode {
        try output.flush()
        throw exit
      }
    } catch Failure.closedPipe {
      throw ExitCode.success
    } catch Failure.unwritable(let name, let number) {
      report(name + unwritable(number))
      throw ExitCode(outputFailed)
    } catch Failure.unavailable(let reason) {
      report(reason)
      throw ExitCode(serviceUnavailable)
    } catch Failure.log(let failure) {
      report(failure.message)
      throw ExitCode(failure.isInputMissing ? noInput : badData)
    } catch Failure.nothing(let message) {
      report(message)
      throw ExitCode(badData)
    } catch Failure.trace(let error) {
      report(error.description)
      throw ExitCode(error.isInputMissing ? noInput : badData)
    }
  }

  /// Describes why the output can't be written, with advice.
  private static func unwritable(_ number: Int32) -> String {
    let reason = ": cannot be written (\(String(cString: strerror(number))))"
    return switch number {
    case EBADF: " is closed; leave it open, or redirect it to a file or to /dev/null"
    case ENOSPC, EDQUOT: reason + "; check the space on the disk"
    case ENOENT: reason + "; create its folder first"
    case EFBIG: reason + "; check the limit on the size of files (ulimit -f)"
    default: reason + "; check where it is redirected to"
    }
  }

  static func report(_ message: String) {
    // File names and contents may contain any characters, but the report is one line.
    let line = String(message.map { $0.isNewline ? " " : $0 })
    FileHandle.standardError.write(Data("sightline: \(printable(line))\n".utf8))
  }
}

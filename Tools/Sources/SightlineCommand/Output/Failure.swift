import ArgumentParser
import Foundation
import SightlineTrace

/// How a command ends when it cannot do its work: one line on standard error and a status of
/// `sysexits.h`.
enum Failure: Error {
  /// The trace is malformed, contradicts itself, or cannot be opened.
  case trace(TraceError)
  /// Whoever read the output has gone.
  case closedPipe
  /// The output cannot be written; with the system's reason.
  case unwritable(String)

  private static let badData: Int32 = 65
  private static let noInput: Int32 = 66
  private static let outputFailed: Int32 = 74

  /// Runs a command's work; a failure is reported and becomes the exit status.
  static func reporting(_ work: (inout Output) throws -> Void) throws {
    var output = Output()
    do {
      do {
        try work(&output)
        try output.flush()
      } catch let error as TraceError {
        // What was found before the error stands before it.
        try output.flush()
        throw Failure.trace(error)
      } catch let exit as ExitCode {
        try output.flush()
        throw exit
      }
    } catch Failure.closedPipe {
      throw ExitCode.success
    } catch Failure.unwritable(let reason) {
      report("standard output: cannot be written (\(reason)); check the space on the disk")
      throw ExitCode(outputFailed)
    } catch Failure.trace(let error) {
      report(error.description)
      throw ExitCode(error.isInputMissing ? noInput : badData)
    }
  }

  static func report(_ message: String) {
    // A file's name may hold anything, but the report is one line.
    let line = message.map { $0.isNewline ? " " : $0 }
    FileHandle.standardError.write(Data("sightline: \(String(line))\n".utf8))
  }
}

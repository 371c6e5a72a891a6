import Foundation
import SightlineCore

/// Receives the events of all pages. Writes them to standard output and optionally to a JSON Lines
/// file, and passes on those of the page on screen.
@MainActor
final class EventFeed {
  private struct Line: Encodable {
    var page: String
    /// Seconds since the gallery started.
    var time: Double
    var event: String
    var kind: String
    var subject: String?
    var fraction: Double?
    var reason: String?
  }

  /// Called with each event of the page on screen, during Sightline's pass.
  var onEvent: (GalleryEvent, EventSubject?) -> Void = { _, _ in }
  /// The log of the page on screen.
  private weak var shown: EventLog?
  private var openings = 0
  private let begin = ContinuousClock.now
  private let file: FileHandle?
  private let encoder = JSONEncoder()

  /// - Parameter path: the JSON Lines file, which is overwritten; `nil` for no file.
  init(file path: String?) throws {
    file = try path.map {
      // Open in place instead of replacing; the path may be a device or a pipe.
      let descriptor = open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw GalleryError.notWritable($0) }
      return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  func begin(_ page: PageEntry) -> EventLog {
    openings += 1
    let log = EventLog(page: page, opening: openings, feed: self)
    shown = log
    return log
  }

  func add(_ event: GalleryEvent, _ subject: EventSubject?, of log: EventLog) {
    say(event.line)
    if file != nil { write(event, of: log) }
    if log === shown { onEvent(event, subject) }
  }

  private func write(_ event: GalleryEvent, of log: EventLog) {
    let line = Line(
      page: log.page.name, time: rounded((ContinuousClock.now - begin) / .seconds(1), to: 1_000),
      event: event.text, kind: event.kind.rawValue, subject: event.subject,
      fraction: event.fraction.map { rounded($0, to: 10_000) }, reason: event.reason?.description)
    guard var data = try? encoder.encode(line) else { return }
    data.append(0x0A)
    // A full disk must not end the gallery; the lines also go to standard output.
    try? file?.write(contentsOf: data)
  }

  private func rounded(_ value: Double, to parts: Double) -> Double {
    (value * parts).rounded() / parts
  }
}

/// Prints a line immediately, even into a pipe. Ignores a reader that has gone.
func say(_ line: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}

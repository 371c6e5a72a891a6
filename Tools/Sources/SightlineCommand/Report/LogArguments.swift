import ArgumentParser
import Foundation
@_spi(Tools) import SightlineLog

/// The logs a command reads, the range of its events, and the output file.
struct LogArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The log's file. Of several logs, each event counts once, by its ID.", valueName: "log"))
  var logs: [String]

  @Option(
    help: """
      Only events from this time on: 2026-01-31 (midnight on this machine), 2026-01-31T09:30:00Z, \
      or as long ago as 45m, 24h, 7d or 2w.
      """,
    transform: { try TimeArgument($0) })
  var since: TimeArgument?

  @Option(
    help: "Only events before this time, in the same formats.",
    transform: { try TimeArgument($0) })
  var before: TimeArgument?

  @Option(name: .shortAndLong, help: "Write to this file instead of standard output.")
  var output: String?

  func validate() throws {
    if let since, let before, since.date >= before.date {
      throw ValidationError("--since must be earlier than --before")
    }
    // The file and SQLite's files beside it.
    if let output,
      logs.contains(where: { log in
        ["", "-wal", "-shm"].contains { Self.isOneFile(output, log + $0) }
      })
    {
      throw ValidationError("--output must not be the log itself")
    }
  }

  static func isOneFile(_ a: String, _ b: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(a, &first) == 0, stat(b, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  var filter: LogFilter {
    var filter = LogFilter()
    filter.since = since?.date
    filter.before = before?.date
    return filter
  }

  var name: String {
    logs.count == 1 ? printable(displayName(of: logs[0])) : "\(logs.count) logs"
  }

  private static let portion = 20_000

  /// Calls a closure with the log, and turns errors of the log into a ``Failure``. Several logs are
  /// merged into a temporary one: their events in the range, or all.
  func withArchive(merging filter: LogFilter, _ body: (LogArchive) throws -> Void) throws {
    if logs.count == 1 { return try Self.withArchive(logs[0], body) }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sightline-\(UUID().uuidString)")
    // If this fails, so does the collector.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("merged.sqlite")
    func merging<Result>(_ work: () throws -> Result) throws -> Result {
      do { return try work() } catch let error as LogError { throw Failure.temporary(error) }
    }
    for log in logs {
      try Self.withArchive(log) { archive in
        let collector = try merging { try LogCollector(at: file) }
        defer { collector.close() }
        var events: [LoggedEvent] = []
        try archive.forEachEvent(where: filter) { event in
          events.append(event)
          if events.count < Self.portion { return }
          _ = try merging { try collector.add(events) }
          events.removeAll(keepingCapacity: true)
        }
        _ = try merging { try collector.add(events) }
      }
    }
    try Self.withArchive(file.path, body)
  }

  private static func withArchive(_ log: String, _ body: (LogArchive) throws -> Void) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: log, isDirectory: &isFolder) else {
      throw Failure.noInput("\(log): no such file; check the path")
    }
    if isFolder.boolValue { throw Failure.noInput("\(log): a folder; name the log's file in it") }
    do {
      try body(LogArchive(at: URL(fileURLWithPath: log)))
    } catch let error as LogError {
      throw Failure.log(error, log)
    }
  }
}

/// A point in time as written on the command line.
struct TimeArgument {
  let date: Date

  /// The units of relative times, in seconds.
  private static let units: [Character: Double] = ["m": 60, "h": 3_600, "d": 86_400, "w": 604_800]

  init(_ argument: String) throws {
    if let unit = argument.last.flatMap({ TimeArgument.units[$0] }),
      let count = Int(argument.dropLast()), (0...1_000_000).contains(count)
    {
      date = Date(timeIntervalSinceNow: -unit * Double(count))
    } else if let date = TimeArgument.day(argument) ?? TimeArgument.time(argument) {
      self.date = date
    } else {
      throw ValidationError(
        "it must be a day such as 2026-01-31, a time such as 2026-01-31T09:30:00Z, "
          + "or a number of minutes, hours, days or weeks ago such as 7d")
    }
  }

  private static func day(_ argument: String) -> Date? {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.count) == [4, 2, 2],
      argument.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    let calendar = Calendar(identifier: .gregorian)
    let components = DateComponents(
      calendar: calendar, timeZone: .current, year: year, month: month, day: day)
    return components.isValidDate(in: calendar) ? components.date : nil
  }

  private static func time(_ argument: String) -> Date? {
    try? Date(argument, strategy: .iso8601)
  }
}

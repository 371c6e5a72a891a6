#if Log
import Foundation
import SightlineHost
import GRDB
import SightlineTestSupport
import Testing

#if os(Linux)
import Glibc
#endif

@testable import SightlineLog

/// A temporary folder for a log, deleted with the test.
final class LogFolder: Sendable {
  let url: URL
  /// The log's clock, set by hand.
  let clock = HandMovedClock()
  let reports = Collected<LogReport>()
  let written = Collected<[EventID]>()

  init(_ url: URL? = nil) throws {
    self.url =
      url
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: self.url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The beginning of a log whose first bytes were overwritten: only its application ID is left.
  static let beheadedLog = Data(count: 68) + Data([0x53, 0x67, 0x74, 0x6c])

  var file: URL { url.appendingPathComponent("impressions.sqlite") }

  func open(_ change: (inout LogConfiguration) -> Void = { _ in }) throws -> ImpressionLog {
    var configuration = LogConfiguration()
    configuration.clock = clock.clock
    configuration.session = "first"
    // Only tests trigger writes.
    configuration.batchDelay = .seconds(3600)
    // The log retains the folder.
    configuration.report = { self.reports.add($0) }
    configuration.didWrite = { [written] in written.add($0) }
    change(&configuration)
    return try ImpressionLog(at: file, configuration: configuration)
  }

  /// Advances the clock by some days; the log reads it every third of a day.
  func age(_ log: ImpressionLog, by days: Int) async throws {
    for _ in 0..<days * 3 {
      clock.advance(by: .seconds(8 * 3_600))
      try await log.prune()
    }
  }

  func sql<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let queue = try DatabaseQueue(path: file.path)
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction(body)
  }

  /// Returns the size of a file beside the log in bytes, or `nil` if there is no such file.
  func size(of suffix: String) throws -> Int? {
    let path = file.path + suffix
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  #if os(Linux)
  /// This process' locks on files in the folder, read per descriptor. `/proc/locks` would name
  /// files by numbers that differ from those of `stat` in a layered file system.
  var locks: [String] {
    get throws {
      let files = FileManager.default
      let folder = url.lastPathComponent
      return try files.contentsOfDirectory(atPath: "/proc/self/fd").flatMap { number -> [String] in
        guard
          let path = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"),
          path.contains(folder),
          let lines = try? String(contentsOfFile: "/proc/self/fdinfo/\(number)", encoding: .utf8)
        else { return [] }
        return lines.split(separator: "\n").filter { $0.hasPrefix("lock:") }.map(String.init)
      }
    }
  }

  /// Whether `locks` shows a lock that is certainly held.
  static let canReadLocks: Bool = {
    guard let folder = try? LogFolder() else { return false }
    let descriptor = Glibc.open(folder.file.path, O_RDWR | O_CREAT, 0o600)
    defer { _ = Glibc.close(descriptor) }
    return descriptor >= 0 && lockf(descriptor, F_LOCK, 0) == 0
      && (try? folder.locks)?.isEmpty == false
  }()
  #endif
}

/// A value protected by a lock.
// Unchecked because the lock, and nothing else, guards the value.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}

final class HandMovedClock: Sendable {
  /// 2026-01-31 12:00:00 UTC.
  static let start: Int64 = 1_769_860_800_000
  let milliseconds = Locked(start)
  let secondsFromGMT = Locked(0)

  var clock: LogClock {
    LogClock(
      milliseconds: { self.milliseconds.withLock { $0 } },
      secondsFromGMT: { _ in self.secondsFromGMT.withLock { $0 } })
  }

  func advance(by duration: Duration) {
    milliseconds.withLock { $0 += Int64(duration / .milliseconds(1)) }
  }

  var date: Date { Date(timeIntervalSince1970: Double(milliseconds.withLock { $0 }) / 1000) }
}

final class Collected<Value: Sendable>: Sendable {
  private let values = Locked<[Value]>([])

  func add(_ value: Value) { values.withLock { $0.append(value) } }

  var all: [Value] { values.withLock { $0 } }
}

extension ImpressionLog {
  /// Simulates a read that finds a damaged page. The file is set aside.
  func findDamage() async {
    await #expect(throws: LogError.self) {
      try await writer.perform { (_, _) -> Void in
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "as if")
      }
    }
  }
}

extension LogEntry {
  /// Returns a minimal impression of an item under a policy.
  static func seen(
    _ item: ItemKey, _ policy: LogPolicy = .feed, attributes: [String: LogValue]? = nil
  ) -> LogEntry {
    LogEntry(
      kind: .impression, item: item, policy: policy, sinceFirstSeen: .zero, total: .zero,
      longest: .zero, greatestFraction: 1, count: 1, exposures: 1, attributes: attributes)
  }
}

extension VisibilitySession {
  /// Returns a window, and a view that fills it.
  @MainActor func makeWindow() -> (MirroredWindow, ViewSlot) {
    let frame = LayoutRect(x: 0, y: 0, width: 100, height: 100)
    let window = MirroredWindow.shown(frame: frame, session: self)
    let view = ViewSlot()
    let target = window.engine.add(SceneTarget(frame: frame), to: window.engine.scene.root)
    view.place(at: ViewSlot.Place(window: window, target: target))
    return (window, view)
  }
}
#endif

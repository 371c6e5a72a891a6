import Foundation
import SightlineGTK
import SightlineLog

/// The gallery's impression log, set up as in an app: pages record, and one delivery sends
/// regardless of the page on screen.
///
/// Without a path the log is in a temporary folder, which is deleted when the gallery ends.
@MainActor
final class GalleryLog {
  static let shared = GalleryLog()

  /// The frequency and size of deliveries, chosen for people who watch.
  struct Pace {
    var longestBackOff = Duration.seconds(4)
    var batch = 8
  }

  /// The state shown by the *Log* page.
  struct Picture {
    var undelivered = 0
    var delivered = 0
    var rejected = 0
    var latest: [LoggedEvent] = []
    /// The number of failed attempts since the last success.
    var failures = 0
  }

  /// Called after any change, at most once per main loop iteration.
  var onChange: () -> Void = {}
  /// Called with the results of batches.
  var onReport: (DeliveryReport) -> Void = { _ in }
  var pace = Pace() { didSet { restartDelivery() } }
  let receiver = LogReceiver()
  private var log: ImpressionLog?
  private var temporary: URL?
  private var delivery: LogDelivery?
  /// The latest start or stop of a delivery; these run in sequence.
  private var change: Task<Void, Never>?

  // MARK: Recording

  /// Opens the log in a file.
  func open(at path: String) throws {
    do {
      log = try ImpressionLog(at: URL(fileURLWithPath: path), configuration: configuration)
    } catch { throw GalleryError.noLog("\(error)") }
  }

  private var configuration: LogConfiguration {
    var configuration = LogConfiguration()
    configuration.didWrite = { _ in
      Task { @MainActor in GalleryLog.shared.onChange() }
    }
    return configuration
  }

  private func opened() -> ImpressionLog? {
    if let log { return log }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sightline-gallery-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    temporary = folder
    log = try? ImpressionLog(
      at: folder.appendingPathComponent("impressions.sqlite"), configuration: configuration)
    return log
  }

  /// Records on behalf of a page, to whose name it sets the screen.
  func recorder(for page: String) -> ImpressionLog? {
    let log = opened()
    log?.screen = page
    return log
  }

  // MARK: Delivering

  /// Starts delivering to a receiver in this process, unless already started.
  func startDelivery() {
    if change == nil { restartDelivery() }
  }

  /// Restarts delivery with the current pace.
  private func restartDelivery() {
    guard let log = opened() else { return }
    let next = LogDelivery(of: log, to: receiver, configuration: deliveryConfiguration)
    change = Task { [before = change] in
      await before?.value
      await delivery?.stop(within: .zero)
      delivery = next
      await next.start()
    }
  }

  private var deliveryConfiguration: DeliveryConfiguration {
    var configuration = DeliveryConfiguration()
    configuration.batchEvents = pace.batch
    configuration.interval = .milliseconds(500)
    configuration.timeout = .seconds(3)
    configuration.firstBackOff = .milliseconds(500)
    configuration.longestBackOff = pace.longestBackOff
    configuration.report = { report in
      Task { @MainActor in
        GalleryLog.shared.onReport(report)
        GalleryLog.shared.onChange()
      }
    }
    return configuration
  }

  func deliverNow() {
    Task { [delivery] in await delivery?.deliverSoon() }
  }

  /// Returns the state to show. It waits for the log, not for a frame.
  func picture(of latest: Int) async -> Picture {
    var picture = Picture()
    guard let log = opened() else { return picture }
    if let counts = try? await log.counts() {
      (picture.undelivered, picture.delivered) = (counts.undelivered, counts.delivered)
      picture.rejected = counts.rejected
    }
    picture.latest = (try? await log.latestEvents(latest)) ?? []
    if let delivery { picture.failures = await delivery.status.failures }
    return picture
  }

  /// Returns the IDs of delivered events: all in the file, and those recorded in this run.
  func delivered() async throws -> (all: Set<EventID>, inThisRun: Set<EventID>) {
    guard let log = opened() else { return ([], []) }
    let events = try await log.events(in: [.delivered], limit: .max)
    return (
      Set(events.map(\.id)), Set(events.filter { $0.session == log.session }.map(\.id))
    )
  }

  // MARK: Closing

  /// Sends as much as possible in two seconds and closes the log.
  func finish() async {
    await change?.value
    await delivery?.stop(within: .seconds(2))
    do {
      try await log?.close()
    } catch {
      FileHandle.standardError.write(Data("sightline-gallery: \(error)\n".utf8))
    }
    if let temporary { try? FileManager.default.removeItem(at: temporary) }
  }
}

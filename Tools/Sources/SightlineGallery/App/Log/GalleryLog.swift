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

  /// Called after any change, at most once per main loop iteration.
  var onChange: () -> Void = {}
  var onReport: (DeliveryReport) -> Void = { _ in }
  /// The frequency and size of deliveries, chosen for people who watch.
  private var pace = DeliveryConfiguration()
  let receiver = LogReceiver()
  private var log: ImpressionLog?
  private var temporary: URL?
  private var delivery: LogDelivery?

  private init() {
    pace.batchEvents = 8
    pace.interval = .milliseconds(500)
    pace.timeout = .seconds(3)
    pace.firstBackOff = .milliseconds(500)
    pace.longestBackOff = .seconds(4)
    pace.report = { report in
      Task { @MainActor in
        GalleryLog.shared.onReport(report)
        GalleryLog.shared.onChange()
      }
    }
  }

  // MARK: Recording

  func open(at path: String) throws {
    var configuration = LogConfiguration()
    configuration.didWrite = { _ in
      Task { @MainActor in GalleryLog.shared.onChange() }
    }
    do {
      log = try ImpressionLog(at: URL(fileURLWithPath: path), configuration: configuration)
    } catch { throw GalleryError("the log: \(error)", status: EX_CANTCREAT) }
  }

  func opened() -> ImpressionLog? {
    if let log { return log }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sightline-gallery-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    temporary = folder
    try? open(at: folder.appendingPathComponent("impressions.sqlite").path)
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
    guard delivery == nil, let log = opened() else { return }
    let delivery = LogDelivery(of: log, to: receiver, configuration: pace)
    self.delivery = delivery
    Task { await delivery.start() }
  }

  func deliverNow() {
    Task { [delivery] in await delivery?.deliverSoon() }
  }

  // MARK: Closing

  /// Sends as much as possible in two seconds and closes the log.
  func finish() async {
    await delivery?.stop(within: .seconds(2))
    do {
      try await log?.close()
    } catch {
      try? FileHandle.standardError.write(contentsOf: Data("sightline-gallery: \(error)\n".utf8))
    }
    if let temporary { try? FileManager.default.removeItem(at: temporary) }
  }
}

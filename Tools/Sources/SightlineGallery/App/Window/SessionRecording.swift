import Foundation
import SightlineGTK
import SightlineGTKToolkit
import SightlineRecording
import SightlineViewer

/// Manual recordings of the window. When one ends, it becomes a page that plays it and opens in the
/// browser.
@MainActor
final class SessionRecording {
  var onNote: (String) -> Void = { _ in }
  /// Called each second with the recording's length in seconds, and with `nil` when it ends for
  /// any reason.
  var onChange: (Int?) -> Void = { _ in }
  /// Called with the result, and a button to open it.
  var onEnd: (String, Banner.Action?) -> Void = { _, _ in }
  private let folder: URL
  private let window: WidgetPointer
  private var trace: URL? { didSet { followTime() } }
  private var begin = ContinuousClock.now
  private var clock: LoopSource?

  var isRecording: Bool { trace != nil }

  init(of window: WidgetPointer, folder: String) {
    self.window = window
    self.folder = URL(fileURLWithPath: folder)
  }

  func begin(page: String) {
    if isRecording { return }
    let file = folder.appendingPathComponent("session-\(Self.name(of: Date())).ndjson")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try window.visibility.recordTrace(to: file.path, page: page) { [weak self] failure in
        self?.trace = nil
        self?.onNote("The recording ended early: \(failure)")
      }
      begin = .now
      trace = file
      onNote("Recording: saving this window to \(file.relativeName)")
    } catch {
      onNote("The recording failed: \(error)")
      onChange(nil)
    }
  }

  private func followTime() {
    clock?.cancel()
    onChange(isRecording ? Int((ContinuousClock.now - begin) / .seconds(1)) : nil)
    if isRecording { clock = MainLoop.after(.seconds(1)) { [weak self] in self?.followTime() } }
  }

  func end() {
    guard let trace else { return }
    window.visibility.stopTrace()
    self.trace = nil
    // Off the main actor, because a long recording takes a while.
    Task { [weak self] in
      let result = await Task.detached { Result { try Self.makePage(of: trace) } }.value
      switch result {
      case .success(let page):
        self?.onEnd(
          "The recording is in \(page.relativeName)", ("Open", { [weak self] in self?.open(page) }))
      case .failure(let error):
        self?.onEnd("The recording is in \(trace.relativeName), but its page failed: \(error)", nil)
      }
    }
  }

  private func open(_ page: URL) {
    Task { [weak self] in
      guard let reason = await Browser.open(page) else { return }
      self?.onEnd("The page is not shown: \(reason). Open \(page.relativeName) in a browser", nil)
    }
  }

  /// Writes the page next to its trace.
  private nonisolated static func makePage(of trace: URL) throws -> URL {
    if let reason = SessionPage.missing { throw GalleryError(reason, status: EX_CANTCREAT) }
    let session = try ViewerSession(TraceReader(path: trace.path), named: trace.lastPathComponent)
    let page = trace.deletingPathExtension().appendingPathExtension("html")
    var bytes: [UInt8] = []
    try SessionPage(session).write { bytes += $0 }
    try Data(bytes).write(to: page)
    return page
  }

  /// Returns a name that sorts by time, to the millisecond.
  private static func name(of date: Date) -> String {
    let style = Date.ISO8601FormatStyle(timeSeparator: .omitted, timeZone: .current)
    return date.formatted(style.year().month().day().time(includingFractionalSeconds: true))
  }
}

extension URL {
  /// The path relative to the working directory, if the file is inside it.
  fileprivate var relativeName: String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}

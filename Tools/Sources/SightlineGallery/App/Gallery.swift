import Foundation
import SightlineGTK
import SightlineGTKToolkit
import SightlineRecording

/// A run of the gallery with the given command-line options.
@MainActor
final class Gallery {
  /// The delay before a page's still image.
  private static let opening = Duration.milliseconds(400)

  private let options: GalleryCommand
  private var failure: (any Error)?

  init(_ options: GalleryCommand) { self.options = options }

  func run() throws {
    if options.list {
      for page in Pages.all { say("\(page.name): \(page.title)") }
      return
    }
    let pages = try chosenPages()
    guard gtk_init_check() != 0 else {
      throw GalleryError(
        "no display to open a window on. Set DISPLAY or WAYLAND_DISPLAY, or run `make run`, "
          + "which starts a virtual one (scripts/with-display COMMAND does for any command).",
        status: EX_UNAVAILABLE)
    }
    if let log = options.log { try GalleryLog.shared.open(at: log) }
    g_set_application_name(GalleryWindow.title)
    // GTK 4 passes this name to assistive technology.
    g_set_prgname(GalleryWindow.title)
    let window = GalleryWindow(
      feed: try EventFeed(file: options.events), isScripted: options.script != .none,
      // A window supports only one recording at a time.
      recordings: options.record == nil && options.script == .none ? options.recordings : nil)
    setLook(of: window)
    if let shots = options.shots { try makeFolder(shots) }
    let loop = g_main_loop_new(nil, 0)
    Signal.connect(window.window, "destroy") { g_main_loop_quit(loop) }
    if let path = options.record {
      try record(window.window, to: path)
    }
    window.show(pages[0])
    if options.code {
      gtk_widget_activate_action_variant(window.window, Actions.full("code"), nil)
    }
    if let places = options.places { Places.write(of: window, to: places) }
    gtk_window_present(sightline_window(window.window))
    if options.script != .none {
      Task { await perform(pages, in: window) }
    }
    endBySignal(window.window)
    MainLoop.adoptMainActor()
    g_main_loop_run(loop)
    closeLog()
    if let failure { throw failure }
  }

  /// Sends the remaining events, as far as possible, after the window has closed. GLib's loop
  /// doesn't run, because its pending callbacks are for widgets that are gone.
  private func closeLog() {
    var isOpen = true
    Task {
      await GalleryLog.shared.finish()
      isOpen = false
    }
    while isOpen { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  private func setLook(of window: GalleryWindow) {
    let style = Style.shared
    if options.dark { style.isDark = true }
    if options.highContrast { style.hasHighContrast = true }
    if options.rtl { style.isRightToLeft = true }
    style.textScale = options.textScale
    gtk_window_set_default_size(
      sightline_window(window.window), gint(clamping: options.width),
      gint(clamping: options.height))
  }

  /// Closes the window on a termination signal, so that a recording is complete.
  private func endBySignal(_ window: WidgetPointer) {
    let close: GSourceFunc = { window in
      // The loop calls this on the main thread, where the window lives.
      nonisolated(unsafe) let window = window
      MainActor.assumeIsolated {
        if let window { gtk_window_destroy(sightline_window(window)) }
      }
      return 0
    }
    for signal in [SIGINT, SIGTERM] { g_unix_signal_add(signal, close, window) }
  }

  private func chosenPages() throws -> [PageEntry] {
    guard let name = options.page, name != "all" else { return Pages.all }
    if let page = Pages.all.first(where: { $0.name == name }) { return [page] }
    let names = Pages.all.map(\.name).joined(separator: ", ")
    throw GalleryError("no page named \(name). The pages are: \(names)", status: EX_USAGE)
  }

  private func record(_ window: WidgetPointer, to path: String) throws {
    do {
      try window.visibility.recordTrace(to: path, page: options.page) {
        try? FileHandle.standardError.write(contentsOf: Data("sightline-gallery: \($0)\n".utf8))
      }
    } catch {
      throw GalleryError("the trace: \(error)", status: EX_CANTCREAT)
    }
  }

  private func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw GalleryError.notWritable(path)
    }
  }

  private func perform(_ pages: [PageEntry], in window: GalleryWindow) async {
    for page in pages {
      if window.entry.name != page.name { window.show(page) }
      say("— \(page.title)")
      let before = window.log.count
      let stage = window.makeStage(shots: options.shots)
      await stage.frames(3)
      window.window.visibility.window?.statistics = FrameStatistics()
      var cost = FrameCost()
      if options.stats { FrameCost.follow(window.window) { cost.add($0) } }
      do {
        if options.script == .still {
          // Until everything that follows the first frames, such as an overlay scroll bar, is
          // there.
          await stage.wait(Self.opening)
          try await stage.shot("still")
        } else {
          try await window.page?.perform(stage)
        }
      } catch {
        failure = error
        break
      }
      say("  \(window.log.count - before) events, \(stage.shots.count) pictures")
      if options.stats, let statistics = window.window.visibility.window?.statistics {
        say("  " + describe(statistics, cost))
      }
    }
    if let visibility = window.window.visibility.window {
      window.window.visibility.stopTrace()
      if options.record != nil { say("recorded: \(visibility.eventCount) events") }
    }
    gtk_window_destroy(sightline_window(window.window))
  }

  private func describe(_ statistics: FrameStatistics, _ cost: FrameCost) -> String {
    let longest = statistics.longest.inMicroseconds(step: 0.1)
    let words =
      "\(statistics.frames) frames: Sightline takes \(cost.words) on average, \(longest) at most; "
      + "the timer fired \(statistics.timers) times"
    return words.withPlainSpaces
  }
}

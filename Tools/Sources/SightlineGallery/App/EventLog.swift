// GTK's constructors are declared to return nil, and never do.
// swift-format-ignore-file: NeverForceUnwrap

import CGTK
import Foundation
import SightlineGTKToolkit

/// The events of one page. A page that was left may have some to come: its items leave, too.
@MainActor
final class EventLog {
  let page: String
  private(set) var count = 0
  private let list: EventList

  init(page: String, list: EventList) {
    self.page = page
    self.list = list
  }

  /// Notes an event: exactly this line goes to standard output.
  func note(_ text: String) {
    count += 1
    list.add(text, of: self)
  }
}

/// What happened, beside the page, on standard output and, where asked for, as JSON lines in a file.
@MainActor
final class EventList {
  /// One event, as it is written to the file.
  private struct Line: Encodable {
    var page: String
    /// Seconds since the gallery began.
    var time: Double
    var event: String
  }

  /// Lines that are kept on screen at least; twice as many at most. Cutting off the first line has the
  /// list bind all of its rows anew, which takes 80 ms, so many are cut off at once.
  private static let kept = 500

  /// The list; it lives as long as the window that shows it.
  let widget: WidgetPointer
  private let list: WeakObjectReference<WidgetPointer>
  /// The log whose lines are on screen.
  private weak var shown: EventLog?
  private let rowsReference: ObjectReference<OpaquePointer>
  private var rows: OpaquePointer { rowsReference.pointer }
  private let begin = ContinuousClock.now
  private let file: FileHandle?
  private let encoder = JSONEncoder()
  /// Lines that are not on screen yet: they are shown between two frames, not within Sightline's pass.
  private var pending: [String] = []
  private var showing: LoopSource?

  /// - Parameter path: the file for JSON lines, written anew; `nil` for none.
  init(file path: String?) throws {
    if let path {
      // Opened as it is, not replaced by a new file: it may be a device or a pipe.
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw GalleryError.notWritable(path) }
      file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    } else {
      file = nil
    }
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let rows = gtk_string_list_new(nil)!
    // The list view owns it too; events come after the window is gone.
    rowsReference = ObjectReference(rows)
    let factory = gtk_signal_list_item_factory_new()!
    Signal.connect(factory, "setup") { arguments in
      let row = arguments.pointer(0, as: OpaquePointer.self)!
      let label = Make.label("", "event")
      gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
      gtk_list_item_set_child(row, label)
    }
    Signal.connect(factory, "bind") { arguments in
      let row = arguments.pointer(0, as: OpaquePointer.self)!
      guard let item = gtk_list_item_get_item(row), let label = gtk_list_item_get_child(row) else {
        return
      }
      let text = gtk_string_object_get_string(OpaquePointer(item))
      gtk_label_set_text(OpaquePointer(label), text)
      gtk_widget_set_tooltip_text(label, text)
    }
    let selection = gtk_no_selection_new(rows)
    let view = gtk_list_view_new(selection, factory)!.styled("events")
    widget = gtk_scrolled_window_new()!
    list = WeakObjectReference(view)
    gtk_scrolled_window_set_child(OpaquePointer(widget), view)
    gtk_scrolled_window_set_policy(
      OpaquePointer(widget), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
  }

  fileprivate func add(_ text: String, of log: EventLog) {
    say(text)
    if let file {
      let seconds = (ContinuousClock.now - begin) / .seconds(1)
      let line = Line(page: log.page, time: (seconds * 1_000).rounded() / 1_000, event: text)
      if var data = try? encoder.encode(line) {
        data.append(0x0A)
        // A full disk must not end the gallery: the lines are on standard output too.
        try? file.write(contentsOf: data)
      }
    }
    guard log === shown else { return }
    pending.append(text)
    guard showing == nil else { return }
    showing = MainLoop.idle { [weak self] in self?.showPending() }
  }

  /// Empties the list on screen for a page that is shown from now on, and makes its log.
  func begin(_ page: String) -> EventLog {
    let log = EventLog(page: page, list: self)
    shown = log
    pending.removeAll()
    gtk_string_list_splice(rows, 0, g_list_model_get_n_items(rows), nil)
    return log
  }

  private func showPending() {
    showing = nil
    for text in pending { gtk_string_list_append(rows, text) }
    pending.removeAll(keepingCapacity: true)
    var length = g_list_model_get_n_items(rows)
    if length > guint(2 * Self.kept) {
      gtk_string_list_splice(rows, 0, length - guint(Self.kept), nil)
      length = guint(Self.kept)
    }
    guard let list = list.pointer, length > 0 else { return }
    gtk_widget_activate_action_variant(
      list, "list.scroll-to-item", g_variant_new_uint32(length - 1))
  }
}

/// Prints a line at once, also into a pipe. Whoever reads may have had enough: that is no failure.
func say(_ line: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}

/// Why the gallery cannot do what it was asked for.
enum GalleryError: Error, CustomStringConvertible {
  case noDisplay
  case noSuchPage(String, known: [String])
  case notWritable(String)
  case notRecorded(String)
  case failed(page: String, String)

  /// A failure of the gallery's own, in `sysexits.h`.
  static let internalStatus: Int32 = 70

  /// The exit status, of `sysexits.h`.
  var status: Int32 {
    switch self {
    case .noSuchPage: 64
    case .noDisplay: 69
    case .notWritable, .notRecorded: 73
    case .failed: Self.internalStatus
    }
  }

  var description: String {
    switch self {
    case .noDisplay:
      "there is no display to open a window on. Set DISPLAY or WAYLAND_DISPLAY, or run `make run`, "
        + "which starts a virtual one (scripts/with-display COMMAND does for any command)."
    case .noSuchPage(let name, let known):
      "there is no page called \(name). The pages are: \(known.joined(separator: ", "))"
    case .notWritable(let path):
      "\(path) cannot be written: check that its folder exists and may be written"
    case .notRecorded(let reason): "the trace: \(reason)"
    case .failed(let page, let what): "the page \(page): \(what)"
    }
  }
}

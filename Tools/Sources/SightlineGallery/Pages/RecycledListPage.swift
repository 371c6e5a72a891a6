// GTK's constructors are declared as nullable but never return nil.
// swift-format-ignore-file: NeverForceUnwrap

import CGTK
import Foundation
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineHost

/// 10,000 items in about two hundred row widgets. Impressions belong to the items.
final class RecycledListPage: Page {
  static let name = "recycled-list"
  static let title = "Recycled list"
  static let summary =
    "10,000 items in recycled rows. An item that is removed while visible leaves once; a returning "
    + "item does not count again."

  static let count = 10_000

  /// The item a row shows. "Once" applies per opening of the page.
  struct Item: Hashable, Sendable {
    var opening: Int
    var number: Int
  }

  let widget: WidgetPointer
  private let scroller: WidgetPointer
  private let model: ObjectReference<OpaquePointer>
  private let log: EventLog
  private let total = Make.label("", "chip")
  private let fling = Fling()
  private var direction = 1.0
  /// The number of impressions by item number.
  private var seen: [Int: Int] = [:]
  private var visible: Set<Int> = []
  private var bound: [Int: WeakObjectReference<WidgetPointer>] = [:]
  private let opening: Int
  private static var openings = 0

  init(log: EventLog) {
    Self.openings += 1
    opening = Self.openings
    self.log = log
    let strings = gtk_string_list_new(nil)!
    model = ObjectReference(strings)
    let factory = gtk_signal_list_item_factory_new()!
    let view = gtk_list_view_new(gtk_no_selection_new(strings), factory)!.styled("items")
    view.setAccessibleLabel("Items")
    scroller = ScrollKeys.add(to: Make.scroller(view), named: "Items").expanding()
    let toolbar = Make.column().styled("toolbar")
    widget = Make.column([toolbar, scroller])
    fill(Array(1...Self.count))
    connect(factory)
    observe(
      RecycledRows(factory: factory) { [opening] row in
        Self.number(of: row).map { Item(opening: opening, number: $0) }
      })
    gtk_label_set_wrap(OpaquePointer(total), 1)
    toolbar.append(
      Flow.make(
        gap: 8,
        [
          total.aligned(GTK_ALIGN_START, GTK_ALIGN_CENTER),
          Make.button("Fling") { [weak self] in self?.throwList() },
          Make.button("Remove first 5") { [weak self] in self?.removeFirst(5) },
          Make.button("Shuffle") { [weak self] in self?.shuffle() },
        ]))
    showTotals()
  }

  /// The policy's dwell and repetition: the last settings, kept when the page is recreated.
  private static var dwell = 0.0
  private static var repetition = 0
  private static let repetitions: [(name: String, value: ImpressionRepetition)] = [
    ("once", .oncePerSession), ("after each return", .afterLeaving),
  ]
  private let isOnce = RecycledListPage.repetition == 0

  private static var policy: ImpressionPolicy {
    ImpressionPolicy(
      rule: ImpressionPolicy.feed.rule, dwell: .seconds(dwell),
      repetition: repetitions[repetition].value)
  }

  var knobs: [Knob] {
    [
      Knob(
        "Counts", .choice(Self.repetitions.map(\.name), selected: Self.repetition), rebuilds: true
      ) { Self.repetition = Int($0) },
      Knob("after", .slider(Self.dwell, in: 0...2, step: 0.25, unit: "s"), rebuilds: true) {
        Self.dwell = $0
      },
    ]
  }

  // MARK: Rows

  private static func number(of row: OpaquePointer) -> Int? {
    guard let item = gtk_list_item_get_item(row),
      let text = gtk_string_object_get_string(OpaquePointer(item))
    else { return nil }
    return Int(String(cString: text))
  }

  private func connect(_ factory: OpaquePointer) {
    Signal.connect(factory, "setup") { arguments in
      let title = Make.label("", "card-title")
      gtk_label_set_ellipsize(OpaquePointer(title), PANGO_ELLIPSIZE_END)
      let state = Make.label("", "caption").expanding(vertically: false)
      gtk_label_set_xalign(OpaquePointer(state), 1)
      guard let row = arguments.pointer(0, as: OpaquePointer.self) else { return }
      gtk_list_item_set_child(
        row, Make.row(spacing: 12, [title, state]).styled("card").sized(-1, 56))
    }
    Signal.connect(factory, "bind") { [weak self] arguments in
      guard let self, let row = arguments.pointer(0, as: OpaquePointer.self),
        let number = Self.number(of: row), let child = gtk_list_item_get_child(row)
      else { return }
      let name = "Item \(number.formatted(Self.style))"
      gtk_widget_get_first_child(child)?.setText(name)
      // The list's own widget around the row would otherwise have no name.
      gtk_widget_get_parent(child)?.setAccessibleLabel(name)
      bound[number] = WeakObjectReference(child)
      show(number)
    }
    Signal.connect(factory, "unbind") { [weak self] arguments in
      guard let self, let row = arguments.pointer(0, as: OpaquePointer.self),
        let number = Self.number(of: row),
        bound[number]?.pointer == gtk_list_item_get_child(row)
      else { return }
      bound[number] = nil
    }
  }

  private func observe(_ rows: RecycledRows<Item>) {
    rows.crossed(.asMuchAsFits) { [weak self, log] item, crossing in
      log.note(crossing, Self.subject(item.number, of: self))
      guard let self else { return }
      if crossing.visibility == .visible {
        visible.insert(item.number)
      } else {
        visible.remove(item.number)
      }
      show(item.number)
    }
    rows.impression(Self.policy) { [weak self, log] item, impression in
      log.note(impression, Self.subject(item.number, of: self))
      guard let self else { return }
      seen[item.number, default: 0] += 1
      show(item.number)
      showTotals()
    }
  }

  /// Returns the subject for an item, whichever row shows it.
  private static func subject(_ number: Int, of page: RecycledListPage?) -> EventSubject {
    EventSubject("Item \(number.formatted(style))") { [weak page] in
      page?.bound[number]?.pointer
    }
  }

  private func show(_ number: Int) {
    guard let row = bound[number]?.pointer else { return }
    let times = seen[number] ?? 0
    gtk_widget_get_last_child(row)?.setText(times == 0 ? "not seen yet" : "counted \(times)×")
    row.setClass("is-visible", visible.contains(number))
    row.setClass("is-seen", times > 0 && !visible.contains(number))
  }

  private func showTotals() {
    let twice = seen.values.count { $0 > 1 }
    let often =
      twice > 0
      ? ", \(twice.formatted(Self.style)) more than once" : isOnce ? ", each once" : ""
    total.setText(
      "\(seen.count.formatted(Self.style)) of \(Self.count.formatted(Self.style)) seen\(often)")
  }

  private static let style = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US"))

  // MARK: Button actions

  /// Throws the list down, and up the next time.
  private func throwList() {
    fling.start(scroller.verticalAdjustment, of: scroller, by: direction * 14_000)
    direction = -direction
  }

  private func removeFirst(_ count: Int) {
    fling.stop()
    let length = Int(g_list_model_get_n_items(model.pointer))
    gtk_string_list_splice(model.pointer, 0, guint(min(count, length)), nil)
    log.note("Removed the first \(min(count, length))")
  }

  /// Shuffles the items, ending any throw. Until the next layout GTK knows no scroll position and
  /// logs warnings.
  private func shuffle() {
    fling.stop()
    let length = g_list_model_get_n_items(model.pointer)
    var numbers = (0..<length).compactMap {
      gtk_string_list_get_string(model.pointer, $0).flatMap { Int(String(cString: $0)) }
    }
    numbers.shuffle()
    log.note("Shuffled")
    fill(numbers)
  }

  /// Replaces the list's items in a single change.
  private func fill(_ numbers: [Int]) {
    let texts = numbers.map { strdup("\($0)") }
    defer { for text in texts { free(text) } }
    let pointers: [UnsafePointer<CChar>?] = texts.map { UnsafePointer($0) } + [nil]
    pointers.withUnsafeBufferPointer {
      gtk_string_list_splice(
        model.pointer, 0, g_list_model_get_n_items(model.pointer), $0.baseAddress)
    }
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(300))
    try await stage.shot("top")
    let window = widget.visibility.window
    window?.statistics = FrameStatistics()
    throwList()
    await fling.rest()
    if let cost = window?.statistics {
      log.note(
        "A fling of \(cost.frames) frames: own time \(Self.microseconds(cost.median)) in the median, "
          + "\(Self.microseconds(cost.longest)) at most")
    }
    try await stage.shot("far")
    let before = seen.count
    throwList()
    await fling.rest()
    log.note("\(seen.count - before) new ones on the way back")
    removeFirst(5)
    await stage.wait(.milliseconds(400))
    shuffle()
    await stage.wait(.milliseconds(400))
    try await stage.shot("shuffled")
    let twice = seen.values.count { $0 > 1 }
    log.note("\(seen.count) seen, \(twice) more than once")
  }

  private static func microseconds(_ duration: Duration) -> String {
    "\(Int((duration / .microseconds(1)).rounded())) µs"
  }
}

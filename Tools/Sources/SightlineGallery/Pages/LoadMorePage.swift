import SightlineGTKToolkit
import SightlineGTKWidgets

/// Loads the next page when the third item from the end shows.
final class LoadMorePage: Page {
  private static let pageSize = Setting("Items a load", 6, in: 1...20, step: 1)
  private static let itemFromEnd = Setting("Load at item from the end", 3, in: 1...10, step: 1)
  static let pages = 7
  static let failingLoad = 4
  private static let delay = Duration.milliseconds(250)

  let widget: WidgetPointer
  private let list = Make.column(spacing: 12).margins(16, 24, 12, 24)
  private let status = Make.paragraph("", "caption")
  private let spinner = required(gtk_spinner_new())
  private let retry = required(gtk_button_new_with_label("Try again"))
  private let footer: WidgetPointer
  private var loading: LoadMoreController?
  private let log: EventLog
  private var loads = 0
  private var page = 1
  private var count = 0

  init(log: EventLog) {
    self.log = log
    gtk_widget_set_valign(retry, GTK_ALIGN_CENTER)
    spinner.setAccessibleLabel("Loading")
    footer = Make.row(spacing: 12, [spinner, status.expanding(vertically: false), retry])
      .margins(0, 24, 20, 24)
    widget = Make.scroller(Make.column([list, footer]), named: "Items").expanding().sized(-1, 240)
    loading = LoadMoreController(
      of: widget, itemsIn: list, when: .itemFromEnd(Int(Self.itemFromEnd.value))
    ) { [weak self] in
      // A load that retained the page would return to destroyed widgets.
      guard let number = self?.begin() else { return false }
      await withCheckedContinuation { done in MainLoop.after(Self.delay) { done.resume() } }
      return try self?.end(number) ?? false
    }
    Signal.connect(retry, "clicked") { [weak self] in self?.loading?.retry() }
    loading?.stateChanged { [weak self] in self?.show($0) }
    append()
    show(.ready)
  }

  var knobs: [Setting] { [Self.pageSize, Self.itemFromEnd] }

  private struct Offline: Error {}

  private func begin() -> Int {
    loads += 1
    log.note("Load \(loads) begins, at \(count) items")
    return loads
  }

  private func end(_ number: Int) throws -> Bool {
    if number == Self.failingLoad {
      log.note("Load \(number) failed")
      throw Offline()
    }
    page += 1
    append()
    log.note("Load \(number) brought page \(page)")
    return page < Self.pages
  }

  private func append() {
    for _ in 0..<(page == 1 ? 3 : Int(Self.pageSize.value)) {
      count += 1
      let place = Invented.places[(count - 1) % 20]
      list.append(Rows.card(page, "\(count). \(place.0)", Make.line(place.1, "caption")))
    }
  }

  private func show(_ state: LoadMoreTrigger.State) {
    gtk_widget_set_visible(retry, state == .failed ? 1 : 0)
    gtk_widget_set_visible(spinner, state == .loading ? 1 : 0)
    footer.setClass("failure", state == .failed)
    gtk_spinner_set_spinning(OpaquePointer(spinner), state == .loading ? 1 : 0)
    let text =
      switch state {
      case .ready, .settling, .stalled: "\(count) items so far"
      case .loading: "Loading more"
      case .failed: "Couldn't load more"
      case .finished: "That's all \(count) items"
      }
    status.setText(text)
  }

  func perform(_ stage: Stage) async throws {
    try await stage.say(
      "The first load is shorter than the window, so another follows.", shot: "short")
    await stage.wait(.seconds(1))
    await stage.say("Near the end, more load. The fourth load fails.")
    await scroll(until: .failed, on: stage)
    try await stage.shot("failed")
    await stage.say("Try again, and on to the end.")
    gtk_widget_activate(retry)
    await scroll(until: .finished, on: stage)
    try await stage.shot("end")
  }

  /// Scrolls to the end again and again until a state is reached.
  private func scroll(until state: LoadMoreTrigger.State, on stage: Stage) async {
    for _ in 0..<60 where loading?.state != state {
      await stage.scroll(widget.verticalAdjustment, to: 100_000, over: .zero)
      await stage.wait(.milliseconds(100))
    }
    await stage.frames(3)
    await stage.scroll(widget.verticalAdjustment, to: 100_000, over: .zero)
  }
}

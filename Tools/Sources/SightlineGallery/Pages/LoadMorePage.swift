import CGTK
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineScroll

/// Loads the next page when the third item from the end shows.
final class LoadMorePage: Page {
  static let name = "load-more"
  static let title = "Load more"
  static let summary =
    "The next page loads when the third item from the end appears: once for each page, also while "
    + "the first is shorter than the screen. The fourth load fails once."

  /// The last settings.
  private static var pageSize = 6.0
  private static var itemFromEnd = 3.0
  static let pages = 7
  /// The load that fails once.
  static let failingLoad = 4
  private static let delay = Duration.milliseconds(250)

  let widget: WidgetPointer
  private let list = Make.column(spacing: 12).margins(16, 20, 12, 20)
  private let status = Make.paragraph("", "caption")
  private let spinner = required(gtk_spinner_new())
  private let retry: WidgetPointer
  private let footer: WidgetPointer
  private var loading: LoadMoreController?
  private let log: EventLog
  private var loads = 0
  private var page = 1
  private var count = 0

  init(log: EventLog) {
    self.log = log
    let button = WeakRetry()
    retry = Make.button("Try again") { button.action?() }
    gtk_widget_set_valign(retry, GTK_ALIGN_CENTER)
    spinner.setAccessibleLabel("Loading")
    footer = Make.row(spacing: 12, [spinner, status.expanding(vertically: false), retry])
      .margins(0, 20, 20, 20)
    widget = ScrollKeys.add(to: Make.scroller(Make.column([list, footer])), named: "Items")
      .expanding().sized(-1, 240)
    loading = LoadMoreController(
      of: widget, itemsIn: list, when: .itemFromEnd(Int(Self.itemFromEnd))
    ) { [weak self] in
      // A load that retained the page would return to destroyed widgets.
      guard let number = self?.begin() else { return false }
      await withCheckedContinuation { done in MainLoop.after(Self.delay) { done.resume() } }
      return try self?.end(number) ?? false
    }
    button.action = { [weak self] in self?.loading?.retry() }
    loading?.stateChanged { [weak self] in self?.show($0) }
    append()
    show(.ready)
  }

  var knobs: [Knob] {
    [
      Knob("Items a page", .slider(Self.pageSize, in: 1...20, step: 1, unit: ""), rebuilds: true) {
        Self.pageSize = $0
      },
      Knob(
        "From the end", .slider(Self.itemFromEnd, in: 1...10, step: 1, unit: ""),
        rebuilds: true
      ) { Self.itemFromEnd = $0 },
    ]
  }

  /// The button's action, set after the button is created.
  @MainActor
  private final class WeakRetry {
    var action: (() -> Void)?
  }

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
    for _ in 0..<(page == 1 ? 3 : Int(Self.pageSize)) {
      count += 1
      list.append(Rows.card(page, "Item \(count)", "From page \(page)"))
    }
  }

  private func show(_ state: LoadMoreTrigger.State) {
    gtk_widget_set_visible(retry, state == .failed ? 1 : 0)
    gtk_widget_set_visible(spinner, state == .loading ? 1 : 0)
    footer.setClass("failure", state == .failed)
    if state == .loading {
      gtk_spinner_start(OpaquePointer(spinner))
    } else {
      gtk_spinner_stop(OpaquePointer(spinner))
    }
    status.setText(Self.text(of: state, count: count))
  }

  private static func text(of state: LoadMoreTrigger.State, count: Int) -> String {
    switch state {
    case .ready, .settling, .stalled: "\(count) items so far"
    case .loading: "Loading the next page"
    case .failed: "The page failed to load"
    case .finished: "That was all: \(count) items"
    }
  }

  func perform(_ stage: Stage) async throws {
    await stage.frames(3)
    try await stage.shot("short")
    await stage.wait(.milliseconds(800))
    let adjustment = widget.verticalAdjustment
    for _ in 0..<20 where loading?.state != .failed {
      await stage.scroll(adjustment, to: 100_000, over: .zero)
      await stage.wait(.milliseconds(60))
    }
    await stage.frames(3)
    await stage.scroll(adjustment, to: 100_000, over: .zero)
    try await stage.shot("failed")
    gtk_widget_activate(retry)
    for _ in 0..<60 where loading?.state != .finished {
      await stage.scroll(adjustment, to: 100_000, over: .zero)
      await stage.wait(.milliseconds(50))
    }
    await stage.frames(3)
    await stage.scroll(adjustment, to: 100_000, over: .zero)
    try await stage.shot("end")
  }
}

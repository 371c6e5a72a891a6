import SightlineGTK
import SightlineGTKToolkit

/// The gallery's window: the list of pages, the selected page, its code and its events.
@MainActor
final class GalleryWindow {
  static let title = "Sightline Gallery"
  /// The width of a page at normal text size: comfortable to read, and to find a row's end.
  private static let columnWidth = 760

  let window = required(gtk_window_new())
  private(set) var log: EventLog
  private(set) var entry = Pages.all[0]
  private(set) var page: (any Page)?
  private let shell: Shell
  private let header: GalleryHeader
  private let actions: Actions
  /// Manual recordings; `nil` if the window is already recorded or scripted.
  private let recording: SessionRecording?
  private let list = PageList()
  private let feed: EventFeed
  private let events = EventPane()
  private let heading = Heading()
  private let knobs = KnobRow()
  private let code = CodePanel()
  private let stage = PageStage()
  private let banner = Banner()
  private let meter: Meter
  private var demo: Task<Void, Never>?
  /// Whether the page is where a demo left it.
  private var hasPlayed = false
  /// Whether to build the page again once the playing script has stopped.
  private var mustRebuild = false
  /// The page to show once the playing script has stopped.
  private var next: (page: PageEntry, goesThere: Bool)?
  /// Whether a script plays all pages and must not be disturbed.
  private let isScripted: Bool

  /// - Parameter recordings: the folder for manual recordings; `nil` to disable them.
  init(feed: EventFeed, isScripted: Bool, recordings: String?) {
    self.feed = feed
    header = GalleryHeader(canRecord: recordings != nil)
    actions = Actions(of: window)
    recording = recordings.map { [window] in SessionRecording(of: window, folder: $0) }
    self.isScripted = isScripted
    log = feed.begin(Pages.all[0])
    meter = Meter(of: window)
    let column = Make.column([
      heading.widget, knobs.widget, stage.widget.expanding(), banner.widget,
    ])
    let middle = Make.column([
      Clamp(column, most: Self.columnWidth).widget.expanding(), meter.widget,
    ]).styled("page")
    shell = Shell(list: list.widget, page: middle, code: code.widget, events: events.widget)
    let pointer = sightline_window(window)
    gtk_window_set_title(pointer, Self.title)
    gtk_window_set_titlebar(pointer, header.widget)
    gtk_window_set_child(pointer, shell.widget)
    connect()
    addActions()
  }

  private func connect() {
    feed.onEvent = { [events] in events.add($0, $1) }
    events.onPoint = { [stage] in stage.outline($0) }
    list.onChoose = { [weak self] page, goesThere in self?.choose(page, goesThere: goesThere) }
    list.onLeave = { [weak self] in self?.leaveList() }
    heading.onFold = { [knobs] in knobs.isOpen = $0 }
    knobs.onRebuild = { [weak self] in self?.rebuild() }
    Style.shared.onScale = { [weak self] in self?.rebuild() }
    shell.onChange = { [weak self] in self?.showForm() }
    recording?.onChange = { [weak self] seconds in
      self?.actions["record"] = seconds != nil
      self?.header.showRecording(seconds)
    }
    recording?.onNote = { [weak self] in self?.log.note($0) }
    recording?.onEnd = { [weak self, banner] words, action in
      self?.log.note(words)
      let close: Banner.Action = ("Close", { banner.hide() })
      banner.show(words, (action.map { [$0] } ?? []) + [close])
    }
    stage.onInput = { [weak self] in self?.demo?.cancel() }
  }

  private func addActions() {
    actions.addSwitch("list") { [weak self] in self?.showList($0) }
    actions.addSwitch("events") { [weak self] in self?.shell.shows.events = $0 }
    actions.addSwitch("code") { [weak self] in self?.shell.shows.code = $0 }
    actions.addSwitch("inspector") { [weak self] in self?.stage.setInspector($0) }
    actions.addSwitch("record") { [weak self] in self?.setRecording($0) }
    actions.enable("record", recording != nil)
    actions.add("search") { [weak self] in self?.goToList(searching: true) }
    actions.add("go-to-list") { [weak self] in self?.goToList(searching: false) }
    actions.add("back") { [weak self] in self?.goBack() }
    actions.add("play") { [weak self] in self?.playOrStop() }
    actions.add("restart") { [weak self] in self?.restart() }
    actions.add("close") { [window] in gtk_window_close(sightline_window(window)) }
    actions.add("shortcuts") { [window] in Shortcuts.present(over: window) }
    Style.shared.addActions(to: actions)
    Shortcuts.connect(to: window)
  }

  private func showForm() {
    header.show(shell.form)
    actions["list"] = shell.shows.list
    actions["events"] = shell.shows.events
    actions["code"] = shell.shows.code
    heading.isShort = shell.form == .narrow
  }

  // MARK: Pages

  private func choose(_ page: PageEntry, goesThere: Bool) {
    if goesThere { shell.showPage() }
    if page.name != entry.name {
      show(page, goesThere: goesThere)
    } else if goesThere {
      stage.focusPage()
    }
  }

  /// Shows a page from its beginning, discarding the previous one.
  ///
  /// - Parameter goesThere: whether the keyboard focus moves to the page.
  func show(_ entry: PageEntry, goesThere: Bool = true) {
    if let demo {
      next = (entry, goesThere)
      return demo.cancel()
    }
    self.entry = entry
    heading.show(entry)
    code.show(entry.text)
    banner.hide()
    build(keepsKnobs: false)
    list.select(entry)
    if goesThere { stage.focusPage() }
  }

  private func build(keepsKnobs: Bool) {
    let wasInspecting = stage.isInspecting
    stage.setInspector(false)
    page = nil
    (hasPlayed, mustRebuild) = (false, false)
    stage.clear()
    log = feed.begin(entry)
    events.clear()
    let page = entry.type.init(log: log)
    self.page = page
    Frames.follow(page.widget) { [weak page] in page?.frameEnded() }
    stage.show(page.widget)
    knobs.show(page.knobs, keeps: keepsKnobs)
    stage.setInspector(wasInspecting)
  }

  /// Builds the page again, ending its demo.
  private func rebuild() {
    if isScripted || page == nil { return }
    mustRebuild = true
    if let demo { demo.cancel() } else { build(keepsKnobs: true) }
  }

  private func restart() {
    if !isScripted { show(entry, goesThere: false) }
  }

  // MARK: Playing

  private func playOrStop() {
    if isScripted { return }
    if let demo { return demo.cancel() }
    shell.showPage()
    if hasPlayed { build(keepsKnobs: true) }
    guard let page else { return }
    hasPlayed = true
    heading.setPlaying(true)
    actions.enable("restart", false)
    demo = Task { [stage = makeStage(shots: nil)] in
      var failure: (any Error)?
      do { try await page.perform(stage) } catch { failure = error }
      // A stopped script fails in its own way, or finishes without effect.
      demoEnded(Task.isCancelled ? CancellationError() : failure)
    }
  }

  /// Returns a stage for the page's script, whose captions appear below the page.
  func makeStage(shots: String?) -> Stage {
    Stage(window: window, page: entry.name, shots: shots) { [banner] in banner.show($0) }
  }

  private func demoEnded(_ failure: (any Error)?) {
    demo = nil
    heading.setPlaying(false)
    actions.enable("restart", true)
    if let next {
      self.next = nil
      return show(next.page, goesThere: next.goesThere)
    }
    switch failure {
    case nil:
      log.note("The demo ended")
      banner.show(
        "Demo ended.",
        [
          ("Start over", { [weak self] in self?.restart() }),
          ("Play again", { [weak self] in self?.playOrStop() }),
        ])
    case is CancellationError:
      banner.hide()
      if mustRebuild { build(keepsKnobs: true) }
    case let error?:
      banner.hide()
      log.note("The demo ended early: \(error)")
    }
  }

  // MARK: Around the page

  private func leaveList() {
    if shell.form != .wide { shell.shows.list = false }
    stage.focusPage()
  }

  /// Shows or hides the list, moving the keyboard focus to it or back to the page.
  private func showList(_ isShown: Bool) {
    shell.shows.list = isShown
    if isShown { list.focus() } else { stage.focusPage() }
  }

  /// Returns to the page from the list or the events that replaced it.
  private func goBack() {
    guard shell.form == .narrow, shell.shows.list || shell.shows.events else { return }
    shell.showPage()
    stage.focusPage()
  }

  private func goToList(searching: Bool) {
    shell.shows.list = true
    if searching { list.focusSearch() } else { list.focus() }
  }

  private func setRecording(_ isOn: Bool) {
    guard let recording, isOn != recording.isRecording else { return }
    banner.hide()
    if isOn { recording.begin(page: entry.name) } else { recording.end() }
  }

  /// The window's parts in its surface, for tests that move a pointer.
  var places: [(name: String, widget: WidgetPointer)] {
    [
      ("window", window), ("page", stage.widget), ("list", list.widget),
      ("events", events.widget), ("record", header.record), ("banner", banner.button),
    ]
  }
}

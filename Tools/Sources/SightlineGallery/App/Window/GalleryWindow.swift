import CGTK
import SightlineGTK
import SightlineGTKToolkit

/// The gallery's window: the list of pages, the selected page and its events.
@MainActor
final class GalleryWindow {
  static let title = "Sightline Gallery"
  static let size = (width: 1_180, height: 820)

  let window = required(gtk_window_new())
  /// The log of the page shown.
  private(set) var log: EventLog
  private(set) var page: (any Page)?
  let shell: Shell
  let header: GalleryHeader
  /// Manual recordings; `nil` if the window is already recorded or scripted.
  private let recording: SessionRecording?
  let list = PageList()
  private let feed: EventFeed
  private let events = EventPane()
  private let heading = Heading()
  private let knobs = KnobRow()
  private let code = CodePanel()
  private let stage = PageStage()
  private let player = Player()
  private let meter: Meter
  /// Whether the page is where a demo left it.
  private var hasPlayed = false
  /// The page to show once the playing script has stopped.
  private var next: (page: any Page.Type, goesThere: Bool)?
  /// Whether a script plays all pages and must not be disturbed.
  private let isScripted: Bool

  /// - Parameter recordings: the folder for manual recordings; `nil` to disable them.
  init(feed: EventFeed, isScripted: Bool, recordings: String?) {
    self.feed = feed
    header = GalleryHeader(canRecord: recordings != nil)
    recording = recordings.map { [window] in SessionRecording(of: window, folder: $0) }
    self.isScripted = isScripted
    log = feed.begin("")
    meter = Meter(of: window)
    let middle = Make.column([
      heading.widget, knobs.widget, stage.widget.expanding(), code.widget, meter.widget,
    ]).styled("page")
    shell = Shell(list: list.widget, page: middle, events: events.widget)
    let pointer = sightline_window(window)
    gtk_window_set_title(pointer, Self.title)
    gtk_window_set_default_size(pointer, gint(Self.size.width), gint(Self.size.height))
    gtk_window_set_titlebar(pointer, header.widget)
    gtk_window_set_child(pointer, shell.widget)
    gtk_widget_set_visible(code.widget, 0)
    connect()
  }

  private func connect() {
    feed.onEvent = { [events] in events.add($0, $1) }
    events.onPoint = { [stage] in stage.outline($0) }
    list.onChoose = { [weak self] page, goesThere in self?.choose(page, goesThere: goesThere) }
    list.onLeave = { [weak self] in self?.leaveList() }
    heading.onPlay = { [weak self] in self?.playOrStop() }
    heading.onRestart = { [weak self] in self?.restart() }
    heading.onFold = { [weak self] in
      guard let self else { return }
      knobs.isOpen = heading.isOpen
    }
    knobs.onRebuild = { [weak self] in self?.rebuild() }
    shell.onChange = { [weak self] in self?.showForm() }
    header.onList = { [weak self] in self?.showList($0) }
    header.onEvents = { [weak self] in self?.shell.showEvents($0) }
    header.onCode = { [weak self] in self?.showCode($0) }
    header.onInspect = { [weak self] in self?.setInspector($0) }
    header.onRecord = { [weak self] in self?.setRecording($0) }
    recording?.onChange = { [weak self] in self?.header.setRecording($0) }
    recording?.onNote = { [weak self] in self?.log.note($0) }
    header.onShortcuts = { [weak self] in self?.showShortcuts() }
    stage.onInput = { [weak self] in self?.player.stop() }
    Shortcuts.connect(to: self)
  }

  private func showForm() {
    header.show(shell.form, list: shell.shows.list, events: shell.shows.events)
    heading.isShort = shell.form == .narrow
  }

  // MARK: Pages

  private func choose(_ page: any Page.Type, goesThere: Bool) {
    if goesThere { shell.showPage() }
    guard self.page.map({ type(of: $0) != page }) ?? true else {
      if goesThere { stage.focusPage() }
      return
    }
    show(page, goesThere: goesThere)
  }

  /// Shows a page from its beginning, discarding the previous one.
  ///
  /// - Parameter goesThere: whether the keyboard focus moves to the page.
  func show(_ type: any Page.Type, goesThere: Bool = true) {
    if player.isPlaying {
      next = (type, goesThere)
      return player.stop()
    }
    heading.show(type)
    code.show(type)
    build(type, keepsKnobs: false)
    list.select(type)
    if goesThere { stage.focusPage() }
  }

  private func build(_ type: any Page.Type, keepsKnobs: Bool) {
    let wasInspecting = stage.isInspecting
    stage.setInspector(false)
    page = nil
    hasPlayed = false
    stage.clear()
    log = feed.begin(type.name)
    events.clear()
    let page = type.init(log: log)
    self.page = page
    stage.show(page.widget)
    knobs.show(page.knobs, keeps: keepsKnobs)
    stage.setInspector(wasInspecting)
  }

  private func rebuild() {
    guard let page, !player.isPlaying else { return }
    build(type(of: page), keepsKnobs: true)
  }

  func restart() {
    guard let page, !isScripted else { return }
    show(type(of: page), goesThere: false)
  }

  // MARK: Playing

  func playOrStop() {
    guard let type = page.map({ type(of: $0) }), !isScripted, type.whyNotPlayable == nil else {
      return
    }
    if player.isPlaying { return player.stop() }
    shell.showPage()
    if hasPlayed { build(type, keepsKnobs: true) }
    guard let page else { return }
    hasPlayed = true
    heading.setPlaying(true)
    let stage = Stage(window: window, page: type.name, shots: nil)
    player.play(page, on: stage) { [weak self] in self?.playingEnded($0) }
  }

  private func playingEnded(_ result: Result<Void, any Error>) {
    heading.setPlaying(false)
    if let next {
      self.next = nil
      return show(next.page, goesThere: next.goesThere)
    }
    switch result {
    case .success:
      log.note("The demo ended")
      heading.offerToPlayAgain()
    case .failure(is CancellationError): break
    case .failure(let error): log.note("The demo ended early: \(error)")
    }
  }

  // MARK: Around the page

  private func leaveList() {
    if shell.form != .wide { shell.showList(false) }
    stage.focusPage()
  }

  /// Shows or hides the list, moving the keyboard focus to it or back to the page.
  func showList(_ isShown: Bool) {
    shell.showList(isShown)
    if isShown { list.focus() } else { stage.focusPage() }
  }

  /// Returns to the page from the list or the events that replaced it.
  func goBack() -> Bool {
    guard shell.form == .narrow, shell.shows.list || shell.shows.events else { return false }
    shell.showPage()
    stage.focusPage()
    return true
  }

  /// Moves the keyboard focus to the list or its search field.
  func goToList(searching: Bool) {
    shell.showList(true)
    if searching { list.focusSearch() } else { list.focus() }
  }

  func toggleEvents() { shell.showEvents(!shell.shows.events) }

  func showCode(_ isShown: Bool) {
    header.setCode(isShown)
    gtk_widget_set_visible(code.widget, isShown ? 1 : 0)
  }

  func toggleCode() { showCode(gtk_widget_get_visible(code.widget) == 0) }

  /// Shows or hides the inspector over the page.
  func setInspector(_ isOn: Bool) {
    stage.setInspector(isOn)
    header.setInspecting(isOn)
  }

  var isInspecting: Bool { stage.isInspecting }

  /// Starts a recording of the window, or ends the current one and opens it.
  private func setRecording(_ isOn: Bool) {
    guard let recording, isOn != recording.isRecording else { return }
    if isOn { recording.begin(page: page.map { type(of: $0).name }) } else { recording.end() }
  }

  func toggleRecording() { setRecording(!(recording?.isRecording ?? true)) }

  func showShortcuts() { Shortcuts.present(over: window) }

  /// The window's parts in its surface, for tests that move a pointer.
  var places: [(name: String, widget: WidgetPointer)] {
    [
      ("window", window), ("page", stage.widget), ("list", list.widget),
      ("events", events.widget), ("record", header.record),
    ]
  }
}

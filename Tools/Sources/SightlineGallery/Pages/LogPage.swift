import Foundation
import SightlineGTK
import SightlineGTKToolkit
import SightlineLog

/// Impressions are written to a file and sent to a receiver that misbehaves on demand.
final class LogPage: Page {
  private static let count = 30
  private static let shownEvents = 20
  /// Counts each return, so there are always events to send.
  private static let policy = LogPolicy("each-return", .feed.repeating(.afterLeaving))

  let widget: WidgetPointer
  private let scroller: WidgetPointer
  private let log: EventLog
  private let behaviours: [WidgetPointer]
  /// Weak, because a read of the log may finish after the page is gone.
  private let shown: WeakObjectReference<WidgetPointer>
  private let chips = (0..<5).map { _ in Make.label("–", "chip") }
  private let status = Make.paragraph("Nothing sent yet", "caption")
  /// The rows of the latest events, which stay for assistive technology.
  private let rows = (0..<LogPage.shownEvents).map { _ in
    (
      state: Make.label("", "chip").reserving(9).aligned(GTK_ALIGN_START, GTK_ALIGN_START),
      text: Make.paragraph("", "event").expanding(vertically: false)
    )
  }
  private let halves: WidgetPointer
  /// Whether a read is in progress, and whether anything has changed since it began.
  private var reading = (isUnderWay: false, isStale: false)
  private var counts: LogCounts?
  /// The number of failed deliveries since the last success.
  private var failures = 0

  init(log: EventLog) {
    self.log = log
    let list = Make.column(spacing: 10).margins(12, 24, 12, 24)
    scroller = Make.scroller(list, named: "Feed").expanding()
    behaviours = Self.makeBehaviours(log)
    let now = Make.button("Deliver now") { GalleryLog.shared.deliverNow() }
    let server = Flow.make(gap: 0, behaviours).styled("linked")
    let tools = [Flow.make([Make.label("Server"), server, now]), Flow.make(chips), status]
    let latest = Make.column(spacing: 4, rows.map { Make.row(spacing: 10, [$0.state, $0.text]) })
    let events = Make.column([
      Make.paragraph("Latest in the log", "card-title").margins(8, 24, 0, 24),
      Make.scroller(latest.margins(4, 24, 12, 24), named: "Events in the log").expanding(),
    ])
    halves = Make.row([scroller, events.sized(-1, 130)]).expanding()
    gtk_box_set_homogeneous(sightline_box(halves), 1)
    widget = Make.column([Make.column(tools).styled("toolbar"), halves])
    shown = WeakObjectReference(widget)
    for number in 1...Self.count { list.append(makeStory(number)) }
    connect()
  }

  /// Shows the feed beside the log, or in a narrow window above it.
  func frameEnded() {
    let isWide = Double(gtk_widget_get_width(halves)) >= 520 * Style.shared.wholeTextScale
    gtk_orientable_set_orientation(
      OpaquePointer(halves), isWide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL)
  }

  private func connect() {
    let shared = GalleryLog.shared
    shared.onChange = { [weak self] in self?.refresh() }
    shared.onReport = { [weak self] in self?.note($0) }
    shared.startDelivery()
    refresh()
  }

  // MARK: The feed

  private func makeStory(_ number: Int) -> WidgetPointer {
    let caption = Make.line("not seen", "caption")
    let card = Rows.card(number, "Story \(number)", caption)
    let subject = EventSubject("Story \(number)", card)
    let (item, shown) = (ItemKey.text("Story \(number)"), WeakObjectReference(caption))
    let policy = Self.policy
    if let recorder = GalleryLog.shared.recorder(for: log.page.title) {
      card.visibility.logsImpressions(of: item, policy, to: recorder)
    }
    card.visibility.impression(of: item, policy.policy) { [log] impression in
      log.note(impression, subject)
      shown.pointer?.setText("seen \(impression.count)×")
      subject.widget?.setClass("is-seen", true)
    }
    return card
  }

  // MARK: The receiver

  private static func makeBehaviours(_ log: EventLog) -> [WidgetPointer] {
    let (all, receiver) = (LogReceiver.Behaviour.allCases, GalleryLog.shared.receiver)
    let selected = all.firstIndex(of: receiver.behaviour) ?? 0
    let buttons = Make.toggles(all.map(\.rawValue), selected: selected) {
      receiver.behaviour = all[$0]
      log.note("Server: \(all[$0].rawValue)")
    }
    for (button, each) in zip(buttons, all) {
      button.setAccessibleLabel("Server: \(each.rawValue)")
    }
    return buttons
  }

  private func choose(_ behaviour: LogReceiver.Behaviour) {
    let index = LogReceiver.Behaviour.allCases.firstIndex(of: behaviour) ?? 0
    gtk_toggle_button_set_active(sightline_toggle_button(behaviours[index]), 1)
  }

  private func note(_ report: DeliveryReport) {
    guard shown.pointer != nil else { return }
    switch report {
    case .delivered(let count):
      failures = 0
      log.note("The server took \(count == 1 ? "an event" : "\(count) events")")
      status.setText("Sent, and received")
    case .setApart(let count, let reason): log.note("\(count) events were rejected: \(reason)")
    case .rejectedUnnamed: break
    case .waiting(let wait, let reason):
      failures += 1
      let seconds = wait.inSeconds(step: 0.1)
      log.note("\(reason): next try in \(seconds)")
      status.setText("\(reason). Next try in \(Percent.isolated(seconds))")
    case .idle: status.setText("Everything has been sent")
    case .elsewhere: status.setText("Another process delivers this log")
    }
  }

  // MARK: Display

  /// Reads the log and shows it, once for all changes in the meantime.
  private func refresh() {
    reading.isStale = true
    if reading.isUnderWay { return }
    reading.isUnderWay = true
    Task { [weak self] in
      while let self, self.reading.isStale {
        self.reading.isStale = false
        await self.read()
      }
      self?.reading.isUnderWay = false
    }
  }

  private func read() async {
    guard let file = GalleryLog.shared.opened(), let counts = try? await file.counts(),
      let latest = try? await file.latestEvents(Self.shownEvents)
    else { return }
    self.counts = counts
    if shown.pointer != nil { show(counts, latest.reversed()) }
  }

  private func show(_ counts: LogCounts, _ latest: [LoggedEvent]) {
    let receiver = GalleryLog.shared.receiver
    let texts = [
      "\(counts.undelivered) waiting", "\(counts.delivered) delivered",
      "\(counts.rejected) rejected", "server has \(receiver.kept.count)",
      "\(receiver.repeated) duplicates",
    ]
    for (label, text) in zip(chips, texts) { label.setText(text) }
    chips[0].setClass("is-on", counts.undelivered == 0)
    for (index, row) in rows.enumerated() {
      let event = index < latest.count ? latest[index] : nil
      row.state.setText(
        event?.state == .undelivered ? "waiting" : event.map { "\($0.state)" } ?? "")
      row.state.setClass("is-on", event?.state == .delivered)
      row.text.setText(event.map { Self.words($0) } ?? "")
      for part in [row.state, row.text] { gtk_widget_set_visible(part, event == nil ? 0 : 1) }
    }
  }

  private static func words(_ event: LoggedEvent) -> String {
    let words =
      switch event.kind {
      case .impression: "was seen, \(event.count)×"
      case .exposure: "was in view for \(Percent.isolated(event.total.inSeconds(step: 0.01)))"
      }
    let time = event.time.formatted(.dateTime.hour().minute().second().locale(locale))
    return "\(event.item) \(words), \(Percent.isolated(time))"
  }

  private static let locale = Locale(identifier: "en_GB")

  // MARK: The script

  func perform(_ stage: Stage) async throws {
    choose(.accepts)
    await stage.say("Each story seen is written and sent.")
    await stage.scroll(scroller.verticalAdjustment, to: 400, over: .seconds(0.8))
    await settle(stage)
    try await stage.shot("delivered")
    await stage.say("The server fails: events wait, with longer and longer pauses.")
    choose(.refuses)
    await stage.scroll(scroller.verticalAdjustment, to: 900, over: .seconds(0.8))
    await stage.wait(upTo: .seconds(3)) { failures >= 3 }
    try await stage.shot("refused")
    choose(.losesAnswers)
    GalleryLog.shared.deliverNow()
    await stage.wait(upTo: .seconds(3)) { GalleryLog.shared.receiver.repeated > 0 }
    await stage.say("Answers get lost, then the network.")
    choose(.isOffline)
    await stage.scroll(scroller.verticalAdjustment, to: 0, over: .seconds(0.8))
    try await stage.shot("offline", after: .milliseconds(700))
    await stage.say("Online again: each arrives, once.")
    choose(.accepts)
    GalleryLog.shared.deliverNow()
    await settle(stage)
    try await stage.shot("recovered")
    try await check(stage)
  }

  /// Waits until nothing is left to send.
  private func settle(_ stage: Stage) async {
    // The latest impressions aren't written yet.
    await stage.wait(.milliseconds(200))
    await stage.wait(upTo: .seconds(8)) { counts?.undelivered == 0 }
  }

  /// Checks that the receiver has every event delivered in this run, and no event that isn't marked
  /// as delivered.
  private func check(_ stage: Stage) async throws {
    guard let file = GalleryLog.shared.opened() else { return }
    let delivered = try await file.events(in: [.delivered], limit: .max)
    let inThisRun = delivered.filter { $0.session == file.session }.map(\.id)
    let kept = GalleryLog.shared.receiver.kept
    let left = try await file.counts().undelivered
    let isRight = kept.isSuperset(of: inThisRun) && kept.isSubset(of: delivered.map(\.id))
    try stage.expect(
      isRight && left == 0,
      "\(inThisRun.count) events count as delivered, the receiver has \(kept.count), "
        + "and \(left) wait")
  }
}

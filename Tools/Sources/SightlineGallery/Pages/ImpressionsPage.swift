import SightlineGTK
import SightlineGTKToolkit
import SightlineLog

/// A feed with a separate policy for each kind of card.
final class ImpressionsPage: Page {
  static let count = 40

  let widget: WidgetPointer
  let scroller: WidgetPointer
  private var cards: [ImpressionCard] = []
  private var totals: [(kind: ImpressionCard.Kind, label: WidgetPointer)] = []

  init(log: EventLog) {
    let list = Make.column(spacing: 12).margins(16, 24, 24, 24)
    scroller = Make.scroller(list, named: "Feed").expanding()
    totals = [ImpressionCard.Kind.feed, .ad, .video].map { ($0, Make.paragraph("", "chip")) }
    let toolbar = Make.column([Flow.make(totals.map(\.label))]).styled("toolbar")
    widget = Make.column([toolbar, scroller])
    for number in 1...Self.count {
      let card = ImpressionCard(log.item(number))
      list.append(card.widget)
      cards.append(card)
      let reference = WeakObjectReference(card.widget)
      let subject = EventSubject("Card \(number) (\(card.kind.name))", card.widget)
      let (item, policy) = (ItemKey.text("Card \(number)"), LogPolicy(card.kind.name, card.policy))
      let recorder = GalleryLog.shared.recorder(for: log.page.title)
      // The page counts each opening, so its ids are not the items of the log.
      card.widget.visibility.exposure(of: card.id, card.policy.rule) { exposure in
        recorder?.record(exposure, of: item, under: policy, at: exposure.time)
      }
      card.widget.visibility.impression(of: card.id, card.policy) { impression in
        recorder?.record(impression, of: item, under: policy, at: impression.time)
        log.note(impression, subject)
        // A dwell may end between frames.
        Frames.another(of: reference.pointer)
      }
    }
    showTotals()
  }

  /// The rule for ads; videos take twice the time.
  fileprivate static let share = Setting("An ad needs", 50, in: 10...100, step: 10, unit: "%")
  fileprivate static let dwell = Setting(
    "An ad is seen after", 1, in: 0.5...5, step: 0.5, unit: "s")
  fileprivate static let addsUp = Setting("Add up interruptions", isOn: false)
  fileprivate static let repetitions: [(name: String, value: ImpressionRepetition)] = [
    ("once", .once), ("on each return", .afterLeaving),
    ("5 s apart", .afterCoolDown(.seconds(5))),
  ]

  fileprivate static let repetition = Setting("Count an item", repetitions.map(\.name))

  var knobs: [Setting] { [Self.share, Self.dwell, Self.repetition, Self.addsUp] }

  func frameEnded() {
    for card in cards { card.update() }
    showTotals()
    // Request frames so that a growing progress bar is drawn while nothing else is.
    if cards.contains(where: \.isDwelling) { Frames.another(of: widget) }
  }

  private func showTotals() {
    for (kind, label) in totals {
      let cards = cards.filter { $0.kind == kind }
      label.setText("\(kind.title)s: \(cards.filter(\.isSeen).count) of \(cards.count) seen")
    }
  }

  func perform(_ stage: Stage) async throws {
    try await stage.say("Green: being looked at, until the bar is full.", shot: "dwelling")
    await stage.wait(.milliseconds(1_600))
    try await stage.say("Blue: seen, each once.", shot: "seen")
    await stage.say("Scrolled fast, feed items count at once, ads don't.")
    await stage.scroll(scroller.verticalAdjustment, to: 1_720, over: .seconds(1))
    try await stage.shot("scrolled", after: .milliseconds(600))
    await stage.scroll(scroller.verticalAdjustment, to: 0, over: .seconds(1))
  }
}

@MainActor
private final class ImpressionCard {
  /// A kind of card: its name in events, its texts and its look.
  struct Kind: Equatable {
    var name: String
    var title: String
    var height: Int
    var color: String

    static let feed = Kind(name: "feed", title: "Feed item", height: 108, color: "sage")
    static let ad = Kind(name: "ad", title: "Display ad", height: 152, color: "clay")
    static let video = Kind(name: "video", title: "Video", height: 196, color: "plum")

    @MainActor var terms: String {
      let share = Percent.text(policy.rule.thresholds.first ?? 1)
      if policy.dwell == .zero { return "\(share) of it, at once" }
      let isWhole = policy.dwell.components.attoseconds == 0
      let seconds = policy.dwell.inSeconds(step: isWhole ? 1 : 0.5)
      return "\(share) of it for \(seconds)" + (policy.accumulation == .cumulative ? " in all" : "")
    }

    @MainActor var policy: ImpressionPolicy {
      let repetition = ImpressionsPage.repetitions[ImpressionsPage.repetition.index].value
      guard self != .feed else { return .feed.repeating(repetition) }
      return ImpressionPolicy(
        rule: .fraction(ImpressionsPage.share.value / 100),
        dwell: .seconds(ImpressionsPage.dwell.value * (self == .video ? 2 : 1)),
        accumulation: ImpressionsPage.addsUp.isOn ? .cumulative : .continuous,
        repetition: repetition)
    }
  }

  let id: PageItem
  let kind: Kind
  let widget: WidgetPointer
  private(set) var isSeen = false
  private(set) var isDwelling = false
  let policy: ImpressionPolicy
  private let percent = Make.label("–", "percent").reserving(5).textAligned(1)
  private let times = Make.label("not seen", "caption").textAligned(1)
  private let progress = required(gtk_progress_bar_new())

  init(_ id: PageItem) {
    self.id = id
    let number = id.number
    kind = number % 4 == 0 ? .video : number % 4 == 2 ? .ad : .feed
    policy = kind.policy
    let picture = Make.block("picture", kind.color, width: 40)
    progress.aligned(GTK_ALIGN_FILL, GTK_ALIGN_END).expanding()
    progress.setAccessibleLabel("Dwell of card \(number)")
    let title = Make.paragraph("Card \(number) · \(kind.title)", "card-title")
    let terms = Make.paragraph(kind.terms, "caption")
    let text = Make.column(spacing: 2, [title, terms, progress]).expanding()
    percent.expanding(horizontally: false).aligned(GTK_ALIGN_END, GTK_ALIGN_START)
    times.aligned(GTK_ALIGN_END, GTK_ALIGN_END)
    let numbers = Make.column([percent, times])
    widget = Make.row(spacing: 10, [picture, text, numbers]).styled("card").sized(-1, kind.height)
  }

  func update() {
    guard let state = widget.visibility.current else { return }
    let count = widget.visibility.impressionCount(of: id, policy)
    isSeen = count > 0
    let isVisible = state.fraction >= (policy.rule.thresholds.first ?? 1) - VisibilityRule.tolerance
    let isCounting = isVisible || isSeen || policy.accumulation == .cumulative
    let dwell = isCounting ? widget.visibility.dwellProgress(of: id, policy) : 0
    isDwelling = isVisible && dwell < 1 && state.reason != .inactive
    percent.setText(Percent.text(state.fraction), of: (widget, "Card \(id.number)"))
    times.setText(isSeen ? "seen \(count)×" : "not seen")
    progress.setProgress(dwell)
    widget.setClass("is-visible", isDwelling)
    widget.setClass("is-seen", isSeen && !isDwelling)
  }
}

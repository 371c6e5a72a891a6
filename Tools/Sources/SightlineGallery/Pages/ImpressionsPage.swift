import CGTK
import SightlineCore
import SightlineGTK
import SightlineGTKToolkit
import SightlineHost

/// B1 to B3: a feed in which each kind of card has a policy of its own for what counts as seen.
final class ImpressionsPage: Page {
  static let name = "impressions"
  static let title = "Impressions"
  static let summary =
    "Seen is 70 % of a feed item at once, 50 % of an ad for 1 s and 50 % of a video for 2\u{A0}s without a "
    + "break, each once. Green is on its way, blue was seen."

  static let count = 40

  let widget: WidgetPointer
  let scroller: WidgetPointer
  private var cards: [ImpressionCard] = []
  private var totals: [(kind: ImpressionCard.Kind, label: WidgetPointer)] = []
  /// Each opening of the page is a new feed, in which nothing has been seen.
  private static var openings = 0

  init(log: EventLog) {
    Self.openings += 1
    let list = Make.column(spacing: 12).margins(16, 24, 24, 24)
    scroller = Make.scroller(list).expanding()
    let toolbar = Make.row(spacing: 8).styled("toolbar")
    widget = Make.column([toolbar, scroller])
    for kind in ImpressionCard.Kind.allCases {
      let label = Make.label("", "chip")
      toolbar.append(label)
      totals.append((kind, label))
    }
    for number in 1...Self.count {
      let card = ImpressionCard(number, feed: Self.openings)
      list.append(card.widget)
      cards.append(card)
      let reference = WeakObjectReference(card.widget)
      let subject = EventSubject("Card \(number) (\(card.kind.name))", card.widget)
      card.widget.visibility.impression(of: card.id, card.kind.policy) { impression in
        log.note(impression, subject)
        // A dwell may end between two frames.
        Frames.another(of: reference.pointer)
      }
    }
    showTotals()
    Frames.follow(widget) { [weak self] in self?.update() }
  }

  private func update() {
    for card in cards { card.update() }
    showTotals()
    // A progress that grows wants to be seen growing, while nothing else draws.
    if cards.contains(where: \.isDwelling) { Frames.another(of: widget) }
  }

  private func showTotals() {
    for (kind, label) in totals {
      let cards = cards.filter { $0.kind == kind }
      label.setText("\(kind.plural): \(cards.filter(\.isSeen).count) of \(cards.count) seen")
    }
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(550))
    try await stage.shot("dwelling")
    await stage.wait(.milliseconds(1_600))
    try await stage.shot("seen")
    await stage.scroll(scroller.verticalAdjustment, to: 1_720, over: .seconds(1))
    await stage.wait(.milliseconds(600))
    try await stage.shot("scrolled")
    await stage.scroll(scroller.verticalAdjustment, to: 0, over: .seconds(1))
  }
}

/// One card with what is known of it.
@MainActor
private final class ImpressionCard {
  enum Kind: CaseIterable {
    case feed
    case ad
    case video

    var name: String {
      switch self {
      case .feed: "feed"
      case .ad: "ad"
      case .video: "video"
      }
    }

    var plural: String {
      switch self {
      case .feed: "Feed items"
      case .ad: "Ads"
      case .video: "Videos"
      }
    }

    var title: String {
      switch self {
      case .feed: "Feed item"
      case .ad: "Display ad"
      case .video: "Video"
      }
    }

    var terms: String {
      switch self {
      case .feed: "70 % of it, at once"
      case .ad: "50 % of it for 1 s"
      case .video: "50 % of it for 2 s"
      }
    }

    var policy: ImpressionPolicy {
      switch self {
      case .feed: .feed
      case .ad: .mrcDisplay
      case .video: .mrcVideo
      }
    }

    var height: Int {
      switch self {
      case .feed: 108
      case .ad: 152
      case .video: 196
      }
    }

    var color: String {
      switch self {
      case .feed: "teal"
      case .ad: "orange"
      case .video: "purple"
      }
    }
  }

  struct ID: Hashable, Sendable {
    var feed: Int
    var number: Int
  }

  let id: ID
  let kind: Kind
  let widget: WidgetPointer
  private(set) var isSeen = false
  /// Whether its dwell is under way.
  private(set) var isDwelling = false
  private let percent = Make.label("0 %", "percent")
  private let times = Make.label("not seen", "caption")
  private let progress = Make.progressBar()
  private var shownProgress = 0.0

  init(_ number: Int, feed: Int) {
    id = ID(feed: feed, number: number)
    kind = number % 4 == 0 ? .video : number % 4 == 2 ? .ad : .feed
    let picture = Make.block("picture", kind.color, width: 104)
    progress.aligned(GTK_ALIGN_FILL, GTK_ALIGN_END).expanding()
    let text = Make.column(
      spacing: 2,
      [
        Make.label("Card \(number) · \(kind.title)", "card-title"),
        Make.label(kind.terms, "caption"),
        progress,
      ]
    ).expanding()
    for label in [percent, times] { gtk_label_set_xalign(OpaquePointer(label), 1) }
    percent.expanding(horizontally: false).aligned(GTK_ALIGN_END, GTK_ALIGN_START)
    times.aligned(GTK_ALIGN_END, GTK_ALIGN_END)
    let numbers = Make.column([percent, times]).sized(76, -1)
    widget = Make.row(spacing: 14, [picture, text, numbers]).styled("card").sized(-1, kind.height)
  }

  func update() {
    guard let state = widget.visibility.current else { return }
    let count = widget.visibility.impressionCount(of: id, kind.policy)
    isSeen = count > 0
    let isVisible = state.fraction >= (kind.policy.rule.thresholds.first ?? 1)
    isDwelling = isVisible && !isSeen && state.reason != .inactive
    percent.setText("\(Int((state.fraction * 100).rounded(.down))) %")
    times.setText(isSeen ? "seen \(count)×" : "not seen")
    show(isSeen ? 1 : isVisible ? widget.visibility.dwellProgress(of: id, kind.policy) : 0)
    widget.setClass("is-visible", isVisible && !isSeen)
    widget.setClass("is-seen", isSeen)
  }

  private func show(_ value: Double) {
    if value == shownProgress { return }
    shownProgress = value
    gtk_progress_bar_set_fraction(OpaquePointer(progress), value)
  }
}

import SightlineGTK
import SightlineGTKToolkit

/// 10,000 items in about two hundred row widgets. Impressions belong to the items.
final class RecycledListPage: Page {
  static let count = 10_000

  let widget = Make.column()
  private let list = NumberList("Items", count: RecycledListPage.count)
  private let log: EventLog
  private let total = Make.paragraph("", "chip")
  private var seen: [Int: Int] = [:]
  private var visible: Set<Int> = []
  private var bound: [Int: WeakObjectReference<WidgetPointer>] = [:]

  init(log: EventLog) {
    self.log = log
    connect()
    observe(
      ItemVisibility(factory: list.factory) { row in
        NumberList.number(of: row).map { log.item($0) }
      })
    let tools = Flow.make([
      total.aligned(GTK_ALIGN_START, GTK_ALIGN_CENTER),
      Make.button("Fling") { [list] in list.throwList(by: 14_000) },
      Make.button("Remove first 5") { [weak self] in self?.removeFirst() },
      Make.button("Shuffle") { [weak self] in self?.shuffle() },
    ])
    for child in [Make.column([tools]).styled("toolbar"), list.widget] { widget.append(child) }
    showTotals()
  }

  private static let dwell = Setting("An item is seen after", 0, in: 0...2, step: 0.25, unit: "s")
  private static let repetitions: [(name: String, value: ImpressionRepetition)] = [
    ("once", .oncePerSession), ("on each return", .afterLeaving),
  ]
  private static let repetition = Setting("Count an item", repetitions.map(\.name))

  private static var policy: ImpressionPolicy {
    ImpressionPolicy(
      rule: ImpressionPolicy.feed.rule, dwell: .seconds(dwell.value),
      repetition: repetitions[repetition.index].value)
  }

  var knobs: [Setting] { [Self.repetition, Self.dwell] }

  // MARK: Rows

  private func connect() {
    list.connect {
      let state = Make.label("", "caption").textAligned(1).expanding(vertically: false)
      return Make.row(spacing: 12, [Make.line("", "card-title"), state]).styled("card")
        .sized(-1, 56)
    } bind: { [weak self] row, number in
      let name = "Item \(number.grouped)"
      gtk_widget_get_first_child(row)?.setText(name)
      self?.bound[number] = WeakObjectReference(row)
      self?.show(number)
      return name
    } unbind: { [weak self] row, number in
      if self?.bound[number]?.pointer == row { self?.bound[number] = nil }
    }
  }

  private func observe(_ rows: ItemVisibility<PageItem>) {
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
    EventSubject("Item \(number.grouped)") { [weak page] in
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
      ? ", \(twice.grouped) more than once" : Self.repetition.index == 0 ? ", each once" : ""
    total.setText("\(seen.count.grouped) of \(Self.count.grouped) seen\(often)")
  }

  // MARK: Button actions

  private func removeFirst() { log.note("Removed the first \(list.removeFirst(5))") }

  private func shuffle() {
    log.note("Shuffled")
    list.shuffle()
  }

  func perform(_ stage: Stage) async throws {
    try await stage.say("A fling through 10,000 items.", shot: "top")
    list.throwList(by: 14_000)
    await stage.wait(upTo: .seconds(3)) { list.isResting }
    try await stage.shot("far")
    await stage.say("On the way back nothing counts twice.")
    let before = seen.count
    list.throwList(by: 14_000)
    await stage.wait(upTo: .seconds(3)) { list.isResting }
    log.note("\(seen.count - before) new ones on the way back")
    await stage.say("Items removed or shuffled leave exactly once.")
    removeFirst()
    await stage.wait(.milliseconds(700))
    shuffle()
    try await stage.shot("shuffled", after: .milliseconds(400))
  }
}

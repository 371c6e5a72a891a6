import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

/// Section tabs of declarative toolkits and models of them under random operations. Like a toolkit,
/// the test reports several places before they take effect.
@Suite struct TabbedSectionsModelTests {
  @Test(arguments: 0..<UInt64(RandomWorlds.count))
  func `sections with places agree with plain ones after every operation`(seed: UInt64) {
    SectionsWorld<NamedSections<Int>, PlainNames>.run(seed: seed, steps: 80)
  }

  @Test(arguments: 0..<UInt64(RandomWorlds.count))
  func `sections of a list agree with visible ones after every operation`(seed: UInt64) {
    SectionsWorld<ListedSections<Int>, PlainList>.run(seed: seed, steps: 80)
  }
}

private typealias Move = SectionScroll<Int>

private protocol PlainTabs {
  init()
  var selection: Int? { get }
  var motion: MotionPreference { get set }
  mutating func setSections(_ sections: [Int], _ now: MonotonicTime) -> Move?
  mutating func report(_ geometry: ScrollMetrics)
  mutating func report(_ phase: ScrollingPhase)
  mutating func place(_ section: Int, _ top: Double)
  mutating func show(_ sections: Set<Int>)
  mutating func settle(_ now: MonotonicTime) -> Move?
  mutating func select(_ section: Int, _ now: MonotonicTime) -> Move?
}

/// A model that builds a layout of all places for each decision.
private struct PlainNames: PlainTabs {
  var names: [Int] = []
  var tops: [Int: Double] = [:]
  var geometry: ScrollMetrics?
  var plain = PlainSections(
    SectionSpy.Layout(tops: [], contentHeight: 0, viewportHeight: 0), 0, .full)

  init() { plain.scrollsLater = true }

  var selection: Int? { plain.selection.map { names[$0] } }
  var motion: MotionPreference {
    get { plain.motion }
    set { plain.motion = newValue }
  }

  private var layout: SectionSpy.Layout {
    let (size, insets) = (geometry?.containerSize.height ?? 0, geometry?.contentInsets ?? .zero)
    return SectionSpy.Layout(
      tops: names.map { tops[$0] ?? .nan }, contentHeight: geometry?.contentSize.height ?? 0,
      viewportHeight: size - insets.top - insets.bottom)
  }

  private func move(_ update: SectionSpy.Update) -> Move? {
    guard let scroll = update.scroll, let selection else { return nil }
    return Move(section: selection, duration: scroll.duration)
  }

  mutating func setSections(_ sections: [Int], _ now: MonotonicTime) -> Move? {
    if sections == names { return nil }
    let selected = selection
    names = sections
    for gone in tops.keys where !sections.contains(gone) { tops[gone] = nil }
    let index = selected.map { sections.firstIndex(of: $0) ?? -1 }
    let update = plain.update(layout, selection: index, now)
    return move(update)
  }

  mutating func report(_ geometry: ScrollMetrics) { self.geometry = geometry }

  mutating func report(_ phase: ScrollingPhase) {
    plain.phaseChanged(phase)
  }

  mutating func place(_ section: Int, _ top: Double) { tops[section] = top }
  mutating func show(_ sections: Set<Int>) {}

  mutating func settle(_ now: MonotonicTime) -> Move? {
    guard let geometry else { return nil }
    let isNew = layout != plain.layout
    let update = isNew ? plain.update(layout, selection: nil, now) : .none
    _ = plain.scrolled(geometry.contentOffset.y + geometry.contentInsets.top, now)
    return move(update)
  }

  mutating func select(_ section: Int, _ now: MonotonicTime) -> Move? {
    guard let index = names.firstIndex(of: section) else { return nil }
    let update = plain.select(index, true, now)
    return move(update)
  }
}

/// A model of a list: the sections with a visible row, and a section kept since its request.
private struct PlainList: PlainTabs {
  var names: [Int] = []
  var selection: Int?
  var motion = MotionPreference.full
  var visible: Set<Int> = []
  var geometry: ScrollMetrics?
  var request: MonotonicTime?
  /// The offset of the last movement that belongs to the request.
  var rest: Double?

  private var offset: Double? { geometry.map { $0.contentOffset.y + $0.contentInsets.top } }

  mutating func setSections(_ sections: [Int], _ now: MonotonicTime) -> Move? {
    names = sections
    return settle(now)
  }

  mutating func report(_ geometry: ScrollMetrics) { self.geometry = geometry }
  mutating func report(_ phase: ScrollingPhase) {
    if phase == .interacting { request = nil }
  }
  mutating func place(_ section: Int, _ top: Double) {}
  mutating func show(_ sections: Set<Int>) { visible = sections }

  mutating func settle(_ now: MonotonicTime) -> Move? {
    if let selection, !names.contains(selection) { (self.selection, request) = (nil, nil) }
    if let time = request, let offset {
      let isMoved = abs(offset - (rest ?? offset)) > 0.5
      if rest == nil || isMoved { rest = offset }
      if isMoved { request = now - time < .milliseconds(350) ? now : nil }
    }
    if request != nil { return nil }
    let shown = names.filter { visible.contains($0) }
    let range = geometry.map {
      max(
        0,
        $0.contentSize.height + $0.contentInsets.top + $0.contentInsets.bottom
          - $0.containerSize.height)
    }
    let isAtEnd = range.map { $0 > 0 && (offset ?? 0) >= $0 - 0.5 } ?? false
    selection = (isAtEnd ? shown.last : shown.first) ?? selection ?? names.first
    return nil
  }

  mutating func select(_ section: Int, _ now: MonotonicTime) -> Move? {
    guard names.contains(section) else { return nil }
    (selection, request, rest) = (section, now, offset)
    return Move(section: section, duration: motion == .full ? .milliseconds(350) : .zero)
  }
}

/// The reports that only one of the two kinds receives.
private protocol Reporting: TabbedSections where Section == Int {
  mutating func report(_ section: Int, at top: Double)
  mutating func report(_ shown: Set<Int>)
}

extension NamedSections: Reporting where Section == Int {
  mutating func report(_ section: Int, at top: Double) { place(section, at: top) }
  mutating func report(_ shown: Set<Int>) {}
}

extension ListedSections: Reporting where Section == Int {
  mutating func report(_ section: Int, at top: Double) {}
  mutating func report(_ shown: Set<Int>) { setShown(shown) }
}

private struct SectionsWorld<Tabs: Reporting, Plain: PlainTabs>: ModelWorld {
  private var random: SeededGenerator
  private let isCoarse: Bool
  private var now = MonotonicTime.zero
  private var tabs = Tabs()
  private var model = Plain()
  private var moves: (Move?, Move?) = (nil, nil)
  private var sections: [Int] = []
  private var offset = 0.0
  private var height = 2000.0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isCoarse = seed.isMultiple(of: 2)
  }

  mutating func act() -> String {
    now = random.time(after: now, isCoarse: isCoarse)
    moves = (nil, nil)
    switch random.index(14) {
    case 0:
      let motion: MotionPreference = random.oneIn(3) ? .reduced : .full
      (tabs.motion, model.motion) = (motion, motion)
      return "\(motion)"
    case 1:
      let phases = ScrollingPhase.allCases
      let phase = phases[random.index(phases.count)]
      tabs.phaseChanged(to: phase)
      model.report(phase)
      return "\(phase)"
    case 2...3:
      let section = random.index(6)
      moves = (tabs.select(section, at: now), model.select(section, now))
      return "select \(section)"
    case 4:
      sections = (0..<6).filter { _ in !random.oneIn(4) }
      if random.oneIn(2) { sections.shuffle(using: &random) }
      if random.oneIn(6) { sections = [] }
      moves = (tabs.setSections(sections, at: now), model.setSections(sections, now))
      return "\(sections)"
    case 5...6:
      for _ in 0...random.index(4) {
        let (section, top) = (random.index(6), Double(random.index(20) * 100))
        tabs.report(section, at: top)
        model.place(section, top)
      }
      let shown = Set((0..<6).filter { _ in random.oneIn(3) })
      tabs.report(shown)
      model.show(shown)
      return "layout, \(shown)"
    default:
      if random.oneIn(3) { moveContent() }
      moves = (tabs.settle(at: now), model.settle(now))
      return "settle at \(offset) of \(height)"
    }
  }

  private mutating func moveContent() {
    let bottom = random.oneIn(4) ? 34.0 : 0
    if random.oneIn(5) { height = [2000, 900, 300][random.index(3)] }
    let end = max(0, height + bottom - 460)
    let place = [0, end, Double(random.index(20) * 100), offset, offset][random.index(5)]
    offset = place + [0, 0, 0.4, 0.5, -0.5, 0.75, -40][random.index(7)]
    let geometry = ScrollMetrics(
      contentOffset: LayoutPoint(x: 0, y: offset - 40),
      contentSize: LayoutSize(width: 9, height: height),
      containerSize: LayoutSize(width: 9, height: 500),
      contentInsets: LayoutInsets(top: 40, bottom: bottom))
    tabs.scrolled(geometry)
    model.report(geometry)
  }

  mutating func difference() -> String? {
    firstDifference([
      ("section", moves.0?.section, moves.1?.section),
      ("duration", moves.0?.duration, moves.1?.duration),
      ("selection", tabs.selection, model.selection),
    ]).map { "\($0)\n\(tabs)\n\(model)" }
  }
}

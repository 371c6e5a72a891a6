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

  /// The insets that apply, and those of the last request.
  var insets = PlainInsets()
  var aimed = (top: 0.0, end: MonotonicTime(nanoseconds: .min))

  private func layout(_ tops: [Double], _ seen: ScrollMetrics) -> SectionSpy.Layout {
    SectionSpy.Layout(
      tops: tops, contentHeight: seen.contentSize.height,
      viewportHeight: seen.containerSize.height - seen.contentInsets.top
        - seen.contentInsets.bottom)
  }

  private mutating func update(_ selection: Int?, _ now: MonotonicTime) -> Move? {
    let host = geometry ?? ScrollMetrics(contentSize: .zero, containerSize: .zero)
    var seen = insets.seen(host)
    let isLed = plain.request != nil || plain.rest != nil && now < aimed.end
    let isOff = isLed && abs(host.contentInsets.top - aimed.top) > 0.5
    if isOff { seen = insets.take(host) }
    let place = seen.contentOffset.y + seen.contentInsets.top
    let new = layout(names.map { tops[$0] ?? .nan }, seen)
    var update = SectionSpy.Update.none
    if new != plain.layout || selection != nil || isOff {
      if plain.request == nil, plain.rest == nil { plain.offset = place }
      update = plain.update(new, selection: selection, isAimed: !isOff, now)
    }
    _ = plain.scrolled(place, now)
    return move(update, now)
  }

  private mutating func move(_ update: SectionSpy.Update, _ now: MonotonicTime) -> Move? {
    guard let scroll = update.scroll, let selection else { return nil }
    aimed = (insets.host?.contentInsets.top ?? 0, now + .milliseconds(350))
    return Move(section: selection, duration: scroll.duration)
  }

  mutating func setSections(_ sections: [Int], _ now: MonotonicTime) -> Move? {
    if sections == names { return nil }
    let selected = selection
    names = sections
    for gone in tops.keys where !sections.contains(gone) { tops[gone] = nil }
    let index = selected.map { sections.firstIndex(of: $0) ?? -1 }
    return update(index, now)
  }

  mutating func report(_ geometry: ScrollMetrics) { self.geometry = geometry }

  mutating func report(_ phase: ScrollingPhase) {
    if phase == .interacting || phase == .decelerating { aimed.end = .init(nanoseconds: .min) }
    plain.phaseChanged(phase)
  }

  mutating func place(_ section: Int, _ top: Double) { tops[section] = top }
  mutating func show(_ sections: Set<Int>) {}

  mutating func settle(_ now: MonotonicTime) -> Move? {
    geometry == nil ? nil : update(nil, now)
  }

  mutating func select(_ section: Int, _ now: MonotonicTime) -> Move? {
    guard let index = names.firstIndex(of: section) else { return nil }
    if insets.isHeld, let host = insets.host {
      _ = insets.take(host)
      plain.layout = layout(plain.layout.tops, host)
      (plain.offset, plain.rest) = (host.contentOffset.y + host.contentInsets.top, nil)
    }
    return move(plain.select(index, true, now), now)
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

  var insets = PlainInsets()

  private var offset: Double? { geometry.map { $0.contentOffset.y + $0.contentInsets.top } }

  mutating func setSections(_ sections: [Int], _ now: MonotonicTime) -> Move? {
    names = sections
    return settle(now)
  }

  mutating func report(_ geometry: ScrollMetrics) { self.geometry = insets.seen(geometry) }
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
    selection = shown.isEmpty ? selection ?? names.first : shown[Int(place(among: shown.count))]
    return nil
  }

  /// The place of the selected section among those that show: 0 until the last height of the list.
  private func place(among count: Int) -> Double {
    guard let geometry, let offset else { return 0 }
    let (size, insets) = (geometry.containerSize.height, geometry.contentInsets)
    let range = geometry.contentSize.height + insets.top + insets.bottom - size
    if range < 0.5 { return 0 }
    if offset >= range - 0.5 { return Double(count - 1) }
    return max(0, 1 - (range - max(0, offset)) / min(range, size)) * Double(count - 1)
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
  private var (top, bottom) = (40.0, 0.0)

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
    if random.oneIn(4) {
      (top, bottom) = ([40, 100, 0][random.index(3)], [34, 0][random.index(2)])
    }
    if random.oneIn(5) { height = [2000, 900, 300][random.index(3)] }
    let end = max(0, height + bottom - 500 + top)
    let place = [0, end, Double(random.index(20) * 100), offset, offset][random.index(5)]
    let before = offset
    offset = place + [0, 0, 0.4, 0.5, -0.5, 0.75, -40][random.index(7)]
    // New insets alone, as at rest.
    if random.oneIn(3) { offset = before }
    let geometry = ScrollMetrics(
      contentOffset: LayoutPoint(x: 0, y: offset - 40),
      contentSize: LayoutSize(width: 9, height: height),
      containerSize: LayoutSize(width: 9, height: 500),
      contentInsets: LayoutInsets(top: top, bottom: bottom))
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

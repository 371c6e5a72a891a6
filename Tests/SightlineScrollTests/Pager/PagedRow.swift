import SightlineCore

@testable import SightlineScroll

/// A model of a pager: a row of pages and a strip of tabs, each held by a finger or gliding.
/// Positions are points from the left.
struct PagedRow {
  struct Slide {
    var (from, to) = (0.0, 0.0)
    var (start, length) = (MonotonicTime.zero, Int64(0))
    var isSwing = false
    /// The position where a finger would be at the start of its drag.
    var grip: Double?

    var end: MonotonicTime { start + .nanoseconds(length) }
    func isMoving(_ now: MonotonicTime) -> Bool { length > 0 && now < end }

    func position(_ now: MonotonicTime) -> Double {
      guard isMoving(now) else { return to }
      let share = Double(max(0, (now - start).saturatedNanoseconds)) / Double(length)
      let swing = 1 - (1 - share) * (1 - share) * (1 - share)
      return from + (to - from) * (isSwing ? swing : Easing.easeInOut.value(at: share))
    }

    mutating func stay(_ position: Double) { (from, to, length) = (position, position, 0) }
    mutating func glide(to end: Double, _ now: MonotonicTime, _ motion: MotionPreference) {
      (from, to, start, isSwing, grip) = (position(now), end, now, false, nil)
      length = motion == .full ? 350_000_000 : 0
    }
  }

  var items: [Int] = []
  var labels: [Int: Double] = [:]
  var width = 0.0
  var (direction, motion) = (ReadingDirection.leftToRight, MotionPreference.full)
  /// The app's selection.
  var app: Int?
  var selected: Int?
  var (pages, strip) = (Slide(), Slide())
  /// Where the pages started to turn, and the strip's distance from the centred tab.
  var turn = (from: 0.0, away: 0.0)
  var (shown, built) = (Set<Int>(), Set<Int>())

  var tabs: TabStrip {
    TabStrip(widths: items.map { labels[$0] ?? 0 }, viewportWidth: width, direction: direction)
  }
  var last: Double { Double(max(0, items.count - 1)) }
  var end: Double { last * width }
  var shape: [AnyHashable?] { [items.count, width, direction, selected] }
  var isDragging: Bool { pages.grip != nil }
  var selection: Int? { selected.map { items[$0] } }

  func place(_ progress: Double) -> Double {
    // In this order it rounds like a pager: half a point from a page, the last bit decides.
    (direction == .leftToRight || items.isEmpty ? progress : last - progress) * width
  }
  func place(of item: Int) -> Double { place(Double(items.firstIndex(of: item) ?? -1)) }

  func progress(_ position: Double) -> Double {
    if items.isEmpty || width == 0 { return 0 }
    return direction == .leftToRight ? position / width : last - position / width
  }

  func centred(_ position: Double) -> Double { tabs.centringOffset(at: progress(position)) }

  func nearest(_ position: Double) -> Int? {
    let progress = progress(position)
    return items.indices.min { a, b in
      let (wayA, wayB) = (abs(Double(a) - progress), abs(Double(b) - progress))
      // Of two equally near, the selected page is preferred, then the next one.
      return wayA == wayB ? b != selected && (a == selected || a > b) : wayA < wayB
    }
  }

  func inView(_ position: Double) -> Set<Int> {
    Set(items.indices.filter { abs(Double($0) - progress(position)) < 1 }.map { items[$0] })
  }

  mutating func update(
    _ items: [Int], _ choice: Int, _ width: Double, _ direction: ReadingDirection,
    _ now: MonotonicTime
  ) -> Int? {
    guard width.isFinite, width > 0 else { return nil }
    let isNewChoice = choice != app
    app = choice
    if (items, width, direction) == (self.items, self.width, self.direction) {
      if isNewChoice, let index = items.firstIndex(of: choice) { select(index, now) }
      return settle()
    }
    let (before, kept) = (self, isDragging && !isNewChoice ? selection : choice)
    (self.items, self.width, self.direction) = (items, width, direction)
    labels = labels.filter { items.contains($0.key) }
    built = built.filter { items.contains($0) }
    let last = items.indices.last
    selected = kept.flatMap { items.firstIndex(of: $0) } ?? last.map { min(selected ?? 0, $0) }
    if isDragging && !isNewChoice
      && (kept.map(items.contains) ?? false || selected == before.selected)
    {
      // The drag continues beside the same page.
      let way = Double((selected ?? 0) - (before.selected ?? 0))
      pages.stay(place(min(max(before.progress(pages.to) + way, 0), self.last)))
      pages.grip? += pages.to - before.pages.to
      selected = nearest(pages.to)
    } else {
      (pages.grip, shown) = (nil, [])
      pages.stay(shape == before.shape ? pages.to : place(Double(selected ?? 0)))
    }
    layOut(before)
    return settle()
  }

  mutating func measure(_ width: Double, _ item: Int) -> Int? {
    let before = self
    labels[item] = width
    layOut(before)
    return settle()
  }

  /// In a new layout, the tab is centred at once.
  private mutating func layOut(_ before: PagedRow) {
    if shape == before.shape && tabs == before.tabs { return }
    strip.stay(centred(pages.to))
    if strip.to != before.strip.to { strip.grip = nil }
    turn = (progress(pages.to), 0)
  }

  /// Reports another selection to the app, except during a drag.
  private mutating func settle() -> Int? {
    if isDragging { shown = inView(pages.to) }
    if let selection { shown.insert(selection) }
    built.formUnion(shown)
    if isDragging || selection == nil || selection == app { return nil }
    app = selection
    return app
  }

  private mutating func select(_ index: Int, _ now: MonotonicTime) {
    let target = place(Double(index))
    if isDragging || abs(pages.to - target) > 0.5 {
      // Pages passed on the way stay hidden.
      shown = motion == .reduced ? [] : shown.intersection(inView(pages.position(now)))
      pages.glide(to: target, now, motion)
    }
    centre(index, now)
  }

  private mutating func centre(_ index: Int, _ now: MonotonicTime) {
    selected = index
    let middle = tabs.centringOffset(of: index)
    if abs(strip.to - middle) > 0.5 { strip.glide(to: middle, now, motion) }
  }

  mutating func dragPages(_ event: DragEvent, _ now: MonotonicTime) -> Int? {
    guard width > 0 else { return nil }
    switch event {
    case .began:
      pages.stay(pages.position(now))
      pages.grip = pages.to
      selected = nearest(pages.to)
      holdStrip(now)
    case .moved(let distance):
      guard let grip = pages.grip else { return nil }
      if strip.isMoving(now) { holdStrip(now) }
      pages.stay(min(max(grip - distance, 0), end))
      selected = nearest(pages.to)
      let (now, nearest) = (progress(pages.to), turn.from.rounded())
      // The next page in the direction of the turn.
      var next = now > turn.from ? turn.from.rounded(.down) + 1 : turn.from.rounded(.up) - 1
      if abs(turn.from - nearest) * width <= 0.5 { next = nearest + (now > turn.from ? 1 : -1) }
      let left = 1 - min(1, abs(now - turn.from) / abs(next - turn.from))
      let position = tabs.clamped(centred(pages.to) + turn.away * left)
      if position != strip.to { strip.grip = nil }
      strip.stay(position)
    case .ended(let speed): if isDragging { letGo(speed, now) }
    case .cancelled: if isDragging { letGo(0, now) }
    }
    return settle()
  }

  private mutating func holdStrip(_ now: MonotonicTime) {
    strip.stay(strip.position(now))
    turn = (progress(pages.to), strip.to - centred(pages.to))
  }

  private mutating func letGo(_ speed: Double, _ now: MonotonicTime) {
    let (pages, progress) = (items.indices, progress(pages.to))
    let isForward = (speed < 0) == (direction == .leftToRight)
    let next = pages.first { Double($0) > progress } ?? pages.last
    let previous = pages.last { Double($0) < progress } ?? pages.first
    let page = abs(speed) >= 400 ? isForward ? next : previous : nearest(self.pages.to)
    if let page, abs(self.pages.to - place(Double(page))) > 0.5 { return select(page, now) }
    (shown, self.pages.grip) = ([], nil)
    if let page { centre(page, now) }
  }

  mutating func dragStrip(_ event: DragEvent, _ now: MonotonicTime) {
    guard width > 0 else { return }
    switch event {
    case .began:
      strip.grip = strip.position(now)
      moveStrip(strip.position(now))
    case .moved(let distance):
      if let grip = strip.grip { moveStrip(tabs.clamped(grip - distance)) }
    case .cancelled: strip.grip = nil
    case .ended(let speed):
      guard strip.grip != nil else { return }
      strip.grip = nil
      let (start, target) = (strip.to, tabs.clamped(strip.to - speed * 0.499))
      if !speed.isFinite || motion == .reduced || abs(target - start) <= 0.5 { return }
      moveStrip(target)
      (strip.from, strip.start, strip.length, strip.isSwing) = (start, now, 1_497_000_000, true)
    }
  }

  private mutating func moveStrip(_ position: Double) {
    // Less is rounding.
    if isDragging && abs(position - strip.to) > 0.5 {
      turn = (progress(pages.to), position - centred(pages.to))
    }
    strip.stay(position)
  }
}

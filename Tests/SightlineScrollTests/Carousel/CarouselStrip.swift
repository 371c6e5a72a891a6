import SightlineCore
import SightlineTestSupport

@testable import SightlineScroll

/// A model of a carousel: an endless strip of numbered cards in a row, under a viewport whose
/// position never wraps. With *n* items, cards 0..<*n* are the items, and they repeat both ways.
struct CarouselStrip {
  var layout: Carousel.Layout { didSet { measure() } }
  var mode: Carousel.Mode
  var suspensions: Carousel.Suspensions = []
  var motion: MotionPreference
  /// The position at the start of a drag, and the distance moved in reading direction.
  var held: (from: Double, moved: Double)?
  /// A movement from one position to another, after which it turns by itself.
  var glide = (from: 0.0, to: 0.0, start: MonotonicTime.zero, length: Int64(0), isSwing: false)
  /// The card at the end of the glide, or under the finger.
  var card: Int
  /// The lap of card 0..<*n* by item, or `nil` if not seen yet.
  var laps: [Int?]

  init(
    _ layout: Carousel.Layout, _ mode: Carousel.Mode, at item: Int, _ motion: MotionPreference,
    _ now: MonotonicTime
  ) {
    (self.layout, self.mode, self.motion) = (layout, Self.valid(mode), motion)
    card = layout.widths.isEmpty ? 0 : min(max(item, 0), layout.widths.count - 1)
    laps = layout.widths.map { _ in nil }
    measure()
    if turns { rest(at: place(card), now) }
  }

  // MARK: Cards

  private(set) var starts: [Double] = []
  private(set) var content = 0.0

  private mutating func measure() {
    starts = []
    for width in layout.widths {
      starts.append(starts.isEmpty ? 0 : content + layout.spacing)
      content = (starts.last ?? 0) + width
    }
    if starts.isEmpty { content = -layout.spacing }
  }

  var count: Int { starts.count }
  var isPaged: Bool { if case .paged = mode { true } else { false } }
  var length: Double { content + layout.spacing }
  var turns: Bool {
    count > 0 && length >= 1 && (layout.narrowContent == .repeats || content > layout.viewportWidth)
  }
  var advances: Bool {
    guard turns && suspensions.isEmpty && motion == .full else { return false }
    return switch mode {
    case .continuous(let speed): speed != 0
    case .paged(let interval): interval > .zero
    }
  }

  func item(_ card: Int) -> Int { card - lap(card) * count }
  func lap(_ card: Int) -> Int { Int((Double(card) / Double(count)).rounded(.down)) }
  func width(_ card: Int) -> Double { layout.widths[item(card)] }
  func start(_ card: Int) -> Double { Double(lap(card)) * length + starts[item(card)] }
  /// The position at which a card is the current one.
  func place(_ card: Int) -> Double {
    let isCentred = isPaged && layout.alignment == .center
    return start(card) + (isCentred ? (width(card) - layout.viewportWidth) / 2 : 0)
  }

  /// The last card to start at or before a position.
  func leading(_ position: Double) -> Int {
    var card = Int((position / length).rounded(.down)) * count
    while start(card) > position { card -= 1 }
    while start(card + 1) <= position { card += 1 }
    return card
  }

  func nearestPage(_ position: Double) -> Int {
    let middle = leading(position + (layout.alignment == .center ? layout.viewportWidth / 2 : 0))
    return (middle - 1...middle + 1).min {
      abs(place($0) - position) < abs(place($1) - position)
    } ?? 0
  }

  // MARK: Motion

  func isGliding(_ now: MonotonicTime) -> Bool {
    held == nil && turns && now < glide.start + .nanoseconds(glide.length) && glide.length > 0
  }

  /// The state at a time: the position, the card shown or turned to, and the next frame.
  func state(_ now: MonotonicTime) -> (position: Double, card: Int, next: MonotonicTime?) {
    guard turns else {
      return (layout.alignment == .leading ? 0 : (content - layout.viewportWidth) / 2, card, nil)
    }
    if let held {
      let position = held.from + held.moved
      return (position, isPaged ? nearestPage(position) : leading(position), nil)
    }
    var left = max(0, (now - glide.start).saturatedNanoseconds)
    if left < glide.length {
      let share = Double(left) / Double(glide.length)
      let eased = glide.isSwing ? 1 - (1 - share) * (1 - share) * (1 - share) : easeOut(share)
      let position = glide.from + (glide.to - glide.from) * eased
      return (position, isPaged ? card : leading(position), now)
    }
    left -= glide.length
    switch mode {
    case .continuous(let speed):
      let position = glide.to + (advances ? speed * Double(left) / 1e9 : 0)
      return (position, leading(position), advances ? now : nil)
    case .paged(let interval):
      guard advances else { return (glide.to, card, nil) }
      let interval = interval.saturatedNanoseconds
      var shown = card
      while left >= interval { (shown, left) = (shown + 1, left - interval) }
      let share = Double(left) / Double(min(interval, 350_000_000))
      if shown == card || share >= 1 {
        return (place(shown), shown, max(now, glide.start) + .nanoseconds(interval - left))
      }
      let before = place(shown - 1)
      return (before + (place(shown) - before) * Easing.easeInOut.value(at: share), shown, now)
    }
  }

  private func easeOut(_ share: Double) -> Double { Easing.easeOut.value(at: share) }

  mutating func rest(at position: Double, _ now: MonotonicTime) {
    glide = (position, position, now, 0, false)
  }

  /// Jumps to the nearest instance of a card's item.
  private mutating func jump(from position: Double, to target: Int, _ now: MonotonicTime) {
    card = target
    while place(card) - position > length / 2 { card -= count }
    while position - place(card) > length / 2 { card += count }
    // Of two equally near, either takes over the identities.
    if abs(place(card) - position) > length / 2 - 1e-6 { laps = laps.map { _ in nil } }
    rest(at: place(card), now)
  }

  private mutating func glide(from position: Double, to target: Int, _ now: MonotonicTime) {
    if motion == .reduced { return jump(from: position, to: target, now) }
    card = target
    let end = place(target)
    glide = (position, end, now, end == position ? 0 : 350_000_000, false)
  }

  private mutating func stop(_ now: MonotonicTime) {
    let (position, shown, _) = state(now)
    guard turns else { return rest(at: 0, now) }
    if isPaged { jump(from: position, to: shown, now) } else { rest(at: position, now) }
  }

  // MARK: Input

  mutating func suspend(_ new: Carousel.Suspensions, _ now: MonotonicTime) {
    if held == nil && new.isEmpty != suspensions.isEmpty { stop(now) }
    suspensions = new
  }

  mutating func setMotion(_ new: MotionPreference, _ now: MonotonicTime) {
    if held == nil && new != motion { stop(now) }
    motion = new
  }

  /// A speed that is not finite counts as 0.
  private static func valid(_ mode: Carousel.Mode) -> Carousel.Mode {
    if case .continuous(let speed) = mode, !speed.isFinite { .continuous(speed: 0) } else { mode }
  }

  mutating func setMode(_ mode: Carousel.Mode, _ now: MonotonicTime) {
    let new = Self.valid(mode)
    let (position, shown, _) = state(now)
    let (old, wasPaged) = (self.mode, isPaged)
    self.mode = new
    guard new != old, held == nil, turns else { return }
    if isPaged {
      glide(from: position, to: wasPaged ? shown : nearestPage(position), now)
    } else {
      rest(at: position, now)
    }
  }

  mutating func step(_ items: Int, _ now: MonotonicTime) {
    guard count > 0, held == nil, items % count != 0 else { return }
    let (position, shown, _) = state(now)
    guard turns else {
      card = item(shown + items)
      return
    }
    // A step continues one in progress.
    let start = isGliding(now) && !glide.isSwing ? card : shown
    glide(from: position, to: start + items % count, now)
  }

  mutating func drag(_ event: DragEvent, _ now: MonotonicTime) {
    let sign = layout.direction == .leftToRight ? -1.0 : 1
    switch event {
    case .began:
      guard held == nil else { return }
      let (position, shown, _) = state(now)
      (held, card) = ((position, 0), shown)
    case .moved(let distance):
      if turns && distance.isFinite { held?.moved = sign * distance }
    case .ended(let velocity): letGo(velocity.isFinite ? sign * velocity : 0, now)
    case .cancelled: letGo(0, now)
    }
  }

  private mutating func letGo(_ velocity: Double, _ now: MonotonicTime) {
    guard held != nil else { return }
    let position = state(now).position
    held = nil
    guard turns else { return rest(at: 0, now) }
    guard isPaged else {
      let swing = motion == .reduced ? 0 : velocity * 0.499
      glide = (position, position + swing, now, swing == 0 ? 0 : 1_497_000_000, true)
      return
    }
    // The last page reached, and the movement past it.
    while position > place(card) && position >= place(card + 1) { card += 1 }
    while position < place(card) && position <= place(card - 1) { card -= 1 }
    let past = position - place(card)
    let isLong = abs(past) >= width(card) * (1.0 / 3)
    let way = abs(velocity) >= 400 ? velocity : isLong ? past : 0
    let isAgainst = way * past < 0
    glide(from: position, to: isAgainst || way == 0 ? card : way > 0 ? card + 1 : card - 1, now)
  }

  // MARK: Data

  mutating func update(_ layout: Carousel.Layout, _ now: MonotonicTime, newIndex: [Int?]) {
    let isSameData = newIndex == Array(0..<count)
    guard !isSameData || layout != self.layout else { return }
    let (old, position) = (self, state(now).position)
    let kept = isPaged && held != nil || !turns ? card : state(now).card
    self.layout = layout
    func exists(_ item: Int) -> Bool { newIndex[item].map((0..<count).contains) ?? false }
    let survivor = (kept..<kept + old.count).first { exists(old.item($0)) }
    card = survivor.flatMap { newIndex[old.item($0)] } ?? 0
    if count == 0 { held = nil }
    let isSameRing =
      isSameData && old.turns && layout.widths == old.layout.widths
      && layout.spacing == old.layout.spacing
    if turns {
      var into = 0.0
      if old.turns && survivor == kept && (!isPaged || held != nil) {
        into = position - old.place(kept)
      }
      if !isPaged { into = min(into, width(card) + layout.spacing) }
      if isSameRing { card = kept }
      if isSameRing && isPaged && held == nil {
        let end = place(kept)
        jump(from: position + end - old.place(kept), to: kept, now)
      }
      let target = place(card) + into
      if let moved = held?.moved { held = (target - moved, moved) } else { rest(at: target, now) }
    } else if held == nil {
      rest(at: 0, now)
    }
    if isSameRing && turns { return }
    laps = layout.widths.map { _ in nil }
    let (before, after) = (old.places(now), places(now))
    for (index, place) in newIndex.enumerated() {
      if let place, exists(index), old.laps[index] != nil {
        laps[place] = before[index].lap - after[place].lap
      }
    }
  }

  // MARK: Placements

  private func placed(_ card: Int, _ position: Double) -> Carousel.Placement {
    let distance = start(card) - position
    let x =
      layout.direction == .leftToRight
      ? distance : layout.viewportWidth - distance - width(card)
    return Carousel.Placement(
      index: item(card), x: x, width: width(card), lap: lap(card) + (laps[item(card)] ?? 0),
      isCopy: false)
  }

  /// The width of a card in the viewport.
  private func part(_ card: Int, _ position: Double) -> Double {
    let end = min(start(card) + width(card), position + layout.viewportWidth)
    return max(0, end - max(start(card), position))
  }

  /// The cards in view, the largest instance of each item being the original.
  func placements(_ now: MonotonicTime, _ overscan: Double) -> [Carousel.Placement] {
    let position = state(now).position
    guard turns else { return (0..<count).map { placed($0, position) } }
    let overscan = min(max(0, overscan), length)
    var (cards, card) = ([Int](), leading(position - overscan) - count)
    while start(card) < position + layout.viewportWidth + overscan {
      if start(card) + width(card) > position - overscan { cards.append(card) }
      card += 1
    }
    return cards.map { card in
      let same = cards.filter { ($0 - card).isMultiple(of: count) }
      let largest = same.map { part($0, position) }.max() ?? 0
      var placement = placed(card, position)
      placement.isCopy = card != same.first { part($0, position) > largest - 1e-6 }
      return placement
    }
  }

  /// The original of each item, or else the next one to come into view.
  func places(_ now: MonotonicTime) -> [Carousel.Placement] {
    let position = state(now).position
    guard turns else { return placements(now, 0) }
    var places = (0..<count).map { index in
      var card = (lap(leading(position)) - 1) * count + index
      while start(card) < position { card += count }
      return placed(card, position)
    }
    for seen in placements(now, 0) where !seen.isCopy && seen.width > 0 {
      if layout.viewportWidth > 0 { places[seen.index] = seen }
    }
    return places
  }
}

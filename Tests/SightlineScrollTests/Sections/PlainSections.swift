import SightlineCore

@testable import SightlineScroll

/// A model of section tabs: a scroll offset, and a section kept during a requested scroll or while
/// the content rests.
struct PlainSections {
  /// A requested scroll, with the distances from its target reported so far.
  struct Request {
    var target: Double
    var start: MonotonicTime
    var distances: [Double] = []
    /// The last report, and the time since which its offset is the same.
    var last: Double?
    var restStart = MonotonicTime.zero
  }

  var layout: SectionSpy.Layout
  var offset: Double
  var motion: MotionPreference
  var selection: Int?
  var request: Request?
  var rest: Double?
  /// Whether a jump waits for the next layout.
  var scrollsLater = false

  init(_ layout: SectionSpy.Layout, _ offset: Double, _ motion: MotionPreference) {
    (self.layout, self.offset, self.motion) = (layout, offset, motion)
    selection = current
  }

  private var end: Double { max(0, layout.contentHeight - layout.viewportHeight) }

  /// The offset at which a section reaches the bar; `nil` if it is not laid out.
  private func edge(_ index: Int) -> Double? {
    let top = layout.tops[index]
    return top.isFinite ? min(top - layout.barHeight, end) : nil
  }

  /// The sections that are laid out, by their tops.
  private var placed: [Int] {
    layout.tops.indices.filter { edge($0) != nil }
      .sorted { (layout.tops[$0], $0) < (layout.tops[$1], $1) }
  }

  /// The offset at which scrolling selects a section. Those that can't reach the bar share the rest
  /// of the scroll, in proportion to their tops, with those before them that leave them less than a
  /// quarter of it.
  private func turn(_ index: Int) -> Double {
    let top = layout.tops[index] - layout.barHeight
    let last = (placed.last.map { layout.tops[$0] } ?? 0) - layout.barHeight
    guard last > end else { return top }
    let starts = placed.map { layout.tops[$0] - layout.barHeight }
      .filter { $0 < end && (last - $0) / (end - $0) <= 4 }
    let start = max(0, starts.last ?? 0)
    return top <= start ? top : start + (top - start) * (end - start) / (last - start)
  }

  /// The section at the offset.
  private var current: Int? {
    guard let first = placed.first else { return layout.tops.isEmpty ? nil : 0 }
    if end < layout.pixelLength { return first }
    return placed.last { turn($0) < offset + layout.pixelLength - 1e-9 } ?? first
  }

  /// The section at the offset, if it is in the direction of the scroll.
  private func next(after before: Double) -> Int? {
    guard let selection, let current, let old = placed.firstIndex(of: selection),
      let new = placed.firstIndex(of: current)
    else { return current }
    return new > old && offset <= before || new < old && offset >= before ? selection : current
  }

  private mutating func choose(_ index: Int?) -> Bool {
    defer { selection = index }
    return selection != index
  }

  mutating func scrolled(_ offset: Double, _ now: MonotonicTime) -> Bool {
    guard offset.isFinite else { return false }
    let before = self.offset
    self.offset = offset
    if var scroll = request {
      let distance = abs(offset - scroll.target)
      if now < scroll.start { (scroll.start, scroll.restStart) = (now, now) }
      if scroll.last != offset { (scroll.last, scroll.restStart) = (offset, now) }
      let isAtRest = now - scroll.restStart >= .milliseconds(100)
      let isEarly = now - scroll.start < .milliseconds(350)
      let isFarther = scroll.distances.contains { distance > $0 + 0.5 }
      scroll.distances.append(distance)
      request = scroll
      if isEarly || distance > 0.5 && !isFarther && !isAtRest { return false }
      request = nil
      guard distance <= 0.5 else { return choose(current) }
      rest = offset
    }
    if let rest, abs(offset - rest) <= 0.5 { return false }
    rest = nil
    return choose(next(after: before))
  }

  private var isThere: Bool { request.map { abs(offset - $0.target) <= 0.5 } ?? false }

  /// At rest, or under a finger.
  mutating func scrollStopped() -> Bool {
    guard request != nil else { return false }
    if isThere { rest = offset }
    request = nil
    return rest == nil && choose(current)
  }

  mutating func phaseChanged(_ phase: ScrollingPhase) {
    if phase == .interacting || phase == .decelerating { _ = scrollStopped() }
  }

  mutating func select(_ index: Int, _ animated: Bool, _ now: MonotonicTime) -> SectionSpy.Update {
    guard layout.tops.indices.contains(index) else { return .none }
    let isOther = choose(index)
    guard edge(index) != nil else {
      if request == nil { rest = offset }
      return SectionSpy.Update(selectionChanged: isOther)
    }
    return SectionSpy.Update(
      selectionChanged: isOther, scroll: go(to: index, animated, again: true, now))
  }

  /// Scrolls to a section, unless there or on the way.
  private mutating func go(
    to index: Int, _ animated: Bool, again: Bool = false, isAimed: Bool = true, _ now: MonotonicTime
  ) -> ScrollMove? {
    guard let edge = edge(index) else { return nil }
    let target = max(0, edge)
    if isAimed, let request, abs(request.target - target) <= 0.5, isThere || !again { return nil }
    let place = rest ?? offset
    if isAimed, request == nil && abs(place - target) <= 0.5 {
      rest = place
      return nil
    }
    let jumps = !animated || motion == .reduced
    (request, rest) = (Request(target: target, start: now), nil)
    if jumps {
      offset = target
      if !scrollsLater { (request, rest) = (nil, target) }
    }
    return ScrollMove(to: target, over: jumps ? .zero : .milliseconds(350))
  }

  mutating func update(
    _ layout: SectionSpy.Layout, selection new: Int?, isAimed: Bool = true, _ now: MonotonicTime
  ) -> SectionSpy.Update {
    self.layout = layout
    let kept = new ?? selection
    guard let kept, layout.tops.indices.contains(kept), request != nil || rest != nil else {
      (request, rest) = (nil, nil)
      return SectionSpy.Update(selectionChanged: choose(current))
    }
    let isOnTheWay = request.map { abs(offset - $0.target) > 0.5 } ?? false
    return SectionSpy.Update(
      selectionChanged: choose(kept), scroll: go(to: kept, isOnTheWay, isAimed: isAimed, now))
  }
}

public import SightlineCore

extension Carousel {
  /// The items, their widths or the viewport changed.
  ///
  /// The current item stays where it is, or where a page belongs; turning goes on from now, with
  /// pages after a full interval. If it is gone, the next item in reading order that still exists
  /// takes its place, going round; if none does, the first one. A drag goes on.
  ///
  /// - Parameters:
  ///   - layout: the new layout. The same as before, with every item where it was, changes nothing.
  ///   - newIndex: where an item is now, `nil` if it is gone; by default it has kept its index. An
  ///     index that does not exist counts as gone.
  /// - Complexity: O(*n*) in the number of items.
  public mutating func update(
    _ layout: Layout, at now: MonotonicTime, newIndex: (Int) -> Int? = { $0 }
  ) {
    let isSame = layout == loop.layout && loop.starts.indices.allSatisfy { newIndex($0) == $0 }
    guard !isSame else { return }
    let before = self
    show(layout, at: now, newIndex: newIndex)
    keepLaps(of: before, at: now, newIndex: newIndex)
  }

  private mutating func show(
    _ layout: Layout, at now: MonotonicTime, newIndex: (Int) -> Int?
  ) {
    let before = self
    let isPaged = if case .paged = mode { true } else { false }
    let current = isPaged && isHeld ? page : currentItem(at: now) ?? 0
    // How far the viewport's edge was into the item; one that takes its place begins anew.
    var into = 0.0
    if loop.isEndless && isPaged {
      into = isHeld ? distancePastPage(at: now) : 0
    } else if loop.isEndless {
      into = offset(at: now) - loop.starts[current]
    }
    loop = CarouselLoop(layout)
    guard loop.count > 0 else {
      page = 0
      phase = .free(glide: .resting(0, at: now))
      return
    }
    let survivor = (0..<before.loop.count).lazy
      .map { before.loop.index(current + $0) }
      .first { old in newIndex(old).map(self.loop.starts.indices.contains) ?? false }
    page = survivor.flatMap(newIndex) ?? 0
    guard loop.isEndless else {
      phase = isHeld ? .held(from: 0, moved: 0) : .free(glide: .resting(0, at: now))
      return
    }
    if survivor != current { into = 0 }
    if !isPaged { into = min(into, loop.step(from: page)) }
    let target = (isPaged ? loop.rest(of: page) : loop.starts[page]) + into
    if case .held(_, let moved) = phase {
      phase = .held(from: target - moved, moved: moved)
    } else {
      phase = .free(glide: .resting(target, at: now))
    }
  }
  /// Keeps the identity of what stays in view. In the same ring all instances follow one of them,
  /// copies too; in another ring an item's accessible instance follows its previous one.
  private mutating func keepLaps(
    of before: Carousel, at now: MonotonicTime, newIndex: (Int) -> Int?
  ) {
    let isSameRing =
      loop.isEndless && before.loop.isEndless && loop.starts == before.loop.starts
      && loop.length == before.loop.length && loop.starts.indices.allSatisfy { newIndex($0) == $0 }
    if isSameRing {
      laps = before.laps
      let current = before.currentItem(at: now) ?? 0
      wraps = before.wraps + before.rings(to: current, at: now) - rings(to: current, at: now)
      return
    }
    (wraps, laps) = (0, Array(repeating: 0, count: loop.count))
    for index in before.loop.starts.indices {
      guard let place = newIndex(index), laps.indices.contains(place),
        let old = before.placement(of: index, at: now), let new = placement(of: place, at: now)
      else { continue }
      laps[place] += old.lap - new.lap
    }
  }

  /// How many rings the position is from an item's place in the first one.
  private func rings(to index: Int, at now: MonotonicTime) -> Int {
    let isPaged = if case .paged = mode { true } else { false }
    let place = isPaged ? loop.rest(of: index) : loop.starts[index]
    return loop.laps(in: position(at: now) - place)
  }
}

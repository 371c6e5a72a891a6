public import SightlineCore

extension Carousel {
  /// Updates the items, their widths or the viewport.
  ///
  /// The current item stays in place, or at a page's resting place, and turning continues from now.
  /// If the current item is gone, the next one in reading order that still exists replaces it,
  /// wrapping around; if none exists, the first one does. A drag continues.
  ///
  /// - Parameters:
  ///   - layout: the new layout. If neither it nor any index has changed, the call has no effect.
  ///   - now: the current time.
  ///   - newIndex: returns the new index of an item; `nil` or a missing index if it is gone.
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
    let current = anchor(at: now)
    // The distance of the viewport's edge into the item; a replacement starts at 0.
    var into = 0.0
    if loop.isEndless && (isHeld || !isPaged) { into = distancePast(current, at: now) }
    loop = CarouselLoop(layout)
    let survivor = (0..<before.loop.count).lazy
      .map { before.loop.index(current + $0) }
      .first { old in newIndex(old).map(self.loop.starts.indices.contains) ?? false }
    page = survivor.flatMap(newIndex) ?? 0
    guard loop.isEndless else {
      if !isHeld || loop.count == 0 { phase = .resting(at: 0, since: now) }
      return
    }
    if survivor != current { into = 0 }
    if !isPaged { into = min(into, layout.widths[page] + layout.spacing) }
    let target = place(of: page) + into
    if case .held(_, let moved) = phase {
      phase = .held(from: target - moved, moved: moved)
    } else {
      phase = .resting(at: target, since: now)
    }
  }

  /// The item to keep in place: the current one, or the page from which a drag is measured.
  private func anchor(at now: MonotonicTime) -> Int {
    isPaged && isHeld ? page : currentItem(at: now) ?? 0
  }

  /// Keeps the identity of items that stay in view: in the same ring, of all instances including
  /// copies; in another ring, of each item's accessible instance.
  private mutating func keepLaps(
    of before: Carousel, at now: MonotonicTime, newIndex: (Int) -> Int?
  ) {
    let isSameRing =
      loop.isEndless && before.loop.isEndless && loop.starts == before.loop.starts
      && loop.length == before.loop.length && loop.starts.indices.allSatisfy { newIndex($0) == $0 }
    if isSameRing {
      let current = before.anchor(at: now)
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

  /// The number of rings from an item's place in the first ring to the position.
  private func rings(to index: Int, at now: MonotonicTime) -> Int {
    loop.laps(in: position(at: now) - place(of: index))
  }
}

package import SightlineCore

/// A carousel for a declarative toolkit, whose views and data have identities.
package struct ItemCarousel<Item: Hashable> {
  /// A view to draw.
  package struct Card: Identifiable, Equatable {
    /// The identity of an instance of an item: see ``Carousel/Placement/lap``.
    package struct ID: Hashable {
      package var item: Item
      package var lap: Int
    }

    /// Stable while the card is on screen.
    package var id: ID
    package var placement: Carousel.Placement
  }

  /// The items, in reading order.
  package private(set) var items: [Item]
  package var carousel: Carousel

  package init(
    _ items: [Item], layout: Carousel.Layout, mode: Carousel.Mode, startingAt item: Item? = nil,
    motion: MotionPreference, at now: MonotonicTime
  ) {
    self.items = items
    carousel = Carousel(
      layout: layout, mode: mode, startingAt: item.flatMap(items.firstIndex(of:)) ?? 0,
      motion: motion, at: now)
  }

  /// Updates the items and layout. The current item keeps its place, by identity.
  ///
  /// - Complexity: O(*n*) in the number of items.
  package mutating func update(_ items: [Item], layout: Carousel.Layout, at now: MonotonicTime) {
    let old = self.items
    guard items != old else { return carousel.update(layout, at: now) }
    self.items = items
    // If two items have the same identity, the first one counts.
    let places = Dictionary(zip(items, items.indices)) { first, _ in first }
    carousel.update(layout, at: now) { old.indices.contains($0) ? places[old[$0]] : nil }
  }

  /// Returns the cards in the viewport and `overscan` points around it, or all, for screen readers.
  package func cards(
    at now: MonotonicTime, overscan: Double, includesAll: Bool = false
  ) -> [Card] {
    let placements =
      includesAll
      ? carousel.placementsOfAll(at: now, overscan: overscan)
      : carousel.placements(at: now, overscan: overscan)
    return placements.map {
      Card(id: Card.ID(item: items[$0.index], lap: $0.lap), placement: $0)
    }
  }

  /// Returns the item to report as the current one; `nil` during a deceleration or a step past
  /// others.
  package func reportedItem(at now: MonotonicTime) -> Item? {
    guard carousel.isPaged || !carousel.isGliding(at: now) else { return nil }
    return carousel.currentItem(at: now).map { items[$0] }
  }

  /// Turns to an item the shorter way.
  package mutating func turn(to item: Item, at now: MonotonicTime) {
    guard let origin = carousel.stepOrigin(at: now), let index = items.firstIndex(of: item)
    else { return }
    let way = index - origin
    let isFar = 2 * abs(way) > items.count
    carousel.step(by: isFar ? way - way.signum() * items.count : way, at: now)
  }

  /// Returns the position of the current item, or `nil` without items.
  package func position(at now: MonotonicTime) -> ItemPosition? {
    ItemPosition(index: carousel.currentItem(at: now), count: items.count)
  }
}

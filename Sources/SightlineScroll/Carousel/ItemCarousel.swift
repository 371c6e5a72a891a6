package import SightlineCore

/// A carousel of items with identities, for a declarative toolkit: views are created and kept by
/// identity, and the data may change at any time.
package struct ItemCarousel<Item: Hashable> {
  /// One view to draw.
  package struct Card: Identifiable, Equatable {
    /// Which instance of which item it is: see ``Carousel/Placement/lap``.
    package struct ID: Hashable {
      package var item: Item
      package var lap: Int
    }

    /// The same for as long as the card is on screen.
    package var id: ID
    /// Where it is.
    package var placement: Carousel.Placement
  }

  /// The items, in reading order.
  package private(set) var items: [Item]
  /// How it turns.
  package var carousel: Carousel

  /// Creates a carousel at a time.
  package init(
    _ items: [Item], layout: Carousel.Layout, mode: Carousel.Mode, motion: MotionPreference,
    at now: MonotonicTime
  ) {
    self.items = items
    carousel = Carousel(layout: layout, mode: mode, motion: motion, at: now)
  }

  /// Shows other items, or the same ones elsewhere: the current one keeps its place, by identity.
  ///
  /// - Complexity: O(*n*) in the number of items.
  package mutating func update(_ items: [Item], layout: Carousel.Layout, at now: MonotonicTime) {
    let old = self.items
    guard items != old else { return carousel.update(layout, at: now) }
    self.items = items
    // If an app has two items with one identity, the first counts.
    let places = Dictionary(zip(items, items.indices)) { first, _ in first }
    carousel.update(layout, at: now) { old.indices.contains($0) ? places[old[$0]] : nil }
  }

  /// The cards to draw.
  ///
  /// - Parameters:
  ///   - overscan: how much more on either side, in points.
  ///   - includesAll: whether items out of view are made too, for screen readers.
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

  /// Which item is the current one; `nil` without items.
  package func position(at now: MonotonicTime) -> ItemPosition? {
    ItemPosition(index: carousel.currentItem(at: now), count: items.count)
  }
}

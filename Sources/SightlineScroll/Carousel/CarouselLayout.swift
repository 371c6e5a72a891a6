extension Carousel {
  /// What a carousel shows, and in how much room. All numbers are points.
  public struct Layout: Hashable, Sendable {
    /// Where an item stands when it is the current one of a page-wise carousel.
    public enum Alignment: UInt8, Hashable, Sendable, CaseIterable {
      /// At the viewport's leading edge.
      case leading
      /// In the middle.
      case center
    }

    /// What happens to items that together fill no more than the viewport.
    public enum NarrowContent: UInt8, Hashable, Sendable, CaseIterable {
      /// They stand still: everything is in view.
      case rests
      /// They go round, repeated as often as it takes to fill the viewport. Repetitions are copies,
      /// hidden from accessibility.
      case repeats
    }

    /// The items' widths, by index.
    public let widths: [Double]
    /// The gap between neighbours, also between the last item and the first.
    public let spacing: Double
    /// The width of the viewport.
    public let viewportWidth: Double
    /// The side of the first item; the carousel turns towards it.
    public let direction: ReadingDirection
    /// Where the current item of a page-wise carousel stands.
    public let alignment: Alignment
    /// What happens to few items.
    public let narrowContent: NarrowContent

    /// Creates a layout. Widths and gaps that are negative or not finite count as 0.
    public init(
      widths: [Double], spacing: Double = 0, viewportWidth: Double,
      direction: ReadingDirection = .leftToRight, alignment: Alignment = .leading,
      narrowContent: NarrowContent = .rests
    ) {
      self.widths = widths.map(\.asExtent)
      self.spacing = spacing.asExtent
      self.viewportWidth = viewportWidth.asExtent
      self.direction = direction
      self.alignment = alignment
      self.narrowContent = narrowContent
    }
  }
}

extension Carousel {
  /// The layout of a carousel's items in its viewport. All numbers are points.
  public struct Layout: Hashable, Sendable {
    /// The place of the current item in a paged carousel.
    public enum Alignment: UInt8, Hashable, Sendable, CaseIterable {
      /// At the viewport's leading edge.
      case leading
      /// Centred in the viewport.
      case center
    }

    /// The behaviour of items that do not fill more than the viewport.
    public enum NarrowContent: UInt8, Hashable, Sendable, CaseIterable {
      /// They stand still, since all are in view.
      case rests
      /// They turn, repeated to fill the viewport by copies, hidden from accessibility.
      case repeats
    }

    /// The items' widths, by index.
    public let widths: [Double]
    /// The gap between neighbours, including the last item and the first.
    public let spacing: Double
    /// The width of the viewport.
    public let viewportWidth: Double
    /// The reading direction. The carousel turns towards its leading side.
    public let direction: ReadingDirection
    /// The place of the current item in a paged carousel.
    public let alignment: Alignment
    /// The behaviour of items that do not fill more than the viewport.
    public let narrowContent: NarrowContent

    /// Creates a layout. Negative and non-finite widths and gaps count as 0.
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

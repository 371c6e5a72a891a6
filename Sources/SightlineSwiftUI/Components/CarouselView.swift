#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SightlineApple
import SightlineCore
public import SightlineScroll
public import SwiftUI

/// An endless carousel. It turns by itself, wraps without a seam, and can be dragged. It stands
/// still under a finger, off screen, in inactive apps, and with VoiceOver or Reduce Motion.
///
/// ```swift
/// CarouselView(offers, itemWidth: 240, label: Text("Offers")) { OfferCard($0) }
/// ```
///
/// It moves at 25 points a second by default. Only what is in view is created. A card is one view,
/// whatever its builder returns. It keeps its state as long as it is on screen, over the seam too;
/// one that goes out of view and comes back is created anew. The carousel takes horizontal drags
/// that nothing in a card wants; vertical ones are left to the scroll view around.
///
/// With `isPaused` it stands still until somebody lets it go on. Whatever turns by itself for
/// longer than five seconds needs a control for that (WCAG 2.2.2), outside of the carousel, where
/// it is found before: the app's, such as a `Toggle` "Pause, Offers". A paused carousel can be
/// dragged and stepped.
///
/// VoiceOver finds an adjustable element with the carousel's label and its position: "Offers. 2 of
/// 5. Adjustable." Swiping up or down turns it by an item. All cards follow in reading order, each
/// once; they are created while VoiceOver is on and the carousel stands still.
public struct CarouselView<Item: Identifiable, Cell: View>: View {
  private let items: [Item]
  private let itemWidth: CGFloat
  private let spacing: CGFloat
  private let mode: Carousel.Mode
  private let isPaused: Bool
  private let label: Text?
  private let positionText: (ItemPosition) -> String
  private let cell: (Item) -> Cell
  @State private var width: CGFloat = 0
  @State private var stored: ItemCarousel<Item.ID>?
  @State private var isOnScreen = false
  @State private var identity = CarouselIdentity()
  @Environment(\.layoutDirection) private var direction
  @Environment(\.accessibilityReduceMotion) private var reduceMotion
  @Environment(\.accessibilityVoiceOverEnabled) private var voiceOver
  @Environment(\.scenePhase) private var scenePhase

  /// Creates a carousel of cells of the same width; its height is the highest cell's in view.
  ///
  /// - Parameters:
  ///   - items: the items in reading order, each with an id of its own.
  ///   - itemWidth: the width of a cell in points.
  ///   - spacing: the gap between neighbours in points, also between the last and the first.
  ///   - mode: how it turns by itself.
  ///   - isPaused: whether a person has stopped it: it does not turn by itself, whatever else there
  ///     is.
  ///   - label: what accessibility calls the carousel.
  ///   - positionText: the accessibility text for the position of the current item; by default
  ///     English: "2 of 5".
  ///   - cell: the cell of an item. Several views stand one below the other.
  public init(
    _ items: [Item], itemWidth: CGFloat, spacing: CGFloat = 12,
    mode: Carousel.Mode = .continuous, isPaused: Bool = false, label: Text? = nil,
    positionText: @escaping (ItemPosition) -> String = \.text,
    @ViewBuilder cell: @escaping (Item) -> Cell
  ) {
    self.items = items
    self.itemWidth = itemWidth
    self.spacing = spacing
    self.mode = mode
    self.isPaused = isPaused
    self.label = label
    self.positionText = positionText
    self.cell = cell
  }

  /// The carousel, as wide as it is offered.
  public var body: some View {
    // With the present data and width: what is stored follows after this update.
    let shown = shown
    return TimelineView(CarouselSchedule(carousel: shown?.carousel)) { _ in
      let now = MonotonicClock.now
      ZStack(alignment: .topLeading) {
        ForEach(cards(of: shown, at: now)) { card in
          // The builder's views are one card, even if there are none.
          VStack(spacing: 0) { cell(items[card.placement.index]) }
            .environment(\.layoutDirection, direction)
            .frame(width: itemWidth)
            .offset(x: card.placement.x)
            .accessibilityElement(children: .contain)
            .accessibilitySortPriority(-Double(card.placement.index))
            .accessibilityHidden(card.placement.isCopy)
        }
      }
      // Positions count from the left in either direction.
      .environment(\.layoutDirection, .leftToRight)
      .frame(minWidth: 0, maxWidth: .infinity, alignment: .leading)
      .background { handle(position: shown?.position(at: now)) }
    }
    .clipped()
    .contentShape(Rectangle())
    .onHorizontalDrag { _ in
      stored?.carousel.canTurn ?? false
    } perform: {
      drag($0)
    }
    .onNewWidth { width = $0 }
    .onNewValue(of: Contents(items: items.map(\.id), layout: layout)) { _ in update() }
    .onNewValue(of: suspensions) { _ in update() }
    .onNewValue(of: reduceMotion) { _ in update() }
    .onAppear(perform: update)
    .onVisibilityChange(of: identity, .anyPixel) { isOnScreen = $0 }
    .accessibilityElement(children: .contain)
  }

  /// The element that accessibility adjusts: a container cannot have its focus.
  private func handle(position: ItemPosition?) -> some View {
    Color.clear
      .accessibilityElement()
      .accessibilityLabel(label ?? Text(verbatim: ""))
      .accessibilityValue(Text(verbatim: position.map(positionText) ?? ""))
      .accessibilityAdjustableAction { direction in
        stored?.carousel.step(by: direction == .increment ? 1 : -1, at: MonotonicClock.now)
      }
      .accessibilitySortPriority(1)
      .accessibilityHidden(position == nil)
  }

  private struct Contents: Equatable {
    var items: [Item.ID]
    var layout: Carousel.Layout
  }

  /// Until the width is known the first card stands alone, and gives the height.
  private func cards(
    of shown: ItemCarousel<Item.ID>?, at now: MonotonicTime
  ) -> [ItemCarousel<Item.ID>.Card] {
    let carousel =
      shown
      ?? ItemCarousel(
        items.prefix(1).map(\.id), layout: layout(of: min(1, items.count)), mode: mode,
        motion: .reduced, at: now)
    return carousel.cards(at: now, overscan: Double(itemWidth), includesAll: voiceOver)
  }

  private func layout(of count: Int) -> Carousel.Layout {
    Carousel.Layout(
      widths: Array(repeating: Double(itemWidth), count: count), spacing: Double(spacing),
      viewportWidth: Double(width), direction: ReadingDirection(direction))
  }

  private var layout: Carousel.Layout { layout(of: items.count) }

  private var suspensions: Carousel.Suspensions {
    var reasons: Carousel.Suspensions = []
    if scenePhase != .active { reasons.insert(.inactive) }
    if !isOnScreen { reasons.insert(.offScreen) }
    if voiceOver { reasons.insert(.voiceOver) }
    if isPaused { reasons.insert(.paused) }
    return reasons
  }

  private var shown: ItemCarousel<Item.ID>? {
    guard width > 0 else { return nil }
    let now = MonotonicClock.now
    let (items, motion) = (items.map(\.id), MotionPreference(reduceMotion: reduceMotion))
    var next =
      stored ?? ItemCarousel(items, layout: layout, mode: mode, motion: motion, at: now)
    next.update(items, layout: layout, at: now)
    next.carousel.setMotion(motion, at: now)
    next.carousel.suspend(suspensions, at: now)
    return next
  }

  private func update() { stored = shown }

  private func drag(_ event: DragEvent) { stored?.carousel.drag(event, at: MonotonicClock.now) }
}

/// One frame of the display after another while the carousel moves, the next turn while it waits
/// for one, and nothing while it stands still.
private struct CarouselSchedule: TimelineSchedule {
  let carousel: Carousel?

  func entries(from start: Date, mode: Mode) -> AnyIterator<Date> {
    let begin = MonotonicClock.now
    var next: MonotonicTime? = begin
    let carousel = carousel
    return AnyIterator {
      guard let now = next else { return nil }
      next = carousel?.nextFrame(after: now).map { $0 > now ? $0 : now + Self.frame }
      return start.addingTimeInterval((now - begin).inSeconds)
    }
  }

  /// SwiftUI draws no more often than the display does.
  private static let frame = Duration.nanoseconds(8_333_333)
}

/// Identifies one carousel to visibility.
private struct CarouselIdentity: Hashable, Sendable {
  private let number = UInt64.random(in: .min ... .max)
}

#if DEBUG
struct CarouselView_Previews: PreviewProvider {
  private struct Card: Identifiable {
    let id: Int
  }

  static var previews: some View {
    CarouselView((0..<8).map(Card.init), itemWidth: 200) { card in
      RoundedRectangle(cornerRadius: 12).fill(.quaternary).frame(height: 120)
        .overlay { Text("\(card.id)") }
    }
  }
}
#endif
#endif

#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SightlineApple
import SightlineCore
public import SightlineScroll
public import SwiftUI

/// An endless carousel: it turns by itself, wraps without a seam, can be dragged, and stands still for
/// fingers, inactive apps, VoiceOver and Reduce Motion, and off screen.
///
/// ```swift
/// CarouselView(offers, itemWidth: 240) { OfferCard($0) }
/// ```
///
/// 25 points a second by default. Only what is in view is made; each item is one element for
/// accessibility, and the carousel is adjustable.
public struct CarouselView<Item: Identifiable, Cell: View>: View {
  private let items: [Item]
  private let itemWidth: CGFloat
  private let spacing: CGFloat
  private let mode: Carousel.Mode
  private let cell: (Item) -> Cell
  @State private var width: CGFloat = 0
  @State private var carousel: Carousel?
  @State private var isOnScreen = false
  @State private var identity = CarouselIdentity()
  @Environment(\.layoutDirection) private var direction
  @Environment(\.accessibilityReduceMotion) private var reduceMotion
  @Environment(\.accessibilityVoiceOverEnabled) private var voiceOver
  @Environment(\.scenePhase) private var scenePhase

  /// Creates a carousel of cells of the same width; its height is the highest cell's.
  public init(
    _ items: [Item], itemWidth: CGFloat, spacing: CGFloat = 12,
    mode: Carousel.Mode = .continuous, @ViewBuilder cell: @escaping (Item) -> Cell
  ) {
    self.items = items
    self.itemWidth = itemWidth
    self.spacing = spacing
    self.mode = mode
    self.cell = cell
  }

  /// The carousel, as wide as it is offered.
  public var body: some View {
    TimelineView(CarouselSchedule(carousel: carousel)) { _ in
      let now = MonotonicClock.now
      ZStack(alignment: .topLeading) {
        // Gives the height, also while nothing is placed yet.
        if let first = items.first {
          cell(first).frame(width: itemWidth).hidden().accessibilityHidden(true)
        }
        ForEach(placements(at: now)) { placed in
          cell(items[placed.placement.index])
            .environment(\.layoutDirection, direction)
            .frame(width: itemWidth)
            .offset(x: placed.placement.x)
            .accessibilityHidden(placed.placement.isCopy)
        }
      }
      // Positions count from the left whatever the direction.
      .environment(\.layoutDirection, .leftToRight)
      .frame(maxWidth: .infinity, alignment: .leading)
    }
    .clipped()
    .contentShape(Rectangle())
    #if !os(tvOS)
    .gesture(drag)
    #endif
    .onGeometryChange(for: CGFloat.self) {
      $0.size.width
    } action: {
      width = $0
    }
    .onNewValue(of: layout) { _ in update() }
    .onNewValue(of: suspensions) { _ in update() }
    .onNewValue(of: reduceMotion) { _ in update() }
    .onAppear(perform: update)
    .onVisibilityChange(of: identity, .anyPixel) { isOnScreen = $0 }
    .accessibilityElement(children: .contain)
    .accessibilityAdjustableAction { direction in
      carousel?.step(by: direction == .increment ? 1 : -1, at: MonotonicClock.now)
    }
  }

  private struct Placed: Identifiable {
    var placement: Carousel.Placement
    var id: String
  }

  private func placements(at now: MonotonicTime) -> [Placed] {
    guard let carousel else { return [] }
    return carousel.placements(at: now, overscan: itemWidth).compactMap { placement in
      guard items.indices.contains(placement.index) else { return nil }
      let copy =
        placement.isCopy ? " copy \(Int(placement.x / max(1, carousel.layout.viewportWidth)))" : ""
      return Placed(placement: placement, id: "\(items[placement.index].id)\(copy)")
    }
  }

  private var layout: Carousel.Layout {
    Carousel.Layout(
      widths: Array(repeating: Double(itemWidth), count: items.count), spacing: Double(spacing),
      viewportWidth: Double(width), direction: ReadingDirection(direction))
  }

  private var suspensions: Carousel.Suspensions {
    var reasons: Carousel.Suspensions = []
    if scenePhase != .active { reasons.insert(.inactive) }
    if !isOnScreen { reasons.insert(.offScreen) }
    if voiceOver { reasons.insert(.voiceOver) }
    return reasons
  }

  private func update() {
    guard width > 0 else { return }
    let now = MonotonicClock.now
    let motion = MotionPreference(reduceMotion: reduceMotion)
    var next = carousel ?? Carousel(layout: layout, mode: mode, motion: motion, at: now)
    next.update(layout, at: now)
    next.setMotion(motion, at: now)
    next.suspend(suspensions, at: now)
    carousel = next
  }

  #if !os(tvOS)
  private var drag: some Gesture {
    DragGesture(minimumDistance: 8)
      .onChanged { value in
        if carousel?.isHeld == false { carousel?.beginDragging(at: MonotonicClock.now) }
        carousel?.drag(to: Double(value.translation.width))
      }
      .onEnded { value in
        // SwiftUI tells where the finger would have come; UIKit's deceleration makes that a speed.
        let rest = value.predictedEndTranslation.width - value.translation.width
        carousel?.endDragging(velocity: Double(rest) * 4, at: MonotonicClock.now)
      }
  }
  #endif
}

/// A frame of the display after the other while the carousel moves, the next turn while it waits for one,
/// and nothing while it stands still.
private struct CarouselSchedule: TimelineSchedule {
  let carousel: Carousel?

  func entries(from start: Date, mode: Mode) -> AnyIterator<Date> {
    let begin = MonotonicClock.now
    var next: MonotonicTime? = begin
    let carousel = carousel
    return AnyIterator {
      guard let now = next else { return nil }
      next = carousel?.nextFrame(after: now).map { $0 > now ? $0 : now + Self.frame }
      return start.addingTimeInterval((now - begin).seconds)
    }
  }

  /// SwiftUI draws no more often than the display does.
  private static let frame = Duration.nanoseconds(8_333_333)
}

/// What is observed of one carousel.
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

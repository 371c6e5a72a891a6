#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineHost
public import SightlineScroll
import SightlineSwiftUI
public import SwiftUI

/// An endless carousel. It turns by itself, wraps without a seam, and can be dragged. It stands
/// still under a finger, while it has the focus of a keyboard or a remote, off screen, in inactive
/// apps, and with VoiceOver or Reduce Motion. While it has the focus, left and right on a remote or
/// on a Mac's keyboard step to the neighbour.
///
/// ```swift
/// EndlessCarousel(offers, itemWidth: 240, label: Text("Offers")) { OfferCard($0) }
/// ```
///
/// Only the cards in view are created, each as one view, regardless of the number of views from its
/// builder. A card keeps its state as long as it is on screen, even across the seam. A frame that
/// turns the carousel moves the cards without evaluating them. The carousel takes horizontal drags
/// that nothing in a card handles, and leaves vertical ones to the enclosing scroll view.
///
/// It is as tall as the tallest card that has been in view, at this width and text size, so content
/// below it moves down at most once.
///
/// Content that moves by itself for more than five seconds needs a control to pause it (WCAG
/// 2.2.2): the app provides one, such as a `Toggle` "Pause, Offers", outside the carousel and
/// before it in reading order, and passes `isPaused`. A paused carousel can be dragged and stepped.
///
/// VoiceOver finds an adjustable element with the carousel's label and its position: "Offers. 2 of
/// 5. Adjustable." Swiping up or down turns it by an item. All cards follow in reading order, once
/// each; they are created while VoiceOver is on.
public struct EndlessCarousel<Item: Identifiable, Cell: View> {
  private let items: [Item]
  private let itemWidth: @MainActor (Item) -> CGFloat
  private let spacing: CGFloat
  private let alignment: Carousel.Layout.Alignment
  private let mode: Carousel.Mode
  @Binding private var selection: Item.ID?
  private let isPaused: Bool
  private let label: Text?
  private let positionText: @MainActor (ItemPosition) -> String
  private let cell: @MainActor (Item) -> Cell
  @State private var width: CGFloat = 0
  @State private var stored: ItemCarousel<Item.ID>?
  @State private var isOnScreen = false
  @State private var isActive = false
  @State private var highest = Highest()
  @State private var followed = Followed()
  @FocusState private var isFocused: Bool
  @Environment(\.layoutDirection) private var direction
  @Environment(\.dynamicTypeSize) private var textSize
  @Environment(\.accessibilityReduceMotion) private var reduceMotion
  @Environment(\.accessibilityVoiceOverEnabled) private var voiceOver

  /// Creates a carousel of cells of the same width.
  ///
  /// - Parameters:
  ///   - items: the items in reading order, each with a unique id.
  ///   - itemWidth: the width of a cell in points.
  ///   - spacing: the gap between neighbours in points, including the last and the first.
  ///   - alignment: the place of the current page at rest.
  ///   - mode: how it turns by itself.
  ///   - selection: the current item: with pages, the one shown or turned to; otherwise, the one at
  ///     the leading edge. Setting it turns to the item. It stays the same during a deceleration.
  ///   - isPaused: whether the user has paused it. A paused carousel never turns by itself.
  ///   - label: the carousel's accessibility label.
  ///   - positionText: the accessibility text for the position of the current item; by default
  ///     English: "2 of 5".
  ///   - cell: the cell of an item. Several views are stacked vertically.
  public init(
    _ items: [Item], itemWidth: CGFloat, spacing: CGFloat = 12,
    alignment: Carousel.Layout.Alignment = .leading, mode: Carousel.Mode = .continuous,
    selection: Binding<Item.ID?> = .constant(nil), isPaused: Bool = false, label: Text? = nil,
    positionText: @escaping @MainActor (ItemPosition) -> String = \.text,
    @ViewBuilder cell: @escaping @MainActor (Item) -> Cell
  ) {
    self.init(
      items, widths: { _ in itemWidth }, spacing: spacing, alignment: alignment, mode: mode,
      selection: selection, isPaused: isPaused, label: label, positionText: positionText,
      cell: cell)
  }

  /// Creates a carousel of cells of different widths: `widths` returns that of an item's cell in
  /// points.
  public init(
    _ items: [Item], widths: @escaping @MainActor (Item) -> CGFloat, spacing: CGFloat = 12,
    alignment: Carousel.Layout.Alignment = .leading, mode: Carousel.Mode = .continuous,
    selection: Binding<Item.ID?> = .constant(nil), isPaused: Bool = false, label: Text? = nil,
    positionText: @escaping @MainActor (ItemPosition) -> String = \.text,
    @ViewBuilder cell: @escaping @MainActor (Item) -> Cell
  ) {
    self.items = items
    itemWidth = widths
    self.spacing = spacing
    self.alignment = alignment
    self.mode = mode.finite
    _selection = selection
    self.isPaused = isPaused
    self.label = label
    self.positionText = positionText
    self.cell = cell
  }
}

@MainActor
extension EndlessCarousel: View {
  /// The carousel, which takes the full width available.
  public var body: some View {
    // Use the current data and width; the stored state follows after this update.
    let shown = shown
    return TimelineView(FrameSchedule { shown?.carousel.nextFrame(after: $0) }) { _ in
      let now = MonotonicClock.now
      ZStack(alignment: .topLeading) {
        ForEach(onMainActor: cards(of: shown, at: now), id: \.id) { card in
          CardView(item: items[card.placement.index], cell: cell)
            .environment(\.layoutDirection, direction)
            .frame(width: card.placement.width)
            .offset(x: card.placement.x)
            .accessibilityElement(children: .contain)
            .accessibilitySortPriority(-Double(card.placement.index))
            .accessibilityHidden(card.placement.isCopy)
        }
      }
      .onGeometryChange(for: Highest.self) { [round = highest.round] in
        Highest(round: round, height: $0.size.height)
      } action: {
        if $0.round == highest.round { highest.height = max(highest.height, $0.height) }
      }
      .frame(minWidth: 0, maxWidth: .infinity, minHeight: highest.height, alignment: .topLeading)
      // Positions count from the left in either direction, including the stack's own.
      .environment(\.layoutDirection, .leftToRight)
      .background { handle(position: shown?.position(at: now)) }
      .onNewValue(of: Report(item: shown?.reportedItem(at: now), selection: selection)) {
        follow($0)
      }
    }
    .modifier(ItemListModifier())
    .clipped()
    .contentShape(Rectangle())
    .onHorizontalDrag { _ in
      stored?.carousel.canTurn == true
    } perform: {
      if case .began = $0 { followed.chosen = nil }
      stored?.carousel.drag($0, at: MonotonicClock.now)
    }
    .focused($isFocused)
    .onHorizontalMove { step(forward: $0) }
    .onNewWidth { width = $0 }
    .onNewValue(of: Contents(items: items.map(\.id), layout: layout)) { _ in update() }
    .onNewValue(of: HeightKey(items: items.map(\.id), widths: widths, textSize: textSize)) { _ in
      highest = Highest(round: highest.round + 1)
    }
    .onNewValue(of: suspensions) { _ in update() }
    .onNewValue(of: reduceMotion) { _ in update() }
    .onNewValue(of: mode) { _ in update() }
    .onAppear(perform: update)
    // SwiftUI's own scene phase is always the background, except in a SwiftUI `App`.
    .overlay(
      PlatformProbe(
        ProbeRepresentable(
          observations: [.changes(.anyPixel) { isOnScreen = $1 == .visible }]
        ) {
          isActive = $0.isActive
        })
    )
    .accessibilityElement(children: .contain)
  }

  /// The element adjusted by accessibility: a container cannot have the accessibility focus.
  private func handle(position: ItemPosition?) -> some View {
    Color.clear
      .accessibilityElement()
      .accessibilityLabel(label ?? Text(verbatim: ""))
      .accessibilityValue(Text(verbatim: position.map(positionText) ?? ""))
      .accessibilityAdjustableAction { step(forward: $0 == .increment) }
      .accessibilitySortPriority(1)
      .accessibilityHidden(position == nil)
  }

  private func step(forward: Bool) {
    followed.chosen = nil
    stored?.carousel.step(by: forward ? 1 : -1, at: MonotonicClock.now)
  }

  /// Turns to an item that the app has chosen, or else sets the selection to the current one.
  private func follow(_ report: Report) {
    let (selected, written) = (followed.selection ?? report.selection, followed.written)
    (followed.selection, followed.written) = (.some(report.selection), nil)
    if report.item != nil { followed.chosen = nil }
    // Both may refer to an item that has just been added.
    update()
    if let item = report.selection, item != selected, item != written {
      let isCurrent = item == stored?.reportedItem(at: MonotonicClock.now)
      stored?.turn(to: item, at: MonotonicClock.now)
      if stored?.carousel.isHeld != true {
        if !isCurrent { followed.chosen = item }
        return
      }
      // A finger holds the carousel.
    }
    guard let item = stored?.reportedItem(at: MonotonicClock.now), item != selection else { return }
    followed.written = item
    selection = item
  }

  private struct Report: Equatable {
    var item: Item.ID?
    var selection: Item.ID?
  }

  /// The app's selection as of the last report, an item written to it since, and an item chosen by
  /// the app that has not arrived. Their changes update no view.
  private final class Followed {
    var selection: Item.ID??
    var written: Item.ID?
    var chosen: Item.ID?
  }

  private struct Contents: Equatable {
    var items: [Item.ID]
    var layout: Carousel.Layout
  }

  /// The values that determine the cards' heights.
  private struct HeightKey: Equatable {
    var items: [Item.ID]
    var widths: [Double]
    var textSize: DynamicTypeSize
  }

  /// Returns the cards; until the width is known, the first one alone, which determines the height.
  private func cards(
    of shown: ItemCarousel<Item.ID>?, at now: MonotonicTime
  ) -> [ItemCarousel<Item.ID>.Card] {
    let carousel =
      shown
      ?? ItemCarousel(
        items.prefix(1).map(\.id), layout: layout(of: Array(widths.prefix(1))), mode: mode,
        motion: .reduced, at: now)
    return carousel.cards(at: now, overscan: widths.max() ?? 0, includesAll: voiceOver)
  }

  private var widths: [Double] { items.map { Double(itemWidth($0)).asExtent } }

  private func layout(of widths: [Double]) -> Carousel.Layout {
    Carousel.Layout(
      widths: widths, spacing: Double(spacing), viewportWidth: Double(width),
      direction: ReadingDirection(direction), alignment: mode.isPaged ? alignment : .leading)
  }

  private var layout: Carousel.Layout { layout(of: widths) }

  private var suspensions: Carousel.Suspensions {
    var reasons: Carousel.Suspensions = []
    if !isActive { reasons.insert(.inactive) }
    if !isOnScreen { reasons.insert(.offScreen) }
    if voiceOver { reasons.insert(.voiceOver) }
    if isPaused { reasons.insert(.paused) }
    if isFocused { reasons.insert(.focused) }
    return reasons
  }

  private var shown: ItemCarousel<Item.ID>? {
    guard width > 0 else { return nil }
    let now = MonotonicClock.now
    let (items, motion) = (items.map(\.id), MotionPreference(reduceMotion: reduceMotion))
    // The app may select an item before there are any.
    var next =
      stored.flatMap { $0.items.isEmpty ? nil : $0 }
      ?? ItemCarousel(
        items, layout: layout, mode: mode, startingAt: selection, motion: motion,
        at: now)
    next.update(items, layout: layout, at: now)
    next.carousel.setMotion(motion, at: now)
    next.carousel.setMode(mode, at: now)
    next.carousel.suspend(suspensions, at: now)
    // These changes end a turn, except one to an item chosen by the app.
    if let item = followed.chosen, next.reportedItem(at: now) != nil {
      next.turn(to: item, at: now)
    }
    return next
  }

  private func update() { stored = shown }
}

/// The height of the tallest card so far, in points. A new round measures all of them again.
private struct Highest: Equatable {
  var round = 0
  var height: CGFloat = 0
}

/// The builder's views as one card, not reevaluated for the same item and closure.
private struct CardView<Item, Cell: View> {
  let item: Item
  let cell: @MainActor (Item) -> Cell
}

@MainActor
extension CardView: View {
  var body: some View { VStack(spacing: 0) { cell(item) } }
}
#endif

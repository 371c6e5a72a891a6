import CGTK
import SightlineCore
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll

/// All blocks together: a collapsing header, tabs under it, pages that each keep their scroll
/// position, a carousel in one of them, and hearts that fly to the header.
final class ProductPage: Page {
  static let name = "product"
  static let title = "As a product"
  static let welcome: String? =
    "Sightline tracks which views people see while they scroll.\n"
    + "This page combines its parts; every other page shows one of them.\n"
    + "Play demonstrates a page, Code shows its code."
  static let summary =
    "Scroll and the header shrinks. Swipe sideways to change tabs; each keeps its place. Tap a "
    + "heart to add a favourite, again to remove it."

  private static let titles = ["For you", "Favourites of the week", "Nearby", "New"]

  let widget: WidgetPointer
  private let tabs: PagedTabs
  private let head: ProductLook
  private let hearts: FlyingHeart
  private let carousel = CarouselView(
    mode: .continuous(speed: ProductPage.speed), narrowContent: .repeats)
  private var scrollers: [WidgetPointer] = []
  private var buttons: [HeartButton] = []
  /// The hearts that have arrived and weren't removed.
  private var favourites: Set<String> = []
  private let log: EventLog

  /// The last settings: the header's heights in points, and the speed in points per second.
  private static var expanded = 82.0
  private static var collapsed = 53.0
  private static var speed = 25.0

  init(log: EventLog) {
    self.log = log
    let tabs = PagedTabs()
    self.tabs = tabs
    tabs.pagesLieUnderTabs = true
    let counter = Make.label("♥ 0", "product-hearts").aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
    let scale = Style.shared.wholeTextScale
    let head = ProductLook(
      tabs: tabs, counter: counter,
      style: CollapsingHeader.Style(
        expandedHeight: Self.expanded * scale, collapsedHeight: Self.collapsed * scale))
    self.head = head
    hearts = FlyingHeart(to: counter)
    widget = Make.overlay(head.make().expanding(), [hearts.widget]).expanding().sized(-1, 320)
    carousel.label = "Offers"
    carousel.setItems(
      Rows.colors.enumerated().map { index, colour in
        let label = Make.label("Offer \(index + 1)", "title").expanding()
          .aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        return Make.column([label]).styled("slide", colour).sized(210, 110)
      })
    for (index, title) in Self.titles.enumerated() {
      let scroller = makePage(title, top: index == 0 ? makeOffers() : nil)
      scrollers.append(scroller)
      tabs.append(title, scroller)
      Signal.connect(scroller.verticalAdjustment, "value-changed") { [weak self] in
        guard let self, self.tabs.selection == index else { return }
        follow(scroller)
      }
    }
    // The tabs' height is known here.
    let inset = Int((head.inset + tabs.stripHeight).rounded(.up)) + 16
    for scroller in scrollers {
      if let list = (scroller.firstDescendant { $0.className == "GtkBox" }) {
        gtk_widget_set_margin_top(list, gint(inset))
      }
    }
    tabs.selectionChanged { [weak self] index in
      guard let self, let index else { return }
      log.note("\(Self.titles[index]) selected")
      follow(scrollers[index])
    }
    follow(scrollers[0])
  }

  var knobs: [Knob] {
    [
      Knob("Expanded", .slider(Self.expanded, in: 70...160, step: 1, unit: "pt"), rebuilds: true) {
        Self.expanded = $0
      },
      Knob("Collapsed", .slider(Self.collapsed, in: 40...70, step: 1, unit: "pt"), rebuilds: true) {
        Self.collapsed = $0
      },
      Knob("Carousel", .slider(Self.speed, in: 0...200, step: 5, unit: "pt/s"), rebuilds: true) {
        Self.speed = $0
      },
    ]
  }

  /// Creates the carousel with its pause button.
  private func makeOffers() -> WidgetPointer {
    let title = Make.line("Offers", "card-title").expanding(vertically: false)
    return Make.column(
      spacing: 8,
      [
        Make.row(spacing: 12, [title, PauseButton.make(for: carousel, log)]).margins(0, 20, 0, 20),
        carousel.widget,
      ])
  }

  private func makePage(_ title: String, top: WidgetPointer?) -> WidgetPointer {
    let list = Make.column(spacing: 12).margins(0, 0, 24, 0)
    if let top { list.append(top) }
    for number in 1...20 {
      let name = "\(title), item \(number)"
      let heart = HeartButton("Favourite, \(name)")
      heart.widget.aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
      buttons.append(heart)
      let text = Make.column(
        spacing: 3,
        [Make.line(name, "card-title"), Make.line("Tap the heart to keep it.", "caption")]
      ).expanding()
      let card = Make.row([text, heart.widget]).styled("story").margins(0, 20, 0, 20)
      let subject = EventSubject(name, card)
      heart.toggled { [weak self, weak heart] isOn in
        guard let self, let heart else { return }
        love(subject, heart, isOn)
      }
      list.append(card)
    }
    return ScrollKeys.add(to: Make.scroller(list), named: title)
  }

  private func love(_ subject: EventSubject, _ heart: HeartButton, _ isOn: Bool) {
    guard isOn else {
      favourites.remove(subject.name)
      return showCount("\(subject.name) is taken back", subject)
    }
    hearts.fly(from: heart.widget) { [weak self, weak heart] in
      // It may have been removed during the flight.
      guard let self, heart?.isOn == true else { return }
      favourites.insert(subject.name)
      showCount("\(subject.name) is a favourite", subject)
    }
  }

  private func showCount(_ event: String, _ subject: EventSubject) {
    head.counter.setText("♥ \(favourites.count)")
    log.note(event, subject)
  }

  private func follow(_ scroller: WidgetPointer) {
    let wasCollapsed = head.header.isCollapsed
    head.scroll(to: gtk_adjustment_get_value(scroller.verticalAdjustment))
    if head.header.isCollapsed != wasCollapsed {
      log.note(wasCollapsed ? "Header expands" : "Header collapses")
    }
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(300))
    gtk_widget_activate(buttons[0].widget)
    await stage.wait(.milliseconds(150))
    gtk_widget_activate(buttons[1].widget)
    await stage.wait(.milliseconds(150))
    try await stage.shot("hearts")
    await stage.scroll(scrollers[0].verticalAdjustment, to: 240, over: .milliseconds(500))
    await stage.wait(.milliseconds(120))
    // On the header, which lets the finger through.
    await stage.drag(tabs, to: -300, at: 20)
    try await stage.shot("swipe-on-the-header")
    tabs.endDragging(speed: -500)
    await stage.wait(.milliseconds(450))
    tabs.select(0)
    await stage.wait(.milliseconds(600))
    try await stage.shot("as-it-was-left")
  }
}

/// Lays a collapsing header over tabs with pages. The pages never move, because the header's height
/// is a constant inset of their scroll content.
@MainActor
final class ProductLook: CustomWidgetDelegate {
  private(set) var header: CollapsingHeader
  let counter: WidgetPointer
  private let tabs: PagedTabs
  private let bar: WidgetPointer
  private let label = Make.paragraph("favourites nearby, as of today", "product-label")
  private var reference: WeakObjectReference<WidgetPointer>?
  private var ticks: TickWhileMoving?

  /// The header's inset at the top of a page.
  var inset: Double { header.contentInset }

  init(tabs: PagedTabs, counter: WidgetPointer, style: CollapsingHeader.Style) {
    header = CollapsingHeader(style: style)
    self.tabs = tabs
    self.counter = counter
    let text = Make.column([Make.line("1,204", "product-number"), label])
      .expanding().aligned(GTK_ALIGN_FILL, GTK_ALIGN_CENTER)
    bar = Make.row(spacing: 8, [text, counter]).styled("product-header")
    gtk_widget_set_overflow(bar, GTK_OVERFLOW_HIDDEN)
    tabs.addSwipeArea(bar)
    ticks = TickWhileMoving { [weak self] now in self?.update(at: now) ?? false }
  }

  func make() -> WidgetPointer {
    let widget = CustomWidget.make(self)
    reference = WeakObjectReference(widget)
    CustomWidget.add(tabs.widget, to: widget)
    CustomWidget.add(bar, to: widget)
    return widget
  }

  func scroll(to distance: Double) {
    guard let widget = reference?.pointer else { return }
    let now = MonotonicTime.frame(of: widget)
    header.scroll(to: distance, at: now)
    gtk_widget_set_visible(label, header.layout(at: now).showsLabel ? 1 : 0)
    if update(at: now) { ticks?.start(on: widget) }
  }

  private func update(at now: MonotonicTime) -> Bool {
    guard let widget = reference?.pointer else { return false }
    tabs.stripTop = header.layout(at: now).height
    gtk_widget_queue_allocate(widget)
    return header.isAnimating(at: now)
  }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    var minimum: gint = 0
    var natural: gint = 0
    gtk_widget_measure(tabs.widget, orientation, -1, &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    CustomWidget.place(tabs.widget, Placement(width: Double(width), height: Double(height)))
    CustomWidget.place(bar, Placement(width: Double(width), height: tabs.stripTop))
  }
}

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Returns the first descendant that satisfies a predicate.
  fileprivate func firstDescendant(where isWanted: (WidgetPointer) -> Bool) -> WidgetPointer? {
    for child in CustomWidget.children(of: self) {
      if isWanted(child) { return child }
      if let found = child.firstDescendant(where: isWanted) { return found }
    }
    return nil
  }
}

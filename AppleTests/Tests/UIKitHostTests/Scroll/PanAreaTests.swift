#if !canImport(Darwin)
// Over the double only, where the test moves fingers and advances time.
import SightlineAppleViews
import SightlineScroll
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  /// The pan of declarative views. Its areas are background views, which are not ancestors of the
  /// content.
  @MainActor
  @Suite struct PanAreaTests {
    @MainActor
    private final class Area {
      let area = PanArea()
      var events: [DragEvent] = []

      init(_ frame: CGRect, in parent: UIView) {
        area.view.frame = frame
        area.dragged = { [weak self] in self?.events.append($0) }
        parent.addSubview(area.view)
      }

      var began: Bool { events.first == .began }
      /// The velocity of the last drag, once it has ended.
      var endVelocity: Double? {
        if case .ended(let velocity) = events.last { velocity } else { nil }
      }
      var isHeld: Bool { events.reduce(false) { $1 == .began ? true : $1.isEnd ? false : $0 } }
    }

    private func horizontally(_ screen: Screen, from x: CGFloat = 200, y: CGFloat = 150) {
      screen.drag(from: CGPoint(x: x, y: y), to: CGPoint(x: x - 100, y: y))
    }

    @Test func `a pan area takes only horizontal drags in its area`() {
      withScreen { screen in
        let area = Area(CGRect(x: 0, y: 100, width: 320, height: 100), in: screen.view)
        screen.settle()
        horizontally(screen)
        #expect(area.began && !area.isHeld)
        #expect(area.endVelocity.map { $0 < -100 } == true)
        area.events = []
        horizontally(screen, y: 90)
        screen.drag(from: CGPoint(x: 100, y: 120), to: CGPoint(x: 100, y: 190))
        screen.drag(from: CGPoint(x: 100, y: 120), to: CGPoint(x: 160, y: 185))
        #expect(area.events.isEmpty)
      }
    }

    @Test func `a pan area follows horizontal trackpad scrolls, even over a slider`() {
      withScreen { screen in
        let area = Area(CGRect(x: 0, y: 100, width: 320, height: 100), in: screen.view)
        let slider = UIControl()
        slider.frame = CGRect(x: 0, y: 100, width: 100, height: 40)
        screen.view.addSubview(slider)
        let reserved = ReservedArea()
        reserved.view.frame = CGRect(x: 220, y: 100, width: 100, height: 100)
        screen.view.addSubview(reserved.view)
        screen.settle()
        for x in [50.0, 150] {
          screen.scroll(at: CGPoint(x: x, y: 120), by: CGPoint(x: -90, y: 4))
          #expect(area.began && !area.isHeld)
          #expect(area.endVelocity.map { $0 < -100 } == true)
          area.events = []
        }
        screen.scroll(at: CGPoint(x: 250, y: 120), by: CGPoint(x: -90, y: 0))
        screen.scroll(at: CGPoint(x: 150, y: 90), by: CGPoint(x: -90, y: 0))
        screen.scroll(at: CGPoint(x: 150, y: 120), by: CGPoint(x: 0, y: -90))
        #expect(area.events.isEmpty)
      }
    }

    @Test func `a reserved area reserves only the part of it that shows in the same window`() {
      withScreen { screen in
        let area = Area(screen.view.bounds, in: screen.view)
        let parent = box(0, 100, 320, 100, in: screen.view)
        let reserved = ReservedArea()
        reserved.view.frame = CGRect(x: 0, y: 0, width: 320, height: 200)
        parent.addSubview(reserved.view)
        screen.settle()
        @MainActor func takesDrag(y: CGFloat) -> Bool {
          area.events = []
          horizontally(screen, y: y)
          return area.began
        }
        #expect(!takesDrag(y: 150) && !takesDrag(y: 250) && takesDrag(y: 350))
        parent.clipsToBounds = true
        #expect(!takesDrag(y: 150) && takesDrag(y: 250))
        parent.alpha = 0
        #expect(takesDrag(y: 150))
        parent.alpha = 1
        parent.isHidden = true
        #expect(takesDrag(y: 150))
        parent.isHidden = false
        #expect(!takesDrag(y: 150))
        let other = Screen()
        defer { other.close() }
        other.view.addSubview(parent)
        #expect(takesDrag(y: 150))
        parent.removeFromSuperview()
        #expect(takesDrag(y: 150))
      }
    }

    @Test func `only scroll views that move horizontally wait for a pan area`() throws {
      try withScreen { screen in
        let area = Area(screen.view.bounds, in: screen.view)
        screen.settle()
        let relays = screen.view.gestureRecognizers?.compactMap { $0 as? PanRelay }
        let rules = try #require(relays?.first?.rules)
        let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
        scrollView.contentInsetAdjustmentBehavior = .never
        screen.view.addSubview(scrollView)
        for (width, bounces, waits) in [
          (100.0, false, false), (300, false, false), (301, false, true), (300, true, true),
        ] {
          scrollView.contentSize = CGSize(width: width, height: 900)
          scrollView.alwaysBounceHorizontal = bounces
          #expect(rules.precedes(scrollView.panGestureRecognizer) == waits)
          #expect(!rules.waits(for: scrollView.panGestureRecognizer))
        }
        withExtendedLifetime(area) {}
      }
    }

    @Test func `a pan area belongs to the nearest controller's view and is never hit`() {
      withScreen { screen in
        let child = UIViewController()
        screen.root.addChild(child)
        child.view.frame = screen.view.bounds
        screen.view.addSubview(child.view)
        let wrapper = box(0, 0, 320, 480, in: child.view)
        let area = Area(wrapper.bounds, in: wrapper)
        #expect(child.view.gestureRecognizers?.count == 1)
        #expect(wrapper.gestureRecognizers == nil)
        #expect(screen.window.hitTest(CGPoint(x: 50, y: 50), with: nil) === wrapper)
        // It follows the area to another controller.
        screen.view.addSubview(wrapper)
        area.area.update(isEnabled: true)
        #expect(child.view.gestureRecognizers?.isEmpty == true)
        #expect(screen.view.gestureRecognizers?.count == 1)
        wrapper.removeFromSuperview()
        #expect(screen.view.gestureRecognizers?.isEmpty == true)
      }
    }

    @Test func `without a controller, a pan area belongs to the outermost view`() {
      withScreen { screen in
        let outermost = box(0, 0, 320, 480, in: screen.window)
        let wrapper = box(0, 0, 320, 480, in: outermost)
        let area = Area(wrapper.bounds, in: wrapper)
        #expect(outermost.gestureRecognizers?.count == 1)
        horizontally(screen)
        #expect(area.began)
      }
    }

    @Test(arguments: [true, false])
    func `an area in another one is inside, even if it is larger`(isInnerFirst: Bool) {
      withScreen { screen in
        let outer = box(0, 100, 320, 100, in: screen.view)
        let inner = box(0, 0, 900, 100, in: outer)
        var began: [UIView] = []
        let pans = (isInnerFirst ? [inner, outer] : [outer, inner]).map { area in
          let pan = HorizontalPan(in: area) { if $0 == .began { began.append(area) } }
          pan.attach(to: screen.view)
          return pan
        }
        screen.settle()
        horizontally(screen)
        #expect(began == [inner])
        withExtendedLifetime(pans) {}
      }
    }

    @Test func `a drag ends at once if its pan is disabled, and before the pan begins again`() {
      withScreen { screen in
        var events: [DragEvent] = []
        let pan = HorizontalPan(in: screen.view) { if !$0.isMovement { events.append($0) } }
        pan.attach(to: screen.view)
        screen.settle()
        @MainActor func begin() {
          let (start, end) = (CGPoint(x: 200, y: 150), CGPoint(x: 150, y: 150))
          screen.move(screen.touch(at: start), from: start, to: end, in: 0.1)
        }
        begin()
        pan.isEnabled = false
        #expect(events == [.began, .cancelled] && !pan.isDragging)
        pan.isEnabled = true
        begin()
        // Other code removes the recogniser from its view, and it is not called again.
        for relay in screen.view.gestureRecognizers ?? [] {
          screen.view.removeGestureRecognizer(relay)
          screen.view.addGestureRecognizer(relay)
        }
        begin()
        #expect(events == [.began, .cancelled, .began, .cancelled, .began])
      }
    }

    @Test func `a pan takes no drag in a view without its area`() {
      withScreen { screen in
        let area = box(0, 100, 320, 100, in: screen.view)
        let other = box(0, 200, 320, 100, in: screen.view)
        var events = 0
        let pan = HorizontalPan(in: area) { _ in events += 1 }
        for (view, takesDrag) in [(other, false), (area, true)] {
          pan.attach(to: view)
          screen.settle()
          horizontally(screen, y: view.frame.midY)
          #expect((events > 0) == takesDrag)
        }
      }
    }

    @Test func `a disabled pan area takes no drag`() {
      withScreen { screen in
        let area = Area(screen.view.bounds, in: screen.view)
        for isEnabled in [false, true] {
          area.area.update(isEnabled: isEnabled)
          screen.settle()
          horizontally(screen)
          #expect(area.began == isEnabled)
        }
      }
    }

    @Test func `presented content keeps its touches`() {
      withScreen { screen in
        let area = Area(screen.view.bounds, in: screen.view)
        let sheet = UIViewController()
        screen.root.present(sheet, animated: false)
        screen.settle()
        horizontally(screen)
        #expect(area.events.isEmpty)
      }
    }

    @Test(arguments: ["system", "disabled", "window", "dismantled", "superview"])
    func `every drag ends, even if its touch is lost`(reason: String) {
      withScreen { screen in
        let area = Area(screen.view.bounds, in: screen.view)
        screen.settle()
        let start = CGPoint(x: 200, y: 150)
        let finger = screen.touch(at: start)
        screen.move(finger, from: start, to: CGPoint(x: 150, y: 150), in: 0.1)
        #expect(area.isHeld)
        var isTold = false
        switch reason {
        case "system":
          finger.cancel()
          isTold = true
        case "disabled": area.area.update(isEnabled: false)
        case "window": screen.window.rootViewController = nil
        case "dismantled": area.area.dismantle()
        default: area.area.view.removeFromSuperview()
        }
        // Views are being updated here: no closure may be called.
        #expect(area.isHeld == !isTold)
        screen.settle()
        #expect(area.events.last == .cancelled)
        let count = area.events.count
        screen.move(finger, from: CGPoint(x: 150, y: 150), to: start, in: 0.1)
        finger.lift()
        screen.settle()
        #expect(area.events.count == count)
      }
    }

    @Test func `a drag is cancelled before the next one begins, even in the same turn`() {
      withScreen { screen in
        let area = Area(screen.view.bounds, in: screen.view)
        screen.settle()
        let (start, end) = (CGPoint(x: 200, y: 150), CGPoint(x: 150, y: 150))
        let finger = screen.touch(at: start)
        screen.move(finger, from: start, to: end, in: 0.1)
        area.area.update(isEnabled: false)
        area.area.update(isEnabled: true)
        let other = FingerTouch(at: start, in: screen.window)
        other.move(to: end)
        let expected: [DragEvent] = [.began, .cancelled, .began]
        #expect(area.events.filter { !$0.isMovement } == expected)
        screen.settle()
        #expect(area.events.filter { !$0.isMovement } == expected)
        for finger in [finger, other] { finger.lift() }
      }
    }

    @Test(arguments: Variant.windows)
    func `a removed view's cancellation is delivered and shown without another event`(
      variant: Variant
    ) {
      withScreen(as: variant) { screen in
        let area = Area(screen.view.bounds, in: screen.view)
        let content = box(0, 0, 10, 10, in: screen.view)
        area.area.dragged = { if $0 == .cancelled { content.frame.origin.x = 100 } }
        screen.settle()
        let (start, end) = (CGPoint(x: 200, y: 150), CGPoint(x: 150, y: 150))
        screen.move(screen.touch(at: start), from: start, to: end, in: 0.1)
        area.area.dismantle()
        VirtualRunLoop.main.run(for: 20_000_000)
        #expect(content.frame.origin.x == 100)
        #expect(!CATransaction.shared.isNeeded)
      }
    }

    @Test func `a removed view's cancellation is delivered, then nothing is retained`() {
      withScreen { screen in
        weak var area: PanArea?
        var events: [DragEvent] = []
        do {
          let pan = PanArea()
          pan.dragged = { events.append($0) }
          pan.view.frame = screen.view.bounds
          screen.view.addSubview(pan.view)
          let finger = screen.touch(at: CGPoint(x: 200, y: 150))
          screen.move(
            finger, from: CGPoint(x: 200, y: 150), to: CGPoint(x: 150, y: 150), in: 0.1)
          pan.dismantle()
          pan.view.removeFromSuperview()
          area = pan
        }
        screen.settle()
        #expect(events.last == .cancelled)
        #expect(area == nil)
      }
    }

    @Test func `with nothing to move, a touch goes to the enclosing view`() {
      withScreen { screen in
        let outer = Area(screen.view.bounds, in: screen.view)
        let inner = Area(CGRect(x: 0, y: 100, width: 320, height: 100), in: screen.view)
        inner.area.canMove = { $0 == .right }
        screen.settle()
        horizontally(screen)
        #expect(inner.events.isEmpty && outer.began)
        outer.events = []
        screen.drag(from: CGPoint(x: 100, y: 150), to: CGPoint(x: 200, y: 150))
        #expect(inner.began && outer.events.isEmpty)
      }
    }

    // In either order, since a declarative toolkit creates its views in any order.
    @Test(arguments: [true, false])
    func `a pager leaves drags to a carousel inside it`(outerComesFirst: Bool) {
      withScreen { screen in
        let frame = CGRect(x: 0, y: 100, width: 320, height: 100)
        let pager: Area
        let carousel: Area
        if outerComesFirst {
          pager = Area(screen.view.bounds, in: screen.view)
          carousel = Area(frame, in: screen.view)
        } else {
          carousel = Area(frame, in: screen.view)
          pager = Area(screen.view.bounds, in: screen.view)
        }
        screen.settle()
        horizontally(screen)
        #expect(carousel.began && pager.events.isEmpty)
        horizontally(screen, y: 300)
        #expect(pager.began)
      }
    }

    @Test(arguments: [true, false])
    func `of areas of one size, the deeper one is inside, and of siblings the later one`(
      isDeeperFirst: Bool
    ) {
      withScreen { screen in
        let parents = [box(0, 0, 320, 480, in: screen.view), screen.view]
        // The deeper area is larger by rounding.
        parents[0].transform = CGAffineTransform(scaleX: 1.1, y: 1.1)
        @MainActor func fill(_ parent: UIView) -> Area {
          Area(screen.view.convert(screen.view.bounds, to: parent), in: parent)
        }
        let areas = (isDeeperFirst ? parents : parents.reversed()).map(fill)
        let (deeper, other) = isDeeperFirst ? (areas[0], areas[1]) : (areas[1], areas[0])
        screen.settle()
        horizontally(screen)
        #expect(deeper.began && other.events.isEmpty)
        let later = fill(parents[0])
        screen.settle()
        deeper.events = []
        horizontally(screen)
        #expect(later.began && deeper.events.isEmpty && other.events.isEmpty)
      }
    }

    @Test func `a pager leaves drags to a UIKit carousel inside it`() {
      withScreen { screen in
        let pager = Area(screen.view.bounds, in: screen.view)
        let container = box(0, 100, 320, 100, in: screen.view)
        let items = (0..<6).map { _ in UIView() }
        let carousel = CarouselController(
          items: items, itemWidth: 100, mode: .paged(every: .seconds(60)), in: container)
        screen.settle()
        horizontally(screen)
        #expect(pager.events.isEmpty && items[0].frame.minX != 0)
        withExtendedLifetime(carousel) {}
      }
    }

    @Test(arguments: [true, false])
    func `an inner scroll view keeps drags until its end`(isTouch: Bool) {
      withScreen { screen in
        @MainActor func move() {
          if isTouch {
            horizontally(screen)
          } else {
            screen.scroll(at: CGPoint(x: 200, y: 150), by: CGPoint(x: -100, y: 0))
          }
        }
        let pager = Area(screen.view.bounds, in: screen.view)
        let scroller = UIScrollView(frame: CGRect(x: 0, y: 100, width: 320, height: 100))
        scroller.contentSize = CGSize(width: 640, height: 100)
        screen.view.addSubview(scroller)
        screen.settle()
        move()
        #expect(pager.events.isEmpty && scroller.contentOffset.x > 50)
        screen.run(for: 2)
        // An offset rounded to pixels counts as at the end.
        for (offset, isAtEnd) in [(319.25, false), (319.5, true), (320, true)] {
          pager.events = []
          scroller.contentOffset.x = offset
          move()
          #expect(pager.began == isAtEnd && (scroller.contentOffset.x == offset) == isAtEnd)
          screen.run(for: 2)
        }
      }
    }

    @Test(arguments: [true, false])
    func `the first finger decides between a pan area and a list in it`(isOnList: Bool) {
      withScreen { screen in
        let area = Area(screen.view.bounds, in: screen.view)
        let list = UIScrollView(frame: CGRect(x: 0, y: 100, width: 320, height: 100))
        list.contentSize = CGSize(width: 640, height: 100)
        screen.view.addSubview(list)
        screen.settle()
        let starts = [CGPoint(x: 200, y: 150), CGPoint(x: 200, y: 300)]
        let (start, rest) = isOnList ? (starts[0], starts[1]) : (starts[1], starts[0])
        let fingers = [screen.touch(at: start), screen.touch(at: rest)]
        screen.move(fingers[0], from: start, to: CGPoint(x: 100, y: start.y), in: 0.2)
        #expect(area.isHeld != isOnList && (list.contentOffset.x > 50) == isOnList)
        for finger in fingers { finger.lift() }
        #expect(!area.isHeld)
      }
    }

    @Test func `a pan area does not block vertical scrolling or buttons below`() {
      withScreen { screen in
        let scrollView = scrollingView(
          screen.view.bounds, content: CGSize(width: 320, height: 2_000),
          in: screen.view)
        let area = Area(CGRect(x: 0, y: 0, width: 320, height: 2_000), in: scrollView)
        let button = UIButton(frame: CGRect(x: 0, y: 100, width: 320, height: 100))
        var taps = 0
        button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
        scrollView.addSubview(button)
        screen.settle()
        screen.drag(from: CGPoint(x: 100, y: 150), to: CGPoint(x: 100, y: 150))
        #expect(taps == 1 && area.events.isEmpty)
        // A drag may begin on a button, which is not tapped in that case.
        horizontally(screen)
        #expect(taps == 1 && area.began && scrollView.contentOffset.y == 0)
        area.events = []
        screen.drag(from: CGPoint(x: 100, y: 150), to: CGPoint(x: 100, y: 60))
        #expect(scrollView.contentOffset.y > 50 && area.events.isEmpty)
      }
    }

    @Test func `an enclosing scroll view waits for a horizontal drag`() {
      withScreen { screen in
        let scroller = scrollingView(
          screen.view.bounds, content: CGSize(width: 960, height: 480),
          in: screen.view)
        let area = Area(CGRect(x: 0, y: 100, width: 320, height: 100), in: scroller)
        screen.settle()
        horizontally(screen)
        #expect(area.began && scroller.contentOffset.x == 0)
        horizontally(screen, y: 300)
        #expect(scroller.contentOffset.x > 50)
      }
    }

    @Test func `a slider keeps its touches`() {
      withScreen { screen in
        let area = Area(screen.view.bounds, in: screen.view)
        let slider = UISlider(frame: CGRect(x: 0, y: 100, width: 320, height: 100))
        screen.view.addSubview(slider)
        let thumb = box(0, 0, 320, 100, in: slider)
        screen.settle()
        horizontally(screen)
        #expect(area.events.isEmpty)
        thumb.removeFromSuperview()
        horizontally(screen)
        #expect(area.events.isEmpty)
        slider.isEnabled = false
        horizontally(screen)
        #expect(area.began)
      }
    }

    @Test(arguments: [true, false])
    func `row swipes precede page turns, and edge swipes precede both`(
      rowBegins: Bool
    ) {
      @MainActor final class Delegate: UIGestureRecognizerDelegate {
        var begins = false
        func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { begins }
      }
      withScreen { screen in
        let pager = Area(screen.view.bounds, in: screen.view)
        let table = UITableView(frame: CGRect(x: 0, y: 100, width: 320, height: 100))
        screen.view.addSubview(table)
        let (row, edge) = (Delegate(), Delegate())
        let rowActions = UIPanGestureRecognizer()
        let back = UIScreenEdgePanGestureRecognizer()
        var taken: [String] = []
        rowActions.delegate = row
        rowActions.addHandler { taken.append("row") }
        back.delegate = edge
        back.addHandler { taken.append("back") }
        table.addGestureRecognizer(rowActions)
        screen.window.addGestureRecognizer(back)
        screen.settle()
        row.begins = rowBegins
        horizontally(screen)
        #expect(pager.began == !rowBegins)
        #expect(taken.contains("row") == rowBegins && !taken.contains("back"))
        pager.events = []
        edge.begins = true
        horizontally(screen, y: 300)
        #expect(pager.events.isEmpty && taken.contains("back"))
      }
    }

    @Test func `a page turns back before a pushed screen does, except at the edge`() throws {
      try withScreen { screen in
        let navigation = UINavigationController(rootViewController: UIViewController())
        screen.window.rootViewController = navigation
        let pushed = UIViewController()
        navigation.pushViewController(pushed, animated: false)
        screen.settle()
        let pager = Area(pushed.view.bounds, in: pushed.view)
        @MainActor final class Pages { var canTurnBack = true }
        let pages = Pages()
        pager.area.canMove = { _ in pages.canTurnBack }
        var taken: [String] = []
        let edge = try #require(navigation.interactivePopGestureRecognizer)
        let content = try #require(navigation.interactiveContentPopGestureRecognizer)
        edge.addHandler { taken.append("edge") }
        content.addHandler { taken.append("content") }
        screen.settle()
        screen.drag(from: CGPoint(x: 150, y: 150), to: CGPoint(x: 260, y: 150))
        #expect(pager.began && taken.isEmpty)
        (pager.events, pages.canTurnBack) = ([], false)
        screen.drag(from: CGPoint(x: 150, y: 150), to: CGPoint(x: 260, y: 150))
        #expect(pager.events.isEmpty && taken.contains("content"))
        (taken, pages.canTurnBack) = ([], true)
        screen.drag(from: CGPoint(x: 5, y: 150), to: CGPoint(x: 120, y: 150))
        #expect(pager.events.isEmpty && taken.contains("edge"))
      }
    }
  }
}

extension DragEvent {
  fileprivate var isMovement: Bool { if case .moved = self { true } else { false } }

  fileprivate var isEnd: Bool {
    switch self {
    case .ended, .cancelled: true
    case .began, .moved: false
    }
  }
}
#endif

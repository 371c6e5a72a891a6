import AppKit
import Testing
import VirtualTime

/// Facts of AppKit that others checked on a Mac; each names its witness.
@MainActor
@Suite(.serialized) struct AppKitFactTests {
  private func window(_ width: CGFloat = 200, _ height: CGFloat = 200) -> NSWindow {
    let window = NSWindow(
      contentRect: CGRect(x: 0, y: 0, width: width, height: height), styleMask: .borderless,
      backing: .buffered, defer: true)
    window.orderFront(nil)
    return window
  }

  private struct Autoresizing: Sendable {
    let mask: NSView.AutoresizingMask
    let (place, size): (CGRect, CGSize)
    let (x, y, width, height): (CGFloat, CGFloat, CGFloat, CGFloat)

    init(
      _ mask: NSView.AutoresizingMask, _ place: (CGFloat, CGFloat, CGFloat, CGFloat),
      to size: (CGFloat, CGFloat) = (200, 150),
      from old: (CGFloat, CGFloat, CGFloat, CGFloat) = (10, 10, 30, 30)
    ) {
      self.mask = mask
      self.place = CGRect(x: old.0, y: old.1, width: old.2, height: old.3)
      self.size = CGSize(width: size.0, height: size.1)
      (x, y, width, height) = place
    }
  }

  private static let autoresizing: [Autoresizing] = [
    Autoresizing([], (10, 10, 30, 30)),
    Autoresizing(.width, (10, 10, 130, 30)),
    Autoresizing(.height, (10, 10, 30, 80)),
    Autoresizing([.width, .height], (10, 10, 130, 80)),
    Autoresizing(.minXMargin, (110, 10, 30, 30)),
    Autoresizing(.maxXMargin, (10, 10, 30, 30)),
    Autoresizing([.minXMargin, .maxXMargin], (24, 10, 30, 30)),
    Autoresizing([.minYMargin, .maxYMargin], (10, 17, 30, 30)),
    Autoresizing([.minXMargin, .maxXMargin, .minYMargin, .maxYMargin], (24, 17, 30, 30)),
    Autoresizing(
      [.minXMargin, .width, .maxXMargin, .minYMargin, .height, .maxYMargin], (20, 15, 60, 45)),
    Autoresizing([.width, .minXMargin], (35, 10, 105, 30)),
    Autoresizing([.width, .maxXMargin], (10, 10, 63, 30)),
    Autoresizing([.width, .height], (10, 10, 84, 84), to: (151, 151), from: (10, 10, 33, 33)),
    Autoresizing([.width, .height], (10, 10, 100, 50), from: (10, 10, 0, 0)),
    Autoresizing([.height, .minYMargin], (10, 22, 30, 68)),
    Autoresizing([.height, .maxYMargin], (10, 10, 30, 46)),
    Autoresizing([.height, .minYMargin], (10, 23, 30, 71), to: (100, 154)),
    Autoresizing([.width, .minXMargin], (23, 10, 71, 30), to: (154, 100)),
    Autoresizing([.height, .maxYMargin], (10, 10, 30, 21), to: (100, 75)),
    Autoresizing([.height, .minYMargin], (10, 3, 30, 12), to: (100, 75)),
    Autoresizing([.width, .minXMargin], (3, 10, 12, 30), to: (75, 100)),
  ]

  // GNUstep's tests autoresize and autoresizeRounding of NSView, checked against AppKit: margins
  // grow in proportion to themselves, and edges are rounded down.
  @Test(arguments: 0..<21, [false, true])
  func `a mask resizes and moves a view`(index: Int, isFlipped: Bool) {
    final class Plane: NSView {
      var isTurnedOver = false
      override var isFlipped: Bool { isTurnedOver }
    }
    let fact = Self.autoresizing[index]
    let parent = Plane(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    parent.isTurnedOver = isFlipped
    let child = NSView(frame: fact.place)
    child.autoresizingMask = fact.mask
    parent.addSubview(child)
    parent.setFrameSize(fact.size)
    let expected = CGRect(x: fact.x, y: fact.y, width: fact.width, height: fact.height)
    #expect(child.frame == expected)
  }

  // The same tests: in a parent scaled by 2, to half points.
  @Test func `edges are rounded down to points of the window`() {
    let window = window()
    let outer = NSView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    window.contentView?.addSubview(outer)
    outer.setBoundsSize(NSSize(width: 100, height: 100))
    let parent = NSView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    outer.addSubview(parent)
    let child = NSView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
    child.autoresizingMask = [.height, .minYMargin]
    parent.addSubview(child)
    parent.setFrameSize(NSSize(width: 100, height: 120))
    #expect(child.frame == CGRect(x: 10, y: 16.5, width: 20, height: 33.5))
  }

  // GNUstep's test visibleRectNoWindow of NSView, checked against AppKit.
  @Test func `a visible rect without a window has no bounds`() {
    let (parent, child) = (NSView(), NSView(frame: CGRect(x: 0, y: 0, width: 100, height: 80)))
    parent.addSubview(child)
    for view in [parent, child] {
      #expect(view.visibleRect.minX == -CGFloat.greatestFiniteMagnitude / 2)
      #expect(view.visibleRect.height == .greatestFiniteMagnitude)
    }
    child.isHidden = true
    #expect(child.visibleRect == .zero)
  }

  @Test func `lists without a window request no rows`() {
    let table = NSTableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let rows = Rows()
    table.dataSource = rows
    table.delegate = rows
    table.layoutSubtreeIfNeeded()
    #expect(table.rows(in: table.visibleRect) == NSRange(location: 0, length: 5))
    #expect(table.numberOfRows == 5)
    #expect(rows.made == 0)
    // Apple: NSZeroRect for a row outside the table.
    #expect(table.rect(ofRow: 5) == .zero && table.rect(ofRow: -1) == .zero)
  }

  private final class Rows: NSObject, NSTableViewDataSource, NSTableViewDelegate {
    var made = 0
    func numberOfRows(in tableView: NSTableView) -> Int { 5 }
    func tableView(
      _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
    ) -> NSView? {
      made += 1
      return NSView()
    }
  }

  // GNUstep's tests of NSView's rotation, checked against AppKit.
  @Test(arguments: [(405.0, 45.0), (360, 0), (-45, -45), (180, 180), (90, 90)])
  func `a frame's rotation is less than a turn`(set: Double, read: Double) {
    let view = NSView()
    view.frameRotation = CGFloat(set)
    #expect(view.frameRotation == CGFloat(read))
  }

  // Xamarin's test NSClipViewConstrainBoundsRect, which runs on AppKit.
  @Test func `a clip view without a document stays at its beginning`() {
    let clipView = NSClipView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let bounds = clipView.constrainBoundsRect(CGRect(x: 10, y: 10, width: 30, height: 30))
    #expect(bounds == CGRect(x: 0, y: 0, width: 30, height: 30))
  }

  // GNUstep's tests of NSStackView, checked against AppKit.
  @Test func `a hidden arranged view leaves the tree`() {
    let stack = NSStackView()
    let views = (0..<3).map { _ in NSView(frame: CGRect(x: 0, y: 0, width: 20, height: 10)) }
    for view in views { stack.addArrangedSubview(view) }
    views[1].isHidden = true
    stack.layoutSubtreeIfNeeded()
    #expect(views[1].superview == nil && stack.arrangedSubviews == views)
    #expect(views[2].frame.minX == 28)
    views[1].isHidden = false
    stack.layoutSubtreeIfNeeded()
    #expect(views[1].superview === stack && views[2].frame.minX == 56)
    stack.removeArrangedSubview(views[0])
    #expect(views[0].superview === stack && stack.arrangedSubviews.count == 2)
    views[1].removeFromSuperview()
    #expect(stack.arrangedSubviews == [views[2]])
  }

  // GNUstep's tests behaviour of NSWindow; Chromium's tests of native widgets, which run on AppKit.
  @Test func `child windows follow their parent and return with it`() {
    let (parent, child) = (window(), window(20, 20))
    parent.addChildWindow(child, ordered: .above)
    child.setFrame(CGRect(x: 20, y: 30, width: 20, height: 20), display: true)
    parent.setFrame(CGRect(x: 40, y: 50, width: 200, height: 200), display: true)
    #expect(child.frame.origin == CGPoint(x: 60, y: 80))
    let late = window(20, 20)
    parent.miniaturize(nil)
    VirtualRunLoop.main.run(for: 50_000_000)
    parent.addChildWindow(late, ordered: .above)
    #expect(!late.isVisible && !child.isVisible && child.occlusionState == [])
    parent.deminiaturize(nil)
    VirtualRunLoop.main.run(for: 50_000_000)
    #expect(late.isVisible && child.isVisible)
  }

  // Chromium's test MiniaturizeExternally; a report that the window comes back.
  @Test(arguments: [true, false])
  func `a window is minimised and restored later`(inTheNextTurn: Bool) {
    Undocumented.minimisesInTheNextTurn = inTheNextTurn
    defer { Undocumented.reset() }
    let window = window()
    window.miniaturize(nil)
    #expect(!window.isMiniaturized)
    VirtualRunLoop.main.run(for: 50_000_000)
    #expect(window.isMiniaturized && !window.isVisible)
    window.deminiaturize(nil)
    #expect(window.isMiniaturized)
    window.orderOut(nil)
    VirtualRunLoop.main.run(for: 50_000_000)
    #expect(!window.isMiniaturized && window.isVisible)
  }

  // GNUstep's tests of NSCollectionViewFlowLayout, with AppKit's metrics; Apple's documentation of
  // minimumInteritemSpacing.
  @Test func `a flow layout has spacings of 10`() {
    final class Source: NSObject, NSCollectionViewDataSource {
      func collectionView(
        _ collectionView: NSCollectionView, numberOfItemsInSection section: Int
      ) -> Int { 5 }
      func collectionView(
        _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
      ) -> NSCollectionViewItem { NSCollectionViewItem() }
    }
    let (window, source) = (window(), Source())
    let list = NSCollectionView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    list.collectionViewLayout = NSCollectionViewFlowLayout()
    list.dataSource = source
    window.contentView?.addSubview(list)
    list.layoutSubtreeIfNeeded()
    #expect(list.frame.height == 110)
    let frames = (0..<5).map {
      list.item(at: IndexPath(item: $0, section: 0))?.view.frame.origin
    }
    #expect(
      frames == [
        CGPoint(x: 0, y: 0), CGPoint(x: 75, y: 0), CGPoint(x: 150, y: 0), CGPoint(x: 0, y: 60),
        CGPoint(x: 75, y: 60),
      ])
  }
}

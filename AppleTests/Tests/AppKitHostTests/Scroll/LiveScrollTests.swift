import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct LiveScrollTests {
    @Test func `a magnified scroll view reports document points`() {
      withScreen { screen in
        let list = longList(in: screen)
        let observer = ScrollObserver(of: list)
        list.scroll(fromTop: 1_000)
        list.setMagnification(2, centeredAt: CGPoint(x: 0, y: 1_000))
        #expect(observer.geometry.containerSize == LayoutSize(width: 160, height: 240))
        #expect(observer.geometry.contentOffset.y == 1_000)
        #expect(observer.geometry.contentSize.height == 5_000)
      }
    }

    @Test func `a table rests below its header, even when magnified`() {
      withScreen { screen in
        let list = TableList(Array(0..<100))
        list.table.headerView = NSTableHeaderView(frame: CGRect(x: 0, y: 0, width: 320, height: 28))
        list.view.contentInsets.top = 20
        list.scroll(to: -48)
        screen.view.addSubview(list.view)
        screen.settle()
        let observer = ScrollObserver(of: list.view)
        #expect(observer.geometry.distance(along: .vertical) == 0)
        list.view.setMagnification(2, centeredAt: CGPoint(x: 0, y: -48))
        list.scroll(to: -24)
        #expect(observer.geometry.distance(along: .vertical) == 0)
      }
    }

    @Test func `a replaced document is followed`() {
      withScreen { screen in
        let list = longList(in: screen)
        let observer = ScrollObserver(of: list)
        list.scroll(fromTop: 100)
        let other = FlippedView(frame: CGRect(x: 0, y: 0, width: 320, height: 1_000))
        list.documentView = other
        #expect(observer.geometry.contentSize.height == 1_000)
        other.setFrameSize(NSSize(width: 320, height: 2_000))
        #expect(observer.geometry.contentSize.height == 2_000)
      }
    }

    @Test func `a document added later is followed`() {
      withScreen { screen in
        let list = NSScrollView(frame: screen.view.bounds)
        screen.view.addSubview(list)
        let observer = ScrollObserver(of: list)
        var heights: [Double] = []
        observer.geometryChanged = { heights.append($0.contentSize.height) }
        let document = FlippedView(frame: CGRect(x: 0, y: 0, width: 320, height: 1_000))
        list.documentView = document
        screen.settle()
        #expect(heights == [1_000])
        document.setFrameSize(NSSize(width: 320, height: 2_000))
        #expect(heights.last == 2_000)
      }
    }

    @Test func `new insets and clip views are detected at the turn's end`() {
      withScreen { screen in
        let list = longList(in: screen)
        let observer = ScrollObserver(of: list)
        list.contentInsets.top = 20
        screen.settle()
        #expect(observer.geometry.contentInsets.top == 20)
        let clipView = NSClipView()
        let document = list.documentView
        list.contentView = clipView
        clipView.documentView = document
        screen.settle()
        list.scroll(fromTop: 70)
        #expect(observer.geometry.contentOffset.y == 70)
      }
    }

    #if !canImport(Darwin)
    @Test(arguments: Variant.windows)
    func `reports at the turn's end are shown without another event`(variant: Variant) {
      withScreen(as: variant) { screen in
        let list = longList(in: screen)
        let observer = ScrollObserver(of: list)
        let label = box(0, 0, 100, 20, in: screen.view)
        observer.geometryChanged = { _ in label.isHidden = true }
        list.contentInsets.top = 20
        screen.settle()
        #expect(label.isHidden)
        #expect(!CATransaction.shared.isNeeded)
      }
    }

    @Test func `a two-finger scroll interacts until its momentum ends`() {
      withScreen { screen in
        let list = longList(in: screen)
        let observer = ScrollObserver(of: list)
        var phases: [ScrollingPhase] = []
        observer.phaseChanged = { phases.append($0.to) }
        let fingers = LiveScroll(of: list, by: .trackpad)
        #expect(phases == [.interacting])
        for _ in 0..<5 {
          fingers.scroll(y: 20)
          screen.run(for: 0.2)
        }
        #expect(phases == [.interacting])
        fingers.end()
        #expect(phases == [.interacting, .idle])
        #expect(observer.geometry.contentOffset.y == 100)
        screen.run(for: 1)
        #expect(phases == [.interacting, .idle])
      }
    }

    @Test func `a wheel scroll interacts until the wheel is quiet`() {
      withScreen { screen in
        let list = longList(in: screen)
        let observer = ScrollObserver(of: list)
        var phases: [ScrollingPhase] = []
        observer.phaseChanged = { phases.append($0.to) }
        let wheel = LiveScroll(of: list, by: .wheel)
        for _ in 0..<5 {
          wheel.scroll(y: 20)
          screen.run(for: 0.03)
        }
        #expect(phases == [.interacting])
        screen.run(for: 0.1)
        #expect(phases == [.interacting, .idle])
      }
    }

    @Test func `another scroll view's scroll is not reported`() {
      withScreen { screen in
        let (list, other) = (longList(in: screen), longList(in: screen))
        let observer = ScrollObserver(of: list)
        var changes = 0
        observer.phaseChanged = { _ in changes += 1 }
        observer.geometryChanged = { _ in changes += 1 }
        LiveScroll(of: other, by: .trackpad).scroll(y: 20)
        #expect(changes == 0)
        LiveScroll(of: list, by: .trackpad).scroll(y: 20)
        #expect(changes == 2)
      }
    }
    #endif
  }
}

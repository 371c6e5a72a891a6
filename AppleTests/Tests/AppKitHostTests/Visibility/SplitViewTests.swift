import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct SplitViewTests {
    private func makeSplitView(paneCount: Int) -> NSSplitView {
      let split = NSSplitView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
      for _ in 0..<paneCount { split.addSubview(FlippedView()) }
      return split
    }

    @Test(arguments: [0, 2], [true, false])
    func `observing a split view keeps its panes`(
      paneCount: Int, isObservedBefore: Bool
    ) {
      withScreen { screen in
        let log = Log()
        let split = makeSplitView(paneCount: paneCount)
        let panes = split.arrangedSubviews
        if isObservedBefore { split.log("split", to: log) }
        screen.view.addSubview(split)
        if !isObservedBefore { split.log("split", to: log) }
        split.visibility.cover = .friendly
        screen.settle()
        #expect(log.take() == ["visible split"])
        #expect(split.arrangedSubviews == panes)
        #expect(split.subviews == panes)
      }
    }

    @Test(arguments: Variant.windows)
    func `a split view is followed from window to window`(variant: Variant) {
      withScreen(as: variant) { screen in
        let other = Screen()
        defer { other.close() }
        let log = Log()
        let holder = box(0, 0, 320, 480)
        let split = makeSplitView(paneCount: 2)
        holder.addSubview(split)
        split.log("split", to: log)
        screen.view.addSubview(holder)
        screen.settle()
        #expect(log.take() == ["visible split"])
        holder.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["invisible split"])
        other.view.addSubview(holder)
        screen.settle()
        #expect(log.take() == ["visible split"])
        screen.view.addSubview(split)
        screen.settle()
        #expect(log.take() == ["invisible split", "visible split"])
        #expect(split.subviews.count == 2)
      }
    }

    @Test func `views in a pane are observed like any other`() {
      withScreen { screen in
        let log = Log()
        let split = makeSplitView(paneCount: 2)
        screen.view.addSubview(split)
        let (upper, lower) = (split.subviews[0], split.subviews[1])
        box(0, 0, 100, 100, in: upper).log("upper", to: log)
        box(0, 0, 100, 100, in: lower).log("lower", to: log)
        upper.log("pane", to: log)
        screen.settle()
        #expect(Set(log.take()) == ["visible upper", "visible lower", "visible pane"])
        upper.isHidden = true
        screen.settle()
        #expect(Set(log.take()) == ["invisible upper", "invisible pane"])
        #expect(lower.frame.height == 480)
      }
    }

    @Test func `a split view is not retained`() {
      withScreen { screen in
        weak var gone: NSSplitView?
        do {
          let split = makeSplitView(paneCount: 1)
          split.visibility.changed { _ in }
          screen.view.addSubview(split)
          screen.settle()
          gone = split
          split.removeFromSuperview()
        }
        screen.settle()
        #expect(gone == nil)
      }
    }
  }
}

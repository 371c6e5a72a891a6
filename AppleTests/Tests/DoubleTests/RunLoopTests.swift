import Testing
import UIKit
import VirtualTime

@MainActor
@Suite(.serialized) struct RunLoopTests {
  /// Counts its layouts.
  private final class Witness: UIView {
    var layouts: [String] = []
    var laidOut: () -> Void = {}

    override func layoutSubviews() {
      super.layoutSubviews()
      laidOut()
    }
  }

  private func makeWindow(holding view: UIView) -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    window.addSubview(view)
    window.isHidden = false
    VirtualRunLoop.main.settle()
    return window
  }

  // CFRunLoopObserverCreate, order: of several observers of the same activity, those of lower
  // orders come first.
  @Test func `observers are called in their order`() {
    let loop = VirtualRunLoop.main
    var called: [Int] = []
    let observers = [3, 1, 2].map { order in
      loop.addObserver(order: order) { called.append(order) }
    }
    loop.turn()
    #expect(called == [1, 2, 3])
    for observer in observers { observer.invalidate() }
    loop.turn()
    #expect(called == [1, 2, 3])
  }

  // UIView, setNeedsLayout(): the request is noted, and met in the next update cycle. That layout
  // comes before the commit, and both in an observer of order 2,000,000, is how Core Animation has
  // always been seen to work.
  @Test func `layout waits for the end of the turn and comes before the commit's successors`() {
    let loop = VirtualRunLoop.main
    let view = Witness(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let window = makeWindow(holding: view)
    var order: [String] = []
    view.laidOut = { order.append("layout") }
    let observer = loop.addObserver(order: CATransaction.order + 1) { order.append("after") }
    loop.post {
      order.append("event")
      view.setNeedsLayout()
      view.setNeedsLayout()
    }
    loop.turn()
    #expect(order == ["event", "layout", "after"])
    observer.invalidate()
    withExtendedLifetime(window) {}
  }

  // UIView, layoutIfNeeded(): layout at once, where it is pending.
  @Test func `layout can be had at once, and is not repeated`() {
    let view = Witness(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let window = makeWindow(holding: view)
    var layouts = 0
    view.laidOut = { layouts += 1 }
    view.layoutIfNeeded()
    #expect(layouts == 0)
    view.setNeedsLayout()
    view.layoutIfNeeded()
    #expect(layouts == 1)
    VirtualRunLoop.main.settle()
    #expect(layouts == 1)
    view.frame.size.height = 50
    VirtualRunLoop.main.settle()
    #expect(layouts == 2)
    withExtendedLifetime(window) {}
  }

  // CATransaction: "Implicit transactions are created automatically when the layer tree is modified
  // by a thread without an active transaction and are committed automatically when the thread's
  // runloop next iterates." Whether the change itself makes it iterate is not said.
  @Test(arguments: [true, false])
  func `a change after the commit is committed with the next turn`(wakes: Bool) {
    Undocumented.changesWakeTheRunLoop = wakes
    defer { Undocumented.reset() }
    let loop = VirtualRunLoop.main
    loop.settle()
    let view = UIView()
    var isDone = false
    let observer = loop.addObserver(order: CATransaction.order + 1) {
      if !isDone { view.alpha = 0.5 }
      isDone = true
    }
    let commits = CATransaction.shared.commitCount
    loop.turn()
    observer.invalidate()
    #expect(CATransaction.shared.commitCount == commits)
    #expect(loop.hasTurnDue == wakes)
    loop.turn()
    #expect(CATransaction.shared.commitCount == commits + 1)
  }

  // Key-Value Observing Programming Guide: an observer is told in the call that changes the value.
  @Test func `observers of a property are told at once, as long as they keep their token`() {
    let scrollView = UIScrollView()
    var offsets: [CGFloat] = []
    var token: NSKeyValueObservation? = scrollView.observe(\.contentOffset) { view, _ in
      offsets.append(view.contentOffset.y)
    }
    scrollView.contentOffset.y = 10
    #expect(offsets == [10])
    #expect(scrollView.isObserved(\UIScrollView.contentOffset))
    token = nil
    scrollView.contentOffset.y = 20
    #expect(offsets == [10])
    #expect(token == nil)
  }

  @Test func `timers and the display fire at their time, and nothing runs in between`() {
    let loop = VirtualRunLoop.main
    loop.run(for: 1_000_000_000)
    var fired: [Int64] = []
    let start = loop.now
    let timer = loop.addTimer(at: start + 5_000_000) { fired.append(loop.now - start) }
    let cancelled = loop.addTimer(at: start + 6_000_000) { fired.append(-1) }
    cancelled.invalidate()
    loop.run(for: 4_999_999)
    #expect(fired == [])
    loop.run(for: 100_000_000)
    #expect(fired == [5_000_000])
    var frames = 0
    let link = loop.display.addLink { _ in frames += 1 }
    loop.run(for: 1_000_000_000)
    #expect(frames == 59 || frames == 60)
    link.isPaused = true
    loop.run(for: 1_000_000_000)
    #expect(frames == 59 || frames == 60)
    link.invalidate()
    timer.invalidate()
  }
}

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

  // CFRunLoopObserverCreate, order: among observers of the same activity, lower orders come first.
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

  // clock_gettime(3): CLOCK_UPTIME_RAW "does not increment while the system is asleep".
  // Foundation's timers, in CFRunLoop, use `mach_absolute_time`, which is documented to do the
  // same.
  @Test func `timers stand still while the machine sleeps`() {
    let loop = VirtualRunLoop.main
    var fired = 0
    let timer = loop.addTimer(at: loop.now + 2_000_000_000) { fired += 1 }
    let (now, slept) = (loop.now, loop.slept)
    loop.sleep(for: 9_000_000_000)
    #expect(loop.now == now && loop.slept == slept + 9_000_000_000)
    loop.run(for: 1_000_000_000)
    #expect(fired == 0)
    loop.run(for: 1_000_000_000)
    #expect(fired == 1)
    timer.invalidate()
  }

  // UIView, setNeedsLayout(): the request is noted, and carried out in the next update cycle. Core
  // Animation has always been observed to lay out before the commit, both in an observer of order
  // 2,000,000.
  @Test func `layout waits for the end of the turn and precedes the commit's successors`() {
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

  // UIView, layoutIfNeeded(): lays out immediately if layout is pending.
  @Test func `layout can be forced at once and is not repeated`() {
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
  // runloop next iterates." Whether the change itself makes it iterate is not documented.
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

  // Key-Value Observing Programming Guide: an observer is notified in the call that changes the
  // value.
  @Test func `property observers are notified at once while they keep their token`() {
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

  @Test func `irregular timers are late, frames are dropped, and the rate changes`() {
    let loop = VirtualRunLoop.main
    loop.beIrregular(seed: 1)
    defer { loop.beRegular() }
    var lateness: [Int64] = []
    for _ in 0..<50 {
      let due = loop.now + 50_000_000
      let timer = loop.addTimer(at: due) { lateness.append(loop.now - due) }
      loop.run(for: 100_000_000)
      #expect(timer.deadline == nil)
    }
    #expect(lateness.count == 50)
    #expect(lateness.allSatisfy { $0 >= 0 && $0 <= 20_000_000 })
    #expect(Set(lateness).count > 40)
    var times: [Int64] = []
    var rates: Set<Int64> = []
    let link = loop.display.addLink {
      times.append(loop.now)
      rates.insert($0.duration)
    }
    defer { link.invalidate() }
    loop.run(for: 10_000_000_000)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(rates.count == 2)
    #expect(gaps.allSatisfy { $0 > 0 && $0 < 80_000_000 })
    #expect(gaps.contains { $0 > 25_000_000 })
  }
}

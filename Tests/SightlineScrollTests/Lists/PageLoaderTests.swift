import SightlineCore
import SightlineScroll
import Testing

@MainActor
@Suite struct PageLoaderTests {
  /// A list whose pages arrive under the test's control.
  @MainActor
  private final class Pages {
    struct Offline: Error {}

    var count: Int
    private(set) var loads = 0
    private(set) var checkRequests = 0
    private(set) var cancellations = 0
    /// The back-offs so far, and a closure that ends the current one.
    private(set) var backOffs: [Duration] = []
    private(set) var endBackOff: (@MainActor () -> Void)?
    private(set) var states: [LoadMoreTrigger.State] = []
    private(set) var loader: PageLoader?
    private var page: CheckedContinuation<Bool, any Error>?
    private var waiter: CheckedContinuation<Void, Never>?

    init(count: Int) {
      self.count = count
      loader = PageLoader(
        .lastItem,
        itemCount: { [unowned self] in self.count },
        wantsCheck: { [unowned self] in checkRequests += 1 },
        after: { [unowned self] delay, body in
          backOffs.append(delay)
          endBackOff = body
          return { [unowned self] in endBackOff = nil }
        },
        load: { [unowned self] in
          loads += 1
          defer { if Task.isCancelled { cancellations += 1 } }
          return try await withCheckedThrowingContinuation {
            page = $0
            wake()
          }
        })
      loader?.stateChanged = { [unowned self] in
        states.append($0)
        if $0 != .loading { wake() }
      }
    }

    /// Shows the last item and waits until the load has started.
    func reachEnd() async { await during { check() } }

    func check(isEndVisible: Bool = true) {
      loader?.check(itemCount: count, isEndVisible: isEndVisible)
    }

    func bring(_ items: Int, hasMore: Bool) async {
      await during {
        count += items
        page?.resume(returning: hasMore)
      }
    }

    func fail() async { await during { page?.resume(throwing: Offline()) } }

    func during(_ body: () -> Void) async {
      await withCheckedContinuation {
        waiter = $0
        body()
      }
    }

    /// Releases the loader and ends the load it had started.
    func letGo() {
      loader = nil
      endBackOff = nil
      page?.resume(returning: true)
    }

    func endLate(hasMore: Bool = false) {
      page?.resume(returning: hasMore)
    }

    func wake() {
      waiter?.resume()
      waiter = nil
    }
  }

  @Test(arguments: [true, false])
  func `other data in the ready state requests a check`(startsOver: Bool) {
    let pages = Pages(count: 10)
    #expect(pages.loader?.isCheckDue == true)
    pages.loader?.isCheckDue = false
    if startsOver { pages.loader?.reset() } else { pages.loader?.changed(itemCount: 3) }
    #expect(pages.checkRequests == 1 && pages.loader?.isCheckDue == true)
    #expect(pages.loader?.state == .ready && pages.states == [])
  }

  @Test func `a loaded page settles once it is laid out`() async {
    let pages = Pages(count: 5)
    await pages.reachEnd()
    #expect(pages.loader?.isWaitingForLayout == false)
    await pages.bring(5, hasMore: true)
    #expect(pages.loader?.state == .settling(itemCount: 10))
    #expect(pages.loader?.isWaitingForLayout == true)
    #expect(pages.checkRequests == 2, "each new state requests a check")
    pages.check(isEndVisible: false)
    #expect(pages.states == [.loading, .settling(itemCount: 10), .ready])
    #expect(pages.loads == 1 && pages.loader?.isCheckDue == true)
    pages.check(isEndVisible: false)
    #expect(pages.loader?.isCheckDue == false)
  }

  @Test func `the last page ends loading`() async {
    let pages = Pages(count: 5)
    await pages.reachEnd()
    await pages.bring(1, hasMore: false)
    pages.check()
    #expect(pages.loader?.state == .finished)
    #expect(pages.loads == 1)
  }

  @Test func `a failed load is retried only on request`() async {
    let pages = Pages(count: 5)
    await pages.reachEnd()
    await pages.fail()
    pages.check()
    #expect(pages.loader?.state == .failed)
    #expect(pages.loads == 1)
    await pages.during { pages.loader?.retry() }
    #expect(pages.loader?.state == .loading)
    #expect(pages.loads == 2)
    await pages.bring(5, hasMore: true)
    #expect(pages.loader?.state == .settling(itemCount: 10))
  }

  @Test func `an abandoned load is ignored`() async {
    let pages = Pages(count: 5)
    await pages.reachEnd()
    pages.loader?.reset()
    #expect(pages.loader?.state == .ready)
    pages.endLate()
    await pages.reachEnd()
    #expect(pages.loads == 2)
    #expect(pages.loader?.state == .loading, "the first load's end would have finished it")
    await pages.bring(0, hasMore: false)
    #expect(pages.loader?.state == .finished)
  }

  @Test func `a load abandoned before it began does not begin`() async {
    let pages = Pages(count: 5)
    pages.check()
    pages.loader?.reset()
    await pages.reachEnd()
    #expect(pages.loads == 1)
    await pages.bring(1, hasMore: false)
    #expect(pages.states == [.loading, .ready, .loading, .finished])
  }

  @Test(.timeLimit(.minutes(10)))
  func `a load does not keep its loader alive, and is cancelled without it`() async {
    let pages = Pages(count: 5)
    await pages.reachEnd()
    weak var loader: PageLoader?
    loader = pages.loader
    #expect(loader != nil)
    pages.letGo()
    #expect(loader == nil)
    while pages.cancellations == 0 { await Task.yield() }
  }

  @Test func `pages without items load one at a time, each after a longer back-off`() async {
    let pages = Pages(count: 5)
    await pages.reachEnd()
    for backOff in 1...3 {
      await pages.bring(0, hasMore: true)
      #expect(pages.loader?.state == .stalled && pages.backOffs.count == backOff)
      pages.check()
      #expect(pages.loads == backOff, "it waits")
      pages.endBackOff?()
      #expect(pages.loader?.state == .ready)
      await pages.reachEnd()
    }
    #expect(pages.backOffs == [.milliseconds(500), .seconds(1), .seconds(2)])
    await pages.bring(0, hasMore: false)
    #expect(pages.endBackOff == nil && pages.loader?.state == .finished)
  }

  @Test func `other items, a retry and a reset end a back-off`() async {
    let pages = Pages(count: 5)
    for end in 0..<3 {
      await pages.reachEnd()
      await pages.bring(0, hasMore: true)
      #expect(pages.endBackOff != nil)
      switch end {
      case 0:
        pages.count += 1
        pages.check(isEndVisible: false)
      case 1:
        await pages.during { pages.loader?.retry() }
        await pages.bring(1, hasMore: true)
        pages.check(isEndVisible: false)
      default: pages.loader?.reset()
      }
      #expect(pages.endBackOff == nil && pages.loader?.state == .ready)
    }
  }

  @Test func `without a count a load ends with the next update`() async {
    let pages = Pages(count: 5)
    var trigger = LoadMoreTrigger(.lastItem)
    pages.loader?.storage = ({ trigger }, { trigger = $0 })
    /// Shows the last item, and runs the load as a declarative view does.
    func reachEnd() async {
      await pages.during {
        pages.check()
        if let work = pages.loader?.work(trigger.loadNumber) { Task { await work() } }
      }
    }
    var completions = 0
    pages.loader?.completed = {
      completions += 1
      pages.wake()
    }
    await reachEnd()
    await pages.during {
      pages.count += 5
      pages.endLate(hasMore: true)
    }
    pages.check()
    #expect(completions == 1 && trigger.state == .loading, "a scroll before the update")
    pages.loader?.updated(itemCount: 10)
    #expect(trigger.state == .ready)
    // The app resets the trigger itself.
    await reachEnd()
    trigger.reset()
    pages.loader?.updated(itemCount: 10)
    #expect(pages.loads == 2 && trigger.state == .ready)
    pages.endLate()
    await reachEnd()
    #expect(pages.loads == 3 && trigger.state == .loading)
    pages.loader?.updated(itemCount: 0)
    #expect(trigger.state == .ready, "an emptied list starts over")
    pages.endLate()
  }

  @Test func `a task starts no load but its own`() async {
    let pages = Pages(count: 5)
    var trigger = LoadMoreTrigger(.lastItem)
    pages.loader?.storage = ({ trigger }, { trigger = $0 })
    pages.check()
    let works = [0, 2, 1, 1].compactMap { pages.loader?.work($0) }
    await works[0]()
    await works[1]()
    #expect(pages.loads == 0)
    var task: Task<Void, Never>?
    await pages.during { task = Task { await works[2]() } }
    await works[3]()
    #expect(pages.loads == 1)
    // Its view disappears.
    task?.cancel()
    pages.endLate(hasMore: true)
    await task?.value
    #expect(trigger.state == .ready && trigger.loadNumber == 2)
  }
}

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
    private(set) var wishes = 0
    private(set) var cancellations = 0
    private(set) var states: [LoadMoreTrigger.State] = []
    private(set) var loader: PageLoader?
    private var page: CheckedContinuation<Bool, any Error>?
    private var waiter: CheckedContinuation<Void, Never>?

    init(count: Int) {
      self.count = count
      loader = PageLoader(
        .lastItem, itemCount: { [unowned self] in self.count },
        wantsCheck: { [unowned self] in wishes += 1 },
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
    func reachEnd() async { await during { loader?.check(list) } }

    var list: LoadMoreTrigger.List {
      LoadMoreTrigger.List(itemCount: count, lastVisibleItem: count - 1)
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
      page?.resume(returning: true)
    }

    func endLate() {
      page?.resume(returning: false)
    }

    private func wake() {
      waiter?.resume()
      waiter = nil
    }
  }

  @Test(arguments: [true, false])
  func `other data in the ready state want a check`(startsOver: Bool) {
    let pages = Pages(count: 10)
    #expect(pages.loader?.isCheckDue == true)
    pages.loader?.isCheckDue = false
    if startsOver { pages.loader?.reset() } else { pages.loader?.changed(itemCount: 3) }
    #expect(pages.wishes == 1 && pages.loader?.isCheckDue == true)
    #expect(pages.loader?.state == .ready && pages.states == [])
  }

  @Test func `a loaded page settles once it is laid out`() async {
    let pages = Pages(count: 5)
    await pages.reachEnd()
    #expect(pages.loader?.isWaitingForLayout == false)
    await pages.bring(5, hasMore: true)
    #expect(pages.loader?.state == .settling(itemCount: 10))
    #expect(pages.loader?.isWaitingForLayout == true)
    #expect(pages.wishes == 2, "each new state asks for a look")
    pages.loader?.check(LoadMoreTrigger.List(itemCount: 10, lastVisibleItem: 3))
    #expect(pages.states == [.loading, .settling(itemCount: 10), .ready])
    #expect(pages.loads == 1 && pages.loader?.isCheckDue == true)
    pages.loader?.check(LoadMoreTrigger.List(itemCount: 10, lastVisibleItem: 3))
    #expect(pages.loader?.isCheckDue == false)
  }

  @Test func `the last page ends loading`() async {
    let pages = Pages(count: 5)
    await pages.reachEnd()
    await pages.bring(1, hasMore: false)
    pages.loader?.check(pages.list)
    #expect(pages.loader?.state == .finished)
    #expect(pages.loads == 1)
  }

  @Test func `a failed load is retried only on request`() async {
    let pages = Pages(count: 5)
    await pages.reachEnd()
    await pages.fail()
    pages.loader?.check(pages.list)
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
    pages.loader?.check(pages.list)
    pages.loader?.reset()
    await pages.reachEnd()
    #expect(pages.loads == 1)
    await pages.bring(1, hasMore: false)
    #expect(pages.states == [.loading, .ready, .loading, .finished])
  }

  @Test(.timeLimit(.minutes(1)))
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
}

import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit
import VirtualTime

extension SwiftUIHost {
  @MainActor
  @Suite
  struct ReachEndTests {
    @Test(arguments: Setting.directions)
    func `a new condition applies at once`(setting: Setting) throws {
      let (log, setter) = (Log(), Setter<Double>())
      let view = Changing(1.0, setter) { share in
        ScrollView {
          VStack(spacing: 0) { ForEach(0..<30, id: \.self) { _ in Color.clear.frame(height: 100) } }
            .onReachEnd(itemCount: 30, when: .share(share.wrappedValue)) {
              log.add("load")
              return false
            }
        }
      }
      withViews(view, in: setting) { hosted in
        #expect(log.take() == [])
        setter.set(0.1)
        hosted.settle()
        #expect(log.take() == ["load"])
      }
    }

    @Test func `pages follow each other although they change no geometry`() {
      struct Grid: View {
        @State private var count = 10
        let log: Log

        var body: some View {
          ScrollView {
            Color.clear.frame(height: 300)
              .onReachEnd(itemCount: count) {
                log.add("\(count)")
                count += 2
                return count < 16
              }
          }
        }
      }
      let log = Log()
      withViews(Grid(log: log)) { hosted in
        hosted.run(for: 1)
        #expect(log.take() == ["10", "12", "14"])
        hosted.run(for: 1)
        #expect(log.take() == [])
      }
    }

    @Test(arguments: Setting.directions)
    func `a share of a sideways list is reached sideways`(setting: Setting) throws {
      let log = Log()
      let view = ScrollView(.horizontal) {
        HStack(spacing: 0) {
          ForEach(0..<20, id: \.self) { _ in Color.clear.frame(width: 120, height: 120) }
        }
        .onReachEnd(itemCount: 20) {
          log.add("load")
          return true
        }
      }
      .frame(height: 120)
      try withViews(view, in: setting) { hosted in
        let row = try #require(hosted.scrollViews.first)
        for x in [0, 700, 1_289] as [CGFloat] {
          row.contentOffset.x = setting.direction == .rightToLeft ? 2_010 - x : x
          hosted.settle()
          #expect(log.take() == [], "at \(x)")
        }
        row.contentOffset.x = setting.direction == .rightToLeft ? 720 : 1_290
        hosted.settle()
        #expect(log.take() == ["load"])
      }
    }

    @Test(arguments: [LoadMoreTrigger.Condition.share(0.7), .itemFromEnd(3)])
    func `of five pages the one that shows loads`(condition: LoadMoreTrigger.Condition) throws {
      let log = Log()
      let view = ScrollView(.horizontal) {
        HStack(spacing: 0) {
          ForEach(0..<5, id: \.self) { page in
            ScrollView {
              VStack(spacing: 0) { ForEach(0..<4, id: \.self) { Row(index: $0) } }
                .onReachEnd(itemCount: 4, when: condition) {
                  log.add("page \(page)")
                  return false
                }
            }
            .frame(width: 390, height: 600)
          }
        }
      }
      try withViews(view) { hosted in
        #expect(log.take() == ["page 0"])
        let pager = try #require(hosted.scrollViews.first { $0.contentSize.width > 390 })
        pager.contentOffset.x = 390 * 3
        hosted.settle()
        #expect(log.take() == ["page 3"])
      }
    }

    @Test(arguments: [LoadMoreTrigger.Condition.share(0.7), .itemFromEnd(3)])
    func `a transparent or covered list loads nothing until it shows`(
      condition: LoadMoreTrigger.Condition
    ) {
      let (log, veil) = (Log(), Setter<Int>())
      let view = Changing(0, veil) { veil in
        ZStack {
          ScrollView {
            VStack(spacing: 0) { ForEach(0..<4, id: \.self) { Row(index: $0) } }
              .onReachEnd(itemCount: 4, when: condition) {
                log.add("load")
                return false
              }
          }
          .opacity(veil.wrappedValue == 0 ? 0 : 1)
          if veil.wrappedValue == 1 { Color.red.visibilityCover() }
        }
      }
      withViews(view) { hosted in
        #expect(log.take() == [])
        veil.set(1)
        hosted.settle()
        #expect(log.take() == [])
        veil.set(2)
        hosted.settle()
        #expect(log.take() == ["load"])
      }
    }

    @Test(arguments: [LoadMoreTrigger.Condition.share(0.7), .itemFromEnd(3)])
    func `pages without items load one at a time`(condition: LoadMoreTrigger.Condition) {
      struct Timeline: View {
        let condition: LoadMoreTrigger.Condition
        let log: Log
        @State private var count = 4
        @State private var loads = 0

        var body: some View {
          ScrollView {
            VStack(spacing: 0) { ForEach(0..<count, id: \.self) { Row(index: $0) } }
              .onReachEnd(itemCount: count, when: condition) {
                log.add("load")
                loads += 1
                if loads == 4 { count += 20 }
                return true
              }
          }
        }
      }
      let log = Log()
      withViews(Timeline(condition: condition, log: log)) { hosted in
        #expect(log.take() == ["load"])
        for backOff in [0.5, 1, 2] {
          hosted.run(for: backOff - 0.4)
          #expect(log.take() == [])
          hosted.run(for: 0.5)
          #expect(log.take() == ["load"])
        }
        hosted.run(for: 20)
        #expect(log.take() == [], "something shows")
      }
    }

    /// A search and the number of its results.
    private struct Search: Equatable {
      var query = "a"
      var count = 3
    }

    private struct Row: View {
      let index: Int

      var body: some View { Color.clear.frame(height: 100).reachEndItem(index) }
    }

    private func results(of search: Search, _ log: Log) -> some View {
      ScrollView {
        VStack(spacing: 0) { ForEach(0..<search.count, id: \.self) { Row(index: $0) } }
      }
      .onReachEnd(itemCount: search.count, id: search.query, when: .lastItem) {
        log.add("load \(search.query)")
        return false
      }
    }

    @Test func `a new search loads its second page even if the last one ended`() {
      let (log, search) = (Log(), Setter<Search>())
      let view = Changing(Search(), search) { results(of: $0.wrappedValue, log) }
      withViews(view) { hosted in
        #expect(log.take() == ["load a"])
        search.set(Search(query: "b"))
        hosted.settle()
        #expect(log.take() == ["load b"])
        hosted.settle()
        #expect(log.take() == [])
        search.set(Search(query: "b", count: 0))
        hosted.settle()
        search.set(Search(query: "b", count: 2))
        hosted.settle()
        #expect(log.take() == ["load b"])
      }
    }

    @Test func `a search with few results loads at once`() {
      let (log, search) = (Log(), Setter<Search>())
      let view = Changing(Search(count: 30), search) { results(of: $0.wrappedValue, log) }
      withViews(view) { hosted in
        search.set(Search(query: "b", count: 3))
        hosted.settle()
        #expect(log.take() == ["load b"])
      }
    }

    private struct Failure: Error {}

    @Test func `a failed load is tried again with other items or when the view comes back`() {
      let (log, count) = (Log(), Setter<Int>())
      let view = Changing(3, count) { count in
        if count.wrappedValue > 0 {
          ScrollView {
            VStack(spacing: 0) { ForEach(0..<count.wrappedValue, id: \.self) { Row(index: $0) } }
          }
          .onReachEnd(itemCount: count.wrappedValue, when: .lastItem) {
            log.add("load \(count.wrappedValue)")
            throw Failure()
          }
        }
      }
      withViews(view) { hosted in
        hosted.run(for: 2)
        #expect(log.take() == ["load 3"])
        count.set(4)
        hosted.run(for: 2)
        #expect(log.take() == ["load 4"])
        count.set(0)
        hosted.settle()
        count.set(4)
        hosted.run(for: 2)
        #expect(log.take() == ["load 4"])
      }
    }

    @Test func `an app retries a failed load itself`() {
      let (log, trigger) = (Log(), Setter<LoadMoreTrigger>())
      let view = Changing(LoadMoreTrigger(.lastItem), trigger) { trigger in
        ScrollView { VStack(spacing: 0) { ForEach(0..<3, id: \.self) { Row(index: $0) } } }
          .onReachEnd(itemCount: 3, loading: trigger) {
            log.add("load")
            throw Failure()
          }
      }
      withViews(view) { hosted in
        hosted.run(for: 2)
        #expect(log.take() == ["load"])
        #expect(trigger.value?.state == .failed)
        var retried = trigger.value ?? LoadMoreTrigger(.lastItem)
        retried.retry()
        trigger.set(retried)
        hosted.run(for: 2)
        #expect(log.take() == ["load"])
      }
    }

    @Test func `of nested lists each loads for its own items`() {
      let log = Log()
      let view = ScrollView {
        VStack(spacing: 0) {
          ScrollView { VStack(spacing: 0) { ForEach(0..<2, id: \.self) { Row(index: $0) } } }
            .frame(height: 200)
            .onReachEnd(itemCount: 2, when: .lastItem) {
              log.add("inner")
              return false
            }
          ForEach(0..<30, id: \.self) { Row(index: $0) }
        }
      }
      .onReachEnd(itemCount: 2, when: .lastItem) {
        log.add("outer")
        return false
      }
      withViews(view) { hosted in
        hosted.settle()
        #expect(Set(log.take()) == ["inner", "outer"])
      }
      let few = ScrollView {
        ScrollView { VStack(spacing: 0) { ForEach(0..<2, id: \.self) { Row(index: $0) } } }
          .frame(height: 200)
          .onReachEnd(itemCount: 2, when: .lastItem) {
            log.add("inner")
            return false
          }
      }
      .onReachEnd(itemCount: 2, when: .lastItem) {
        log.add("outer")
        return false
      }
      withViews(few) { _ in #expect(log.take() == ["inner"]) }
    }

    @Test func `a reset cancels the load in progress`() {
      let (log, count, trigger) = (Log(), Setter<Int>(), Setter<LoadMoreTrigger>())
      let view = Changing(3, count) { count in
        Changing(LoadMoreTrigger(.lastItem), trigger) { trigger in
          ScrollView { VStack(spacing: 0) { ForEach(0..<3, id: \.self) { Row(index: $0) } } }
            .onReachEnd(itemCount: count.wrappedValue, loading: trigger) {
              log.add("load")
              let (pages, page) = AsyncStream.makeStream(of: Bool.self)
              return await withTaskCancellationHandler {
                for await hasMore in pages { return hasMore }
                return false
              } onCancel: {
                MainActor.assumeIsolated { log.add("cancelled") }
                page.finish()
              }
            }
        }
      }
      withViews(view) { hosted in
        #expect(log.take() == ["load"])
        VirtualRunLoop.main.post {
          // Many items at once: the end is off screen, and nothing else is loaded.
          count.binding?.wrappedValue = 100
          trigger.binding?.wrappedValue.reset()
        }
        hosted.settle()
        #expect(log.take() == ["cancelled"])
        #expect(trigger.value?.state == .ready)
      }
    }

    @Test func `updating the list does not update its rows`() {
      let (log, title) = (Log(), Setter<String>())
      let view = Changing("a", title) { title in
        VStack(spacing: 0) {
          Text(title.wrappedValue)
          ScrollView { VStack(spacing: 0) { ForEach(0..<3, id: \.self) { Row(index: $0) } } }
            .onReachEnd(itemCount: 3, when: .lastItem) { [title] in
              log.add("load \(title.wrappedValue)")
              return false
            }
        }
      }
      withViews(view) { hosted in
        let count = hosted.evaluationCount(of: "ObservedView")
        #expect(count >= 3)
        title.set("b")
        hosted.settle()
        #expect(hosted.evaluationCount(of: "ObservedView") == count)
      }
    }

    /// A feed that loads pages of ten rows, up to a limit.
    private struct Feed: View {
      let log: Log
      var limit = 40
      @Binding var title: Int
      @State private var count = 10

      var body: some View {
        ScrollView {
          VStack(spacing: 0) { ForEach(0..<count, id: \.self) { Row(index: $0) } }
            .onReachEnd(itemCount: count, when: .itemFromEnd(3)) {
              log.add("load after \(count)")
              count += 10
              return count < limit
            }
        }
        .overlay { Text("\(title)") }
      }
    }

    @Test(arguments: Setting.directions)
    func `pages load as their ends come into view, up to the last`(
      setting: Setting
    ) throws {
      let log = Log()
      try withViews(Changing(0) { Feed(log: log, title: $0) }, in: setting) { hosted in
        #expect(log.take() == [])
        let scrollView = try #require(hosted.scrollViews.first)
        for count in [10, 20, 30] {
          scrollView.contentOffset.y = CGFloat(count) * 100 - 600
          hosted.settle()
          #expect(log.take() == ["load after \(count)"])
        }
        scrollView.contentOffset.y = 3_400
        hosted.settle()
        #expect(log.take() == [])
      }
    }

    @Test
    func `a removed screen releases everything`() {
      final class Captured {}
      weak var captured: Captured?
      do {
        let object = Captured()
        captured = object
        let view = ScrollView {
          VStack { ForEach(0..<10, id: \.self) { Row(index: $0) } }
            .onReachEnd(itemCount: 10, when: .itemFromEnd(3)) { [object] in
              _ = object
              return false
            }
        }
        withViews(view) { $0.run(for: 1) }
      }
      #expect(captured == nil)
    }
  }
}

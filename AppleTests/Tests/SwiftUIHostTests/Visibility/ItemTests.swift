import SightlineCore
import SightlineHost
import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit

extension SwiftUIHost {
  /// The views that count as the same item during SwiftUI's own updates.
  @MainActor
  @Suite
  struct ItemTests {
    private struct Row: View {
      let id: Int
      let name: String
      let log: Log

      var body: some View {
        Color.clear.frame(height: 100)
          .onVisibilityChange(of: id) { log.add("\(name) \($0 ? "+" : "-")\(id)") }
      }
    }

    private struct Cell: View {
      let id: Int
      let log: Log

      var body: some View {
        Color.clear.frame(width: 90, height: 90).padding(5)
          .onVisibilityChange(of: id) { log.add("cell \($0 ? "+" : "-")\(id)") }
      }
    }

    private struct List: View {
      let name: String
      let log: Log

      var body: some View {
        ScrollView {
          VStack(spacing: 0) { ForEach(1..<3, id: \.self) { Row(id: $0, name: name, log: log) } }
        }
      }
    }

    @Test func `lists swapped by a condition keep separate items`() {
      let (log, isSearching) = (Log(), Setter<Bool>())
      let view = Changing(false, isSearching) { isSearching in
        if isSearching.wrappedValue {
          List(name: "results", log: log)
        } else {
          List(name: "feed", log: log)
        }
      }
      withViews(view) { hosted in
        #expect(log.take() == ["feed +1", "feed +2"])
        isSearching.set(true)
        hosted.settle()
        #expect(log.take() == ["feed -1", "feed -2", "results +1", "results +2"])
        isSearching.set(false)
        hosted.settle()
        #expect(log.take() == ["results -1", "results -2", "feed +1", "feed +2"])
      }
    }

    @Test func `a list with another identity has its own items`() {
      let (log, visit) = (Log(), Setter<Int>())
      let view = Changing(1, visit) { visit in
        List(name: "\(visit.wrappedValue)", log: log).id(visit.wrappedValue)
      }
      withViews(view) { hosted in
        _ = log.take()
        visit.set(2)
        hosted.settle()
        #expect(log.take() == ["1 -1", "1 -2", "2 +1", "2 +2"])
      }
    }

    @Test func `rows recreated by their list do not leave`() {
      let (log, version) = (Log(), Setter<Int>())
      let view = Changing(1, version) { version in
        ScrollView {
          VStack(spacing: 0) {
            ForEach(1..<3, id: \.self) { Row(id: $0, name: "", log: log) }
          }
          .id(version.wrappedValue)
        }
      }
      withViews(view) { hosted in
        #expect(log.take() == [" +1", " +2"])
        version.set(2)
        hosted.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `rows becoming cells of the same list are notified, the old ones first`() {
      let (log, isGrid) = (Log(), Setter<Bool>())
      let view = Changing(false, isGrid) { isGrid in
        ScrollView {
          if isGrid.wrappedValue {
            HStack(spacing: 0) { ForEach(1..<3, id: \.self) { Cell(id: $0, log: log) } }
          } else {
            VStack(spacing: 0) {
              ForEach(1..<3, id: \.self) { Row(id: $0, name: "row", log: log) }
            }
          }
        }
      }
      withViews(view) { hosted in
        _ = log.take()
        isGrid.set(true)
        hosted.settle()
        #expect(Set(log.lines.prefix(2)) == ["row -1", "row -2"])
        #expect(Set(log.take().suffix(2)) == ["cell +1", "cell +2"])
      }
    }

    private struct Offer: Identifiable {
      let id: Int
    }

    private struct Shelf: View {
      let name: String
      let ids: ClosedRange<Int>
      let log: Log

      var body: some View {
        EndlessCarousel(ids.map { Offer(id: $0) }, itemWidth: 390, isPaused: true) { offer in
          Row(id: offer.id, name: name, log: log)
        }
      }
    }

    @Test func `carousels with the same items keep them separate`() {
      let (log, isShown) = (Log(), Setter<Bool>())
      let view = Changing(true, isShown) { isShown in
        VStack(spacing: 0) {
          if isShown.wrappedValue { Shelf(name: "new", ids: 1...3, log: log) }
          Shelf(name: "best", ids: 1...3, log: log)
        }
      }
      withViews(view) { hosted in
        #expect(log.take() == ["new +1", "best +1"])
        isShown.set(false)
        hosted.settle()
        #expect(log.take() == ["new -1"])
      }
    }

    @Test func `pages with the same items keep them separate`() {
      let (log, tab) = (Log(), Setter<String>())
      let view = Changing("all", tab) { tab in
        PagedTabs(["all", "best"], selection: tab) {
          Text($0)
        } page: { name in
          Row(id: 1, name: name, log: log)
        }
      }
      withViews(view) { hosted in
        #expect(log.take() == ["all +1"])
        tab.set("best")
        hosted.run(for: 1)
        #expect(Set(log.take()) == ["all -1", "best +1"])
      }
    }

    @Test func `screens swapped in one turn keep separate items without scroll views`() {
      let (log, isSearching) = (Log(), Setter<Bool>())
      let view = Changing(false, isSearching) { isSearching in
        if isSearching.wrappedValue {
          Row(id: 1, name: "results", log: log).visibilityScreen()
        } else {
          Row(id: 1, name: "feed", log: log).visibilityScreen()
        }
      }
      withViews(view) { hosted in
        _ = log.take()
        isSearching.set(true)
        hosted.settle()
        #expect(log.take() == ["feed -1", "results +1"])
      }
    }

    @Test func `two modifiers on one view are both called`() {
      let log = Log()
      let view = Color.clear.frame(height: 100)
        .onVisibilityChange(of: 1) { log.add("inner \($0)") }
        .onVisibilityChange(of: 1) { log.add("outer \($0)") }
      withViews(view) { _ in #expect(Set(log.take()) == ["inner true", "outer true"]) }
    }

    @Test func `a visit begins when a screen appears or its ID changes`() {
      let (log, tab) = (Log(), Setter<Int>())
      let view = Changing(1, tab) { tab in
        if tab.wrappedValue == 0 {
          Color.clear
        } else {
          Color.clear.frame(height: 100)
            .onImpression(of: "offer", .feed.repeating(.oncePerScreenVisit)) { _ in
              log.add("seen")
            }
            .visibilityScreen(tab.wrappedValue)
        }
      }
      .environment(\.visibilitySession, VisibilitySession())
      withViews(view) { hosted in
        #expect(log.take() == ["seen"])
        tab.set(0)
        hosted.settle()
        #expect(log.take() == [])
        tab.set(1)
        hosted.settle()
        #expect(log.take() == ["seen"])
        tab.set(2)
        hosted.settle()
        #expect(log.take() == ["seen"])
      }
    }
  }
}

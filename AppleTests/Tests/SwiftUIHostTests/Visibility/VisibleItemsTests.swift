import SightlineCore
import SightlineSwiftUI
import SwiftUI
import Testing
import UIKit

extension SwiftUIHost {
  /// The set of visible items, and observation without an id.
  @MainActor
  @Suite
  struct VisibleItemsTests {
    private struct Row: Hashable {
      var number: Int
    }

    private func rows(_ numbers: Range<Int>) -> some View {
      ForEach(numbers, id: \.self) { Color.clear.frame(height: 100).visibilityItem($0) }
    }

    @Test(arguments: Setting.directions)
    func `a container reports its visible items once a frame`(setting: Setting) throws {
      let log = Log()
      let view = ScrollView { VStack(spacing: 0) { rows(0..<20) } }
        .onVisibleItemsChange(of: Int.self) { log.add("\($0.sorted())") }
      try withViews(view, in: setting) { hosted in
        #expect(log.take() == ["[0, 1, 2, 3, 4, 5]"])
        let scrollView = try #require(hosted.scrollViews.first)
        scrollView.contentOffset.y = 250
        hosted.settle()
        #expect(log.take() == ["[3, 4, 5, 6, 7]"])
        scrollView.contentOffset.y = 260
        hosted.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `containers in one list keep the same items separate`() {
      let (log, isShown) = (Log(), Setter<Bool>())
      let view = Changing(true, isShown) { isShown in
        ScrollView {
          VStack(spacing: 0) {
            if isShown.wrappedValue {
              VStack(spacing: 0) { rows(0..<2) }
                .onVisibleItemsChange(of: Int.self) { log.add("favourites \($0.sorted())") }
            }
            VStack(spacing: 0) { rows(0..<20) }
              .onVisibleItemsChange(of: Int.self) { log.add("all \($0.sorted())") }
          }
        }
      }
      withViews(view) { hosted in
        #expect(Set(log.take()) == ["favourites [0, 1]", "all [0, 1, 2, 3]"])
        hosted.scrollViews.first?.contentOffset.y = 200
        hosted.settle()
        #expect(Set(log.take()) == ["favourites []", "all [0, 1, 2, 3, 4, 5]"])
        hosted.scrollViews.first?.contentOffset.y = 0
        hosted.settle()
        _ = log.take()
        isShown.set(false)
        hosted.settle()
        #expect(Set(log.take()) == ["favourites []", "all [0, 1, 2, 3, 4, 5]"])
      }
    }

    @Test func `each container around an item reports its type of ID under its rule`() {
      let log = Log()
      let view = VStack(spacing: 0) {
        VStack(spacing: 0) {
          Color.clear.frame(height: 500).visibilityItem(1)
          Color.clear.frame(height: 200).visibilityItem(2)
          Color.clear.frame(height: 10).visibilityItem(Row(number: 3))
        }
        .onVisibleItemsChange(of: Int.self, when: .anyPixel) { log.add("inner \($0.sorted())") }
      }
      .frame(height: 600, alignment: .top)
      .onVisibleItemsChange(of: Int.self) { log.add("outer \($0.sorted())") }
      .onVisibleItemsChange(of: Row.self) { log.add("rows \($0.map(\.number))") }
      withViews(view) { _ in
        #expect(Set(log.take()) == ["inner [1, 2]", "outer [1]"])
      }
    }

    @Test func `the latest rule and closure apply, and a removed container reports no items`() {
      let (log, step) = (Log(), Setter<Int>())
      let view = Changing(0, step) { step in
        let step = step.wrappedValue
        if step < 3 {
          VStack(spacing: 0) {
            Color.clear.frame(height: 500).visibilityItem(1)
            Color.clear.frame(height: 200).visibilityItem(2)
          }
          .frame(height: 600, alignment: .top)
          .onVisibleItemsChange(of: Int.self, when: step == 1 ? .anyPixel : .fully) {
            log.add("\(step) \($0.sorted())")
          }
        }
      }
      withViews(view) { hosted in
        #expect(log.take() == ["0 [1]"])
        step.set(1)
        hosted.settle()
        #expect(log.take() == ["1 [1, 2]"])
        step.set(2)
        hosted.settle()
        #expect(log.take() == ["2 [1]"])
        step.set(3)
        hosted.settle()
        #expect(log.take() == ["2 []"])
      }
    }

    @Test func `a row keeps its own closure beside its container's`() {
      let log = Log()
      let view = Color.clear.frame(height: 100)
        .onVisibilityChange(of: 1) { log.add("row \($0)") }
        .visibilityItem(1)
        .onVisibleItemsChange(of: Int.self) { log.add("\($0)") }
      withViews(view) { _ in #expect(log.take() == ["row true", "[1]"]) }
    }

    @Test func `a view without an ID is an item of its own`() {
      let (log, id) = (Log(), Setter<Int>())
      let view = Changing(1, id) { id in
        VStack(spacing: 0) {
          Color.clear.frame(height: 100)
            .onVisibilityChange(when: .anyPixel) { log.add("same \($0)") }
          Color.clear.frame(height: 100)
            .onVisibilityChange(when: .anyPixel) { log.add("other \($0)") }
            .id(id.wrappedValue)
        }
      }
      withViews(view) { hosted in
        #expect(log.take() == ["same true", "other true"])
        id.set(2)
        hosted.settle()
        #expect(log.take() == ["other false", "other true"])
      }
    }

    @Test func `a view that is not visible at first is reported on request only`() throws {
      let log = Log()
      let view = ScrollView {
        VStack(spacing: 0) {
          ForEach(0..<2, id: \.self) { row in
            Color.clear.frame(height: 700)
              .onVisibilityChange(of: row, when: .fraction(0.6), initial: true) {
                log.add("initial \(row) \($0)")
              }
              .onVisibilityChange(of: row, when: .fraction(0.6)) { log.add("\(row) \($0)") }
          }
        }
      }
      try withViews(view) { hosted in
        #expect(log.take() == ["initial 0 true", "0 true", "initial 1 false"])
        try #require(hosted.scrollViews.first).contentOffset.y = 700
        hosted.settle()
        #expect(log.take() == ["initial 0 false", "0 false", "initial 1 true", "1 true"])
      }
    }

    @Test func `a threshold is the fraction of a rule`() throws {
      let log = Log()
      let isVisible = Setter<Bool>()
      let view = Changing(true, isVisible) { isVisible in
        ScrollView {
          VStack(spacing: 0) {
            Color.clear.frame(height: 600)
            Color.clear.frame(height: 200).visibilityItem(1)
              .onVisibilityChange(of: 1, threshold: 0.5) { log.add("change \($0)") }
              .onVisibilityChange(threshold: 0.5) { log.add("view \($0)") }
              .onExposure(of: 1, threshold: 0.5) { log.add("exposure \($0.isVisible)") }
              .bindsVisibility(to: isVisible, threshold: 0.5)
            Color.clear.frame(height: 600)
          }
        }
        .onVisibleItemsChange(of: Int.self, threshold: 0.5) { log.add("items \($0)") }
      }
      try withViews(view) { hosted in
        for (offset, reports) in [
          (99, []), (100, ["change true", "exposure true", "items [1]", "view true"]),
          (99, ["change false", "exposure false", "items []", "view false"]),
        ] as [(CGFloat, [String])] {
          try #require(hosted.scrollViews.first).contentOffset.y = offset
          hosted.settle()
          #expect(log.take().sorted() == reports)
          #expect(isVisible.value == (offset == 100))
        }
      }
    }

    @Test func `a binding follows a view's visibility`() throws {
      let isVisible = Setter<Bool>()
      let view = Changing(true, isVisible) { isVisible in
        ScrollView {
          VStack(spacing: 0) {
            Color.clear.frame(height: 650)
            Color.clear.frame(height: 650).bindsVisibility(to: isVisible, when: .fraction(0.5))
          }
        }
      }
      try withViews(view) { hosted in
        #expect(isVisible.value == false)
        try #require(hosted.scrollViews.first).contentOffset.y = 650
        hosted.settle()
        #expect(isVisible.value == true)
      }
    }
  }
}

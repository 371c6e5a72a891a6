import SightlineRecording
import SightlineSwiftUI
import SightlineSwiftUIViews
import SwiftUI
import Testing

/// The public modifiers and views of Sightline as an app may use them off the main actor: in a
/// factory that belongs to none, which SwiftUI may call on another thread. SwiftUI's own are
/// `nonisolated` as well.
private enum Factory {
  struct Item: Identifiable, Sendable {
    let id: Int
  }

  final class Suspending: BackgroundSuspending {
    func enterBackground() {}
    func enterForeground() {}
  }

  struct Recorder: ImpressionRecorder {
    func record(
      _ impression: Impression, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
    ) {}
    func record(
      _ exposure: ExposureEvent, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
    ) {}
  }

  static func observed(_ item: Int, _ isVisible: Binding<Bool>) -> some View {
    Text("item \(item)")
      .onVisibilityChange(of: item) { _ in }
      .onVisibilityChange(when: .anyPixel) { _ in }
      .bindsVisibility(to: isVisible)
      .onVisibilityCrossing(of: item, when: .anyPixel) { _ in }
      .onImpression(of: item, .mrcDisplay) { _ in }
      .onExposure(of: item) { _ in }
      .logsImpressions(of: item, to: Recorder())
      .countsDwell(true)
      .visibilityItem(item)
      .tabSection(item)
      .reachEndItem(item)
      .visibilityCover(.friendly)
  }

  static func surrounded(_ content: some View) -> some View {
    content
      .onVisibleItemsChange(of: Int.self) { _ in }
      .viewportMargins(.safeArea)
      .visibilityScreen()
      .visibilityInspector(false)
      .visibilityObservationDisabled(false)
      .suspends(Suspending())
      .recordsTrace(to: nil)
      .environment(\.visibilitySession, nil)
  }

  static func scrolled(_ content: some View, _ loading: Binding<LoadMoreTrigger>) -> some View {
    ScrollView {
      content
        .onEnclosingScroll(geometry: { _ in }, phase: { _ in })
        .onEnclosingScroll(for: Bool.self) {
          $0.contentOffset.y > 0
        } action: { _, _ in
        }
        .onReachEnd(itemCount: 1) { false }
        .onReachEnd(itemCount: 1, loading: loading) { false }
    }
    .onScroll(geometry: { _ in }, phase: { _ in })
    .onScroll(for: Bool.self) {
      $0.contentOffset.y > 0
    } action: { _, _ in
    }
    .collapsingHeader { _ in Text("header") }
    .sectionTabs([1]) { Text("section \($0)") }
    .horizontalDragsStayInside()
  }

  static func flown() -> some View {
    VStack(spacing: 0) {
      Text("source").flightSource(when: false).flightSource(trigger: 1)
      Text("target").flightTarget()
    }
    .flightTarget(tab: 0, of: 1)
    .flightSpace()
    .flightSpace { Text("flyer") }
  }

  static func components(_ name: Binding<String>) -> some View {
    VStack(spacing: 0) {
      AdaptiveGrid(minimumItemWidth: 40) { Text("cell") }
      SegmentedRow(["a", "b"], selection: name) { Text($0) }
      EndlessCarousel([Item(id: 0)], itemWidth: 40) { Text("card \($0.id)") }
      EndlessCarousel([Item(id: 0)], widths: { _ in 40 }) { Text("card \($0.id)") }
      ScrollView {
        ParallaxHeader(height: 40) {
          Color.clear
        } title: {
          Text("title")
        }
      }
    }
  }

  static func tabs(_ name: Binding<String>) -> some View {
    VStack(spacing: 0) {
      PagedTabs(["a", "b"], selection: name) {
        Text($0)
      } page: {
        Text("page \($0)")
      }
      PagedTabs(["a", "b"], selection: name) { Text("page \($0)") }
      SectionTabs(["a", "b"]) {
        Text($0)
      } content: {
        Text("content \($0)")
      }
      SectionTabs(["a", "b"]) {
        Text("header")
      } label: {
        Text($0)
      } content: {
        Text($0)
      }
    }
  }
}

extension SwiftUIHost {
  @MainActor
  @Suite
  struct NonisolatedTests {
    private func elsewhere(_ make: @escaping @Sendable () -> AnyView) async -> Int {
      await Task.detached {
        dispatchPrecondition(condition: .notOnQueue(.main))
        return [make()].count
      }.value
    }

    @Test func `every modifier and every view is made off the main actor`() async {
      let made = await [
        elsewhere { AnyView(Factory.surrounded(Factory.observed(1, .constant(false)))) },
        elsewhere { AnyView(Factory.scrolled(Text("row"), .constant(LoadMoreTrigger()))) },
        elsewhere { AnyView(Factory.flown()) },
        elsewhere { AnyView(Factory.components(.constant("a"))) },
        elsewhere { AnyView(Factory.tabs(.constant("a"))) },
      ]
      #expect(made == [1, 1, 1, 1, 1])
    }

    @Test func `they are laid out like those in a body`() {
      for view in [
        AnyView(Factory.surrounded(Factory.observed(1, .constant(false)))),
        AnyView(Factory.scrolled(Text("row"), .constant(LoadMoreTrigger()))),
        AnyView(Factory.flown()), AnyView(Factory.components(.constant("a"))),
        AnyView(Factory.tabs(.constant("a"))),
      ] {
        withViews(view) { hosted in #expect(!hosted.spoken.isEmpty) }
      }
    }
  }
}

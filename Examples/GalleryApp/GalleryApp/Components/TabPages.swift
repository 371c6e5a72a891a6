import Sightline
import SwiftUI

/// 16 pt margins, 8 pt gaps and a 0.16 s slide; the capsule is correctly placed at any width.
struct DateTabsPage: View {
  private static let days = ["Mon 3", "Tue 4", "Wed 5", "Thu 6", "Fri 7", "Sat 8", "Sun 9"]

  @State private var day = days[0]
  @State private var share = 0.6
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Date tabs", "Select a day, change the width: the capsule stays under the selection.",
      log: log
    ) {
      VStack(alignment: .leading, spacing: 16) {
        tabs
        Slider(value: $share, in: 0.4...1) { Text("Width") }.padding(.horizontal)
        GeometryReader { proxy in
          tabs.frame(width: proxy.size.width * share)
        }
        .frame(height: 48)
        Text("Right to left").padding(.horizontal)
        tabs.environment(\.layoutDirection, .rightToLeft)
        Spacer()
      }
      .padding(.vertical)
    }
    .onChange(of: day) { log.add("\($0) was selected") }
  }

  private var tabs: some View {
    SegmentedRow(Self.days, selection: $day) { day in
      Text(day.replacingOccurrences(of: " ", with: "\n")).multilineTextAlignment(.center)
    }
  }
}

/// Tabs with one page each; the underline follows the finger.
struct PagedTabsPage: View {
  @State private var tab = "For you"
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Paged tabs", "Swipe slowly: the position and width of the underline follow.", log: log
    ) {
      PagedTabs(["For you", "New", "Following", "Nearby"], selection: $tab) { name in
        Text(name)
      } page: { name in
        ScrollView { LazyVStack { Rows(name: name) } }
      }
    }
    .onChange(of: tab) { log.add("“\($0)” was selected") }
  }
}

/// A long scroll view: scrolling selects the current tab, tapping a tab scrolls to its section.
struct SectionTabsPage: View {
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Section tabs",
      "Scroll: the tab of the current section is selected. Tap a tab to go to its section.",
      log: log
    ) {
      SectionTabs(["Overview", "Rooms", "Prices", "Reviews"]) { name in
        Text(name)
      } content: { name in
        VStack { Rows(name: name, count: 8) }
          .onVisibilityChange(of: name, when: .anyPixel) { isVisible in
            log.add("“\(name)” is \(isVisible ? "visible" : "invisible")")
          }
      }
    }
  }
}

import Sightline
import SightlineLog
import SwiftUI

/// Impressions and exposures in the app's log, with one line for each item.
struct LogPage: View {
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Log", "Scroll, then show the latest events. Each item counts once, even after a restart.",
      log: log
    ) {
      ScrollView {
        LazyVStack(spacing: 16) {
          ForEach(0..<60, id: \.self) { index in
            if let file = AppLog.shared {
              Card("Article \(index + 1)")
                .frame(height: 200)
                .logsImpressions(of: "article \(index + 1)", AppLog.policy, to: file)
            }
          }
        }
        .padding()
      }
      .toolbar { Button("Show") { Task { await show() } } }
    }
  }

  private func show() async {
    guard let file = AppLog.shared else { return log.add("The log cannot be opened.") }
    do {
      for event in try await file.latestEvents(EventLog.shownLines) {
        log.add("\(event.kind) of \(event.item) after \(event.total)")
      }
    } catch {
      log.add("\(error)")
    }
  }
}

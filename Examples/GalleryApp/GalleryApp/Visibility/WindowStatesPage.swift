import Sightline
import SwiftUI

#if os(macOS)
import AppKit
#endif

/// The card counts while it covers 20 % of the window, unless the window is hidden or minimised.
struct WindowStatesPage: View {
  private static let share = 0.2
  /// A threshold at every hundredth of the window tracks the share continuously.
  private static let percents = (0...100).map { Double($0) / 100 }

  @State private var height = 380.0
  @State private var fraction = 0.0
  @State private var counts = false
  @State private var log = EventLog()
  @Environment(\.scenePhase) private var scenePhase

  var body: some View {
    GalleryPage(
      "Window states",
      "Shrink the card, or leave the app: below 20 % of the window it does not count.",
      log: log
    ) {
      VStack {
        Slider(value: $height, in: 60...480) { Text("Height") }
        HStack {
          Chip(counts ? "counts" : "does not count", isOn: counts)
          Chip("the app is \(scenePhase)", isOn: scenePhase == .active)
          #if os(macOS)
          Button("Hide for a second") { hideForASecond() }
          Button("Minimise") { NSApplication.shared.keyWindow?.miniaturize(nil) }
          #endif
        }
        Card("\(Int((fraction * 100).rounded(.down))) % of the window", isOn: counts)
          .frame(height: height)
          .onVisibilityCrossing(of: "share", when: .thresholds(Self.percents, of: .viewport)) {
            fraction = $0.fraction
          }
          .onVisibilityCrossing(of: "card", when: .share(Self.share, of: .viewport)) { crossing in
            counts = crossing.visibility == .visible
            log.add(crossing.reason.map { "does not count: \($0)" } ?? "counts")
          }
        Spacer()
      }
      .padding()
    }
  }

  #if os(macOS)
  @MainActor
  private func hideForASecond() {
    NSApplication.shared.hide(nil)
    Task {
      try await Task.sleep(for: .seconds(1))
      NSApplication.shared.unhide(nil)
    }
  }
  #endif
}

import Sightline
import SwiftUI

/// 100 cards, 300 pt high with 32 pt spacing, each with the set of those that are visible.
struct VisibleItemsPage: View {
  private enum Rule: String, CaseIterable {
    case all = "Entirely"
    case most = "70 %"

    var visibility: VisibilityRule { self == .all ? .fully : .fraction(0.7) }
  }

  @State private var rule = Rule.most
  @State private var visible: Set<Int> = []
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Visible items", "Scroll: a card is green while the rule considers it visible.",
      log: log
    ) {
      Picker("Rule", selection: $rule) {
        ForEach(Rule.allCases, id: \.self) { Text($0.rawValue) }
      }
      .pickerStyle(.segmented)
      .padding()
      ScrollView {
        LazyVStack(spacing: 32) {
          ForEach(1...100, id: \.self) { number in
            Card("Card \(number)", isOn: visible.contains(number))
              .frame(height: 300)
              .visibilityItem(number)
          }
        }
        .padding(.horizontal)
      }
      .onVisibleItemsChange(of: Int.self, when: rule.visibility) { ids in
        for id in ids.subtracting(visible).sorted() { log.add("card \(id) is visible") }
        for id in visible.subtracting(ids).sorted() { log.add("card \(id) is invisible") }
        visible = ids
      }
    }
  }
}

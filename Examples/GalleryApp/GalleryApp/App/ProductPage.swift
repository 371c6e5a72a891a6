import Sightline
import SwiftUI

/// All parts together: observed rows, a header that covers them, a carousel and flying hearts.
struct ProductPage: View {
  private struct Place: Identifiable {
    let id: String
    let line: String
    var flights = 0
  }

  private struct Offer: Identifiable {
    let id: String
  }

  /// A row's time in view, and the reason it last left.
  private struct Exposure {
    var begin: Date?
    var before = 0.0
    var note = ""
    var isSeen = false

    func seconds(at now: Date) -> Double { before + (begin.map { now.timeIntervalSince($0) } ?? 0) }
  }

  private static let policy = ImpressionPolicy(rule: .fraction(0.5), dwell: .seconds(1))
  private static let offers = ["Two for one", "Free coffee", "Last tickets", "Half price"]
    .map(Offer.init)

  @State private var places = [
    ("Harbour Bakery", "Sourdough until ten, then cake"), ("Fern & Fig", "Houseplants and coffee"),
    ("The Reading Room", "Second-hand books, two floors"), ("Lido Baths", "Heated, open till nine"),
    ("Noodle Corner", "Six seats and one soup"), ("North Pier", "Best at low tide"),
    ("Clay Studio", "Pottery for beginners, Tuesdays"), ("Cinema Arcadia", "Old films on film"),
    ("Star Dome", "Clear nights only"), ("Market Hall", "Cheese, flowers, gossip"),
    ("The Velvet Room", "Jazz every Thursday"), ("Tram Museum", "Rides at noon and at four"),
    ("Orchard Walk", "An hour, mostly flat"), ("Salt & Stone", "Fish from this morning"),
    ("Botanic Garden", "The lilies are out"), ("Radio Café", "Breakfast all day"),
    ("The Boathouse", "Canoes by the hour"), ("Print Works", "Posters made to order"),
    ("Castle Steps", "312 of them, with a view"), ("Night Kitchen", "Open when others aren't"),
  ].map { Place(id: $0.0, line: $0.1) }
  @State private var exposures: [String: Exposure] = [:]
  @State private var favourites: Set<String> = []
  @State private var log = EventLog()

  private var seen: Int { exposures.values.filter(\.isSeen).count }

  var body: some View {
    GalleryPage(
      "As a product",
      "Sightline knows what people see while they scroll. Watch the rows: green while you see one, "
        + "a tick once it has counted. Rows under the header are not seen.",
      log: log
    ) {
      ScrollView {
        LazyVStack(spacing: 8) {
          EndlessCarousel(Self.offers, itemWidth: 190) { offer in
            Card(offer.id)
              .frame(height: 72)
              .onImpression(of: offer.id, Self.policy) { _ in log.add("\(offer.id) was seen") }
          }
          ForEach($places) { $place in
            row(place) {
              if favourites.remove(place.id) == nil {
                favourites.insert(place.id)
                place.flights += 1
              }
            }
          }
        }
        .padding()
      }
      .collapsingHeader { layout in header(layout) }
      .flightSpace()
    }
  }

  @MainActor
  private func header(_ layout: CollapsingHeader.Layout) -> some View {
    HStack {
      VStack(alignment: .leading) {
        Text("Weekend").font(.title3.bold())
        if layout.showsLabel { Text("20 places within a walk").font(.caption) }
      }
      Spacer()
      Text("\(seen) of \(places.count) seen").bold().monospacedDigit()
      Label("\(favourites.count)", systemImage: "heart.fill").flightTarget()
        .accessibilityLabel("Favourites: \(favourites.count)")
    }
    .padding(.horizontal)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .foregroundColor(.white)
    .background(Color.blue)
    .visibilityCover()
  }

  @MainActor
  private func row(_ place: Place, toggle: @escaping () -> Void) -> some View {
    let exposure = exposures[place.id] ?? Exposure()
    let isFavourite = favourites.contains(place.id)
    return HStack {
      VStack(alignment: .leading) {
        Text(place.id).font(.headline)
        Text(place.line).font(.caption)
      }
      Spacer()
      VStack(alignment: .trailing) {
        // Runs only while the row is visible.
        TimelineView(.animation(minimumInterval: 0.1, paused: exposure.begin == nil)) { timeline in
          let now = exposure.begin == nil ? exposure.before : exposure.seconds(at: timeline.date)
          Text((exposure.isSeen ? "✓ " : "") + String(format: "%.1f s", now)).bold()
            .monospacedDigit()
        }
        Text(exposure.note).font(.caption)
      }
      Button(action: toggle) { Image(systemName: isFavourite ? "heart.fill" : "heart") }
        .accessibilityLabel("Favourite, \(place.id)")
        .flightSource(trigger: place.flights)
    }
    .padding()
    .background(
      (exposure.begin != nil ? Color.green : exposure.isSeen ? .blue : .gray).opacity(0.2),
      in: RoundedRectangle(cornerRadius: 16)
    )
    .onVisibilityCrossing(of: place.id, when: Self.policy.rule) { crossing in
      note(crossing, place.id)
    }
    .onImpression(of: place.id, Self.policy) { _ in
      exposures[place.id, default: Exposure()].isSeen = true
      log.add("\(place.id) was seen")
    }
  }

  private func note(_ crossing: VisibilityCrossing, _ id: String) {
    let isVisible = crossing.visibility == .visible
    let now = Date()
    var exposure = exposures[id] ?? Exposure()
    exposure.before = exposure.seconds(at: now)
    exposure.begin = isVisible ? now : nil
    exposure.note = crossing.reason.map { "\($0)" } ?? ""
    exposures[id] = exposure
    log.add("\(id) \(isVisible ? "entered" : "left: \(exposure.note)")")
  }
}

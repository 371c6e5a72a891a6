import SightlineGTKToolkit
import SightlineGTKWidgets

/// Favourites, which count once their hearts have landed on the counter.
@MainActor
final class Favourites {
  /// The sheet on which hearts fly.
  let sheet: WidgetPointer
  private let hearts: FlyingHeart
  private let log: EventLog
  private let show: @MainActor (Int) -> Void
  private var chosen: Set<ObjectIdentifier> = []

  /// - Parameter show: shows the number of favourites in the counter.
  init(at counter: WidgetPointer, log: EventLog, show: @escaping @MainActor (Int) -> Void) {
    hearts = FlyingHeart(to: counter)
    sheet = hearts.widget
    self.log = log
    self.show = show
  }

  func connect(_ heart: HeartButton, _ subject: EventSubject) {
    heart.toggled { [weak self, weak heart] isOn in
      guard let self, let heart else { return }
      guard isOn else { return set(heart, subject, false) }
      log.note("The heart of \(subject.name) flies", subject)
      hearts.fly(from: heart.widget) { [weak self, weak heart] in
        // It may have been removed during the flight.
        if let heart, heart.isOn { self?.set(heart, subject, true) }
      }
    }
  }

  private func set(_ heart: HeartButton, _ subject: EventSubject, _ isFavourite: Bool) {
    let id = ObjectIdentifier(heart)
    if isFavourite { chosen.insert(id) } else { chosen.remove(id) }
    show(chosen.count)
    log.note("\(subject.name) is \(isFavourite ? "a" : "no longer a") favourite", subject)
  }
}

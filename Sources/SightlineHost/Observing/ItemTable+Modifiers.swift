import SightlineCore

// The modifiers of the views of a declarative toolkit, which creates, updates, reuses and discards
// views as it likes: the app's items are observed instead.
//
// An item is an id and a subject in one ``ItemOwner``, one list and one container. In such a
// toolkit, another list has different state, which its closures refer to; a row that a list
// recreates does not.
//
// Invariants:
// 1. The latest closure is always the one called, even for a view that is gone. An item with
//    several views uses the closure of the newest view, one for each kind of view
//    (``ObservedItem``).
// 2. A modifier removed while visible leaves once, with the next pass, unless one with the same
//    item replaces it and continues, or another one still shows the item. A recreated row therefore
//    reports nothing.
// 3. A different id, subject, owner or list makes a different item: the old one leaves and the new
//    one enters.
// 4. Nothing is called from within an update of the views.
// 5. Only the modifiers at the beginning of the next pass count, not the order in which they
//    appeared: two rows that swap places report nothing.
extension ItemTable {
  /// Handles a view in the window that was created or updated.
  ///
  /// - Parameters:
  ///   - observations: those of its modifiers.
  ///   - view: the view.
  ///   - ownID: the id of an observation without one: the view itself.
  ///   - list: the list that contains the view, if the list is not a platform view: a carousel, a
  ///     page, a screen.
  ///   - countsDwell: whether the dwell of its impressions counts.
  ///   - window: the view's window.
  package func update(
    _ observations: [Observation], of view: ViewKey, _ ownID: ItemOwner, in list: ItemOwner?,
    countsDwell: Bool, in window: MirroredWindow
  ) {
    let joined = Self.joined(observations.map { $0.filled(by: window.session) })
    for (index, observation) in joined.enumerated() {
      let (key, subject) = (Key(view, index), ModifiedItem.Subject(observation, ownID, list))
      if let binding = binding(at: key), binding.kind == observation.kind,
        (binding.item as? ModifiedItem)?.subject == subject
      {
        update(binding, observation, countsDwell: countsDwell)
      } else {
        bind(
          key, to: ModifiedItem(subject), observing: observation, countsDwell: countsDwell,
          in: window)
      }
    }
    unbind(view, from: joined.count)
  }

  /// Joins modifiers that observe the impressions or the exposures of one item: the engine reports
  /// these to one of the item's watches.
  private static func joined(_ observations: [Observation]) -> [Observation] {
    var result: [Observation] = []
    for observation in observations {
      let same = result.firstIndex {
        observation.countsByID && $0.subject == observation.subject && $0.id == observation.id
          && $0.container == observation.container
      }
      if let same {
        result[same] = result[same].joined(with: observation)
      } else {
        result.append(observation)
      }
    }
    return result
  }

  /// Handles a view that left the window or is gone.
  package func remove(_ view: ViewKey) { unbind(view, from: 0) }

  private func unbind(_ view: ViewKey, from index: Int) {
    var index = index
    while binding(at: Key(view, index)) != nil {
      unbind(Key(view, index))
      index += 1
    }
  }

  /// Handles a possible change of a view's viewport. The viewport is compared before the next pass,
  /// and the item is observed in the new one.
  package func viewportChanged(aroundModified view: ViewKey) {
    var index = 0
    while binding(at: Key(view, index)) != nil {
      viewportChanged(around: Key(view, index))
      index += 1
    }
  }
}

/// The item of a modifier.
private final class ModifiedItem: HashedID {
  struct Subject: Hashable {
    let id: AnyHashable
    let observed: Observation.Subject
    let list: ItemOwner?
    let container: ObjectIdentifier?

    init(_ observation: Observation, _ ownID: ItemOwner, _ list: ItemOwner?) {
      id = observation.id?.id ?? AnyHashable(ownID)
      (observed, self.list) = (observation.subject, list)
      container = observation.container
    }
  }

  let subject: Subject

  init(_ subject: Subject) {
    self.subject = subject
    super.init(AnyHashable(subject))
  }
}

#if canImport(SwiftUI) && !os(watchOS)
package import SightlineHost
package import SwiftUI

/// A view with the observations of its modifiers, and those of the containers around it that
/// observe its marks.
///
/// All modifiers that follow one another share a platform view: the outer ones hand their
/// observations to the innermost one, since they modify the same frame. The platform view is in an
/// overlay. A cover is in the background, so a view that is both does not cover itself, regardless
/// of the order of its modifiers.
package struct ObservedView<Content: View>: ObservableView {
  private let content: Content
  private var observations: [Observation]
  private var marks: [AnyHashable]
  @Environment(\.itemContainers) private var containers

  init(_ content: Content, _ observations: [Observation], _ marks: [AnyHashable]) {
    for observation in observations {
      observation.kind = observation.kind ?? ObjectIdentifier(Content.self)
    }
    if let inner = (content as? any ObservableView)?.adding(observations, marks) as? Content {
      (self.content, self.observations, self.marks) = (inner, [], [])
    } else {
      (self.content, self.observations, self.marks) = (content, observations, marks)
    }
  }

  func adding(_ observations: [Observation], _ marks: [AnyHashable]) -> Self {
    // The content may already hold this view's observations.
    guard self.observations.isEmpty, self.marks.isEmpty else {
      var view = self
      view.observations += observations
      view.marks += marks
      return view
    }
    return Self(content, observations, marks)
  }
}

@MainActor
extension ObservedView: View {
  package var body: some View {
    content.overlay {
      let all =
        observations
        + containers.flatMap { container in marks.compactMap { container.observation(of: $0) } }
      if !all.isEmpty { PlatformProbe(ProbeRepresentable(observations: all)) }
    }
  }
}

private protocol ObservableView {
  func adding(_ observations: [Observation], _ marks: [AnyHashable]) -> Self
}

/// A container that observes the views marked in it. Equal ones make the same observations.
package struct ItemContainer: Equatable {
  /// Distinguishes it from the other containers.
  package let owner: AnyObject
  /// The values that determine its observations.
  private let key: AnyHashable
  private let observation: @MainActor (AnyHashable) -> Observation?

  package init(
    _ owner: AnyObject, key: some Hashable,
    observation: @escaping @MainActor (_ mark: AnyHashable) -> Observation?
  ) {
    self.owner = owner
    self.key = key
    self.observation = observation
  }

  @MainActor
  fileprivate func observation(of mark: AnyHashable) -> Observation? {
    let observation = observation(mark)
    observation?.kind = ObjectIdentifier(owner)
    observation?.container = ObjectIdentifier(owner)
    return observation
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.owner === other.owner && one.key == other.key
  }
}

private struct ItemContainersKey: EnvironmentKey {
  static var defaultValue: [ItemContainer] { [] }
}

extension EnvironmentValues {
  /// The containers around a view that observe items in it, from the outermost in.
  package var itemContainers: [ItemContainer] {
    get { self[ItemContainersKey.self] }
    set { self[ItemContainersKey.self] = newValue }
  }
}

nonisolated extension View {
  /// Observes the view.
  package func observed(_ observations: Observation...) -> some View {
    ObservedView(self, observations, [])
  }

  /// Marks the view for the containers around it that observe such marks.
  package func marked(_ mark: AnyHashable) -> some View { ObservedView(self, [], [mark]) }
}
#endif

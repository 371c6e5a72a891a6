#if canImport(SwiftUI) && !os(watchOS)
package import SightlineHost
package import SwiftUI

/// A view with the observations of its modifiers.
///
/// All modifiers that follow one another share a platform view: the outer ones hand their probes to
/// the innermost one, since they modify the same frame. The platform view is in an overlay. A cover
/// is in the background, so a view that is both does not cover itself, regardless of the order of
/// its modifiers.
package struct ObservedView<Content: View>: ProbedView {
  private let content: Content
  private var probes: [Probe]
  private var marks: [AnyHashable]

  fileprivate init(_ content: Content, _ probes: [Probe], _ marks: [AnyHashable]) {
    let probes = probes.map { probe in
      var probe = probe
      probe.kind = probe.kind ?? ObjectIdentifier(Content.self)
      return probe
    }
    if let inner = (content as? any ProbedView)?.adding(probes, marks) as? Content {
      (self.content, self.probes, self.marks) = (inner, [], [])
    } else {
      (self.content, self.probes, self.marks) = (content, probes, marks)
    }
  }

  func adding(_ probes: [Probe], _ marks: [AnyHashable]) -> Self {
    // The content may hold the probes of this view, too.
    guard self.probes.isEmpty, self.marks.isEmpty else {
      var view = self
      view.probes += probes
      view.marks += marks
      return view
    }
    return Self(content, probes, marks)
  }
}

@MainActor
extension ObservedView: View {
  package var body: some View {
    content.overlay {
      if !probes.isEmpty || !marks.isEmpty {
        ItemProbes(probes: probes, marks: marks)
      }
    }
  }
}

private protocol ProbedView {
  func adding(_ probes: [Probe], _ marks: [AnyHashable]) -> Self
}

/// The probes of a view, and those of the containers around it that observe its marks.
private struct ItemProbes {
  let probes: [Probe]
  let marks: [AnyHashable]
  @Environment(\.itemContainers) private var containers
}

@MainActor
extension ItemProbes: View {
  var body: some View {
    let all =
      probes + containers.flatMap { container in marks.compactMap { container.probe(of: $0) } }
    if !all.isEmpty { PlatformProbe(ProbeRepresentable(probes: all)) }
  }
}

/// A container that observes the views marked in it. Equal ones make the same probes.
package struct ItemContainer: Equatable {
  /// Distinguishes it from the other containers.
  package let owner: AnyObject
  /// The values that determine its probes.
  private let key: AnyHashable
  private let makeProbe: @MainActor (AnyHashable) -> Probe?

  package init(
    _ owner: AnyObject, key: some Hashable,
    probe: @escaping @MainActor (_ mark: AnyHashable) -> Probe?
  ) {
    self.owner = owner
    self.key = key
    makeProbe = probe
  }

  @MainActor
  fileprivate func probe(of mark: AnyHashable) -> Probe? {
    var probe = makeProbe(mark)
    probe?.kind = ObjectIdentifier(owner)
    probe?.container = ObjectIdentifier(owner)
    return probe
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
  package func observed(_ probe: Probe) -> some View { ObservedView(self, [probe], []) }

  /// Marks the view for the containers around it that observe such marks.
  package func marked(_ mark: AnyHashable) -> some View { ObservedView(self, [], [mark]) }
}
#endif

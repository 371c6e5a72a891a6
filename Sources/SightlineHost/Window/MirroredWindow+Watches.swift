package import SightlineCore

// The targets and watches of views.
extension MirroredWindow {
  /// Watches a target for an observation.
  func watch(
    _ target: TargetID, _ observation: Observation, in viewport: ViewportID?, for watch: ViewWatch
  ) -> WatchID {
    isUsed = true
    #if DEBUG
    if observation.log == .window { logEvents() }
    #endif
    let id =
      switch observation.subject {
      case .changes(let rule, _), .crossings(let rule): engine.watch(target, rule, in: viewport)
      case .impressions(let policy):
        engine.watch(target, for: policy, of: identity(of: watch), in: viewport)
      case .exposures(let rule):
        engine.watchExposures(target, under: rule, of: identity(of: watch), in: viewport)
      }
    delivery.add(watch, as: id)
    requestPass()
    return id
  }

  private func identity(of watch: ViewWatch) -> ItemIdentity {
    guard let id = watch.observation.id ?? watch.appID else {
      fatalError("an impression needs an id; pass `of:`")
    }
    return session.identity(of: id)
  }

  /// Ends a watch immediately. An impression reached before still counts in other windows.
  func unwatch(_ id: WatchID) {
    if engine.contains(id) {
      mirror.unwatched.append(engine.target(of: id))
      engine.edit(.unwatch(id))
      requestPass()
    }
    delivery.end(id)
  }

  /// Returns the app's id of a watch's item; `nil` if the app has not supplied one.
  ///
  /// - Parameter identity: the identity whose impressions the watch awaits, if any.
  package func item(of watch: WatchID, _ identity: ItemIdentity?) -> AnyHashable? {
    if let item = identity.flatMap({ session.id(of: $0) }) { return item }
    return delivery[watch]?.appID?.id
  }

  /// Calls a closure once the events of the next pass that reads the views have been delivered.
  func afterReadPass(_ body: @escaping @MainActor () -> Void) { afterReadPass.append(body) }

  // MARK: Targets

  /// Whether the removal of a target would report nothing, and all events have been delivered.
  func isIdle(_ target: TargetID) -> Bool { !session.isDelivering && engine.isIdle(target) }

  /// Gives a target, with its watches, to another item if it is idle.
  func reuse(_ target: TargetID, for item: HashedID?) -> Bool {
    let identity = item.map { session.identity(of: $0) }
    requestPass()
    return !session.isDelivering && engine.reuse(target, for: identity)
  }

  /// Removes a target whose watches end.
  func remove(_ target: TargetID) {
    if !hasDepartures { VisibilitySession.noteDeparture(from: self) }
    hasDepartures = true
    requestPass()
    if engine.scene.contains(target) { engine.edit(.remove(target)) }
    mirror.forget(target)
  }

  func setCountsDwell(_ counts: Bool, of target: TargetID) {
    guard engine.scene.contains(target) else { return }
    var appearance = engine.appearance(of: target)
    appearance.countsDwell = counts
    engine.edit(.appearance(appearance, of: target))
    requestPass()
  }

  // MARK: Viewports

  /// Whether a viewport exists. One whose container has been removed does not.
  package func contains(_ viewport: ViewportID) -> Bool { engine.contains(viewport) }

  /// Whether a viewport exists and is that of a container.
  package func isViewport(_ viewport: ViewportID, of container: ContainerID) -> Bool {
    engine.contains(viewport) && engine.viewport(viewport).container == container
  }

  /// Adds the viewport of a container.
  package func addViewport(in container: ContainerID, margins: ViewportMargins) -> ViewportID {
    mirror.setViewport(margins, of: container)
    return engine.add(VisibilityViewport(container, margins: margins))
  }

  /// Sets the margins of a viewport; of the window if `nil`.
  package func setMargins(_ margins: ViewportMargins, of viewport: ViewportID? = nil) {
    let viewport = viewport ?? engine.window
    engine.edit(.margins(margins, of: viewport))
    mirror.setViewport(margins, of: engine.viewport(viewport).container)
  }

  /// Removes viewports, which end the watches in them, unless events are being delivered.
  package func remove(_ viewports: [ViewportID]) {
    if session.isDelivering { return }
    for viewport in viewports where engine.contains(viewport) {
      engine.edit(.removeViewport(viewport))
    }
  }

  /// Whether an exposure is in progress.
  package var hasOpenExposures: Bool { engine.hasOpenExposures }
}

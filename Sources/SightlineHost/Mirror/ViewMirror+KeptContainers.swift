internal import SightlineCore

// For toolkits in which covers lie elsewhere than what they cover.
extension ViewMirror {
  /// Mirrors views and their ancestors whether or not anything in them is observed, so that the covers
  /// in them count for what lies elsewhere; takes the place of the views of the call before.
  package func keepContainers(for views: some Collection<ViewKey>) {
    if views.isEmpty && keptViews.isEmpty { return }
    let old = keptViews
    keptViews = Set(views)
    for view in old where !keptViews.contains(view) {
      if let index = nodeOfView[view], nodes[index].isEmpty { emptied.append(index) }
    }
    for view in keptViews { _ = node(for: view) }
  }
}

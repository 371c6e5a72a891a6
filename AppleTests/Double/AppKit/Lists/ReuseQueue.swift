import QuartzCore

/// Elements that wait for reuse, by identifier.
@MainActor
final class ReuseQueue<Element: AnyObject> {
  private var waiting: [NSUserInterfaceItemIdentifier: [Element]] = [:]

  /// Adds an element that is no longer shown, with its view in the list or removed from it.
  func add(_ element: Element, _ view: NSView, _ identifier: NSUserInterfaceItemIdentifier) {
    if Undocumented.hidesReusedCells { view.isHidden = true } else { view.removeFromSuperview() }
    waiting[identifier, default: []].append(element)
  }

  func take(_ identifier: NSUserInterfaceItemIdentifier) -> Element? {
    guard let elements = waiting[identifier], !elements.isEmpty else { return nil }
    return waiting[identifier]?.remove(
      at: Undocumented.reusesOldestCellFirst ? 0 : elements.count - 1)
  }
}

extension IndexPath {
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  public var item: Int { self[1] }
  public var section: Int { self[0] }
}

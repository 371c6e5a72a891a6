#if GTK && os(Linux)
/// Ends one registration at a scroll early. Keeping it is not needed: a registration lives as long
/// as the scrolled window.
@MainActor
public final class ScrollToken {
  private var end: (() -> Void)?

  init(_ end: @escaping () -> Void) { self.end = end }

  /// Ends the registration at once: its closure is released and not called any more. Calling it
  /// again does nothing.
  public func cancel() {
    end?()
    end = nil
  }
}

/// Closures in the order of their registration.
@MainActor
package final class ScrollHandlers<Value> {
  private var entries: [(id: Int, body: @MainActor (Value) -> Void)] = []
  private var lastID = 0

  package init() {}

  package func add(_ body: @escaping @MainActor (Value) -> Void) -> ScrollToken {
    lastID += 1
    let id = lastID
    entries.append((id, body))
    return ScrollToken { [weak self] in self?.entries.removeAll { $0.id == id } }
  }

  /// Calls those that are registered now; one that another one cancels is not called.
  package func call(_ value: Value) {
    for entry in entries where entries.contains(where: { $0.id == entry.id }) { entry.body(value) }
  }
}
#endif

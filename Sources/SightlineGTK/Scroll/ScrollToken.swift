#if GTK && os(Linux)
/// Ends one scroll registration early. You don't need to keep it; a registration lives as long as
/// the scrolled window.
@MainActor
public final class ScrollToken {
  private var end: (() -> Void)?

  init(_ end: @escaping () -> Void) { self.end = end }

  /// Ends the registration immediately. Its closure is released and not called again. Further calls
  /// do nothing.
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

  /// Calls the currently registered closures, skipping any that an earlier one cancels.
  package func call(_ value: Value) {
    for entry in entries where entries.contains(where: { $0.id == entry.id }) { entry.body(value) }
  }
}
#endif
